import { type EngineDeps, type Mined, userOf } from './engine-deps.ts';
import type { Sending } from './sending.ts';
import { markSent } from './signing-store.ts';
import { lockSendings, markFinal, type TransactionKey } from './store.ts';

/** Ended in one transaction: statements of a bounded size, and balances that are not held for long. */
const maxAtOnce = 100;

/** A node has these transactions: they are sent, and who is to be told of that is told once. */
export async function recordTaken(deps: EngineDeps, taken: readonly TransactionKey[]): Promise<void> {
  if (taken.length === 0) return;
  const now = deps.now();
  const numbers = new Map(taken.map(({ id, number }) => [id, number]));
  await deps.sql.begin(async (tx) => {
    const open = (await lockSendings(tx, taken)).map((sending) => {
      const made = sending.transactions.find(({ number }) => number === numbers.get(sending.id));
      return { sending, hash: made?.hash as string };
    });
    await markSent(tx, taken, now);
    for (const [purpose, some] of Map.groupBy(open, ({ sending }) => sending.purpose)) {
      await userOf(deps, purpose).taken(tx, some, now);
    }
  });
}

/** Ends sendings by what a final block says: their transactions, and with them all that their users post and tell. */
export async function recordFinal(
  deps: EngineDeps,
  finals: readonly { sending: Sending; fate: Mined }[],
): Promise<void> {
  // Each purpose by itself: what its user locks comes before what it posts, and not after what another posted.
  for (const some of Map.groupBy(finals, ({ sending }) => sending.purpose).values()) {
    for (let at = 0; at < some.length; at += maxAtOnce) {
      const ended = await endTogether(deps, some.slice(at, at + maxAtOnce));
      for (const { sending, fate } of ended) deps.tell({ kind: 'ended', sending, fate });
    }
  }
}

async function endTogether(
  deps: EngineDeps,
  finals: readonly { sending: Sending; fate: Mined }[],
): Promise<{ sending: Sending; fate: Mined }[]> {
  const now = deps.now();
  const fates = new Map(finals.map(({ sending, fate }) => [sending.id, fate]));
  return await deps.sql.begin(async (tx) => {
    // Another worker may have ended some meanwhile.
    const open = await lockSendings(
      tx,
      finals.map(({ sending }) => sending),
    );
    const ends = open.map((sending) => ({ sending, fate: fates.get(sending.id) as Mined }));
    if (ends.length === 0) return [];
    await markFinal(
      tx,
      ends.map(({ sending: { merchantId, id, transactions }, fate }) => {
        const number = transactions.find(({ hash }) => hash === fate.hash)?.number;
        if (number === undefined) throw new Error(`sending ${id} has no transaction ${fate.hash}`);
        return { merchantId, id, number, blockNumber: fate.blockNumber, networkFee: fate.networkFee };
      }),
      now,
    );
    for (const [purpose, some] of Map.groupBy(ends, ({ sending }) => sending.purpose)) {
      await userOf(deps, purpose).ended(tx, some, now);
    }
    return ends;
  });
}
