/** Money of a merchant in an ordinary currency that is paid to it outside these books: by a bank, or in USDT by the operator. */
export interface Settlement {
  merchantId: string;
  id: string;
  currency: string;
  amountMinor: bigint;
  status: SettlementStatus;
  destination: string;
  requestedBy: string;
  requestedAt: Date;
  /** Before it nothing is paid, as its destination is new; null: at once. */
  payableFrom: Date | null;
  way: SettlementWay | null;
  /** The bank's, or the hash of the transaction. */
  reference: string | null;
  /** What was paid, where it was not the currency of the settlement. */
  paidCurrency: string | null;
  paidUnits: bigint | null;
  /** Why it was paid although the merchant was in the red. */
  note: string | null;
  /** Why it was refused. */
  reason: string | null;
  decidedBy: string | null;
  decidedAt: Date | null;
  /** Why the bank sent it back, and who recorded that. */
  returnReason: string | null;
  returnedBy: string | null;
  returnedAt: Date | null;
}

export const settlementStatuses = ['requested', 'paid', 'refused', 'withdrawn', 'returned'] as const;
export type SettlementStatus = (typeof settlementStatuses)[number];
export const settlementWays = ['bank', 'usdt'] as const;
export type SettlementWay = (typeof settlementWays)[number];

/** What ends a request. */
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

/** Of the rate that is told. */
export const rateDecimals = 10;

/** How much of the settlement's currency one whole unit of what was paid stood for, rounded half up; null: it was paid in its currency. */
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
