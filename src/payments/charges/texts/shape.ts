import type { Money } from '../../../base/money/money.ts';
import type { Dispute, Warning } from '../card-processor.ts';
import type { Charge } from '../charge.ts';
import { type DisputeReason, isKnownReason } from '../disputes/dispute-reasons.ts';

/** What merchants are written about charges that were paid. */
export interface ChargeMailTexts {
  greeting(name: string): string;
  externalRefund(told: ToldRefund, write: Write): MailText;
  dispute(told: ToldDispute, write: Write): MailText;
  bookedCase(told: ToldCase, write: Write): MailText;
  warning(told: ToldWarning, write: Write): MailText;
}

/** Sums and times as the reader of the mail writes them. */
export interface Write {
  sum(money: Money): string;
  time(at: Date): string;
}

export interface MailText {
  subject: string;
  paragraphs: string[];
}

export interface ToldRefund {
  charge: Charge;
  amount: Money;
  processor: string;
}

export interface ToldDispute extends Pick<Dispute, 'status' | 'amount' | 'reason'> {
  charge: Charge;
  processor: string;
  evidenceDueAt: Date | null;
}

export interface ToldCase {
  /** Less than 0: it was taken from the merchant. */
  amount: Money;
  processor: string;
  reference: string;
  note: string;
  /** It happened on the merchant's own account at the processor. */
  isOwn: boolean;
}

/** Without its sign. */
export function sizeOf({ amountMinor, currency }: Money): Money {
  return { amountMinor: amountMinor < 0n ? -amountMinor : amountMinor, currency };
}

export interface ToldWarning extends Pick<Warning, 'kind' | 'reason'> {
  charge: Charge;
  processor: string;
}

/** Why it was opened, in words where there are some. */
export function reasonText(
  reason: string | null,
  words: Readonly<Record<DisputeReason, string>>,
): string | null {
  return reason !== null && isKnownReason(reason) ? words[reason] : reason;
}

/** Only what waits for an answer has a time for it. */
export function isToAnswer({ status }: Pick<Dispute, 'status'>): boolean {
  return status === 'inquiry' || status === 'open';
}

/** "order A-17, reference 0198…" */
export function nameText({ id, orderNumber }: Charge, words: { order: string; reference: string }): string {
  return [...(orderNumber ? [`${words.order} ${orderNumber}`] : []), `${words.reference} ${id}`].join(', ');
}
