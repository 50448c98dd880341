import { ChainUnavailable } from '../../chain/chains/port/chain.ts';
import type { Draft, Drafting, PayoutChain, WalletFacts } from '../../chain/chains/port/payout-chain.ts';
import { type EngineDeps, saveWaits } from './engine-deps.ts';
import { isNobodys } from './nonces.ts';
import {
  isAsSeen,
  type MadeTransaction,
  nextNumber,
  type Sending,
  type SendingWait,
  transferOf,
} from './sending.ts';
import { forgottenTransactions } from './signing-store.ts';
import { insertPlanned, lockSendings } from './store.ts';

/** A sending whose transaction has waited too long for a block. */
export interface LateSending {
  sending: Sending;
  transaction: MadeTransaction;
  /** Whether a node holds it. */
  isKnown: boolean;
}

/** A sending that could be replaced by fee if its wallet had more coin. */
export interface PoorSending {
  sending: Sending;
  lacks: bigint;
}

export interface Replaced {
  count: number;
  /** Sendings that cannot be replaced now and that no node holds. */
  left: LateSending[];
  poor: PoorSending[];
  /** Why some cannot get into a block at any fee. */
  reasons: Set<SendingWait>;
}

/** A wallet's transactions go in nonce order: those far behind the first are not late, only queued. */
const maxFromFirst = 16n;

/** Transactions broadcast again at a time. */
const maxForgotten = 64;

/** Plans replacements with the same nonce at a higher fee, so that the chain accepts at most one of them. */
export async function replaceByFee(deps: EngineDeps, late: readonly LateSending[]): Promise<Replaced> {
  const result: Replaced = { count: 0, left: [], poor: [], reasons: new Set() };
  const lines = Map.groupBy(
    late,
    ({ sending, transaction }) => `${sending.purpose === 'top_up'} ${transaction.wallet}`,
  );
  for (const line of lines.values()) await outbidLine(deps, line, result);
  return result;
}

/** Handles all late sendings of one wallet and one kind. */
async function outbidLine(deps: EngineDeps, line: readonly LateSending[], result: Replaced): Promise<void> {
  const [{ sending, transaction }] = line as [LateSending];
  const { wallet } = transaction;
  const chain = deps.chainOf(sending.purpose);
  const first = least(line.map((each) => each.transaction.nonce ?? 0n));
  const inTurn = line.filter((each) => (each.transaction.nonce ?? 0n) < first + maxFromFirst);
  const look = await lookAtLine(deps, chain, wallet, first);
  // No fee helps across a nonce gap.
  const { drafts, wait } = look.hasGap
    ? { drafts: new Map<LateSending, Draft>(), wait: 'nonce_gap' as const }
    : await draftAll(deps, chain, wallet, inTurn);
  const poor: LateSending[] = [];
  for (const [each, draft] of drafts) {
    if (!look.facts || look.facts.gasUnits >= draft.maxCost) continue;
    drafts.delete(each);
    poor.push(each);
    result.poor.push({ sending: each.sending, lacks: draft.maxCost - look.facts.gasUnits });
  }
  result.count += await plan(deps, chain, wallet, drafts);
  result.left.push(...line.filter((each) => !each.isKnown && !drafts.has(each)));
  const stuck = inTurn.filter((each) => !drafts.has(each) && !poor.includes(each));
  if (wait !== null) await hold(deps, stuck, wait, result);
  await hold(deps, poor, 'low_gas', result);
}

async function hold(
  deps: EngineDeps,
  late: readonly LateSending[],
  reason: SendingWait,
  result: Replaced,
): Promise<void> {
  if (late.length === 0) return;
  result.reasons.add(reason);
  await saveWaits(
    deps,
    late.map(({ sending: { merchantId, id, purpose } }) => ({ merchantId, id, purpose, reason })),
  );
}

/**
 * Checks what all late sendings may be waiting for. Final transactions that the chain lost are sent again. `hasGap`:
 * the chain's next nonce is before the first of these and unassigned, so that they wait until it is taken.
 */
async function lookAtLine(
  { sql, tell }: EngineDeps,
  chain: PayoutChain,
  wallet: string,
  firstNonce: bigint,
): Promise<{ facts: WalletFacts | null; hasGap: boolean }> {
  try {
    const facts = await chain.wallet(wallet);
    const { nextNonce } = facts;
    if (nextNonce === null) return { facts, hasGap: false };
    const account = { chain: chain.chainName, wallet };
    const forgotten = await forgottenTransactions(sql, account, nextNonce, maxForgotten);
    if (forgotten.length === 0) {
      return { facts, hasGap: nextNonce < firstNonce && (await isNobodys(sql, account, nextNonce)) };
    }
    tell({ kind: 'forgotten', count: forgotten.length });
    for (const { signed } of forgotten) await chain.broadcast(signed);
    return { facts, hasGap: false };
  } catch (error) {
    if (!(error instanceof ChainUnavailable)) throw error;
    return { facts: null, hasGap: false };
  }
}

async function draftAll(
  { tell }: EngineDeps,
  chain: PayoutChain,
  wallet: string,
  late: readonly LateSending[],
): Promise<{ drafts: Map<LateSending, Draft>; wait: Drafting['wait'] }> {
  const drafts = new Map<LateSending, Draft>();
  try {
    const [only, ...others] = late;
    const drafting = await chain.drafting(wallet, others.length === 0 ? only?.sending.to : undefined);
    for (const each of late) {
      const { nonce, terms } = each.transaction;
      if (nonce === null) continue;
      const draft = drafting.outbid(transferOf(each.sending), nonce, terms);
      if (draft) drafts.set(each, draft);
    }
    return { drafts, wait: drafting.wait };
  } catch (error) {
    if (!(error instanceof ChainUnavailable)) throw error;
    tell({ kind: 'node_away', error });
    return { drafts, wait: null };
  }
}

async function plan(
  { sql, lane, now }: EngineDeps,
  chain: PayoutChain,
  wallet: string,
  drafts: ReadonlyMap<LateSending, Draft>,
): Promise<number> {
  if (drafts.size === 0) return 0;
  const byId = new Map([...drafts].map(([late, draft]) => [late.sending.id, { late, draft }]));
  return await sql.begin(async (tx) => {
    const locked = await lockSendings(
      tx,
      [...drafts.keys()].map(({ sending }) => sending),
    );
    const planned = locked.flatMap((sending) => {
      const { late, draft } = byId.get(sending.id) as { late: LateSending; draft: Draft };
      if (!isAsSeen(late.sending, sending)) return [];
      const { merchantId, id } = sending;
      return [{ merchantId, id, number: nextNumber(sending), nonce: late.transaction.nonce, draft }];
    });
    await insertPlanned(tx, lane.network, { chain: chain.chainName, wallet }, planned, now());
    return planned.length;
  });
}

function least(values: bigint[]): bigint {
  return values.toSorted((a, b) => (a < b ? -1 : 1))[0] ?? 0n;
}
