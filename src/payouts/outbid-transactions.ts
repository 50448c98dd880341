import { ChainUnavailable } from '../chains/port/chain.ts';
import type { Draft, Drafting } from '../chains/port/payout-chain.ts';
import type { WaitReason } from './payout.ts';
import { saveWaits } from './queue-store.ts';
import type { SendDeps } from './send-deps.ts';
import { isAsSeen, type MadeTransaction, type PayoutUnderWay, transferOf } from './sending.ts';
import { forgottenTransactions, insertPlanned, lockUnderWay } from './transaction-store.ts';
import { isNobodys } from './wallet-store.ts';

/** A transaction that has waited too long for a block. */
export interface LatePayout {
  payout: PayoutUnderWay;
  transaction: MadeTransaction;
  /** Whether a node holds it. */
  isKnown: boolean;
}

export interface Outbid {
  outbid: number;
  /** Those that cannot be outbid now and that no node holds. */
  left: LatePayout[];
  /** Why some cannot come into a block, whatever they offer. */
  reasons: Set<WaitReason>;
}

/** A wallet's transactions go in the order of nonces: those far behind the first are not late, only in line. */
const maxFromFirst = 16n;

/** Handed over again at a time. */
const maxForgotten = 64;

/** Plans replacements, with the same nonce at a higher price, so that the chain takes at most one of them. */
export async function outbidTransactions(deps: SendDeps, late: readonly LatePayout[]): Promise<Outbid> {
  const result: Outbid = { outbid: 0, left: [], reasons: new Set() };
  const byWallet = Map.groupBy(late, ({ transaction }) => transaction.wallet);
  for (const [wallet, ofWallet] of byWallet) {
    const first = least(ofWallet.map(({ transaction }) => transaction.nonce ?? 0n));
    const inTurn = ofWallet.filter(({ transaction }) => (transaction.nonce ?? 0n) < first + maxFromFirst);
    const hasGap = await mendLine(deps, wallet, first);
    // No price helps over a gap.
    const { drafts, wait } = hasGap
      ? { drafts: new Map<LatePayout, Draft>(), wait: 'nonce_gap' as const }
      : await draftAll(deps, wallet, inTurn);
    result.outbid += await plan(deps, wallet, drafts);
    result.left.push(...ofWallet.filter((each) => !each.isKnown && !drafts.has(each)));
    const stuck = inTurn.filter((each) => !drafts.has(each));
    if (wait === null || stuck.length === 0) continue;
    result.reasons.add(wait);
    await saveWaits(
      deps.sql,
      stuck.map(({ payout: { merchantId, id } }) => ({ merchantId, id, reason: wait })),
    );
  }
  return result;
}

/**
 * Sees to what all that is late may be waiting for. What the chain had for good and lost is sent again. Answers
 * whether the nonce that the chain wants next lies before the first of these and is nobody's: then they wait for
 * the payout that takes it.
 */
async function mendLine(
  { sql, chain, logger }: SendDeps,
  wallet: string,
  firstNonce: bigint,
): Promise<boolean> {
  try {
    const { nextNonce } = await chain.wallet(wallet);
    if (nextNonce === null) return false;
    const forgotten = await forgottenTransactions(sql, chain.network, wallet, nextNonce, maxForgotten);
    if (forgotten.length === 0) {
      return nextNonce < firstNonce && (await isNobodys(sql, chain.network, wallet, nextNonce));
    }
    logger.error(
      { network: chain.network, count: forgotten.length },
      'the network lost transactions that were final; they are sent again',
    );
    for (const { signed } of forgotten) await chain.broadcast(signed);
  } catch (error) {
    if (!(error instanceof ChainUnavailable)) throw error;
  }
  return false;
}

async function draftAll(
  { chain, logger }: SendDeps,
  wallet: string,
  late: readonly LatePayout[],
): Promise<{ drafts: Map<LatePayout, Draft>; wait: Drafting['wait'] }> {
  const drafts = new Map<LatePayout, Draft>();
  try {
    const drafting = await chain.drafting(wallet);
    for (const each of late) {
      const { nonce, terms } = each.transaction;
      if (nonce === null) continue;
      const draft = drafting.outbid(transferOf(each.payout, wallet), nonce, terms);
      if (draft) drafts.set(each, draft);
    }
    return { drafts, wait: drafting.wait };
  } catch (error) {
    if (!(error instanceof ChainUnavailable)) throw error;
    logger.warn({ err: error, network: chain.network }, 'no node tells what payouts cost');
    return { drafts, wait: null };
  }
}

async function plan(
  { sql, chain, now }: SendDeps,
  wallet: string,
  drafts: ReadonlyMap<LatePayout, Draft>,
): Promise<number> {
  if (drafts.size === 0) return 0;
  const byId = new Map([...drafts].map(([late, draft]) => [late.payout.id, { late, draft }]));
  return await sql.begin(async (tx) => {
    const locked = await lockUnderWay(
      tx,
      [...drafts.keys()].map(({ payout }) => payout),
    );
    const planned = locked.flatMap((payout) => {
      const { late, draft } = byId.get(payout.id) as { late: LatePayout; draft: Draft };
      if (!isAsSeen(late.payout, payout)) return [];
      const { merchantId, id } = payout;
      const number = (payout.transactions.at(-1)?.number ?? 0) + 1;
      return [{ merchantId, id, number, nonce: late.transaction.nonce, ...draft }];
    });
    await insertPlanned(tx, chain.network, wallet, planned, now());
    return planned.length;
  });
}

function least(values: bigint[]): bigint {
  return values.toSorted((a, b) => (a < b ? -1 : 1))[0] ?? 0n;
}
