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
  /** With this or another wallet, at another time or in another tab: the first one stands. */
  | 'already_confirmed'
  /** Its time is over, or it was canceled. */
  | 'not_open'
  /** The address is blocked for this merchant or for all. */
  | 'blocked'
  /** The merchant pays only to addresses on its list. */
  | 'not_allowed'
  /** The database was restored: it may not know of a wallet that was confirmed, and paid, since. */
  | 'on_hold';

/**
 * Fixes where a payout goes, for good, and hands it to be sent or to be approved. In the caller's transaction,
 * with whatever proved that the recipient may.
 */
export async function confirmPayout(tx: Tx, request: ConfirmRequest, now: Date): Promise<ConfirmResult> {
  const { merchantId, payoutId, network, address, language } = request;
  const payout = await lockPayout(tx, merchantId, payoutId);
  if (!payout) return 'not_open';
  if (payout.network !== null) return 'already_confirmed';
  if (payout.status !== 'open' || payout.opensUntil <= now) return 'not_open';
  if (await isRestored(tx)) return 'on_hold';
  // The page offers only networks of its asset: who asks for another did not ask the page.
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
 * Where a recipient may choose to be paid: networks that a hot wallet sends on. When none has one yet, all that
 * are served: the payout then waits for a wallet.
 */
export async function networksForPayout(
  db: Db,
  served: readonly string[],
  /** Where this payout may be sent; null: anywhere. */
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
