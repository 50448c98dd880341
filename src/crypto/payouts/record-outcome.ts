import { type Entry, postEntries } from '../../accounts/ledger/ledger.ts';
import type { Tx } from '../../base/db/pool.ts';
import type { Notation } from '../../chain/chains/port/notation.ts';
import { appendEvents } from '../../events/outbox/outbox.ts';
import { payoutEventType, payoutNotice } from './notice.ts';
import type { PayoutFailure } from './payout.ts';
import { releasedEntry, sentEntry } from './post-payouts.ts';
import { lockRefundedOrders, releaseRefunds } from './refund/refund-ends.ts';
import { refundReleasedEntry, refundSentEntry } from './refund/refund-entries.ts';
import { type Payout, saveStatuses } from './store.ts';

/** The end of a payout. The caller has read the payout under its row lock, in this transaction. */
export type PayoutEnd =
  | { payout: Payout; status: 'success'; transactionHash: string }
  | {
      payout: Payout;
      status: 'failed';
      failure: PayoutFailure;
      /** A text for people, if any. */
      note: string | null;
      /** The transaction that failed on the chain; null: none was mined. */
      transactionHash: string | null;
    };

/**
 * Ends payouts: status, ledger and event, all in the caller's transaction. Many payouts should be ended in one call,
 * which locks the balances in one order to prevent deadlocks. The orders of refunds are locked before the balances, as
 * in decisions on orders; the balances before the payouts' days (see migration 0014), as when a payout is made.
 */
export async function endPayouts(notation: Notation, tx: Tx, ends: PayoutEnd[], now: Date): Promise<void> {
  if (ends.length === 0) return;
  const refunds = ends.filter(({ payout }) => payout.kind === 'refund');
  await lockRefundedOrders(
    tx,
    refunds.map(({ payout }) => payout),
  );
  await postEntries(tx, ends.map(entryOf));
  await saveStatuses(
    tx,
    ends.map((end) => ({
      payout: end.payout,
      status: end.status,
      failure: end.status === 'failed' ? end.failure : null,
      note: end.status === 'failed' ? end.note : null,
    })),
    now,
  );
  await announce(notation, tx, ends, now);
  await releaseRefunds(
    tx,
    refunds.filter(({ status }) => status === 'failed').map(({ payout }) => payout),
  );
}

function entryOf({ payout, status }: PayoutEnd): Entry {
  const isRefund = payout.kind === 'refund';
  if (status === 'failed') return isRefund ? refundReleasedEntry(payout) : releasedEntry(payout);
  if (payout.network === null) throw new Error(`payout ${payout.id} was sent on no network`);
  return isRefund ? refundSentEntry(payout, payout.network) : sentEntry(payout, payout.network);
}

/** A node accepted their transactions: saves status and event. */
export async function announcePending(
  notation: Notation,
  tx: Tx,
  sent: { payout: Payout; transactionHash: string }[],
  now: Date,
): Promise<void> {
  if (sent.length === 0) return;
  const reached = sent.map((each) => ({ ...each, status: 'pending' as const }));
  await saveStatuses(
    tx,
    reached.map(({ payout, status }) => ({ payout, status, failure: null, note: null })),
    now,
  );
  await announce(notation, tx, reached, now);
}

async function announce(
  notation: Notation,
  tx: Tx,
  reached: { payout: Payout; status: 'pending' | 'success' | 'failed'; transactionHash: string | null }[],
  now: Date,
): Promise<void> {
  await appendEvents(
    tx,
    reached.map(({ payout, status, transactionHash }) => ({
      merchantId: payout.merchantId,
      subject: 'payout',
      subjectId: payout.id,
      status,
      type: payoutEventType(payout, status),
      url: null,
      notice: payoutNotice(notation, payout, status, transactionHash, now),
      createdAt: now,
      traceparent: payout.traceparent,
    })),
  );
}
