import type { Sql } from '../../../base/db/pool.ts';
import type { PausedScopes } from '../pauses/pauses.ts';
import type { WaitReason } from '../payout.ts';
import { saveWaitOfMerchants, saveWaitOfQueue } from './queue-store.ts';

/** How soon a payout that was queued under a pause says so. */
const checkPausedMs = 5_000;

/** What all queued payouts of a network say of why they wait. */
export interface QueueWaits {
  /** Nothing of the network can be sent now. */
  holdUp(reason: WaitReason): Promise<void>;
  /** Those of paused merchants say so; nobody else carries a reason of before. */
  clearOld(paused: PausedScopes): Promise<void>;
  /** Whether some may carry a reason that is over. */
  hasOld(): boolean;
}

/** What it remembers only saves going over the whole queue. */
export function createQueueWaits(sql: Sql, network: string, now: () => Date): QueueWaits {
  let hasOld = true;
  let pausedMerchantIds: string[] = [];
  let checkPausedAtMs = 0;
  return {
    async holdUp(reason) {
      hasOld = true;
      await saveWaitOfQueue(sql, network, reason);
    },
    async clearOld(paused) {
      const nowMs = now().getTime();
      const merchantIds = [...paused.merchants].toSorted();
      const isSame = merchantIds.join() === pausedMerchantIds.join();
      const isChecked = merchantIds.length === 0 || nowMs < checkPausedAtMs;
      if (!hasOld && isSame && isChecked) return;
      await saveWaitOfMerchants(sql, network, merchantIds);
      hasOld = false;
      pausedMerchantIds = merchantIds;
      checkPausedAtMs = nowMs + checkPausedMs;
    },
    hasOld: () => hasOld,
  };
}
