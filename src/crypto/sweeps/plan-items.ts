import { newId } from '../../base/db/ids.ts';
import type { Tx } from '../../base/db/pool.ts';
import { sideBySide } from '../../base/ground/side-by-side.ts';
import type { Drafting, WalletFacts } from '../../chain/chains/port/payout-chain.ts';
import { type CryptoOrder, lockOrder } from '../orders/store.ts';
import { giveBackTransfers, movableUnits, takeTransfers } from '../orders/transfers/swept-transfers.ts';
import { lockAccount } from '../sending/nonces.ts';
import { outgoingBut, outgoingFromNonce } from '../sending/outgoing.ts';
import { lockStranded, planSendings } from '../sending/plan-sendings.ts';
import type { PoorSending } from '../sending/replace-by-fee.ts';
import { giveUpSendings } from '../sending/store.ts';
import { insertTopUp, isInAnotherSweep, lockItem } from './item-store.ts';
import type { RunDeps } from './run-deps.ts';
import { type ItemUnderWay, isToPlan, laneOf } from './sweep.ts';
import { countEnded, moveItem } from './sweep-store.ts';

/** Under way at the same time: nodes keep some tens of one wallet's transactions before they drop any. */
const maxUnderWay = 40;
const looksAtOnce = 4;
/** More than a few top-ups mean that something takes the gas away. */
const maxTopUps = 4;

interface Look {
  item: ItemUnderWay;
  facts: WalletFacts;
  drafting: Drafting;
  /** The gas that it lacks. */
  lacks: bigint;
}

/** Makes transactions for items that have none under way: gas if it is lacking, otherwise the transfer itself. */
export async function planItems(
  deps: RunDeps,
  items: readonly ItemUnderWay[],
  mined: ReadonlyMap<string, bigint>,
  poor: readonly PoorSending[],
): Promise<number> {
  const begun = items.filter(({ status }) => status !== 'planned').length;
  const room = Math.max(0, maxUnderWay - begun);
  const fresh = items.filter(({ status }) => status === 'planned').slice(0, room);
  const chosen = [...items.filter(({ status }) => status !== 'planned'), ...fresh].filter((item) =>
    isToPlan(item, mined),
  );
  const looks: Look[] = [];
  await sideBySide(chosen, looksAtOnce, async (item) => {
    const [facts, drafting] = await Promise.all([
      deps.usdt.wallet(item.address),
      deps.usdt.drafting(item.address, deps.sweep.address),
    ]);
    if (drafting.wait) deps.tell({ kind: 'waits', item, reason: waitWords[drafting.wait] });
    else looks.push({ item, facts, drafting, lacks: drafting.maxCost - facts.gasUnits });
  });
  looks.sort((a, b) => a.item.number - b.item.number);

  let count = 0;
  // A top-up that is mined but not final may not have been enough; the next one waits until it is final.
  for (const look of looks.filter(({ lacks }) => lacks <= 0n)) count += await planMove(deps, look);
  const topUps = [
    ...looks
      .filter(({ item, lacks }) => lacks > 0n && item.topUps.length === 0)
      .map(({ item, lacks }) => ({ item, needed: lacks })),
    ...poor.flatMap(({ sending, lacks }) => {
      const item = items.find(({ id }) => id === sending.id);
      return item?.topUps.length === 0 ? [{ item, needed: lacks }] : [];
    }),
  ];
  return count + (await planTopUps(deps, mined, topUps));
}

const waitWords = {
  fee_above_cap: 'network fees are above the limit that is set',
  would_fail: 'the token would refuse the transfer: it is paused, or the address is frozen',
} as const;

/** Plans the transfer of all units booked for the address. */
async function planMove(deps: RunDeps, { item, facts, drafting }: Look): Promise<number> {
  const { sql, sweep, usdt } = deps;
  const { network } = sweep;
  const planned = await sql.begin(async (tx) => {
    const [stranded = null] = item.move ? await lockStranded(tx, [item.move]) : [];
    if (item.move && !stranded) return 0;
    const { locked, amountUnits, fault } = await check(tx, network, item, facts);
    if (locked === null) return 0;
    if (fault !== null) return await giveUp(deps, tx, locked, fault);
    if (locked.status !== 'moving') {
      if (!(await moveItem(tx, locked, { status: 'moving', amountUnits }))) return 0;
      await takeTransfers(tx, network, locked);
    }
    const account = { chain: usdt.chainName, wallet: item.address };
    await lockAccount(tx, account);
    const { merchantId, id } = item;
    const move = { merchantId, id, purpose: 'sweep' as const, to: sweep.address, amountUnits, stranded };
    await planSendings(tx, laneOf(sweep), account, facts.nextNonce, [move], drafting.draft, deps.now());
    return 1;
  });
  if (typeof planned === 'number') return planned;
  deps.tell({ kind: 'ended', item, note: planned.note, ...(await countEnded(sql, sweep.id)) });
  return 1;
}

