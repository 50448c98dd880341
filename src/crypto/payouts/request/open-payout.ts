import { appendAudit } from '../../../accounts/audit/audit-log.ts';
import { lockAvailable, postEntry } from '../../../accounts/ledger/ledger.ts';
import { getMerchant } from '../../../accounts/merchants/get-merchant.ts';
import { findKeyed, type KeyedRequest, takeKey } from '../../../accounts/merchants/idempotency-store.ts';
import type { ApiKey } from '../../../accounts/merchants/keys/api-key.ts';
import type { Asker } from '../../../accounts/merchants/keys/asker.ts';
import { payoutLimitsOf } from '../../../accounts/merchants/merchant.ts';
import { takeLock } from '../../../base/db/locks.ts';
import type { Db, Sql, Tx } from '../../../base/db/pool.ts';
import { PasarelaError, validationFailed } from '../../../base/ground/errors.ts';
import type { Secrets } from '../../../base/ground/secrets.ts';
import { type AssetCode, formatAsset } from '../../../base/money/asset.ts';
import { formatDecimal } from '../../../base/money/money.ts';
import { assetOn } from '../../../chain/chains/networks.ts';
import type { HeldRate } from '../../orders/choose-network.ts';
import { assetOf, hashRequest, type ProcessOrderBody } from '../../orders/order-request.ts';
import { isTicketExpired, type OrderTicket } from '../../orders/order-token.ts';
import { requireMethod } from '../../orders/require-method.ts';
import { findOrderRequest } from '../../orders/store.ts';
import { type ExceededLimit, exceededLimit, payoutsNotEnabled } from '../approval/limits.ts';
import { newClaimSecret, openClaimSecret } from '../claim/claim-secret.ts';
import { madeByKey, paidOutAt } from '../money-store.ts';
import { lifetimesMs } from '../payout.ts';
import { reservedEntry } from '../post-payouts.ts';
import { findPayoutRequest, insertPayout, makerOf, type NewPayout } from '../store.ts';

export interface OpenPayoutDeps {
  sql: Sql;
  secrets: Secrets;
  /** Whether this installation serves any network of the asset. */
  isServed(asset: AssetCode): boolean;
  /** null: no rate is fresh enough. */
  freshRate(asset: AssetCode): Promise<HeldRate | null>;
  /** Rounded down: the merchant never pays for more than the amount is worth. */
  toUnits(amountMinor: bigint, rate: HeldRate): bigint;
  now(): Date;
}

/** The maker of a payout: a person on the dashboard, or an API key. */
export interface PayoutMaker extends Asker {
  /** Runs only in the transaction that makes the payout. */
  within?(tx: Tx): Promise<void>;
}

/**
 * E5 for a payout: fixes the recipient's amount and reserves the merchant's money, in one transaction. Returns the
 * secret of the recipient's claim URL; a repeated request with the same body returns the same one.
 */
export async function openPayout(
  deps: OpenPayoutDeps,
  ticket: OrderTicket,
  body: ProcessOrderBody,
  merchantId: string,
  by: PayoutMaker,
  keyed: KeyedRequest | null = null,
): Promise<{ token: string; replayed: boolean }> {
  const requestHash = hashRequest(body, merchantId);
  // A key that belongs to another request refuses this one, even if its hash was already processed.
  if (keyed) await findKeyed(deps.sql, keyed);
  // A repeated request is answered regardless of later rates and limits.
  const earlier = await linkOfEarlier(deps, deps.sql, ticket, requestHash);
  if (earlier !== null) return { token: earlier, replayed: true };
  const asset = assetOf(body);
  if (!deps.isServed(asset)) {
    throw new PasarelaError(
      'method_not_available',
      `${asset} cannot be paid out here: no network for it is set up.`,
    );
  }
  const rate = await deps.freshRate(asset);
  if (!rate) {
    const message = 'There is no fresh exchange rate right now. Try again shortly.';
    throw new PasarelaError('rate_unavailable', message, { retryAfterSeconds: 10 });
  }
  const now = deps.now();
  return await deps.sql.begin(async (tx) => {
    if (keyed) await takeKey(tx, keyed, ticket.id, now);
    // The same lock as for a pay-in: a hash becomes either an order or a payout.
    await takeLock(tx, 'order', ticket.id);
    const earlier = await linkOfEarlier(deps, tx, ticket, requestHash);
    if (earlier !== null) return { token: earlier, replayed: true };
    if (isTicketExpired(ticket, now)) {
      throw validationFailed([{ field: 'hash', message: 'has expired; create a new order' }]);
    }
    const availableUnits = await lockAvailable(tx, merchantId, asset);
    // Read under the lock: an operator's latest settings apply.
    const { enabled, settings } = await getMerchant(tx, merchantId);
    if (!enabled) throw new PasarelaError('merchant_disabled', 'This merchant account is disabled.');
    requireMethod(settings, asset, ticket, deps.isServed(asset));
    if (!settings.payoutsEnabled) {
      throw payoutsNotEnabled();
    }
    const exceeded = exceededLimit(
      ticket.amountMinor,
      await paidOutAt(tx, merchantId, now),
      payoutLimitsOf(settings),
    );
    if (exceeded) throw limitExceeded(exceeded);
    if (by.key) await requireKeyBounds(tx, merchantId, by.key, asset, ticket.amountMinor, now);
    const amountUnits = deps.toUnits(ticket.amountMinor, rate);
    // Rounded down: the fraction stays with the merchant.
    const feeUnits = (amountUnits * BigInt(settings.payoutFeeBasisPoints)) / 10_000n;
    if (amountUnits + feeUnits > availableUnits) {
      throw insufficientBalance(asset, availableUnits, amountUnits, feeUnits);
    }
    const payout: NewPayout = {
      merchantId,
      id: ticket.id,
      country: ticket.country,
      origin: ticket.origin,
      amountMinor: ticket.amountMinor,
      asset,
      email: ticket.email,
      merchantIdCustom: ticket.merchantIdCustom,
      description: body.description ?? null,
      metadata: body.metadata ?? null,
      opensUntil: new Date(now.getTime() + lifetimesMs.payout),
      amountUnits,
      feeUnits,
      rateScaled: rate.priceScaled,
      rateAt: rate.at,
      rateSources: rate.sources,
      ...makerOf(by),
      createdAt: now,
    };
    const { token, ...link } = newClaimSecret(deps.secrets);
    await postEntry(tx, reservedEntry(payout));
    await insertPayout(tx, payout, { requestHash, ...link });
    await by.within?.(tx);
    const details = { merchantId, amount: formatDecimal(payout.amountMinor, 2), email: payout.email };
    await appendAudit(
      tx,
      { actor: by.actor, act: 'payout_made', subject: `payout ${payout.id}`, details },
      now,
    );
    return { token, replayed: false };
  });
}

