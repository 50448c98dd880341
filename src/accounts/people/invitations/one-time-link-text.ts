import type { Language } from '../../../base/money/language.ts';
import { timeText } from '../../../base/money/written.ts';
import { mailTexts } from '../../../base/texts/mail.ts';

export interface OneTimeLinkMail {
  kind: 'invitation' | 'reset';
  /** The merchant's name, or ours. */
  place: string;
  invitedBy: string;
  expiresAt: Date;
  /** The time zone of its expiry. */
  timeZone: string;
  url: string;
}

export function oneTimeLinkMail(
  language: Language,
  { kind, place, invitedBy, expiresAt, timeZone, url }: OneTimeLinkMail,
): { subject: string; text: string } {
  const words = mailTexts[language].people.oneTimeLink;
  const [subject, intro] =
    kind === 'invitation'
      ? [words.invitation.subject(place), words.invitation.intro(place, invitedBy)]
      : [words.reset.subject, words.reset.intro];
  const until = words.until(timeText(expiresAt, { language, timeZone }));
  return { subject, text: `${[intro, url, until, words.stranger].join('\n\n')}\n` };
}
