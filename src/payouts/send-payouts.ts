import { newId } from '../db/ids.ts';
import type { Job } from '../worker/worker.ts';
import { sendSigned } from './broadcast-transactions.ts';
import { followPayouts } from './follow-payouts.ts';
import type { WaitReason } from './payout.ts';
import { holdUpQueue, planPayouts } from './plan-payouts.ts';
import { hasPayoutsToMove } from './queue-store.ts';
import { emptyMemory, type SendDeps } from './send-deps.ts';
import type { PayoutUnderWay } from './sending.ts';
import { signTransactions } from './sign-transactions.ts';
import { tellWaits } from './tell-waits.ts';
import { hotWalletsOf, leadWallets, releaseWallets } from './wallet-store.ts';

export interface Sender {
  /** Moves on what can be moved on; answers how much that was. */
  step(): Promise<number>;
  /** Lets another worker lead at once. */
  release(): Promise<void>;
}

/** A worker that died is followed after this. */
const leadSeconds = 10;
/** While a step takes long (a slow node), its lead is kept. */
const keepLeadMs = 3_000;

/** Sent in one step, before what is under way is looked at again. */
const maxBatches = 8;

/**
 * Sends the payouts of one network. A step is: follow what is under way, sign what is planned, send what is signed,
 * plan what is queued, and sign and send that, batch by batch. Each part finds its work in the database, so that a process that dies
 * between any two is followed by one that goes on with the same rows. See docs/decisions/0012.
 */
export function createSender(deps: SendDeps, token: string = newId()): Sender {
  const { sql, chain } = deps;
  const { network } = chain;
  const memory = emptyMemory();
  let stranded: PayoutUnderWay[] = [];

  async function move(): Promise<number> {
    const nowMs = deps.now().getTime();
    const reasons = new Set<WaitReason>();
    let count = 0;
    if (nowMs >= memory.followAtMs) {
      memory.followAtMs = nowMs + deps.paceMs;
      const followed = await followPayouts(deps, memory);
      stranded = followed.stranded;
      count += followed.count;
      for (const reason of followed.reasons) reasons.add(reason);
    }
    count += await sign(reasons);
    // While one batch is with the node, the next is planned and signed.
    for (let batch = 0; batch < maxBatches; batch++) {
      const [sent, planned] = await bothEnded(send(reasons), planAndSign(reasons));
      count += sent + planned;
      if (planned === 0) break;
    }
    count += await send(reasons);
    await tellWaits(deps, memory, reasons);
    return count;
  }

  async function planAndSign(reasons: Set<WaitReason>): Promise<number> {
    const heldUp = [...reasons].find((reason) => reason.endsWith('_unavailable'));
    const planned = heldUp
      ? await holdUpQueue(deps, memory, heldUp)
      : await planPayouts(deps, memory, stranded);
    stranded = [];
    for (const reason of planned.reasons) reasons.add(reason);
    return planned.count > 0 ? planned.count + (await sign(reasons)) : 0;
  }

  async function sign(reasons: Set<WaitReason>): Promise<number> {
    const { count, isSignerAway } = await signTransactions(deps);
    if (isSignerAway) reasons.add('signer_unavailable');
    return count;
  }

  async function send(reasons: Set<WaitReason>): Promise<number> {
    const sent = await sendSigned(deps, memory);
    for (const reason of sent.reasons) reasons.add(reason);
    return sent.count;
  }

  /** Another worker leads, or there is nothing to lead. */
  async function withoutLead(): Promise<number> {
    if ((await hotWalletsOf(sql, network)).length === 0) {
      await tellWaits(deps, memory, (await holdUpQueue(deps, memory, 'no_wallet')).reasons);
    }
    return 0;
  }

  async function isIdle(): Promise<boolean> {
    // What was told to the operator ends when nothing waits any more.
    return memory.heldUp.size === 0 && !memory.hasOldWaits && !(await hasPayoutsToMove(sql, network));
  }

  return {
    async step() {
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

/** Both results; a failure of one is thrown when the other has ended, too. */
async function bothEnded(one: Promise<number>, other: Promise<number>): Promise<[number, number]> {
  await Promise.allSettled([one, other]);
  return [await one, await other];
}

export function payoutJob(network: string, sender: Sender): Job {
  return { name: `send-payouts-${network}`, idleMs: 1_000, run: () => sender.step() };
}
