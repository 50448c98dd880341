/** A merchant's money in an ordinary currency, paid out outside these books: by a bank, or in USDT by the operator. */
export interface Settlement {
  merchantId: string;
  id: string;
  currency: string;
  amountMinor: bigint;
  status: SettlementStatus;
  destination: string;
  requestedBy: string;
  requestedAt: Date;
  /** It must not be paid before this time, because its destination is new; null: at once. */
  payableFrom: Date | null;
  way: SettlementWay | null;
  /** The bank's reference, or the transaction hash. */
  reference: string | null;
  /** The paid amount, if its currency differs from the settlement's. */
  paidCurrency: string | null;
  paidUnits: bigint | null;
  /** Why it was paid although the merchant was in the red. */
  note: string | null;
  /** Why it was refused. */
  reason: string | null;
  decidedBy: string | null;
  decidedAt: Date | null;
  /** Why the bank sent it back, and who recorded it. */
  returnReason: string | null;
  returnedBy: string | null;
  returnedAt: Date | null;
}

export const settlementStatuses = ['requested', 'paid', 'refused', 'withdrawn', 'returned'] as const;
export type SettlementStatus = (typeof settlementStatuses)[number];
export const settlementWays = ['bank', 'usdt'] as const;
export type SettlementWay = (typeof settlementWays)[number];

/** The decision that ends a request. */
export type Decision =
  | {
      status: 'paid';
      way: SettlementWay;
      reference: string;
      paidCurrency: string | null;
      paidUnits: bigint | null;
      note: string | null;
    }
  | { status: 'refused'; reason: string }
  | { status: 'withdrawn' };

/** Decimals of the shown rate. */
export const rateDecimals = 10;

/**
 * The amount of the settlement's currency per whole unit paid, rounded half up; null: paid in the settlement's
 * currency.
 */
export function paidRate(
  { amountMinor, paidUnits }: Pick<Settlement, 'amountMinor' | 'paidUnits'>,
  decimals: number,
  paidDecimals: number,
): bigint | null {
  if (paidUnits === null) return null;
  const scaled = amountMinor * 10n ** BigInt(rateDecimals + paidDecimals);
  const divisor = paidUnits * 10n ** BigInt(decimals);
  return (2n * scaled + divisor) / (2n * divisor);
}
