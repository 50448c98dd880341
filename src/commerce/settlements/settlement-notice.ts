import { type Static, Type } from 'typebox';
import { decimalsOf } from '../../accounts/ledger/ledger.ts';
import type { Merchant } from '../../accounts/merchants/merchant.ts';
import { formatDecimal, moneyToDecimal } from '../../base/money/money.ts';
import type { NewEvent } from '../../events/outbox/event.ts';
import { type Settlement, settlementWays } from './settlement.ts';

const nullableText = Type.Union([Type.String(), Type.Null()]);

/** The webhook payload of a settlement. Fields are only added. */
export const settlementNoticeSchema = Type.Object({
  event: Type.String({ enum: ['settlement'], description: 'Tells this payload from those of payments' }),
  status: Type.String({
    enum: ['paid', 'refused', 'returned'],
    description:
      'returned: the bank sent a paid one back. The money of a refused or returned one is available again',
  }),
  settlementId: Type.String({ format: 'uuid' }),
  merchantId: Type.String({ format: 'uuid' }),
  amount: Type.String({ description: 'A decimal, exact' }),
  currency: Type.String({ description: 'ISO 4217' }),
  destination: Type.String({ description: 'The destination that was requested' }),
  way: Type.Union([Type.Enum([...settlementWays]), Type.Null()], { description: 'null: it was not paid' }),
  reference: Type.Union([Type.String(), Type.Null()], {
    description: "The bank's, or the hash of the transaction; null: it was not paid",
  }),
  paidAmount: Type.Union([Type.String(), Type.Null()], {
    description: 'What was paid, where it was not the currency of the settlement',
  }),
  paidCurrency: nullableText,
  reason: Type.Union([Type.String(), Type.Null()], { description: 'Why it was refused or returned' }),
  timestamp: Type.String({ format: 'date-time' }),
});
type SettlementNotice = Static<typeof settlementNoticeSchema>;

/**
 * The event of the operator's decision about a settlement; null: the account has no webhook URL, and only a mail goes
 * out.
 */
export function settlementEvent(
  { webhookUrl }: Merchant,
  settlement: Settlement,
  status: 'paid' | 'refused' | 'returned',
  at: Date,
): NewEvent | null {
  if (webhookUrl === null) return null;
  const { paidCurrency, paidUnits } = settlement;
  const notice: SettlementNotice = {
    event: 'settlement',
    status,
    settlementId: settlement.id,
    merchantId: settlement.merchantId,
    amount: moneyToDecimal(settlement),
    currency: settlement.currency,
    destination: settlement.destination,
    way: settlement.way,
    reference: settlement.reference,
    paidAmount:
      paidUnits === null || paidCurrency === null ? null : formatDecimal(paidUnits, decimalsOf(paidCurrency)),
    paidCurrency,
    reason: status === 'returned' ? settlement.returnReason : settlement.reason,
    timestamp: at.toISOString(),
  };
  return {
    merchantId: settlement.merchantId,
    subject: 'settlement',
    subjectId: settlement.id,
    status: `settlement_${status}`,
    type: `settlement.${status}`,
    url: null,
    notice,
    createdAt: at,
  };
}
