import type { ChargeStatus } from '../../../payments/charges/charge.ts';
import { type PaymentLink, undisturbedMs, wasPaid } from '../payment-link.ts';

/** What became of the pieces that a charge is for, where there is a stock; the charge's status decides. */
export type PiecesState = 'held' | 'sold' | 'freed';

/** The pieces of one charge that are not counted in the payment link's `sold`. */
export interface ChargePieces {
  linkId: string;
  chargeId: string;
  pieces: number;
  state: PiecesState;
  status: ChargeStatus;
  createdAt: Date;
}

/** The stock of a payment link at one moment. */
export interface Pieces {
  sold: number;
  /** Of charges that can still be paid. */
  held: number;
  /** Of the held ones: of open charges that nobody began within the last minutes. */
  idle: number;
  left: number;
}

/** A charge that ended unpaid gives its pieces back, and only such an end does: it is the proof that nothing was paid. */
export function pieceStateOf(status: ChargeStatus): PiecesState {
  if (wasPaid(status)) return 'sold';
  return status === 'open' || status === 'authorized' ? 'held' : 'freed';
}

function isIdle({ status, createdAt }: ChargePieces, now: Date): boolean {
  return status === 'open' && now.getTime() - createdAt.getTime() >= undisturbedMs;
}

/** null: it has no stock. */
export function countPieces(
  { stock, sold }: Pick<PaymentLink, 'stock' | 'sold'>,
  rows: readonly ChargePieces[],
  now: Date,
): Pieces | null {
  if (stock === null) return null;
  const sum = (holds: (row: ChargePieces) => boolean) =>
    rows.filter(holds).reduce((total, { pieces }) => total + pieces, 0);
  const soldInAll = sold + sum(({ status }) => pieceStateOf(status) === 'sold');
  const held = sum(({ status }) => pieceStateOf(status) === 'held');
  return {
    sold: soldInAll,
    held,
    idle: sum((row) => isIdle(row, now)),
    // What was accepted although it came late may exceed the stock.
    left: Math.max(0, stock - soldInAll - held),
  };
}

export function isSoldOut(stock: number | null, pieces: Pieces | null): boolean {
  return stock !== null && pieces !== null && pieces.sold >= stock;
}

/** The decision for a customer who wants pieces of a stock. */
export type PiecesDecision =
  | { kind: 'take' }
  /** There are some, but fewer than wanted. */
  | { kind: 'fewer'; left: number }
  /** Cancel these charges, which nobody pays any more, and decide again. */
  | { kind: 'displace'; chargeIds: string[] }
  /** All that is left is being paid by others. */
  | { kind: 'held' };

export function decidePieces(
  pieces: Pieces,
  rows: readonly ChargePieces[],
  wanted: number,
  tried: ReadonlySet<string>,
  now: Date,
): PiecesDecision {
  if (pieces.left >= wanted) return { kind: 'take' };
  if (pieces.left > 0) return { kind: 'fewer', left: pieces.left };
  const chargeIds: string[] = [];
  let freed = 0;
  for (const row of rows) {
    if (freed >= wanted) break;
    if (!isIdle(row, now) || tried.has(row.chargeId)) continue;
    chargeIds.push(row.chargeId);
    freed += row.pieces;
  }
  return chargeIds.length > 0 ? { kind: 'displace', chargeIds } : { kind: 'held' };
}
