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
  way: SettlementWay | null;
  /** The bank's, or the hash of the transaction. */
  reference: string | null;
  /** Why it was refused. */
  reason: string | null;
  decidedBy: string | null;
  decidedAt: Date | null;
}

export const settlementStatuses = ['requested', 'paid', 'refused'] as const;
export type SettlementStatus = (typeof settlementStatuses)[number];
export const settlementWays = ['bank', 'usdt'] as const;
export type SettlementWay = (typeof settlementWays)[number];

export type Decision =
  | { status: 'paid'; way: SettlementWay; reference: string }
  | { status: 'refused'; reason: string };
