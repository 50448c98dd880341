import type { Entry, Posting } from '../../../accounts/ledger/ledger.ts';
import type { AssetCode } from '../../../base/money/asset.ts';
import type { RecordedTransfer } from '../transfers/transfer-store.ts';
import type { TransferPosting } from './outcome-store.ts';

/** The intended ledger state of an order's transfers. */
export interface PostingPlan {
  merchantId: string;
  /** The asset that pays the order. */
  asset: AssetCode;
  feeBasisPoints: number;
  /** Final on the chain: the deposit is ours. */
  isFinal(transfer: RecordedTransfer): boolean;
  /** Part of a payment that succeeded: it belongs to the merchant. */
  isCredited(transfer: RecordedTransfer): boolean;
  /** Makes the next id of a transfer after a reversal. */
  newId(): string;
}

/**
 * Plans the entries that bring the ledger in line with an order's transfers: posts what is missing and reverses what
 * was taken back.
 *
 * Entries of a kind happen once per id. After any reversal, everything under the transfer's old id is reversed and the
 * remaining state is posted under a new id. A check of the books thus finds the whole state of a transfer under its one
 * present id.
 */
export function planPostings(
  transfers: RecordedTransfer[],
  plan: PostingPlan,
): { entries: Entry[]; changes: TransferPosting[]; creditedUnits: bigint } {
  const { merchantId, asset } = plan;
  const entries: Entry[] = [];
  const changes: TransferPosting[] = [];
  let creditedUnits = 0n;
  for (const transfer of transfers) {
    const posted = !transfer.orphaned && (transfer.posted || plan.isFinal(transfer));
    const credited = posted && plan.isCredited(transfer);
    if (credited) creditedUnits += transfer.amountUnits;
    if (posted === transfer.posted && credited === transfer.credited) continue;

    const post = (subjectId: string, kind: Entry['kind'], postings: Posting[]) =>
      entries.push({ merchantId, kind, subjectId, postings });
    const isTakenBack = (transfer.posted && !posted) || (transfer.credited && !credited);
    if (isTakenBack) {
      // Reverses the fee kept at that time, not the present one.
      if (transfer.credited)
        post(transfer.id, 'credit_reversed', credit(asset, transfer, transfer.feeUnits, -1n));
      // A refund already left suspense: it is reversed before the deposit.
      const refund = refundPostings(asset, transfer);
      if (refund) post(transfer.id, 'return_reversed', refund.map(negated));
      post(transfer.id, 'deposit_reversed', deposit(asset, transfer, -1n));
    }
    const id = isTakenBack ? plan.newId() : transfer.id;
    // Rounded down: the fraction stays with the merchant.
    const feeUnits = credited ? (transfer.amountUnits * BigInt(plan.feeBasisPoints)) / 10_000n : 0n;
    if (posted && (isTakenBack || !transfer.posted)) post(id, 'deposit', deposit(asset, transfer, 1n));
    if (credited) post(id, 'deposit_credited', credit(asset, transfer, feeUnits, 1n));
    changes.push({ merchantId, transfer, id, posted, credited, feeUnits });
  }
  return { entries, changes, creditedUnits };
}

/** The ledger postings of a person's refund; null: no refund. */
export function refundPostings(
  asset: AssetCode,
  { network, amountUnits, disposition }: Pick<RecordedTransfer, 'network' | 'amountUnits' | 'disposition'>,
): Posting[] | null {
  if (disposition !== 'returned' && disposition !== 'advanced') return null;
  return [
    { account: 'deposit_suspense', asset, amount: -amountUnits },
    {
      account: disposition === 'returned' ? `custody_${network}` : 'operator_funds',
      asset,
      amount: amountUnits,
    },
  ];
}

function negated(posting: Posting): Posting {
  return { ...posting, amount: -posting.amount };
}

function deposit(asset: AssetCode, { network, amountUnits }: RecordedTransfer, sign: 1n | -1n): Posting[] {
  return [
    { account: `custody_${network}`, asset, amount: -amountUnits * sign },
    { account: 'deposit_suspense', asset, amount: amountUnits * sign },
  ];
}

function credit(
  asset: AssetCode,
  { amountUnits }: RecordedTransfer,
  feeUnits: bigint,
  sign: 1n | -1n,
): Posting[] {
  return [
    { account: 'deposit_suspense', asset, amount: -amountUnits * sign },
    { account: 'merchant_available', asset, amount: (amountUnits - feeUnits) * sign },
    { account: 'platform_fees', asset, amount: feeUnits * sign },
  ];
}
