import { ChainUnavailable } from '../chains/port/chain.ts';
import type { Fate } from '../chains/port/payout-chain.ts';
import { broadcastTransactions, recordTaken } from './broadcast-transactions.ts';
import { decideFollowing, type Following, hasOnlyStale } from './decide-following.ts';
import { outbidTransactions } from './outbid-transactions.ts';
import type { WaitReason } from './payout.ts';
import { saveWaits } from './queue-store.ts';
import type { Memory, SendDeps } from './send-deps.ts';
import { type MadeTransaction, type PayoutUnderWay, transferOf } from './sending.ts';
import { settleMined } from './settle-mined.ts';
import { sideBySide } from './side-by-side.ts';
import { payoutsUnderWay, signedBytesOf, type TransactionKey } from './transaction-store.ts';

/** Asked together, they share one look at the chain. */
const looksAtOnce = 64;
/** What is in a block is looked at this much more rarely, in case a reorganisation took it away. */
const minedPaces = 10;

export interface Followed {
  /** How many were moved on. */
  count: number;
  /** All that was made for these can never be in a block. */
  stranded: PayoutUnderWay[];
  /** What holds up some of them. */
  reasons: Set<WaitReason>;
}

type Of<K extends Following['kind']> = { payout: PayoutUnderWay; following: Extract<Following, { kind: K }> };

/** Asks the chain what became of the payouts under way, and does what follows from it. */
export async function followPayouts(deps: SendDeps, memory: Memory): Promise<Followed> {
  const { sql, chain } = deps;
  const now = deps.now();
  const all = await payoutsUnderWay(sql, chain.network);
  forgetEnded(memory, all);
  const stale = all.filter((payout) => hasOnlyStale(payout, now));
  const due = all.filter(
    (payout) =>
      (memory.lookAtMs.get(payout.id) ?? 0) <= now.getTime() &&
      payout.transactions.some(({ hash }) => hash !== null),
  );
  const looked = await lookAt(deps, due);
  const reasons = new Set<WaitReason>();
  if (looked.isNodeAway || !(await lookAtMined(deps, memory, all, looked.fates))) {
    reasons.add('node_unavailable');
  }
  const { fates } = looked;
  const found: { payout: PayoutUnderWay; following: Following }[] = [];
  for (const [payout, fate] of fates) {
    remember(deps, memory, payout, fate);
    const rules = { hasNonces: chain.hasNonces, patienceMs: deps.patienceMs, now };
    found.push({ payout, following: decideFollowing(payout, fate, rules) });
  }
  const of = <K extends Following['kind']>(kind: K): Of<K>[] =>
    found.filter((each): each is Of<K> => each.following.kind === kind);

  // What is in a block waits for nothing but finality.
  await saveWaits(
    sql,
    [...fates]
      .filter(([{ waitReason }, fate]) => waitReason !== null && fate.kind === 'mined' && !fate.isFinal)
      .map(([{ merchantId, id }]) => ({ merchantId, id, reason: null })),
  );
  const finals = of('settle').map(({ payout, following }) => ({ payout, fate: following.fate }));
  await settleMined(deps, finals);
  const known = of('announce').map(({ payout, following }) => keyOfHash(payout, following.hash));
  if (known.length > 0) await recordTaken(deps, known);
  const late = of('outbid').map(({ payout, following }) => ({ payout, ...following }));
  const { outbid, left, reasons: stuck } = await outbidTransactions(deps, late);
  for (const reason of stuck) reasons.add(reason);
  const again = [...of('send_again').map(({ payout, following }) => ({ payout, ...following })), ...left].map(
    ({ payout, transaction }) => keyOf(payout, transaction),
  );
  if (again.length > 0) {
    const sent = await broadcastTransactions(deps, memory, await signedBytesOf(sql, again));
    for (const reason of sent.reasons) reasons.add(reason);
  }
  return {
    count: finals.length + known.length + outbid,
    stranded: [...stale, ...of('plan_anew').map(({ payout }) => payout)],
    reasons,
  };
}

