import { sideBySide } from '../../base/ground/side-by-side.ts';
import { ChainUnavailable } from '../../chain/chains/port/chain.ts';
import type { Fate } from '../../chain/chains/port/payout-chain.ts';
import { decideFollowing, type Following, hasOnlyStale } from './decide-following.ts';
import { type EngineDeps, type Progress, saveWaits } from './engine-deps.ts';
import { recordFinal, recordHeld, recordTaken } from './record-outcomes.ts';
import { type LateSending, type PoorSending, replaceByFee } from './replace-by-fee.ts';
import { isAsSeen, isStranded, knownOf, type MadeTransaction, type Sending, transferOf } from './sending.ts';
import { buryTransactions, lockSendings, openSendings, type TransactionKey } from './store.ts';

/** Checked together, they share one read of the chain. */
const looksAtOnce = 64;
/** Mined sendings are checked this many times less often, in case a reorganisation removed them. */
const minedPaces = 10;

export interface Followed extends Progress {
  /** None of their transactions can ever be in a block: another one has to be made. */
  stranded: Sending[];
  /** Late sendings whose wallet lacks the coin for a higher fee. */
  poor: PoorSending[];
  /** Transactions that no node holds: to be broadcast again. */
  again: TransactionKey[];
  all: Sending[];
}

export interface Follower {
  /** Checks the fate of all sendings under way and records the result. */
  follow(): Promise<Followed>;
  /** Makes the sending due for a check at once. */
  doubt(sendingId: string): void;
  /** Sendings in a block that is not final, with its number, by id. */
  mined(): ReadonlyMap<string, bigint>;
}

type Of<K extends Following['kind']> = { sending: Sending; following: Extract<Following, { kind: K }> };

