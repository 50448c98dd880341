import type { Money } from '../../base/money/money.ts';
import type { MailTexts } from '../../base/texts/mail/en.ts';
import { type Charge, takenMoney } from './charge.ts';
import { isKnownReason } from './disputes/dispute-reasons.ts';
import type { Dispute, Warning } from './payment-processor.ts';
import type { UnexpectedPayment } from './unexpected/unexpected-payment.ts';

/** The merchant's language: its texts, and its formats for amounts and times. */
export interface MailWords {
  texts: MailTexts['charges'];
  sum(money: Money): string;
  time(at: Date): string;
}

export interface MailText {
  subject: string;
  paragraphs: string[];
}

export interface RefundMail {
  charge: Charge;
  amount: Money;
  processor: string;
}

export function externalRefundMail(mail: RefundMail, { texts, sum }: MailWords): MailText {
  const { charge, processor } = mail;
  const amount = sum(mail.amount);
  const payment = nameText(charge, texts);
  return {
    subject: texts.refund.subject(amount, processor),
    paragraphs: [
      texts.refund.what({ amount, paid: sum(charge.amount), payment, processor }),
      texts.refund.balance,
    ],
  };
}

export interface BankDetailsMail {
  charge: Charge;
  amount: Money;
  /** The customer had named another account before. */
  isCorrection: boolean;
}

/** The customer said where the money of a refund should go. */
export function bankDetailsMail(mail: BankDetailsMail, { texts, sum }: MailWords): MailText {
  const { charge, isCorrection } = mail;
  const words = texts.bankDetails;
  const amount = sum(mail.amount);
  return {
    subject: isCorrection ? words.corrected(amount) : words.subject(amount),
    paragraphs: [
      `${texts.about(sum(charge.amount), nameText(charge, texts))} ${words.what(amount)}`,
      words.next,
      words.check,
    ],
  };
}

export interface DisputeMail extends Pick<Dispute, 'status' | 'amount' | 'reason'> {
  charge: Charge;
  processor: string;
  evidenceDueAt: Date | null;
}

export function disputeMail(mail: DisputeMail, { texts, sum, time }: MailWords): MailText {
  const { charge, status, amount, reason, processor, evidenceDueAt } = mail;
  const words = texts.dispute;
  // A reason without a text of ours is given in the processor's words.
  const why = reason !== null && isKnownReason(reason) ? words.reasons[reason] : reason;
  const answer = evidenceDueAt
    ? words.answerUntil(processor, time(evidenceDueAt))
    : words.answerSoon(processor);
  return {
    subject: words.subject[status](sum(amount)),
    paragraphs: [
      `${texts.about(sum(charge.amount), nameText(charge, texts))} ${words.money[status]}`,
      ...(why ? [words.why(why)] : []),
      ...(status === 'inquiry' || status === 'open' ? [answer] : []),
    ],
  };
}

export interface EvidenceRefusedMail extends Pick<Dispute, 'amount'> {
  processor: string;
  evidenceDueAt: Date | null;
}

export function evidenceRefusedMail(mail: EvidenceRefusedMail, { texts, sum, time }: MailWords): MailText {
  const { amount, processor, evidenceDueAt } = mail;
  const words = texts.dispute.refused;
  return {
    subject: words.subject(sum(amount)),
    paragraphs: [
      words.what(processor, sum(amount)),
      ...(evidenceDueAt ? [words.until(time(evidenceDueAt))] : []),
    ],
  };
}

export interface MovementMail {
  /** Negative: it was taken from the merchant. */
  amount: Money;
  processor: string;
  reference: string;
  note: string;
  /** It happened on the merchant's own account at the processor. */
  isOwn: boolean;
}

export function movementMail(mail: MovementMail, { texts, sum }: MailWords): MailText {
  const { amount, processor, reference, note, isOwn } = mail;
  const words = texts.movement;
  const size = sum({
    ...amount,
    amountMinor: amount.amountMinor < 0n ? -amount.amountMinor : amount.amountMinor,
  });
  const effect = isOwn ? 'own' : amount.amountMinor > 0n ? 'added' : 'taken';
  return {
    subject: words.subject[effect](size, processor),
    paragraphs: [words.what[effect](processor, size, reference), words.note(note)],
  };
}

export interface WarningMail extends Pick<Warning, 'kind' | 'reason'> {
  charge: Charge;
  processor: string;
}

export function warningMail(mail: WarningMail, { texts, sum }: MailWords): MailText {
  const { charge, kind, reason, processor } = mail;
  const words = texts.warning;
  const paid = sum(charge.amount);
  return {
    subject: words.subject[kind](paid),
    paragraphs: [
      `${texts.about(paid, nameText(charge, texts))} ${words.notTaken}`,
      words.what[kind](processor),
      ...(reason ? [words.says(processor, reason)] : []),
    ],
  };
}

export interface UnexpectedMail {
  charge: Charge;
  payment: Pick<UnexpectedPayment, 'kind' | 'paid' | 'processor' | 'failure'>;
}

/** Money that came otherwise than was asked, or that the processor refused to give back. */
export function unexpectedMail({ charge, payment }: UnexpectedMail, { texts, sum }: MailWords): MailText {
  const { kind, processor, failure } = payment;
  const words = texts.unexpected;
  const came = sum(payment.paid);
  return {
    subject: words.subject[failure === null ? kind : 'refused'](came),
    paragraphs: [
      `${texts.about(sum(charge.amount), nameText(charge, texts))} ${words.what[kind](came, processor)}`,
      ...(failure === null ? [] : [words.refused(processor, failure)]),
      words.decide,
    ],
  };
}

export const authorizationNews = [
  'expiring',
  'expired',
  'captured_elsewhere',
  'voided_elsewhere',
  'capture_failed',
  'void_failed',
] as const;
export type AuthorizationNews = (typeof authorizationNews)[number];

export interface AuthorizationMail {
  charge: Charge;
  news: AuthorizationNews;
  processor: string;
  expiresAt: Date | null;
}

export function authorizationMail(mail: AuthorizationMail, { texts, sum, time }: MailWords): MailText {
  const { charge, news, processor, expiresAt } = mail;
  const words = texts.authorization;
  const isCaptured = news === 'captured_elsewhere';
  const amount = sum(isCaptured ? takenMoney(charge) : charge.amount);
  return {
    subject: words.subject[news](amount, processor),
    paragraphs: [
      texts.about(sum(charge.amount), nameText(charge, texts)),
      words.what[news](amount, processor),
      ...(news === 'expiring' && expiresAt ? [words.until(time(expiresAt))] : []),
    ],
  };
}

/** "order A-17, reference 0198…" */
function nameText({ id, orderNumber }: Charge, words: MailTexts['charges']): string {
  return [...(orderNumber ? [`${words.order} ${orderNumber}`] : []), `${words.reference} ${id}`].join(', ');
}
