import type { SendFault } from '../events/send-result.ts';
import type { Language } from '../money/language.ts';
import { causesEs, causesPt } from './undeliverable-causes.ts';

/** One event of the notice, as the merchant knows it. */
export interface UndeliverableEvent {
  eventId: string;
  subjectId: string;
  status: string;
  url: string;
  createdAt: Date;
  /** What happened at the last try that failed, explained in English; null: it is no longer in the log. */
  lastTry: { cause: SendFault; httpStatus: number | null; explanation: string } | null;
}

/** More would not be read; the rest is counted. */
export const listedEvents = 20;

interface Texts {
  subject(count: number): string;
  greeting(name: string): string;
  intro(count: number): string;
  transaction: string;
  event: string;
  sentTo: string;
  why: string;
  explain(lastTry: NonNullable<UndeliverableEvent['lastTry']>): string;
  more(count: number): string;
  replay: string;
  replayAll: string;
  read: string;
}

const texts: Readonly<Record<Language, Texts>> = {
  es: {
    subject: (count) =>
      count === 1 ? 'Una notificación no pudo entregarse' : `${count} notificaciones no pudieron entregarse`,
    greeting: (name) => `Hola, ${name}:`,
    intro: (count) =>
      count === 1
        ? 'No pudimos entregar una notificación a su servidor. La enviamos y la repetimos tres veces; no la enviaremos más por nuestra cuenta.'
        : `No pudimos entregar ${count} notificaciones a su servidor. Enviamos cada una y la repetimos tres veces; no las enviaremos más por nuestra cuenta.`,
    transaction: 'Transacción',
    event: 'Evento',
    sentTo: 'Enviada a',
    why: 'Último intento',
    explain: ({ cause, httpStatus }) => explained(causesEs, cause)(httpStatus),
    more: (count) => `… y ${count} más.`,
    replay: 'Cuando su servidor vuelva a responder HTTP 200, puede pedir el reenvío de cada evento:',
    replayAll:
      'O el de todos los que no se entregaron desde ese día, de una vez (con "dry_run": true solo se cuentan):',
    read: 'Todos los intentos, con la respuesta de su servidor, se ven en:',
  },
  pt: {
    subject: (count) =>
      count === 1
        ? 'Uma notificação não pôde ser entregue'
        : `${count} notificações não puderam ser entregues`,
    greeting: (name) => `Olá, ${name}:`,
    intro: (count) =>
      count === 1
        ? 'Não conseguimos entregar uma notificação ao seu servidor. Enviamos e repetimos três vezes; não enviaremos mais por conta própria.'
        : `Não conseguimos entregar ${count} notificações ao seu servidor. Enviamos cada uma e repetimos três vezes; não enviaremos mais por conta própria.`,
    transaction: 'Transação',
    event: 'Evento',
    sentTo: 'Enviada para',
    why: 'Última tentativa',
    explain: ({ cause, httpStatus }) => explained(causesPt, cause)(httpStatus),
    more: (count) => `… e mais ${count}.`,
    replay: 'Quando o seu servidor voltar a responder HTTP 200, peça o reenvio de cada evento:',
    replayAll:
      'Ou o de todos os que não foram entregues desde esse dia, de uma vez (com "dry_run": true são apenas contados):',
    read: 'Todas as tentativas, com a resposta do seu servidor, estão em:',
  },
  en: {
    subject: (count) =>
      count === 1 ? 'A notification could not be delivered' : `${count} notifications could not be delivered`,
    greeting: (name) => `Hello, ${name},`,
    intro: (count) =>
      count === 1
        ? 'We could not deliver a notification to your server. We sent it and repeated it three times; we will not send it again by ourselves.'
        : `We could not deliver ${count} notifications to your server. We sent each and repeated it three times; we will not send them again by ourselves.`,
    transaction: 'Transaction',
    event: 'Event',
    sentTo: 'Sent to',
    why: 'Last try',
    explain: ({ explanation }) => explanation,
    more: (count) => `… and ${count} more.`,
    replay: 'When your server answers HTTP 200 again, ask for each event to be sent once more:',
    replayAll:
      'Or for all that were not delivered since that day, at once (with "dry_run": true they are only counted):',
    read: 'Every try, with what your server answered, can be seen at:',
  },
};

/** To the second, with its zone. */
function utcText(time: Date): string {
  return `${time.toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}

/** An older version may have logged a cause that is none any more. */
function explained(causes: typeof causesEs, cause: SendFault): (typeof causes)[SendFault] {
  return causes[cause] ?? causes.unknown;
}

/** The mail of undeliverable events: what failed, why in plain words, and how to replay. */
export function undeliverableMail(
  merchant: { name: string; language: Language },
  events: UndeliverableEvent[],
  total: number,
  baseUrl: string,
): { subject: string; text: string } {
  const words = texts[merchant.language];
  const firstAtMs = Math.min(...events.map((event) => event.createdAt.getTime()));
  const all = {
    delivery_status: 'undeliverable',
    // By day: what this mail tells of is in it, and what was left alone long ago is not.
    ...(events.length > 0 && { created_from: new Date(firstAtMs).toISOString().slice(0, 10) }),
  };
  const blocks = events.map((event) =>
    [
      `${words.transaction}: ${event.subjectId} (${event.status}, ${utcText(event.createdAt)})`,
      `${words.event}: ${event.eventId}`,
      `${words.sentTo}: ${event.url}`,
      ...(event.lastTry ? [`${words.why}: ${words.explain(event.lastTry)}`] : []),
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
