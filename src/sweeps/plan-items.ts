import type { Drafting, WalletFacts } from '../chains/port/payout-chain.ts';
import { type CryptoOrder, lockOrder } from '../crypto-orders/store.ts';
import type { Tx } from '../db/pool.ts';
import { sideBySide } from '../payouts/side-by-side.ts';
import { errandId, isToPlan } from './decide-errand.ts';
import { countEnded, type Followed } from './follow-errands.ts';
import type { RunDeps } from './run-deps.ts';
import { errandsOf, type ItemUnderWay } from './sweep.ts';
import { giveBackTransfers, movableUnits, moveItem, takeTransfers } from './sweep-store.ts';
import { insertPlanned, lockItem, lockNonces, takeNonce } from './transaction-store.ts';

/** Under way at the same time: nodes keep some tens of one wallet's transactions before they drop any. */
const maxUnderWay = 40;
const looksAtOnce = 4;
/** More than a few mean that something takes the gas away. */
const maxTopUps = 4;

interface Look {
  item: ItemUnderWay;
  facts: WalletFacts;
  drafting: Drafting;
  /** Gas that it lacks. */
  lacks: bigint;
}

/** Makes transactions for items that have none on their way: gas where it lacks, else the transfer itself. */
export async function planItems(
  deps: RunDeps,
  items: readonly ItemUnderWay[],
  { mined, poor }: Followed,
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
  for (const look of looks.filter(({ lacks }) => lacks <= 0n)) count += await planMove(deps, look);
  const topUps = [
    ...looks
      .filter(({ item, lacks }) => lacks > 0n && !hasTopUp(item))
      .map(({ item, lacks }) => ({ item, needed: lacks })),
    ...poor.filter(({ item }) => !hasTopUp(item)),
  ];
  return count + (await planTopUps(deps, items, mined, topUps));
}

const waitWords = {
  fee_above_cap: 'network fees are above the limit that is set',
  would_fail: 'the token would refuse the transfer: it is paused, or the address is frozen',
} as const;

/** One that is in a block and not final may not have been enough; the next one waits until it is. */
function hasTopUp(item: ItemUnderWay): boolean {
  return errandsOf(item).some(({ purpose }) => purpose === 'top_up');
}

/** The transfer of all that is booked for the address. */
async function planMove(deps: RunDeps, { item, facts, drafting }: Look): Promise<number> {
  const { sql, sweep, usdt } = deps;
  const { network } = sweep;
  const planned = await sql.begin(async (tx) => {
    const { locked, amountUnits, fault } = await check(tx, network, item, facts);
    if (locked === null) return 0;
    if (fault !== null) return await giveUp(deps, tx, locked, fault);
    if (locked.status !== 'moving') {
      if (!(await moveItem(tx, locked, { status: 'moving', amountUnits }))) return 0;
      await takeTransfers(tx, network, locked);
    }
    const transfer = { wallet: item.address, to: sweep.address, amountUnits };
    let nonce: bigint | null = null;
    if (facts.nextNonce !== null) {
      await lockNonces(tx, network, item.address);
      nonce = await takeNonce(tx, network, item.address, facts.nextNonce, item);
    }
    const draft = drafting.draft(transfer, nonce);
    await insertPlanned(
      tx,
      usdt.network,
      { item: locked, purpose: 'move', transfer, nonce, draft },
      deps.now(),
    );
    return 1;
  });
  if (typeof planned === 'number') return planned;
  deps.tell({ kind: 'ended', item, note: planned.note, ...(await countEnded(deps)) });
  return 1;
}

/** Gas for each, as far as the payer's goes, by transfers with consecutive nonces. */
async function planTopUps(
  deps: RunDeps,
  items: readonly ItemUnderWay[],
  mined: ReadonlySet<string>,
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
  const facts = await coin.wallet(payer);
  let free = facts.gasUnits;
  for (const { amount, newest } of onTheirWay(items, mined)) {
    free -= amount + (await coin.drafting(payer, newest.to)).maxCost;
  }
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
      const { locked, fault } = await check(tx, sweep.network, item, usdtFacts);
      if (locked === null) return 0;
      const got = locked.transactions.filter(
        ({ purpose, status }) => purpose === 'top_up' && status === 'final',
      ).length;
      const note = fault ?? (got >= maxTopUps ? `it got gas ${got} times and still lacks some` : null);
      if (note !== null && locked.status !== 'moving') return await giveUp(deps, tx, locked, note);
      // What has a transaction is ended by the chain alone; it may be just now that it was.
      if (fault !== null) return 0;
      if (locked.status === 'planned') await moveItem(tx, locked, { status: 'topping_up' });
      await lockNonces(tx, network, payer);
      const nonce =
        facts.nextNonce === null ? null : await takeNonce(tx, network, payer, facts.nextNonce, item);
      const transfer = { wallet: payer, to: item.address, amountUnits: needed };
      const draft = drafting.draft(transfer, nonce);
      await insertPlanned(
        tx,
        network,
        { item: locked, purpose: 'top_up', transfer, nonce, draft },
        deps.now(),
      );
      return 1;
    });
    if (planned === 1) free -= cost;
    if (typeof planned === 'number') count += planned;
    else deps.tell({ kind: 'ended', item, note: planned.note, ...(await countEnded(deps)) });
  }
  if (missing > 0n) deps.tell({ kind: 'low_gas', payer, held: free, needed: missing });
  return count;
}

/** Gas that is promised and not yet gone from the payer. */
function onTheirWay(items: readonly ItemUnderWay[], mined: ReadonlySet<string>) {
  return items.flatMap((item) =>
    errandsOf(item)
      .filter(({ purpose, newest }) => purpose === 'top_up' && !mined.has(errandId(item, newest)))
      .map(({ newest }) => ({ newest, amount: newest.amount })),
  );
}

/** Whether an item may still be moved, under its order's lock and its own; null: somebody else went on with it. */
async function check(
  tx: Tx,
  network: string,
  seen: ItemUnderWay,
  { usdtUnits }: WalletFacts,
): Promise<{ locked: ItemUnderWay | null; amountUnits: bigint; fault: string | null }> {
  const order = await lockOrder(tx, seen.merchantId, seen.orderId);
  const locked = await lockItem(tx, seen);
  const isSame = locked.status === seen.status && locked.transactions.length === seen.transactions.length;
  if (!isSame) return { locked: null, amountUnits: 0n, fault: null };
  if (locked.status === 'moving') {
    const amountUnits = locked.amountUnits as bigint;
    return { locked, amountUnits, fault: usdtUnits < amountUnits ? tooLittle : null };
  }
  const { units, coming } = await movableUnits(tx, network, locked);
  return { locked, amountUnits: units, fault: faultOf(order, locked, units, coming, usdtUnits) };
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
  if (status === 'failed') await giveBackTransfers(tx, item);
  return { note };
}
