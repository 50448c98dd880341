import type { Sql } from '../../../base/db/pool.ts';
import type { PausedScopes } from '../pauses/pauses.ts';
import type { WaitReason } from '../payout.ts';
import { saveWaitOfMerchants, saveWaitOfQueue } from './queue-store.ts';

/** How soon a payout queued during a pause shows it. */
const checkPausedMs = 5_000;

/** The wait reasons of all queued payouts of a network. */
export interface QueueWaits {
  /** No payout of the network can be sent now. */
  holdUp(reason: WaitReason): Promise<void>;
  /** Marks payouts of paused merchants and clears old reasons of all others. */
  clearOld(paused: PausedScopes): Promise<void>;
  /** Whether some may carry an outdated reason. */
  hasOld(): boolean;
}

/** The memory only saves updates of the whole queue. */
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
