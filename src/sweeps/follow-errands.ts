import type { Fate } from '../chains/port/payout-chain.ts';
import { lockOrder } from '../crypto-orders/store.ts';
import { type Entry, postEntry } from '../ledger/ledger.ts';
import { sideBySide } from '../payouts/side-by-side.ts';
import { decideErrand, errandId, type Following } from './decide-errand.ts';
import { chainFor, type RunDeps } from './run-deps.ts';
import { type Errand, errandsOf, type ItemUnderWay, isAlive, type Sweep, type SweepItem } from './sweep.ts';
import { giveBackTransfers, moveItem } from './sweep-store.ts';
import {
  buryTransactions,
  insertPlanned,
  lockItem,
  markFinal,
  markSent,
  type TransactionKey,
} from './transaction-store.ts';

/** Asked together, they share one look at the chain. */
const looksAtOnce = 50;

export interface Followed {
  /** What is in a block that is not final, by `errandId`. */
  mined: Set<string>;
  /** To be handed to a node again. */
  again: TransactionKey[];
  /** Late transfers whose address lacks the gas to pay more. */
  poor: { item: ItemUnderWay; needed: bigint }[];
  /** How much was moved on. */
  count: number;
}

/** Asks the chain what became of all that is under way, and does what follows from it. */
export async function followErrands(deps: RunDeps, items: readonly ItemUnderWay[]): Promise<Followed> {
  const followed: Followed = { mined: new Set(), again: [], poor: [], count: 0 };
  const errands = items
    .flatMap(errandsOf)
    .filter(({ transactions }) => transactions.some(({ hash }) => hash));
  const found: { errand: Errand; following: Following }[] = [];
  await sideBySide(errands, looksAtOnce, async (errand) => {
    const chain = chainFor(deps, errand.purpose);
    const known = errand.transactions.flatMap(({ hash, nonce, expiresAt }) =>
      hash === null ? [] : [{ hash, nonce, expiresAt }],
    );
    const fate = await chain.fateOf(known, transferOf(errand));
    const rules = { hasNonces: chain.hasNonces, patienceMs: deps.patienceMs, now: deps.now() };
    found.push({ errand, following: decideErrand(errand, fate, rules) });
  });
  for (const { errand, following } of found) await act(deps, errand, following, followed);
  return followed;
}

function transferOf({ newest: { wallet, to, amount } }: Errand) {
  return { wallet, to, amountUnits: amount };
}

async function act(deps: RunDeps, errand: Errand, following: Following, followed: Followed): Promise<void> {
  const { item, newest } = errand;
  const isMined = 'isMined' in following && following.isMined;
  if (isMined) followed.mined.add(errandId(item, newest));
  switch (following.kind) {
    case 'wait':
      return;
    case 'sent':
      await markSent(deps.sql, keyOf(item, following.transaction.number), deps.now());
      break;
    case 'send_again':
      followed.again.push(keyOf(item, following.transaction.number));
      break;
    case 'settle':
      await settle(deps, errand, following.fate);
      break;
    case 'bury':
      await changeErrand(deps, errand, (tx, locked) => buryTransactions(tx, locked, numbersOf(errand)));
      break;
    case 'outbid':
      if (!(await outbid(deps, errand, followed)) && !following.isKnown) {
        followed.again.push(keyOf(item, following.transaction.number));
      }
      return;
  }
  followed.count += 1;
}

/** Plans the same transfer with the same nonce at a higher price. */
async function outbid(deps: RunDeps, errand: Errand, followed: Followed): Promise<boolean> {
  const { item, purpose, newest } = errand;
  if (newest.nonce === null) return false;
  const chain = chainFor(deps, purpose);
  const drafting = await chain.drafting(newest.wallet, newest.to);
  const draft = drafting.outbid(transferOf(errand), newest.nonce, newest.terms);
  if (!draft) return false;
  const { gasUnits } = await chain.wallet(newest.wallet);
  if (purpose === 'move' && gasUnits < draft.maxCost) {
    followed.poor.push({ item, needed: draft.maxCost - gasUnits });
    return false;
  }
  const { nonce } = newest;
  return await changeErrand(deps, errand, (tx, locked) =>
    insertPlanned(
      tx,
      chain.network,
      { item: locked, purpose, transfer: transferOf(errand), nonce, draft },
      deps.now(),
    ),
  );
}

