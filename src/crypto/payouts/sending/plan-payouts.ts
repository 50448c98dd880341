import type { Db, Sql } from '../../../base/db/pool.ts';
import { assetOn } from '../../../chain/chains/networks.ts';
import { ChainUnavailable } from '../../../chain/chains/port/chain.ts';
import type { Drafting, PayoutChain, WalletFacts } from '../../../chain/chains/port/payout-chain.ts';
import { type Signer, SignerUnavailable } from '../../../chain/signers/signer.ts';
import { type HotWallet, hotWalletsOf, lockHotWallet } from '../../sending/hot-wallets.ts';
import { lockAccount } from '../../sending/nonces.ts';
import { outgoingBut, outgoingFromNonce } from '../../sending/outgoing.ts';
import { lockStranded, planSendings, type ToPlan } from '../../sending/plan-sendings.ts';
import type { Lane, Sending } from '../../sending/sending.ts';
import { blockedPayouts, listFault } from '../approval/address-lists.ts';
import { countSent, holdSentDays, judgeByPresentRules, sendBackToReview } from '../approval/present-rules.ts';
import { type PausedScopes, pausedScopes } from '../pauses/pauses.ts';
import type { WaitReason } from '../payout.ts';
import { decideSending, type SendingFacts } from './decide-sending.ts';
import { createFrozenRecipients } from './frozen-recipients.ts';
import { inTheRed, unfunded } from './funding.ts';
import {
  changeWallet,
  merchantsWithQueue,
  type PayoutToSend,
  payoutsOf,
  queuedPayouts,
  saveWaitOf,
  saveWaitOfThese,
  saveWaits,
  takeFromQueue,
} from './queue-store.ts';
import type { QueueWaits } from './queue-waits.ts';
import type { Standing } from './send-deps.ts';

export interface PlanDeps {
  sql: Sql;
  lane: Lane;
  chain: PayoutChain;
  signer: Pick<Signer, 'addressOn'>;
  waits: QueueWaits;
  standing: Standing;
  /** Sendings in a block that is not final. */
  minedIds(): string[];
  warn(error: unknown): void;
  now(): Date;
}

export interface Planned {
  /** How many got a transaction. */
  count: number;
  /** The reasons that hold up payouts of this network now. */
  reasons: Set<WaitReason>;
}

/** Decides which payouts are sent now and records it: from then on each has a transaction that may be signed. */
export interface Planner {
  plan(stranded: readonly Sending[]): Promise<Planned>;
}

/** Planned in one transaction: large enough to share its cost, small enough that the first need not wait long. */
const batchSize = 64;
/** How many are considered if the first ones must wait. */
const windowSize = 256;
/** Under way and in no block yet. Nodes keep some hundreds per wallet before they drop any. */
const maxUnmined = 256;

/** The outside facts required before anything is promised. */
interface Look {
  wallet: HotWallet;
  facts: WalletFacts;
  drafting: Drafting;
}

