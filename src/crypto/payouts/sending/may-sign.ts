import type { Sql } from '../../../base/db/pool.ts';
import { assetOn } from '../../../chain/chains/networks.ts';
import type { SigningDecision } from '../../sending/engine-deps.ts';
import type { PlannedTransaction } from '../../sending/signing-store.ts';
import type { WaitReason } from '../payout.ts';
import { unfunded } from './funding.ts';
import { payoutsByIds, saveWaits } from './queue-store.ts';
import type { Standing } from './send-deps.ts';

/**
 * The last check before signing. With a key that is ahead of the books, only a nonce that is already in a block may be
 * signed: it can pay nobody twice, and may be the very transaction that the chain has. A planned transaction whose
 * money is gone is given up.
 */
export async function maySign(
  deps: { sql: Sql; network: string; standing: Standing },
  planned: readonly PlannedTransaction[],
): Promise<SigningDecision & { reasons: Set<WaitReason> }> {
  const { sql, network, standing } = deps;
  const sign: PlannedTransaction[] = [];
  const giveUp: PlannedTransaction[] = [];
  const waits: { merchantId: string; id: string; reason: WaitReason }[] = [];
  const hold = ({ merchantId, id }: PlannedTransaction, reason: WaitReason) =>
    waits.push({ merchantId, id, reason });
  // A replacement competes with a transaction that is already out.
  const first = planned.filter(({ isReplacement }) => !isReplacement);
  sign.push(...planned.filter(({ isReplacement }) => isReplacement));
  for (const [wallet, some] of Map.groupBy(first, (each) => each.wallet)) {
    const unknown = await standing.unknown(wallet);
    const used = new Set(unknown.map(({ nonce }) => nonce));
    const poor = await unfunded(sql, assetOn(network), await payoutsByIds(sql, some));
    for (const each of some) {
      const reason = poor.get(each.id);
      if (each.nonce !== null && used.has(each.nonce)) sign.push(each);
      else if (unknown.length > 0) hold(each, 'wallet_ahead_of_books');
      else if (reason === undefined) sign.push(each);
      else {
        hold(each, reason);
        giveUp.push(each);
      }
    }
  }
  await saveWaits(sql, waits);
  return { sign, giveUp, reasons: new Set(waits.map(({ reason }) => reason)) };
}