/** Refuses a payout beyond the bounds of the API key. */
async function requireKeyBounds(
  tx: Tx,
  merchantId: string,
  { id, bounds }: ApiKey,
  asset: AssetCode,
  amountMinor: bigint,
  now: Date,
): Promise<void> {
  const { payoutMaxMinor, payoutsPerDayMinor, networks } = bounds;
  if (networks?.every((network) => assetOn(network) !== asset)) {
    const message = `This API key pays out on ${networks.join(', ')} only, which carry no ${asset}.`;
    throw new PasarelaError('method_not_available', message);
  }
  if (payoutMaxMinor === null && payoutsPerDayMinor === null) return;
  // One lock for all assets: the key's daily sum covers all of them.
  await takeLock(tx, 'payouts of a key', id);
  const todayMinor = payoutsPerDayMinor === null ? 0n : await madeByKey(tx, merchantId, id, now);
  const limits = { singleMinor: payoutMaxMinor, dailyMinor: payoutsPerDayMinor, monthlyMinor: null };
  const exceeded = exceededLimit(amountMinor, { todayMinor, thisMonthMinor: 0n }, limits);
  if (exceeded) throw limitExceeded(exceeded, 'this API key');
}

/** The claim secret that this hash was answered with; null: not processed yet. */
async function linkOfEarlier(
  { secrets }: OpenPayoutDeps,
  db: Db,
  ticket: OrderTicket,
  requestHash: Buffer,
): Promise<string | null> {
  const earlier = await findPayoutRequest(db, ticket.id);
  if (earlier?.requestHash.equals(requestHash)) {
    if (earlier.linkSealed) return openClaimSecret(secrets, earlier.linkSealed);
    throw new PasarelaError(
      'order_already_processed',
      'Its link was made anew, and was answered then. POST /payment/{hash}/link makes another.',
    );
  }
  if (!earlier && !(await findOrderRequest(db, ticket.id))) return null;
  throw new PasarelaError('order_already_processed', 'This hash was already processed with other contents.');
}

function limitExceeded(
  { limit, limitMinor, leftMinor }: ExceededLimit,
  whose = 'this merchant',
): PasarelaError {
  const most = `${formatDecimal(limitMinor, 2)} USD`;
  const left = `${formatDecimal(leftMinor, 2)} USD`;
  const message = {
    single: `A payout of ${whose} is ${most} at most.`,
    daily: `Payouts of ${whose} are ${most} a day at most; ${left} are left until midnight UTC.`,
    monthly: `Payouts of ${whose} are ${most} a month at most; ${left} are left of this month (UTC).`,
  }[limit];
  return new PasarelaError('payout_limit_exceeded', message);
}

function insufficientBalance(
  asset: AssetCode,
  availableUnits: bigint,
  amountUnits: bigint,
  feeUnits: bigint,
): PasarelaError {
  const written = (units: bigint) => formatAsset(units, asset);
  const parts = feeUnits > 0n ? ` (${written(amountUnits)} and a fee of ${written(feeUnits)})` : '';
  const message = `This payout needs ${written(amountUnits + feeUnits)}${parts}; ${written(availableUnits)} are available.`;
  return new PasarelaError('insufficient_balance', message);
}
