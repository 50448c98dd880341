import { newId } from '../../../base/db/ids.ts';
import type { Job } from '../../../base/worker/worker.ts';
import { ChainUnavailable } from '../../../chain/chains/port/chain.ts';
import { createEngine } from '../../sending/engine.ts';
import type { EngineDeps, EngineReport, Progress } from '../../sending/engine-deps.ts';
import { hotWalletsOf, leadWallets, releaseWallets } from '../../sending/hot-wallets.ts';
import type { Lane, Sending } from '../../sending/sending.ts';
import type { WaitReason } from '../payout.ts';
import { refundSendings } from '../refund/refund-sendings.ts';
import { maySign } from './may-sign.ts';
import { createWaitTeller } from './notify-waits.ts';
import { payoutSendings } from './payout-sendings.ts';
import { createPlanner } from './plan-payouts.ts';
import { hasPayoutsToMove } from './queue-store.ts';
import { createQueueWaits } from './queue-waits.ts';
import type { SendDeps } from './send-deps.ts';

export interface Sender {
  /** Advances all payouts that can advance and returns how many did. */
  step(): Promise<number>;
  /** Lets another worker lead at once. */
  release(): Promise<void>;
}

/** Another worker takes over from a dead one after this time. */
const leadSeconds = 10;
/** The lead is renewed during a long step (a slow node). */
const keepLeadMs = 3_000;

/** Batches sent in one step, before sendings under way are checked again. */
const maxBatches = 8;

/**
 * Sends the payouts and refunds of one network. A step follows what is under way, signs what is planned, sends what is
 * signed, and plans, signs and sends the queue batch by batch. See docs/develop/decisions/0012.
 */
export function createSender(deps: SendDeps, token: string = newId()): Sender {
  const { sql, chain } = deps;
  const { network } = chain;
  const lane: Lane = { network, name: 'hot' };
  const unsigned = new Set<WaitReason>();
  const engine = createEngine({
    ...deps,
    lane,
    ...usersOf(deps),
    tell: (told) => log(deps, told),
    async maySign(planned) {
      const decision = await maySign({ sql, network, standing: deps.standing }, planned);
      for (const reason of decision.reasons) unsigned.add(reason);
      return decision;
    },
  });
  const waits = createQueueWaits(sql, network, deps.now);
  const planner = createPlanner({
    ...deps,
    lane,
    waits,
    minedIds: () => [...engine.mined().keys()],
    warn: (error) => deps.logger.warn({ err: error, network }, 'payouts wait'),
  });
  const teller = createWaitTeller(deps);
  let stranded: Sending[] = [];
  let isOpened = false;

  async function move(): Promise<number> {
    const reasons = new Set<WaitReason>();
    unsigned.clear();
    const note = (progress: Progress): number => {
      for (const reason of progress.reasons) reasons.add(reason);
      return progress.count;
    };
    const followed = await engine.follow();
    let count = 0;
    if (followed) {
      stranded = followed.stranded;
      count += note(followed);
    }
    count += note(await engine.sign());
    // While one batch is at the node, the next is planned and signed.
    for (let batch = 0; batch < maxBatches; batch++) {
      const [sent, planned] = await bothEnded(engine.send().then(note), planAndSign(reasons, note));
      count += sent + planned;
      if (planned === 0) break;
    }
    count += note(await engine.send());
    for (const reason of unsigned) reasons.add(reason);
    await teller.tell(reasons);
    return count;
  }

  async function planAndSign(
    reasons: Set<WaitReason>,
    note: (progress: Progress) => number,
  ): Promise<number> {
    const heldUp = [...reasons].find((reason) => reason.endsWith('_unavailable'));
    if (heldUp) {
      await waits.holdUp(heldUp);
      return 0;
    }
    const planned = await planner.plan(stranded);
    stranded = [];
    for (const reason of planned.reasons) reasons.add(reason);
    return planned.count > 0 ? planned.count + note(await engine.sign()) : 0;
  }

  /** Another worker leads, or the network has no wallet. */
  async function withoutLead(): Promise<number> {
    if ((await hotWalletsOf(sql, network)).length === 0) {
      await waits.holdUp('no_wallet');
      await teller.tell(new Set(['no_wallet']));
    }
    return 0;
  }

  /** Runs even if nothing is to be sent: a new wallet is compared from its first moment. */
  async function openStanding(): Promise<void> {
    if (isOpened) return;
    try {
      await deps.standing.open();
      isOpened = true;
    } catch (error) {
      if (!(error instanceof ChainUnavailable)) throw error;
    }
  }

  async function isIdle(): Promise<boolean> {
    return !teller.isHeldUp() && !waits.hasOld() && !(await hasPayoutsToMove(sql, network));
  }

  return {
    async step() {
      await openStanding();
      if (await isIdle()) return 0;
      if (!(await leadWallets(sql, network, token, leadSeconds))) return await withoutLead();
      const keeping = setInterval(
        () => leadWallets(sql, network, token, leadSeconds).catch(() => false),
        keepLeadMs,
      );
      try {
        return await move();
      } finally {
        clearInterval(keeping);
      }
    },
    release: () => releaseWallets(sql, network, token),
  };
}

function usersOf(deps: SendDeps): Pick<EngineDeps, 'users' | 'chainOf'> {
  const users = { payout: payoutSendings(deps), refund: refundSendings(deps) };
  return { users, chainOf: () => deps.chain };
}

function log({ logger, chain: { network } }: SendDeps, told: EngineReport): void {
  switch (told.kind) {
    case 'declined': {
      const { sending, hash, reason } = told;
      logger.warn({ network, payoutId: sending.id, hash, reason }, 'a node declined a payout');
      return;
    }
    case 'held': {
      const { sending, fate } = told;
      logger.error(
        { network, payoutId: sending.id, hash: fate.hash, witnesses: fate.witnesses },
        'no node proves what a payout moved; it is held',
      );
      return;
    }
    case 'forgotten':
      logger.error(
        { network, count: told.count },
        'the network lost transactions that were final; they are sent again',
      );
      return;
    case 'node_away':
      logger.warn({ err: told.error, network }, 'no node answers for payouts');
      return;
    case 'signer_away':
      logger.warn({ err: told.error, network }, 'the signer does not sign');
  }
}

/** Returns both results; a failure of one is thrown after the other has ended too. */
async function bothEnded(one: Promise<number>, other: Promise<number>): Promise<[number, number]> {
  await Promise.allSettled([one, other]);
  return [await one, await other];
}

export function payoutJob(network: string, sender: Sender): Job {
  return { name: `send-payouts-${network}`, idleMs: 1_000, run: () => sender.step() };
}
