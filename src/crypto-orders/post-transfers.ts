import type { Entry, Posting } from '../ledger/ledger.ts';
import type { TransferPosting } from './settle-store.ts';
import type { RecordedTransfer } from './transfer-store.ts';

const asset = 'USDT';

/** What the ledger should show of an order's transfers. */
export interface PostingPlan {
  merchantId: string;
  network: string;
  feeBasisPoints: number;
  /** Final on the chain: the deposit is ours. */
  isFinal(transfer: RecordedTransfer): boolean;
  /** Part of a payment that succeeded: the merchant's. */
  isCredited(transfer: RecordedTransfer): boolean;
}

/** What brings the ledger in line with an order's transfers: posts what is missing, reverses what was taken back. */
export function planPostings(
  transfers: RecordedTransfer[],
  plan: PostingPlan,
): { entries: Entry[]; changes: TransferPosting[]; creditedUnits: bigint } {
  const { merchantId, network } = plan;
  const entries: Entry[] = [];
  const changes: TransferPosting[] = [];
  let creditedUnits = 0n;
  for (const transfer of transfers) {
    const posted = !transfer.orphaned && (transfer.posted || plan.isFinal(transfer));
    const credited = posted && plan.isCredited(transfer);
    if (credited) creditedUnits += transfer.amountUnits;
    if (posted === transfer.posted && credited === transfer.credited) continue;

    // Rounded down: the odd unit stays with the merchant. A credit taken back returns what was kept then.
    const feeUnits = transfer.credited
      ? transfer.feeUnits
      : (transfer.amountUnits * BigInt(plan.feeBasisPoints)) / 10_000n;
    const post = (kind: Entry['kind'], postings: Posting[]) =>
      entries.push({ merchantId, kind, subjectId: transfer.id, postings });
    if (posted && !transfer.posted) post('deposit', deposit(transfer, network, 1n));
    if (credited && !transfer.credited) post('deposit_credited', credit(transfer, feeUnits, 1n));
    if (!credited && transfer.credited) post('credit_reversed', credit(transfer, feeUnits, -1n));
    if (!posted && transfer.posted) {
      // What was sent back is gone from suspense already: its refund stands reversed before the deposit does.
      const refund = refundPostings(transfer, network);
      if (refund) post('return_reversed', refund.map(negated));
      post('deposit_reversed', deposit(transfer, network, -1n));
    }
    changes.push({ merchantId, network, transfer, posted, credited, feeUnits: credited ? feeUnits : 0n });
  }
  return { entries, changes, creditedUnits };
}

/** How a refund by a person shows in the ledger; null: it was none. */
export function refundPostings(
  { amountUnits, disposition }: Pick<RecordedTransfer, 'amountUnits' | 'disposition'>,
  network: string,
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

function deposit({ amountUnits }: RecordedTransfer, network: string, sign: 1n | -1n): Posting[] {
  return [
    { account: `custody_${network}`, asset, amount: -amountUnits * sign },
    { account: 'deposit_suspense', asset, amount: amountUnits * sign },
  ];
}

function credit({ amountUnits }: RecordedTransfer, feeUnits: bigint, sign: 1n | -1n): Posting[] {
  return [
    { account: 'deposit_suspense', asset, amount: -amountUnits * sign },
    { account: 'merchant_available', asset, amount: (amountUnits - feeUnits) * sign },
    { account: 'platform_fees', asset, amount: feeUnits * sign },
  ];
}
