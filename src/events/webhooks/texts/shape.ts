import type { SendFault } from '../../outbox/send-result.ts';

/** What the mail of undeliverable events says, in each language. */
export interface UndeliverableTexts {
  subject(count: number): string;
  greeting(name: string): string;
  intro(count: number): string;
  transaction: string;
  event: string;
  sentTo: string;
  why: string;
  /** Why the last try failed and what to mend; null: as the log of sends has it, in English. */
  causes: Readonly<Record<SendFault, (httpStatus: number | null) => string>> | null;
  more(count: number): string;
  replay: string;
  replayAll: string;
  read: string;
}
