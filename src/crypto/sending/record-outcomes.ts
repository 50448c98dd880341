import { inMerchantBatches } from '../../base/db/citus/merchant-batches.ts';
import type { Tx } from '../../base/db/pool.ts';
import { type EngineDeps, userOf } from './engine-deps.ts';
import { arrivedOf, endHeld, saveHeld } from './held-outcomes.ts';
import type { FinalFate, Mined, Sending } from './sending.ts';
import { markSent } from './signing-store.ts';
import { lockSendings, markFinal, type TransactionKey } from './store.ts';

/** Ended in one transaction: statements stay bounded, and balances are not locked for long. */
const maxAtOnce = 100;

/**
 * A node has these transactions: marks them as sent and notifies once. Returns those that were recorded: only merchants
 * whose rows are unreachable wait.
 */
export async function recordTaken<Key extends TransactionKey>(
  deps: EngineDeps,
  taken: readonly Key[],
): Promise<Key[]> {
  const now = deps.now();
  const recorded: Key[] = [];
  await inMerchantBatches(deps.sql, taken, async (tx, batch) => {
    const numbers = new Map(batch.map(({ id, number }) => [id, number]));
    const open = (await lockSendings(tx, batch)).map((sending) => {
      const made = sending.transactions.find(({ number }) => number === numbers.get(sending.id));
      return { sending, hash: made?.hash as string };
    });
    await markSent(tx, batch, now);
    for (const [purpose, some] of Map.groupBy(open, ({ sending }) => sending.purpose)) {
      await userOf(deps, purpose).taken(tx, some, now);
    }
    tx.afterCommit(() => recorded.push(...batch));
    return batch.length;
  });
  return recorded;
}

/**
 * Ends sendings by their final block: their transactions, and everything that their users post and announce. Returns
 * how many; those of a merchant whose rows are unreachable end later.
 */
export async function recordFinal(
  deps: EngineDeps,
  finals: readonly { sending: Sending; fate: FinalFate }[],
): Promise<number> {
  let count = 0;
  // Each purpose separately: what its user locks must come before what it posts, and not after another user's postings.
  for (const some of Map.groupBy(finals, ({ sending }) => sending.purpose).values()) {
    for (let at = 0; at < some.length; at += maxAtOnce) {
      const together = some
        .slice(at, at + maxAtOnce)
        .map((final) => ({ ...final, merchantId: final.sending.merchantId }));
      count += await inMerchantBatches(deps.sql, together, (tx, batch) => endTogether(deps, tx, batch));
    }
  }
  return count;
}

async function endTogether(
  deps: EngineDeps,
  tx: Tx,
  finals: readonly { sending: Sending; fate: FinalFate }[],
): Promise<number> {
  const fates = new Map(finals.map(({ sending, fate }) => [sending.id, fate]));
  // Another worker may have ended some meanwhile.
  const open = await lockSendings(
    tx,
    finals.map(({ sending }) => sending),
  );
  const ends = open.map((sending) => ({ sending, fate: fates.get(sending.id) as FinalFate }));
  await endSendings(deps, tx, ends, 'proof', deps.now());
  tx.afterCommit(() => {
    for (const { sending, fate } of ends) deps.tell({ kind: 'ended', sending, fate });
  });
  return finals.length;
}

/** Ends sendings that the caller holds: their transactions, and everything that their users post and announce. */
export async function endSendings(
  deps: Pick<EngineDeps, 'users'>,
  tx: Tx,
  ends: readonly { sending: Sending; fate: FinalFate }[],
  by: 'proof' | 'people',
  now: Date,
): Promise<void> {
  if (ends.length === 0) return;
  await markFinal(
    tx,
    ends.map(({ sending: { merchantId, id, transactions }, fate }) => {
      const number = transactions.find(({ hash }) => hash === fate.hash)?.number;
      if (number === undefined) throw new Error(`sending ${id} has no transaction ${fate.hash}`);
      return { merchantId, id, number, blockNumber: fate.blockNumber, networkFee: fate.networkFee };
    }),
    now,
  );
  await endHeld(
    tx,
    ends.map(({ sending }) => sending),
    by,
    now,
  );
  for (const [purpose, some] of Map.groupBy(ends, ({ sending }) => sending.purpose)) {
    await userOf(deps, purpose).ended(tx, some, now);
  }
}

/**
 * Holds sendings that are in a final block and whose transfer no node proves. They stay open, so that they are checked
 * again and end by themselves when a node proves it.
 */
export async function recordHeld(
  deps: EngineDeps,
  held: readonly { sending: Sending; fate: Mined }[],
): Promise<void> {
  const keyed = held.map((each) => ({ ...each, merchantId: each.sending.merchantId }));
  await inMerchantBatches(deps.sql, keyed, async (tx, batch) => {
    const fates = new Map(batch.map(({ sending, fate }) => [sending.id, fate]));
    const open = await lockSendings(
      tx,
      batch.map(({ sending }) => sending),
    );
    const found = open.map((sending) => ({ sending, fate: fates.get(sending.id) as Mined }));
    const news = await saveHeld(tx, deps.lane.network, found, deps.now());
    for (const [purpose, some] of Map.groupBy(found, ({ sending }) => sending.purpose)) {
      const arrived = some.map(({ sending, fate }) => ({ sending, arrivedUnits: arrivedOf(fate) }));
      await userOf(deps, purpose).held(tx, arrived);
    }
    tx.afterCommit(() => {
      for (const { sending, fate } of found) {
        if (news.has(sending.id)) deps.tell({ kind: 'held', sending, fate });
      }
    });
    return batch.length;
  });
}
