import Type, { type Static } from 'typebox';
import type { Dispute } from '../../charges/payment-processor.ts';
import type { Answer } from '../http.ts';
import { fromDlocalAmount } from './amounts.ts';
import { maybe, read } from './reading.ts';

const Chargeback = Type.Object({
  id: Type.String({ minLength: 1 }),
  payment_id: Type.String({ minLength: 1 }),
  amount: Type.Number({ exclusiveMinimum: 0 }),
  currency: Type.String(),
  status: Type.Enum([
    'PENDING',
    'DISPUTE_RECEIVED',
    'COMPLETED',
    'IN_DISPUTE',
    'DISPUTE_LOST',
    'REVERSAL',
    'INQUIRY',
  ]),
  created_date: maybe(Type.String()),
  order_id: maybe(Type.String()),
  reason: maybe(Type.String()),
});
type ChargebackAtDlocal = Static<typeof Chargeback>;

export const readChargeback = (answer: Answer) => read(Chargeback, answer, '4000');

/**
 * An executed chargeback may still be disputed and won: it stays open until dLocal reports its end, or too much time
 * has passed.
 */
const disputeStatuses = {
  PENDING: 'open',
  DISPUTE_RECEIVED: 'open',
  COMPLETED: 'open',
  IN_DISPUTE: 'open',
  DISPUTE_LOST: 'lost',
  REVERSAL: 'won',
  /** A question from the bank: no money was taken. */
  INQUIRY: 'inquiry',
} as const satisfies Record<ChargebackAtDlocal['status'], Dispute['status']>;

/** A bank takes up to 150 days; a chargeback not disputed by then is final. */
const disputableMs = 180 * 24 * 3_600_000;

/** null: its amount cannot be read. */
export function toDispute(chargeback: ChargebackAtDlocal, attemptId: string, now: Date): Dispute | null {
  const isOver =
    chargeback.status === 'COMPLETED' &&
    now.getTime() - Date.parse(chargeback.created_date ?? '') > disputableMs;
  const status = isOver ? 'lost' : disputeStatuses[chargeback.status];
  const amount = fromDlocalAmount(chargeback.amount, chargeback.currency);
  if (!amount) return null;
  return { disputeId: chargeback.id, attemptId, amount, status, reason: chargeback.reason ?? null };
}
