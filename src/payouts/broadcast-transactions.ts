import { ChainUnavailable } from '../chains/port/chain.ts';
import type { WaitReason } from './payout.ts';
import { saveWaits } from './queue-store.ts';
import type { Memory, SendDeps } from './send-deps.ts';
import type { PayoutKey } from './sending.ts';
import { announcePending } from './settle-payouts.ts';
import { sideBySide } from './side-by-side.ts';
import {
  lockPayoutsUnderWay,
  markSent,
  type SignedTransaction,
  type TransactionKey,
  transactionsToSend,
} from './transaction-store.ts';

/** Begun in the order of nonces; a node keeps one that arrives a little early. */
const broadcastsAtOnce = 8;
/** As many as may be on their way. */
const maxSent = 256;

export interface Sent {
  /** Of those a node took. */
  count: number;
  /** Why others wait: no node answered for all of them, or one declined for a reason that passes. */
  reasons: Set<WaitReason>;
}

/** Hands over what is signed and not known to be with a node, and records what was taken. */
export async function sendSigned(deps: SendDeps, memory: Memory): Promise<Sent> {
  const nowMs = deps.now().getTime();
  const signed = await transactionsToSend(deps.sql, deps.chain.network, maxSent);
  return await broadcastTransactions(
    deps,
    memory,
    signed.filter(({ hash }) => (memory.sendAgainAtMs.get(hash) ?? 0) <= nowMs),
  );
}

/** Hands stored bytes to a node. However it answers, they may be on the chain: what became of them is asked later. */
export async function broadcastTransactions(
  deps: SendDeps,
  memory: Memory,
  transactions: readonly SignedTransaction[],
): Promise<Sent> {
  const { chain, logger } = deps;
  const taken: SignedTransaction[] = [];
  const declined: (PayoutKey & { reason: WaitReason })[] = [];
  const reasons = new Set<WaitReason>();
  try {
    await sideBySide(transactions, broadcastsAtOnce, async (transaction) => {
      const answer = await chain.broadcast(transaction.signed);
      if (answer.taken) {
        taken.push(transaction);
        return;
      }
      const { merchantId, id, hash } = transaction;
      logger.warn(
        { network: chain.network, payoutId: id, hash, reason: answer.reason },
        'a node declined a payout',
      );
      memory.sendAgainAtMs.set(hash, deps.now().getTime() + deps.paceMs);
      // It may be in a block already, or never come into one: the chain knows.
      memory.lookAtMs.delete(id);
      memory.followAtMs = 0;
      if (answer.wait) declined.push({ merchantId, id, reason: answer.wait });
    });
  } catch (error) {
    if (!(error instanceof ChainUnavailable)) throw error;
    reasons.add('node_unavailable');
    logger.warn({ err: error, network: chain.network }, 'no node takes payouts');
  }
  if (taken.length > 0) await recordTaken(deps, taken);
  await saveWaits(deps.sql, declined);
  for (const { hash } of taken) memory.sendAgainAtMs.delete(hash);
  for (const { reason } of declined) reasons.add(reason);
  return { count: taken.length, reasons };
}

/** A node has these transactions: they are sent, and their payouts pending, which merchants are told once. */
export async function recordTaken(
  { sql, writing, now }: SendDeps,
  taken: readonly (TransactionKey & { hash: string })[],
): Promise<void> {
  const hashes = new Map(taken.map(({ id, hash }) => [id, hash]));
  await sql.begin(async (tx) => {
    const payouts = await lockPayoutsUnderWay(tx, taken);
    await markSent(tx, taken, now());
    const sending = payouts.filter(({ status }) => status === 'sending');
    await announcePending(
      writing,
      tx,
      sending.map((payout) => ({ payout, transactionHash: hashes.get(payout.id) as string })),
      now(),
    );
  });
}
