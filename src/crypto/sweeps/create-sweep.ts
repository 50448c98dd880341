import { type Act, appendAudit } from '../../accounts/audit/audit-log.ts';
import { newId } from '../../base/db/ids.ts';
import type { Sql } from '../../base/db/pool.ts';
import { sideBySide } from '../../base/ground/side-by-side.ts';
import type { PayoutChain } from '../../chain/chains/port/payout-chain.ts';
import type { DepositWallet } from '../orders/addresses/wallet-store.ts';
import { listWallets } from '../orders/addresses/wallet-store.ts';
import {
  type Candidate,
  type Cost,
  costOf,
  type PlanRules,
  planSweep,
  type SweepPlan,
} from './plan-sweep.ts';
import type { Sweep, SweepPlace } from './sweep.ts';
import { candidatesOf, insertSweep } from './sweep-store.ts';

export interface PlanDeps {
  sql: Sql;
  usdt: PayoutChain;
  /** The network's own coin. */
  coin: PayoutChain;
  /** Derives a deposit address from its account xpub and index. */
  addressOf(xpub: string, index: bigint): string;
  progress(line: string): void;
  now(): Date;
}

export interface PlanRequest {
  place: SweepPlace;
  address: string;
  rules: PlanRules;
  by: string;
}

export interface CreatedSweep {
  /** null: no deposit is worth moving. */
  sweep: Omit<Sweep, 'status' | 'gasPayer'> | null;
  plan: SweepPlan;
  /** Addresses that derive from no known account key. */
  foreign: Candidate[];
}

/** Concurrent requests: gateways limit requests per second. */
const asksInFlight = 4;
const progressEvery = 100;

/** Plans a sweep and stores it: addresses and amounts are fixed, nothing is sent. */
export async function createSweep(deps: PlanDeps, request: PlanRequest): Promise<CreatedSweep> {
  const { sql, usdt } = deps;
  const { network } = usdt;
  const wallets = (await listWallets(sql)).filter((wallet) => wallet.network === network);
  const all = await candidatesOf(sql, network);
  const known = all.flatMap((candidate) => {
    const xpub = xpubOf(deps, wallets, candidate);
    return xpub === null ? [] : [{ ...candidate, xpub }];
  });
  const foreign = all.filter(({ address }) => !known.some((each) => each.address === address));
  const worth = known.filter(({ bookedUnits }) => bookedUnits >= request.rules.minUnits);
  const small = known.filter(({ bookedUnits }) => bookedUnits < request.rules.minUnits);
  const looked = await lookAt(deps, worth, request.address);
  const free = { likelyFee: 0n, likelyTopUp: 0n, gasToSend: 0n };
  const unseen = small.map((candidate) => ({ ...candidate, ...free, heldUnits: candidate.bookedUnits }));
  const plan = planSweep([...looked, ...unseen], request.rules);
  if (plan.items.length === 0) return { sweep: null, plan, foreign };

  const { place, address, by } = request;
  const sweep = { id: newId(), network, place, address, plannedBy: by, createdAt: deps.now() };
  const xpubs = new Map(known.map((candidate) => [candidate.address, candidate.xpub]));
  const items = plan.items.map((item) => ({ ...item, id: newId(), xpub: xpubs.get(item.address) as string }));
  const units = items.reduce((sum, { bookedUnits }) => sum + bookedUnits, 0n);
  await sql.begin(async (tx) => {
    await insertSweep(tx, sweep, items);
    const details = { network, place, to: address, addresses: items.length, units };
    const act: Act = { actor: by, act: 'sweep_planned', subject: `sweep ${sweep.id}`, details };
    await appendAudit(tx, act, deps.now());
  });
  return { sweep, plan, foreign };
}

function xpubOf(
  deps: PlanDeps,
  wallets: DepositWallet[],
  { address, addressIndex }: Candidate,
): string | null {
  return wallets.find(({ xpub }) => deps.addressOf(xpub, addressIndex) === address)?.xpub ?? null;
}

type Looked<C> = C & Cost & { heldUnits: bigint };

/** Reads the balance of each address and the present cost of moving it. */
async function lookAt<C extends Candidate>(
  { usdt, coin, progress }: PlanDeps,
  candidates: readonly C[],
  to: string,
): Promise<Looked<C>[]> {
  const [first] = candidates;
  if (!first) return [];
  const transfer = await usdt.drafting(first.address, to);
  // Opening an account costs more than sending to an existing one: one request for each kind is enough.
  const topUps = new Map<boolean, Promise<bigint>>();
  const topUpTo = (address: string, isEmpty: boolean): Promise<bigint> => {
    const known = topUps.get(isEmpty) ?? coin.drafting(address, address).then(({ likelyCost }) => likelyCost);
    topUps.set(isEmpty, known);
    return known;
  };
  const looked = new Map<C, Looked<C>>();
  await sideBySide(candidates, asksInFlight, async (candidate) => {
    const { usdtUnits, gasUnits } = await usdt.wallet(candidate.address);
    const cost = costOf({
      held: gasUnits,
      transferMax: transfer.maxCost,
      transferLikely: transfer.likelyCost,
      topUpLikely: await topUpTo(candidate.address, gasUnits === 0n),
    });
    looked.set(candidate, { ...candidate, ...cost, heldUnits: usdtUnits });
    if (looked.size % progressEvery === 0)
      progress(`${looked.size} of ${candidates.length} addresses looked at`);
  });
  return candidates.map((candidate) => looked.get(candidate) as Looked<C>);
}