/** Those that a node did not answer for are left out: nothing is known of them. */
async function lookAt(
  { chain, logger }: SendDeps,
  payouts: readonly PayoutUnderWay[],
): Promise<{ fates: Map<PayoutUnderWay, Fate>; isNodeAway: boolean }> {
  const fates = new Map<PayoutUnderWay, Fate>();
  try {
    await sideBySide(payouts, looksAtOnce, async (payout) => {
      const wallet = payout.transactions.at(-1)?.wallet as string;
      // Also those that were given up: that they never come is what sending anew rests on.
      const known = payout.transactions.flatMap(({ hash, nonce, expiresAt, wallet: sender }) =>
        hash === null || sender !== wallet ? [] : [{ hash, nonce, expiresAt }],
      );
      fates.set(payout, await chain.fateOf(known, transferOf(payout, wallet)));
    });
    return { fates, isNodeAway: false };
  } catch (error) {
    if (!(error instanceof ChainUnavailable)) throw error;
    logger.warn({ err: error, network: chain.network }, 'no node tells what became of payouts');
    return { fates, isNodeAway: true };
  }
}

/**
 * Blocks become final in their order: of those in a block only the first is looked at, and further ones as long as
 * they are. Adds to `fates`; false: no node answered.
 */
async function lookAtMined(
  deps: SendDeps,
  memory: Memory,
  all: readonly PayoutUnderWay[],
  fates: Map<PayoutUnderWay, Fate>,
): Promise<boolean> {
  const blockOf = (payout: PayoutUnderWay): bigint => memory.minedIn.get(payout.id) ?? 0n;
  const mined = all
    .filter((payout) => memory.minedIn.has(payout.id) && !fates.has(payout))
    .toSorted((a, b) => Number(blockOf(a) - blockOf(b)));
  let size = 1;
  for (let at = 0; at < mined.length; at += size, size = looksAtOnce) {
    const looked = await lookAt(deps, mined.slice(at, at + size));
    for (const [payout, fate] of looked.fates) fates.set(payout, fate);
    if (looked.isNodeAway) return false;
    if (![...looked.fates.values()].every((fate) => fate.kind === 'mined' && fate.isFinal)) break;
  }
  return true;
}

function remember(deps: SendDeps, memory: Memory, payout: PayoutUnderWay, fate: Fate): void {
  const isMined = fate.kind === 'mined';
  if (isMined) memory.minedIn.set(payout.id, fate.blockNumber);
  else memory.minedIn.delete(payout.id);
  memory.lookAtMs.set(payout.id, deps.now().getTime() + deps.paceMs * (isMined ? minedPaces : 1));
}

function forgetEnded(memory: Memory, underWay: readonly PayoutUnderWay[]): void {
  const ids = new Set(underWay.map(({ id }) => id));
  for (const id of memory.minedIn.keys()) if (!ids.has(id)) memory.minedIn.delete(id);
  for (const id of memory.lookAtMs.keys()) if (!ids.has(id)) memory.lookAtMs.delete(id);
  const hashes = new Set(underWay.flatMap(({ transactions }) => transactions.map(({ hash }) => hash)));
  for (const hash of memory.sendAgainAtMs.keys()) if (!hashes.has(hash)) memory.sendAgainAtMs.delete(hash);
}

function keyOf({ merchantId, id }: PayoutUnderWay, { number }: MadeTransaction): TransactionKey {
  return { merchantId, id, number };
}

function keyOfHash(payout: PayoutUnderWay, hash: string): TransactionKey & { hash: string } {
  const transaction = payout.transactions.find((each) => each.hash === hash);
  if (!transaction) throw new Error(`payout ${payout.id} has no transaction ${hash}`);
  return { ...keyOf(payout, transaction), hash };
}