export function createPlanner(deps: PlanDeps): Planner {
  const { sql, lane, chain, waits } = deps;
  const { network } = chain;
  const frozenRecipients = createFrozenRecipients(chain, deps.now);
  const asset = assetOn(network);
  /** Merchants whose payouts wait because they owe more than they have, at the last check. */
  let red: ReadonlySet<string> = new Set();

  async function plan(stranded: readonly Sending[]): Promise<Planned> {
    const queue = await lookAtQueue(stranded);
    if ('heldUp' in queue) return await holdUp(queue.heldUp);
    const { reasons } = queue;
    const ruled = await judgeByPresentRules(sql, queue.candidates, deps.now());
    const candidates = ruled.send;
    await sendBackToReview(sql, ruled.review, deps.now());
    if (ruled.overLimit.length > 0) {
      reasons.add('over_limit');
      await saveWaitOf(
        sql,
        network,
        ruled.overLimit.map(({ id }) => id),
        'over_limit',
      );
    }
    if (candidates.length === 0) return { count: 0, reasons };
    try {
      const look = await lookAround();
      if ('heldUp' in look) {
        const anew = candidates.filter(({ stranded: seen }) => seen !== null);
        await saveWaits(
          sql,
          anew.map(({ merchantId, id }) => ({ merchantId, id, reason: look.heldUp })),
        );
        return await holdUp(look.heldUp);
      }
      const free = await freeOf(sql, look);
      const decided = decideSending(candidates, { ...free, room: Math.min(free.room, batchSize) });
      const { sound, frozen } = await frozenRecipients.check(decided.send);
      const waiting = [
        ...decided.waits,
        ...frozen.map((payout) => ({ payout, reason: 'would_fail' as const })),
      ];
      await saveWaits(
        sql,
        waiting
          .filter(({ payout, reason }) => payout.waitReason !== reason)
          .map(({ payout: { merchantId, id }, reason }) => ({ merchantId, id, reason })),
      );
      for (const { reason } of waiting) if (reason) reasons.add(reason);
      return { count: await write(look, sound), reasons };
    } catch (error) {
      const reason = reasonOf(error);
      if (reason === null) throw error;
      deps.warn(error);
      return await holdUp(reason);
    }
  }

  async function holdUp(reason: WaitReason): Promise<Planned> {
    await waits.holdUp(reason);
    return { count: 0, reasons: new Set([reason]) };
  }

  /** The payouts that could be sent, in sending order: those to be sent again come first. */
  async function lookAtQueue(
    stranded: readonly Sending[],
  ): Promise<{ candidates: PayoutToSend[]; reasons: Set<WaitReason> } | { heldUp: WaitReason }> {
    const [paused, blocked] = await Promise.all([pausedScopes(sql), blockedPayouts(sql, network)]);
    if (isPaused(paused)) return { heldUp: 'paused' };
    await waits.clearOld(paused);
    const anew = await payoutsOf(sql, stranded);
    for (const payout of anew) {
      if ((await listFault(sql, { ...payout, network })) === 'blocked') blocked.add(payout.id);
    }
    if (blocked.size > 0) await saveWaitOf(sql, network, [...blocked], 'address_blocked');
    const frozenIds = frozenRecipients.waiting();
    const reasons = new Set<WaitReason>();
    if (blocked.size > 0) reasons.add('address_blocked');
    if (frozenIds.length > 0) reasons.add('would_fail');
    const allowed = anew.filter(
      ({ merchantId, id }) => !paused.merchants.has(merchantId) && !blocked.has(id),
    );
    const found = [...allowed, ...(await solventQueue(paused.merchants, [...blocked, ...frozenIds]))];
    const poor = await unfunded(sql, asset, found);
    await saveWaits(
      sql,
      found.flatMap(({ merchantId, id, waitReason }) => {
        const reason = poor.get(id);
        return reason === undefined || reason === waitReason ? [] : [{ merchantId, id, reason }];
      }),
    );
    for (const reason of poor.values()) reasons.add(reason);
    if (red.size > 0) reasons.add('merchant_in_the_red');
    return { candidates: found.filter(({ id }) => !poor.has(id)), reasons };
  }

  /** The queue without merchants in the red, so that a merchant with many payouts delays no others. */
  async function solventQueue(
    paused: ReadonlySet<string>,
    payoutIds: readonly string[],
  ): Promise<PayoutToSend[]> {
    red = await inTheRed(sql, asset, await merchantsWithQueue(sql, network, [...red]));
    for (;;) {
      const leftOut = { merchantIds: [...paused, ...red], payoutIds };
      const queue = await queuedPayouts(sql, network, leftOut, windowSize);
      const found = await inTheRed(
        sql,
        asset,
        queue.map(({ merchantId }) => merchantId),
      );
      if (found.size === 0) return queue;
      await saveWaitOfThese(sql, network, [...found], 'merchant_in_the_red');
      red = new Set([...red, ...found]);
    }
  }

  async function lookAround(): Promise<Look | { heldUp: WaitReason }> {
    const [wallet] = await hotWalletsOf(sql, network);
    if (!wallet?.isActive) return { heldUp: 'no_wallet' };
    const [address, facts, drafting] = await Promise.all([
      deps.signer.addressOn({ id: network, family: chain.family }),
      chain.wallet(wallet.address),
      chain.drafting(wallet.address),
    ]);
    if (address !== wallet.address) {
      throw new SignerUnavailable(
        `the signer has the key of ${address ?? 'no wallet'}, not of ${wallet.address}`,
      );
    }
    if ((await deps.standing.unknown(wallet.address)).length > 0) return { heldUp: 'wallet_ahead_of_books' };
    return drafting.wait ? { heldUp: drafting.wait } : { wallet, facts, drafting };
  }

  /** The wallet's balance after everything under way has arrived. */
  async function freeOf(db: Db, { wallet: { address }, facts, drafting }: Look): Promise<SendingFacts> {
    const { count, units, coinUnits } =
      facts.nextNonce === null
        ? await outgoingBut(db, network, address, deps.minedIds())
        : await outgoingFromNonce(db, network, { chain: chain.chainName, wallet: address }, facts.nextNonce);
    return {
      now: deps.now(),
      freeUsdtUnits: facts.usdtUnits - units,
      freeGasUnits: facts.gasUnits - coinUnits - BigInt(count) * drafting.maxCost,
      maxCost: drafting.maxCost,
      room: Math.max(0, maxUnmined - count),
    };
  }

  /**
   * Makes each payout's transaction. The decision is repeated under the wallet's lock, so that another worker's plans
   * for the same wallet and new pauses or blocks count.
   */
  async function write(look: Look, payouts: readonly PayoutToSend[]): Promise<number> {
    if (payouts.length === 0) return 0;
    const { address } = look.wallet;
    const account = { chain: chain.chainName, wallet: address };
    return await sql.begin(async (tx) => {
      const wallet = await lockHotWallet(tx, network, address);
      await lockAccount(tx, account);
      const [paused, blocked] = await Promise.all([pausedScopes(tx), blockedPayouts(tx, network)]);
      if (!wallet?.isActive || isPaused(paused)) return 0;
      const stranded = new Map(
        (await lockStranded(tx, strandedOf(payouts))).map((sending) => [sending.id, sending]),
      );
      const poor = await unfunded(tx, asset, payouts);
      const still = payouts.filter(
        ({ merchantId, id, stranded: seen }) =>
          !paused.merchants.has(merchantId) &&
          !blocked.has(id) &&
          !poor.has(id) &&
          (seen === null || stranded.has(id)),
      );
      await holdSentDays(tx, still, deps.now());
      const ruled = await judgeByPresentRules(tx, still, deps.now());
      const { send } = decideSending(ruled.send, await freeOf(tx, look));
      const fromQueue = await takeFromQueue(
        tx,
        address,
        send.filter((payout) => payout.stranded === null),
      );
      await countSent(
        tx,
        send.filter(({ id }) => fromQueue.has(id)),
        deps.now(),
      );
      const anew = send.filter((payout) => payout.stranded !== null);
      await changeWallet(tx, address, anew);
      const plans = send
        .filter(({ id }) => fromQueue.has(id) || stranded.has(id))
        .map(({ merchantId, id, kind, address: to, amountUnits }): ToPlan => {
          return { merchantId, id, purpose: kind, to, amountUnits, stranded: stranded.get(id) ?? null };
        });
      const { drafting, facts } = look;
      await planSendings(tx, lane, account, facts.nextNonce, plans, drafting.draft, deps.now());
      return plans.length;
    });
  }

  function isPaused({ all, networks }: PausedScopes): boolean {
    return all || networks.has(network);
  }

  return { plan };
}

function strandedOf(payouts: readonly PayoutToSend[]): Sending[] {
  return payouts.flatMap(({ stranded }) => stranded ?? []);
}

function reasonOf(error: unknown): WaitReason | null {
  if (error instanceof ChainUnavailable) return 'node_unavailable';
  return error instanceof SignerUnavailable ? 'signer_unavailable' : null;
}