/** Does it under the item's lock, unless another transaction was made for it since its fate was asked. */
async function changeErrand(
  { sql }: RunDeps,
  errand: Errand,
  change: (tx: Parameters<typeof lockItem>[0], item: ItemUnderWay) => Promise<void>,
): Promise<boolean> {
  return await sql.begin(async (tx) => {
    const locked = await lockItem(tx, errand.item);
    if (!isAsSeen(errand.item, locked)) return false;
    await change(tx, locked);
    return true;
  });
}

/** One that was signed since may have been sent, and have had quite another fate. */
function isAsSeen(seen: ItemUnderWay, now: ItemUnderWay): boolean {
  const describe = ({ status, transactions }: ItemUnderWay): string =>
    [status, ...transactions.map(({ number, hash }) => `${number} ${hash}`)].join();
  return describe(seen) === describe(now);
}

/** A final block has it: gas arrived, or the deposit is where it was to go, which is posted together. */
async function settle(deps: RunDeps, errand: Errand, fate: Extract<Fate, { kind: 'mined' }>): Promise<void> {
  const { item, purpose } = errand;
  const number = errand.transactions.find(({ hash }) => hash === fate.hash)?.number;
  if (number === undefined) throw new Error(`sweep item ${item.id} has no transaction ${fate.hash}`);
  const { blockNumber, networkFee, outcome } = fate;
  const ended = await deps.sql.begin(async (tx) => {
    if (purpose === 'move') await lockOrder(tx, item.merchantId, item.orderId);
    const locked = await lockItem(tx, item);
    const made = locked.transactions.find((each) => each.number === number);
    if (!made || made.status === 'final') return null;
    await markFinal(tx, locked, numbersOf(errand), { number, blockNumber, networkFee });
    if (purpose === 'top_up' || locked.status !== 'moving') return null;
    const endedAt = deps.now();
    if (outcome === 'transferred') {
      await moveItem(tx, locked, { status: 'swept', endedAt });
      await postEntry(tx, sweptEntry(deps.sweep, locked));
      return { note: null };
    }
    const note = noteOf[outcome];
    await moveItem(tx, locked, { status: 'failed', note, endedAt });
    await giveBackTransfers(tx, locked);
    return { note };
  });
  if (!ended) return;
  const counts = await countEnded(deps);
  deps.tell(
    ended.note === null
      ? { kind: 'swept', item, hash: fate.hash, ...counts }
      : { kind: 'ended', item, note: ended.note, ...counts },
  );
}

const noteOf = {
  reverted: 'the token contract refused the transfer',
  out_of_energy: 'the transfer ran out of energy',
  not_transferred: 'the transaction is in a block, but its token transfer is not',
} as const;

export async function countEnded({ sql, sweep }: RunDeps): Promise<{ ended: number; all: number }> {
  const [row] = await sql<{ ended: number; all: number }[]>`
    SELECT count(*)::int AS all,
           (count(*) FILTER (WHERE status IN ('swept', 'failed', 'skipped')))::int AS ended
      FROM sweep_items
     WHERE sweep_id = ${sweep.id}`;
  return row as { ended: number; all: number };
}

/** Custody is where money lies: it changes its place, and nobody's claim changes. */
function sweptEntry({ network, place }: Pick<Sweep, 'network' | 'place'>, item: SweepItem): Entry {
  if (item.amountUnits === null) throw new Error(`sweep item ${item.id} moved nothing`);
  return {
    merchantId: item.merchantId,
    kind: 'swept',
    subjectId: item.id,
    postings: [
      { account: `custody_${network}`, asset: 'USDT', amount: item.amountUnits },
      { account: `custody_${network}_${place}`, asset: 'USDT', amount: -item.amountUnits },
    ],
  };
}

function numbersOf({ transactions }: Errand): number[] {
  return transactions.filter(isAlive).map(({ number }) => number);
}

function keyOf({ merchantId, id }: SweepItem, number: number): TransactionKey {
  return { merchantId, itemId: id, number };
}
