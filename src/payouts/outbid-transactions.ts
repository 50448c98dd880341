import { ChainUnavailable } from '../crypto-orders/chain.ts';
import type { Draft } from './payout-chain.ts';
import type { SendDeps } from './send-deps.ts';
import { isAsSeen, type MadeTransaction, type PayoutUnderWay, transferOf } from './sending.ts';
import { forgottenTransactions, insertPlanned, lockUnderWay } from './transaction-store.ts';

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
}

/** A wallet's transactions go in the order of nonces: those far behind the first are not late, only in line. */
const maxFromFirst = 16n;

/** Handed over again at a time. */
const maxForgotten = 64;

/** Plans replacements, with the same nonce at a higher price, so that the chain takes at most one of them. */
export async function outbidTransactions(deps: SendDeps, late: readonly LatePayout[]): Promise<Outbid> {
  const result: Outbid = { outbid: 0, left: [] };
  const byWallet = Map.groupBy(late, ({ transaction }) => transaction.wallet);
  for (const [wallet, ofWallet] of byWallet) {
    await sendForgotten(deps, wallet);
    const first = least(ofWallet.map(({ transaction }) => transaction.nonce ?? 0n));
    const inTurn = ofWallet.filter(({ transaction }) => (transaction.nonce ?? 0n) < first + maxFromFirst);
    const drafts = await draftAll(deps, wallet, inTurn);
    result.outbid += await plan(deps, wallet, drafts);
    result.left.push(...ofWallet.filter((each) => !each.isKnown && !drafts.has(each)));
  }
  return result;
}

/** What the chain had for good and lost comes first: all that is late may be waiting for it. */
async function sendForgotten({ sql, chain, logger }: SendDeps, wallet: string): Promise<void> {
  try {
    const { nextNonce } = await chain.wallet(wallet);
    if (nextNonce === null) return;
    const forgotten = await forgottenTransactions(sql, chain.network, wallet, nextNonce, maxForgotten);
    if (forgotten.length === 0) return;
    logger.error(
      { network: chain.network, count: forgotten.length },
      'the network lost transactions that were final; they are sent again',
    );
    for (const { signed } of forgotten) await chain.broadcast(signed);
  } catch (error) {
    if (!(error instanceof ChainUnavailable)) throw error;
  }
}

async function draftAll(
  { chain, logger }: SendDeps,
  wallet: string,
  late: readonly LatePayout[],
): Promise<Map<LatePayout, Draft>> {
  const drafts = new Map<LatePayout, Draft>();
  try {
    const drafting = await chain.drafting(wallet);
    for (const each of late) {
      const { nonce, terms } = each.transaction;
      if (nonce === null) continue;
      const draft = drafting.outbid(transferOf(each.payout, wallet), nonce, terms);
      if (draft) drafts.set(each, draft);
    }
  } catch (error) {
    if (!(error instanceof ChainUnavailable)) throw error;
    logger.warn({ err: error, network: chain.network }, 'no node tells what payouts cost');
  }
  return drafts;
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