/** The memory only saves work and is rebuilt after a restart. */
export function createFollower(deps: EngineDeps): Follower {
  const { sql, lane } = deps;
  const minedIn = new Map<string, bigint>();
  const lookAtMs = new Map<string, number>();

  async function follow(): Promise<Followed> {
    const now = deps.now();
    const all = await openSendings(sql, lane);
    forgetEnded(all);
    const due = all.filter(
      (sending) =>
        (lookAtMs.get(sending.id) ?? 0) <= now.getTime() &&
        sending.transactions.some(({ hash }) => hash !== null),
    );
    const { fates, isNodeAway } = await lookAt(due);
    const reasons: Progress['reasons'] = new Set();
    if (isNodeAway || !(await lookAtMined(all, fates))) reasons.add('node_unavailable');

    const found: { sending: Sending; following: Following }[] = [];
    const arrived: Sending[] = [];
    for (const [sending, fate] of fates) {
      if (remember(sending, fate)) arrived.push(sending);
      const { hasNonces } = deps.chainOf(sending.purpose);
      const rules = { hasNonces, patienceMs: deps.patienceMs, now };
      found.push({ sending, following: decideFollowing(sending, fate, rules) });
    }
    const of = <K extends Following['kind']>(kind: K): Of<K>[] =>
      found.filter((each): each is Of<K> => each.following.kind === kind);

    // A mined sending waits only for finality.
    await saveWaits(
      deps,
      arrived.map(({ merchantId, id, purpose }) => ({ merchantId, id, purpose, reason: null })),
    );
    const finals = of('settle').map(({ sending, following }) => ({ sending, fate: following.fate }));
    const ended = await recordFinal(deps, finals);
    const held = of('hold').map(({ sending, following }) => ({ sending, fate: following.fate }));
    await recordHeld(deps, held);
    if (held.length > 0) reasons.add('outcome_unproven');
    const taken = await recordTaken(
      deps,
      of('taken').map(({ sending, following }) => keyOf(sending, following.transaction)),
    );
    const late = of('outbid').map(({ sending, following }): LateSending => ({ sending, ...following }));
    const outbid = await replaceByFee(deps, late);
    for (const reason of outbid.reasons) reasons.add(reason);
    const stale = all.filter((sending) => hasOnlyStale(sending, now));
    const buried = await bury([...stale, ...of('bury').map(({ sending }) => sending)]);
    return {
      count: ended + taken.length + outbid.count + buried.length,
      reasons,
      stranded: [...all.filter(isStranded), ...buried],
      poor: outbid.poor,
      again: [
        ...of('send_again').map(({ sending, following }) => keyOf(sending, following.transaction)),
        ...outbid.left.map(({ sending, transaction }) => keyOf(sending, transaction)),
      ],
      all,
    };
  }

  /** Leaves out sendings for which a node did not answer: nothing is known of them. */
  async function lookAt(
    sendings: readonly Sending[],
  ): Promise<{ fates: Map<Sending, Fate>; isNodeAway: boolean }> {
    const fates = new Map<Sending, Fate>();
    try {
      await sideBySide(sendings, looksAtOnce, async (sending) => {
        const chain = deps.chainOf(sending.purpose);
        fates.set(sending, await chain.fateOf(knownOf(sending), transferOf(sending)));
      });
      return { fates, isNodeAway: false };
    } catch (error) {
      if (!(error instanceof ChainUnavailable)) throw error;
      deps.tell({ kind: 'node_away', error });
      return { fates, isNodeAway: true };
    }
  }

  /**
   * Blocks become final in order: of the mined sendings only the first is checked, and further ones as long as they are
   * final. Adds to `fates`; false: no node answered.
   */
  async function lookAtMined(all: readonly Sending[], fates: Map<Sending, Fate>): Promise<boolean> {
    const blockOf = ({ id }: Sending): bigint => minedIn.get(id) ?? 0n;
    const mined = all
      .filter((sending) => minedIn.has(sending.id) && !fates.has(sending))
      .toSorted((a, b) => Number(blockOf(a) - blockOf(b)));
    let size = 1;
    for (let at = 0; at < mined.length; at += size, size = looksAtOnce) {
      const looked = await lookAt(mined.slice(at, at + size));
      for (const [sending, fate] of looked.fates) fates.set(sending, fate);
      if (looked.isNodeAway) return false;
      if (![...looked.fates.values()].every((fate) => fate.kind === 'mined' && fate.isFinal)) break;
    }
    return true;
  }

  /** Whether it was mined since the last check. */
  function remember({ id }: Sending, fate: Fate): boolean {
    const isMined = fate.kind === 'mined';
    const isNew = isMined && !minedIn.has(id);
    if (isMined) minedIn.set(id, fate.blockNumber);
    else minedIn.delete(id);
    lookAtMs.set(id, deps.now().getTime() + deps.paceMs * (isMined ? minedPaces : 1));
    return isNew && !fate.isFinal;
  }

  function forgetEnded(open: readonly Sending[]): void {
    const ids = new Set(open.map(({ id }) => id));
    for (const known of [minedIn, lookAtMs]) {
      for (const id of known.keys()) if (!ids.has(id)) known.delete(id);
    }
  }

  /** Unless another transaction was made or signed for it since its fate was read. */
  async function bury(sendings: readonly Sending[]): Promise<Sending[]> {
    if (sendings.length === 0) return [];
    const seen = new Map(sendings.map((sending) => [sending.id, sending]));
    return await sql.begin(async (tx) => {
      const same = (await lockSendings(tx, sendings)).filter((sending) =>
        isAsSeen(seen.get(sending.id) as Sending, sending),
      );
      await buryTransactions(tx, same);
      return same.map((sending) => ({ ...sending, transactions: sending.transactions.map(dead) }));
    });
  }

  return { follow, doubt: (id) => lookAtMs.delete(id), mined: () => minedIn };
}

function dead(transaction: MadeTransaction): MadeTransaction {
  return transaction.status === 'final' ? transaction : { ...transaction, status: 'dead' };
}

function keyOf({ merchantId, id }: Sending, { number }: MadeTransaction): TransactionKey {
  return { merchantId, id, number };
}