/** Plans gas for each item, as far as the payer's balance goes, by transfers with consecutive nonces. */
async function planTopUps(
  deps: RunDeps,
  mined: ReadonlyMap<string, bigint>,
  topUps: readonly { item: ItemUnderWay; needed: bigint }[],
): Promise<number> {
  if (topUps.length === 0) return 0;
  const { sql, sweep, coin, keys } = deps;
  const { network } = sweep;
  const wanted = topUps.reduce((sum, { needed }) => sum + needed, 0n);
  if (keys.gasPayer === null) {
    deps.tell({ kind: 'low_gas', payer: null, held: 0n, needed: wanted });
    return 0;
  }
  const payer = keys.gasPayer;
  const account = { chain: coin.chainName, wallet: payer };
  const facts = await coin.wallet(payer);
  // Planned, but not yet deducted from the payer.
  const outgoing =
    facts.nextNonce === null
      ? await outgoingBut(sql, network, payer, [...mined.keys()])
      : await outgoingFromNonce(sql, network, account, facts.nextNonce);
  let free = facts.gasUnits - outgoing.coinUnits;
  if (outgoing.count > 0) free -= BigInt(outgoing.count) * (await coin.drafting(payer)).maxCost;
  let count = 0;
  let missing = 0n;
  for (const { item, needed } of topUps) {
    const drafting = await coin.drafting(payer, item.address);
    if (drafting.wait) {
      deps.tell({ kind: 'waits', item, reason: waitWords[drafting.wait] });
      continue;
    }
    const cost = needed + drafting.maxCost;
    if (cost > free) {
      missing += cost;
      continue;
    }
    const usdtFacts = await deps.usdt.wallet(item.address);
    const planned = await sql.begin(async (tx) => {
      const { locked, fault } = await check(tx, network, item, usdtFacts);
      if (locked === null) return 0;
      const { topUpsArrived: got } = locked;
      const note = fault ?? (got >= maxTopUps ? `it got gas ${got} times and still lacks some` : null);
      if (note !== null && locked.status !== 'moving') return await giveUp(deps, tx, locked, note);
      // An item with a transaction is ended by the chain alone, which may have happened just now.
      if (fault !== null) return 0;
      if (locked.status === 'planned') await moveItem(tx, locked, { status: 'topping_up' });
      await lockAccount(tx, account);
      const { merchantId } = item;
      const topUp = { merchantId, id: newId(), purpose: 'top_up' as const, to: item.address };
      const plan = { ...topUp, amountUnits: needed, stranded: null };
      await planSendings(tx, laneOf(sweep), account, facts.nextNonce, [plan], drafting.draft, deps.now());
      await insertTopUp(tx, item, topUp.id);
      return 1;
    });
    if (planned === 1) free -= cost;
    if (typeof planned === 'number') count += planned;
    else deps.tell({ kind: 'ended', item, note: planned.note, ...(await countEnded(sql, sweep.id)) });
  }
  if (missing > 0n) deps.tell({ kind: 'low_gas', payer, held: free, needed: missing });
  return count;
}

/** Checks whether an item may still be moved, under its order's lock and its own; null: another process advanced it. */
async function check(
  tx: Tx,
  network: string,
  seen: ItemUnderWay,
  { usdtUnits }: WalletFacts,
): Promise<{ locked: ItemUnderWay | null; amountUnits: bigint; fault: string | null }> {
  const order = await lockOrder(tx, seen.merchantId, seen.orderId);
  const locked = await lockItem(tx, seen);
  if (!locked) return { locked: null, amountUnits: 0n, fault: null };
  if (locked.status === 'moving') {
    const amountUnits = locked.amountUnits as bigint;
    return { locked, amountUnits, fault: usdtUnits < amountUnits ? tooLittle : null };
  }
  const { units, coming } = await movableUnits(tx, network, locked);
  const fault = (await isInAnotherSweep(tx, network, locked))
    ? 'another sweep moves it'
    : faultOf(order, locked, units, coming, usdtUnits);
  return { locked, amountUnits: units, fault };
}

const tooLittle = 'the address holds less than is booked for it';

function faultOf(
  order: CryptoOrder | null,
  { plannedUnits }: ItemUnderWay,
  units: bigint,
  coming: boolean,
  usdtUnits: bigint,
): string | null {
  if (order?.status !== 'success' && order?.status !== 'failed') return 'its order is under way again';
  if (coming) return 'a payment to it is not final yet';
  if (units < plannedUnits) return 'less is booked for it than when it was planned';
  return usdtUnits < units ? tooLittle : null;
}

async function giveUp(deps: RunDeps, tx: Tx, item: ItemUnderWay, note: string): Promise<{ note: string }> {
  const status = item.status === 'moving' ? 'failed' : 'skipped';
  await moveItem(tx, item, { status, note, endedAt: deps.now() });
  if (status === 'failed') {
    await giveUpSendings(tx, [item]);
    await giveBackTransfers(tx, item);
  }
  return { note };
}
