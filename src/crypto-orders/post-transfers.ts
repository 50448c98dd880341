import type { Tx } from '../db/pool.ts';
import { type Entry, type Posting, postEntry } from '../ledger/ledger.ts';
import type { RecordedTransfer } from './transfer-store.ts';
import { savePosting } from './transfer-store.ts';

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

/** Brings the ledger in line with an order's transfers: posts what is missing, reverses what was taken back. */
export async function postTransfers(tx: Tx, transfers: RecordedTransfer[], plan: PostingPlan): Promise<void> {
  for (const transfer of transfers) {
    const posted = !transfer.orphaned && (transfer.posted || plan.isFinal(transfer));
    const credited = posted && plan.isCredited(transfer);
    if (posted === transfer.posted && credited === transfer.credited) continue;

    // Rounded down: the odd unit stays with the merchant. A credit taken back returns what was kept then.
    const feeUnits = transfer.credited
      ? transfer.feeUnits
      : (transfer.amountUnits * BigInt(plan.feeBasisPoints)) / 10_000n;
    const post = (kind: Entry['kind'], postings: Posting[]) =>
      postEntry(tx, { merchantId: plan.merchantId, kind, subjectId: transfer.id, postings });
    if (posted && !transfer.posted) await post('deposit', deposit(transfer, plan.network, 1n));
    if (credited && !transfer.credited) await post('deposit_credited', credit(transfer, feeUnits, 1n));
    if (!credited && transfer.credited) await post('credit_reversed', credit(transfer, feeUnits, -1n));
    if (!posted && transfer.posted) await post('deposit_reversed', deposit(transfer, plan.network, -1n));
    await savePosting(tx, plan.merchantId, transfer, {
      posted,
      credited,
      feeUnits: credited ? feeUnits : 0n,
    });
  }
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
