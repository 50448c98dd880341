import Type, { type Static, type TSchema } from 'typebox';
import { brandIdOf } from '../../charges/cards/card-brands.ts';
import type { CardSummary, Dispute } from '../../charges/payment-processor.ts';
import { fromWritten } from './amounts.ts';

/** The older API, which still returns what orders do not: the card, and the state of a chargeback. */

/** Its ids are numbers in some places and strings in others. */
const Id = Type.Union([Type.Integer({ minimum: 1 }), Type.String({ pattern: '^[A-Za-z0-9_-]{1,64}$' })]);

const nullable = <Schema extends TSchema>(schema: Schema) => Type.Optional(Type.Union([schema, Type.Null()]));

export const Payment = Type.Object({
  id: Id,
  status: Type.String(),
  status_detail: nullable(Type.String()),
  external_reference: nullable(Type.String()),
  payment_method_id: nullable(Type.String()),
  transaction_amount: nullable(Type.Number()),
  currency_id: nullable(Type.String()),
  date_last_updated: nullable(Type.String()),
  card: nullable(
    Type.Object({
      first_six_digits: nullable(Type.String()),
      last_four_digits: nullable(Type.String()),
    }),
  ),
});
export type Payment = Static<typeof Payment>;

export const PaymentPage = Type.Object({
  results: Type.Array(Payment),
});

export const Chargeback = Type.Object({
  id: Id,
  payments: nullable(Type.Array(Id)),
  currency: nullable(Type.String()),
  /** The same field under the name that its own library uses. */
  payment_id: nullable(Id),
  currency_id: nullable(Type.String()),
  amount: nullable(Type.Number()),
  reason: nullable(Type.String()),
  date_documentation_deadline: nullable(Type.String()),
});
export type Chargeback = Static<typeof Chargeback>;

export const ChargebackList = Type.Object({ results: Type.Array(Type.Object({ id: Id })) });

/** Its names of brands, mapped to ours. Store cards have none of ours. */
const brands = new Map([
  ['visa', 'visa'],
  ['debvisa', 'visa'],
  ['master', 'mastercard'],
  ['debmaster', 'mastercard'],
  ['amex', 'amex'],
  ['debamex', 'amex'],
  ['diners', 'diners'],
  ['elo', 'elo'],
  ['debelo', 'elo'],
  ['hipercard', 'hipercard'],
  ['naranja', 'naranja'],
  ['cabal', 'cabal'],
  ['debcabal', 'cabal'],
  ['carnet', 'carnet'],
  ['maestro', 'maestro'],
]);

export function toCard({ card, payment_method_id: method }: Payment): CardSummary | null {
  const last4 = card?.last_four_digits ?? '';
  // Account money and transfers have no card.
  if (!/^\d{4}$/.test(last4)) return null;
  const first6 = /^\d{6}$/.test(card?.first_six_digits ?? '') ? (card?.first_six_digits ?? null) : null;
  return { brand: brands.get(method ?? '') ?? brandIdOf(first6 ?? ''), first6, last4 };
}

/** settled: the buyer kept the money. reimbursed: it was returned to us. In any other state it is taken. */
const disputeStatuses = new Map<string, Dispute['status']>([
  ['settled', 'lost'],
  ['reimbursed', 'won'],
]);

/** null: it is not ours. */
export function toDispute(chargeback: Chargeback, payment: Payment): Dispute | null {
  const attemptId = payment.external_reference ?? '';
  const currency = chargeback.currency ?? chargeback.currency_id ?? payment.currency_id;
  const amount = chargeback.amount ?? payment.transaction_amount;
  const amountMinor = currency && amount ? fromWritten(amount, currency) : null;
  if (!isAttemptId(attemptId) || !currency || amountMinor === null) return null;
  // If a payment is approved again, the money was returned to us.
  const status = payment.status === 'approved' ? 'won' : disputeStatuses.get(payment.status_detail ?? '');
  return {
    disputeId: String(chargeback.id),
    attemptId,
    amount: { amountMinor, currency },
    status: status ?? 'open',
    reason: chargeback.reason ?? null,
    evidenceDueAt: timeOf(chargeback.date_documentation_deadline),
  };
}

/** The id of the payment that was charged back; null: not reported. */
export function paymentIdOf({ payments, payment_id }: Chargeback): string | null {
  const id = payments?.[0] ?? payment_id;
  return id === undefined || id === null ? null : String(id);
}

function timeOf(text: string | null | undefined): Date | null {
  const time = new Date(text ?? '');
  return Number.isNaN(time.getTime()) ? null : time;
}

/** Other systems may use the same account, with their own references. */
export function isAttemptId(reference: string): boolean {
  return /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(reference);
}
