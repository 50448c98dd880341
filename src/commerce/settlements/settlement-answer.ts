import { Type } from 'typebox';
import { decimalsOf } from '../../accounts/ledger/ledger.ts';
import { formatDecimal, moneyToDecimal } from '../../base/money/money.ts';
import { paidRate, rateDecimals, type Settlement, settlementStatuses, settlementWays } from './settlement.ts';

const nullableText = Type.Union([Type.String(), Type.Null()]);
export const settlementFields = Type.Object({
  id: Type.String(),
  merchant_id: Type.String(),
  merchant_name: Type.String(),
  currency: Type.String(),
  amount: Type.String({ description: 'A decimal, exact' }),
  status: Type.Enum([...settlementStatuses]),
  destination: Type.String(),
  requested_by: Type.String(),
  requested_at: Type.String(),
  payable_from: Type.Union([Type.String(), Type.Null()], {
    description: 'Before it nothing is paid, as nothing was paid to this destination before; null: at once',
  }),
  way: Type.Union([Type.Enum([...settlementWays]), Type.Null()]),
  reference: nullableText,
  paid_currency: nullableText,
  paid_amount: Type.Union([Type.String(), Type.Null()], {
    description: 'What was paid, where it was not the currency of the settlement',
  }),
  paid_rate: Type.Union([Type.String(), Type.Null()], {
    description: 'How much of `currency` one of `paid_currency` stood for',
  }),
  note: Type.Union([Type.String(), Type.Null()], {
    description: 'Why it was paid although the merchant was in the red',
  }),
  reason: nullableText,
  decided_by: nullableText,
  decided_at: nullableText,
  return_reason: nullableText,
  returned_by: nullableText,
  returned_at: nullableText,
});

export function shapeOf(settlement: Settlement, merchantName: string) {
  const { paidCurrency, paidUnits } = settlement;
  return {
    id: settlement.id,
    merchant_id: settlement.merchantId,
    merchant_name: merchantName,
    currency: settlement.currency,
    amount: moneyToDecimal(settlement),
    status: settlement.status,
    destination: settlement.destination,
    requested_by: settlement.requestedBy,
    requested_at: settlement.requestedAt.toISOString(),
    payable_from: settlement.payableFrom?.toISOString() ?? null,
    way: settlement.way,
    reference: settlement.reference,
    paid_currency: paidCurrency,
    paid_amount: paidCurrency !== null && paidUnits !== null ? decimal(paidUnits, paidCurrency) : null,
    paid_rate: rateOf(settlement),
    note: settlement.note,
    reason: settlement.reason,
    decided_by: settlement.decidedBy,
    decided_at: settlement.decidedAt?.toISOString() ?? null,
    return_reason: settlement.returnReason,
    returned_by: settlement.returnedBy,
    returned_at: settlement.returnedAt?.toISOString() ?? null,
  };
}

export function decimal(units: bigint, currency: string): string {
  return formatDecimal(units, decimalsOf(currency));
}

function rateOf(settlement: Settlement): string | null {
  const { paidCurrency, currency } = settlement;
  const rate = paidCurrency && paidRate(settlement, decimalsOf(currency), decimalsOf(paidCurrency));
  return typeof rate === 'bigint' ? formatDecimal(rate, rateDecimals) : null;
}
