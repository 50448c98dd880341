import type { Language } from '../../../base/money/language.ts';
import { timeText } from '../../../base/money/written.ts';
import type { MailTexts } from '../../../base/texts/mail/en.ts';
import { mailTexts } from '../../../base/texts/mail.ts';
import type { SendFault } from '../../outbox/send-result.ts';

/** One event of the notice, in the merchant's terms. */
export interface UndeliverableEvent {
  eventId: string;
  subjectId: string;
  status: string;
  url: string;
  /** The further endpoint that it was for, by its description; null: a usual address. */
  endpoint: string | null;
  createdAt: Date;
  /** The result of the last failed attempt, explained in English; null: no longer in the log. */
  lastTry: { cause: SendFault; httpStatus: number | null; explanation: string } | null;
}

/** A longer list would not be read; the rest is counted. */
export const listedEvents = 20;

/** Translates the English explanation of the log. An older version may have logged a cause that no longer exists. */
function explain(
  { causes }: MailTexts['webhooks'],
  lastTry: NonNullable<UndeliverableEvent['lastTry']>,
): string {
  if (causes === null) return lastTry.explanation;
  return (causes[lastTry.cause] ?? causes.unknown)(lastTry.httpStatus);
}

/** The mail about undeliverable events: what failed, why in plain words, and how to replay. */
export function undeliverableMail(
  merchant: { name: string; language: Language; settings: { timeZone: string } },
  events: UndeliverableEvent[],
  total: number,
  baseUrl: string,
): { subject: string; text: string } {
  const { language } = merchant;
  const { timeZone } = merchant.settings;
  const words = mailTexts[language].webhooks;
  const firstAtMs = Math.min(...events.map((event) => event.createdAt.getTime()));
  const all = {
    delivery_status: 'undeliverable',
    ...(events.some(({ endpoint }) => endpoint !== null) && { endpoint: 'all' }),
    // Whole days: covers the events of this mail, but not older ones that were left alone.
    ...(events.length > 0 && { created_from: new Date(firstAtMs).toISOString().slice(0, 10) }),
  };
  const blocks = events.map((event) =>
    [
      `${words.transaction}: ${event.subjectId} (${event.status}, ${timeText(event.createdAt, { language, timeZone })})`,
      `${words.event}: ${event.eventId}`,
      ...(event.endpoint === null ? [] : [`${words.endpoint}: ${event.endpoint}`]),
      `${words.sentTo}: ${event.url}`,
      ...(event.lastTry ? [`${words.why}: ${explain(words, event.lastTry)}`] : []),
    ].join('\n'),
  );
  const parts = [
    words.greeting(merchant.name),
    words.intro(total),
    ...blocks,
    ...(total > events.length ? [words.more(total - events.length)] : []),
    `${words.replay}\nPOST ${baseUrl}/api/events/${events[0]?.eventId ?? '{id}'}/redeliver`,
    `${words.replayAll}\nPOST ${baseUrl}/api/events/replays\n${JSON.stringify(all)}`,
    `${words.read}\nGET ${baseUrl}/api/events?delivery_status=undeliverable`,
  ];
  return { subject: words.subject(total), text: `${parts.join('\n\n')}\n` };
}
