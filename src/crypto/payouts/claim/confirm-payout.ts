import { payoutLimitsOf } from '../../../accounts/merchants/merchant.ts';
import { findMerchant } from '../../../accounts/merchants/store.ts';
import { takeLock } from '../../../base/db/locks.ts';
import type { Db, Tx } from '../../../base/db/pool.ts';
import type { Language } from '../../../base/money/language.ts';
import { assetOn } from '../../../chain/chains/networks.ts';
import { listFault } from '../approval/address-lists.ts';
import { approvalsNeeded } from '../approval/controls.ts';
import { sentUnapproved } from '../money-store.ts';
import { isRestored } from '../pauses/pauses.ts';
import { lockPayout, saveConfirmation } from '../store.ts';

export interface ConfirmRequest {
  merchantId: string;
  payoutId: string;
  network: string;
  /** 0x and 40 hex digits, already read as an address of the network. */
  address: string;
  language: Language;
}

export type ConfirmResult =
  | 'confirmed'
  /** Confirmed before, with this or another wallet, possibly in another tab: the first confirmation holds. */
  | 'already_confirmed'
  /** It expired or was canceled. */
  | 'not_open'
  /** The address is blocked for this merchant or for all. */
  | 'blocked'
  /** The merchant pays only to addresses on its list. */
  | 'not_allowed'
  /** The database was restored: it may lack a wallet that was confirmed and paid since the backup. */
  | 'on_hold';

/**
 * Fixes a payout's destination for good and queues it for sending or approval. It runs in the caller's transaction,
 * together with the proof of the recipient's right.
 */
export async function confirmPayout(tx: Tx, request: ConfirmRequest, now: Date): Promise<ConfirmResult> {
  const { merchantId, payoutId, network, address, language } = request;
  const payout = await lockPayout(tx, merchantId, payoutId);
  if (!payout) return 'not_open';
  if (payout.network !== null) return 'already_confirmed';
  if (payout.status !== 'open' || payout.opensUntil <= now) return 'not_open';
  if (await isRestored(tx)) return 'on_hold';
  // The page offers only networks of the payout's asset: a request for another did not come from it.
  if (assetOn(network) !== payout.asset) throw new Error(`payout ${payoutId} is not paid on ${network}`);
  if (payout.networks !== null && !payout.networks.includes(network)) return 'not_allowed';
  const fault = await listFault(tx, { merchantId, network, address });
  if (fault) return fault;
  const merchant = await findMerchant(tx, merchantId);
  if (!merchant) throw new Error(`payout ${payoutId} belongs to no merchant`);
  // Several small payouts are judged by their sum.
  await takeLock(tx, 'unapproved payouts', merchantId);
  const summedMinor = payout.amountMinor + (await sentUnapproved(tx, payout, address, now));
  const needed = approvalsNeeded(summedMinor, payoutLimitsOf(merchant.settings).autoApproveUpToMinor);
  await saveConfirmation(tx, payout, {
    status: needed > 0 ? 'review' : 'queued',
    network,
    address,
    language,
    approvalsNeeded: needed,
    summedMinor,
    confirmedAt: now,
  });
  return 'confirmed';
}

/**
 * The networks a recipient may choose: those with a hot wallet. If none has one yet, all served networks: the payout
 * then waits for a wallet.
 */
export async function networksForPayout(
  db: Db,
  served: readonly string[],
  /** The networks to which this payout is restricted; null: any. */
  allowed: readonly string[] | null,
): Promise<string[]> {
  const rows = await db<{ network: string }[]>`
    SELECT network
      FROM hot_wallets
     WHERE active`;
  const withWallet = new Set(rows.map((row) => row.network));
  const open = served.filter((network) => allowed === null || allowed.includes(network));
  const ready = open.filter((network) => withWallet.has(network));
  return ready.length > 0 ? ready : open;
}
