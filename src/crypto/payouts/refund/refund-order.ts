import { createHash } from 'node:crypto';
import { appendAudit } from '../../../accounts/audit/audit-log.ts';
import { balancesOf, lockAvailable, postEntry } from '../../../accounts/ledger/ledger.ts';
import { queueUnwritten } from '../../../accounts/mail/queue-mail.ts';
import { keyReused } from '../../../accounts/merchants/idempotency-store.ts';
import type { Asker } from '../../../accounts/merchants/keys/asker.ts';
import { isUniqueViolation } from '../../../base/db/errors.ts';
import { newIdOf } from '../../../base/db/ids.ts';
import type { Sql, Tx } from '../../../base/db/pool.ts';
import { PasarelaError, validationFailed } from '../../../base/ground/errors.ts';
import type { Secrets } from '../../../base/ground/secrets.ts';
import { formatAsset } from '../../../base/money/asset.ts';
import { dustUnits, needsPerson } from '../../orders/order.ts';
import type { OutcomeDeps } from '../../orders/outcome/outcome-deps.ts';
import { recordOrderOutcome } from '../../orders/outcome/record-outcome.ts';
import { type CryptoOrder, type Hold, lockOrder, saveResolution } from '../../orders/store.ts';
import { takeForRefund } from '../../orders/transfers/refund-transfers.ts';
import { type RecordedTransfer, transfersOfOrder } from '../../orders/transfers/transfer-store.ts';
import { newClaimSecret } from '../claim/claim-secret.ts';
import { lifetimesMs } from '../payout.ts';
import { lockPayout, makerOf, type Payout } from '../store.ts';
import { decideRefund, type RefundAsk, type RefundDecision } from './decide-refund.ts';
import { refundOpenedEntry } from './refund-entries.ts';
import { findRefundByKey, insertRefund, type NewRefund, refundsOfOrder, sendsAsset } from './refund-store.ts';

export interface RefundOrderDeps extends OutcomeDeps {
  sql: Sql;
  secrets: Secrets;
  now(): Date;
}

export interface RefundRequest {
  ask: RefundAsk;
  idempotencyKey: string | null;
  /** Why, for the merchant's people; null: none given. */
  reason: string | null;
  /** About the decision, for the audit log; null: none given. */
  note: string | null;
  by: Asker;
}

/**
 * Opens a refund: sets the money aside and mails the customer the claim URL where they enter a wallet. It all happens
 * in one transaction under the order's lock, so that two refunds never give back the same money.
 */
export async function refundOrder(
  deps: RefundOrderDeps,
  key: Pick<CryptoOrder, 'merchantId' | 'id'>,
  request: RefundRequest,
): Promise<{ refund: Payout; replayed: boolean }> {
  const requestHash = hashOf(key.id, request);
  try {
    return await deps.sql.begin((tx) => open(deps, tx, key, request, requestHash));
  } catch (error) {
    // The same key came for another order at the same instant: one of the two is too late.
    if (!isUniqueViolation(error, 'payouts_idempotency')) throw error;
    throw keyReused();
  }
}

/** The amount of an order that could be given back now. */
export interface Refundable {
  units: bigint;
  /** Late or short money goes back whole; credited money may go back in part. */
  isWhole: boolean;
}

/**
 * null: nothing can be given back from here, or nothing is left. Reads only: a request for the refund is decided anew.
 */
export async function refundableOf(
  sql: Sql,
  order: CryptoOrder,
  transfers: RecordedTransfer[],
): Promise<Refundable | null> {
  if (order.email === '' || !(await sendsAsset(sql, order.asset))) return null;
  const refunds = await refundsOfOrder(sql, order.merchantId, order.id);
  const decision = decide(order, transfers, refunds, { kind: 'all' });
  if ('fault' in decision) return null;
  if (decision.from === 'suspense') return { units: decision.units, isWhole: true };
  const balances = await balancesOf(sql, order.merchantId);
  const available = balances.find(
    ({ account, asset }) => account === 'merchant_available' && asset === order.asset,
  );
  const held = available?.balance ?? 0n;
  if (held >= decision.units) return { units: decision.units, isWhole: false };
  return held < dustUnits ? null : { units: held, isWhole: false };
}

async function open(
  deps: RefundOrderDeps,
  tx: Tx,
  { merchantId, id }: Pick<CryptoOrder, 'merchantId' | 'id'>,
  request: RefundRequest,
  requestHash: Buffer,
): Promise<{ refund: Payout; replayed: boolean }> {
  const now = deps.now();
  const key = { merchantId, orderId: id };
  // Includes transfers that became final since the last decision. From here on the order is locked.
  await recordOrderOutcome(deps, tx, key, now);
  const order = (await lockOrder(tx, merchantId, id)) as CryptoOrder;
  const earlier = await findEarlier(tx, merchantId, request, requestHash);
  if (earlier) return { refund: earlier, replayed: true };
  const refunds = await refundsOfOrder(tx, merchantId, id);
  const transfers = await transfersOfOrder(tx, merchantId, id);
  const decision = decide(order, transfers, refunds, request.ask);
  if ('fault' in decision) {
    const last = refunds.at(-1);
    const isSaid = order.resolution === 'refund_due' || order.resolution === 'refunded';
    // A repeated decision about an order changes nothing.
    if (request.ask.kind === 'left_over' && decision.fault === 'nothing_left' && isSaid && last) {
      return { refund: last, replayed: true };
    }
    throw refusalOf(decision, order, request.ask);
  }
  await requireWay(tx, order);
  const refund = newRefund(order, order.hold as Hold, decision, request, now);
  if (decision.from === 'balance') await requireBalance(tx, refund);
  const { linkHash, linkSealed } = newClaimSecret(deps.secrets);
  await postEntry(tx, refundOpenedEntry(refund));
  const { idempotencyKey } = request;
  await insertRefund(tx, refund, { requestHash, idempotencyKey, linkHash, linkSealed });
  if (decision.from === 'suspense') await takeForRefund(tx, key, refund.id, decision.transfers);
  if (decision.from === 'suspense' || (needsPerson(order.anomalies) && order.resolution === null)) {
    await saveResolution(
      tx,
      order,
      'refund_due',
      request.note ?? request.reason ?? `refund ${refund.id}`,
      now,
    );
  }
  // Money that is given back pays for nothing.
  await recordOrderOutcome(deps, tx, key, now);
  await queueUnwritten(tx, { merchantId, kind: 'refund_link', payoutId: refund.id });
  await appendAudit(tx, auditOf(order, refund, request), now);
  return { refund: (await lockPayout(tx, merchantId, refund.id)) as Payout, replayed: false };
}

function hashOf(orderId: string, { ask, reason }: RefundRequest): Buffer {
  const units = ask.kind === 'part' ? ask.units.toString() : null;
  return (
    createHash('sha256')
      // Keys from before there were reasons keep their hash.
      .update(JSON.stringify([orderId, units, ...(reason ? [reason] : [])]))
      .digest()
  );
}

async function findEarlier(
  tx: Tx,
  merchantId: string,
  { idempotencyKey }: RefundRequest,
  requestHash: Buffer,
): Promise<Payout | null> {
  const earlier = idempotencyKey === null ? null : await findRefundByKey(tx, merchantId, idempotencyKey);
  if (!earlier) return null;
  if (earlier.requestHash.equals(requestHash)) return earlier.refund;
  throw keyReused();
}

function decide(
  { status, hold, anomalies }: CryptoOrder,
  transfers: RecordedTransfer[],
  refunds: Payout[],
  ask: RefundAsk,
): RefundDecision<RecordedTransfer> {
  if (!hold) return { fault: 'nothing_left' };
  if (ask.kind === 'left_over') {
    // A decision covers all money that came: no transfer may still be under way.
    if (transfers.some(({ orphaned, posted }) => !orphaned && !posted)) return { fault: 'under_way' };
    if (!needsPerson(anomalies)) return { fault: 'nothing_left' };
  }
  const refundedUnits = refunds
    .filter((refund) => refund.status !== 'failed' && !refund.fromSuspense)
    .reduce((total, { amountUnits }) => total + amountUnits, 0n);
  return decideRefund({ status, priceUnits: hold.amountUnits, transfers, refundedUnits }, ask);
}

/** Without a hot wallet, or an e-mail address for the claim URL, the money would only be locked up. */
async function requireWay(tx: Tx, order: CryptoOrder): Promise<void> {
  if (order.email === '') {
    throw notRefundable('This order has no e-mail to send the customer’s link to: pay it out instead.');
  }
  if (!(await sendsAsset(tx, order.asset))) {
    throw notRefundable(
      'Nothing is sent from here: POST /payment/{hash}/resolve has the operator give it back.',
    );
  }
}

/** Also used for an order that was made to give strays back. */
export function newRefund(
  order: CryptoOrder,
  hold: Hold,
  { from, units }: { from: 'suspense' | 'balance'; units: bigint },
  { by, reason }: Pick<RefundRequest, 'by' | 'reason'>,
  now: Date,
): NewRefund {
  return {
    merchantId: order.merchantId,
    id: newIdOf(order.merchantId),
    refundOf: order.id,
    refundReason: reason,
    fromSuspense: from === 'suspense',
    asset: order.asset,
    country: order.country,
    origin: order.origin,
    amountMinor: worthMinor(units, hold.rateScaled),
    email: order.email,
    merchantIdCustom: order.merchantIdCustom,
    description: order.description,
    metadata: order.metadata,
    language: order.language,
    opensUntil: new Date(now.getTime() + lifetimesMs.refund),
    amountUnits: units,
    // The customer gets the whole amount, and the merchant pays no fee for a refund.
    feeUnits: 0n,
    rateScaled: hold.rateScaled,
    rateAt: hold.rateAt,
    rateSources: hold.rateSources,
    ...makerOf(by),
    createdAt: now,
  };
}

/** The value in US cents at the payment's rate, rounded to the nearest; at least one. */
export function worthMinor(units: bigint, rateScaled: bigint): bigint {
  const unitsPerMinor = 10n ** 12n;
  const minor = (units * rateScaled + unitsPerMinor / 2n) / unitsPerMinor;
  return minor > 0n ? minor : 1n;
}

async function requireBalance(tx: Tx, { merchantId, asset, amountUnits }: NewRefund): Promise<void> {
  const availableUnits = await lockAvailable(tx, merchantId, asset);
  if (amountUnits <= availableUnits) return;
  throw new PasarelaError(
    'insufficient_balance',
    `This refund needs ${formatAsset(amountUnits, asset)}; ${formatAsset(availableUnits, asset)} are available.`,
  );
}

function refusalOf(
  decision: Extract<RefundDecision<RecordedTransfer>, { fault: string }>,
  order: CryptoOrder,
  ask: RefundAsk,
): PasarelaError {
  const code = ask.kind === 'left_over' ? 'order_not_resolvable' : 'order_not_refundable';
  switch (decision.fault) {
    case 'under_way':
      return new PasarelaError(
        code,
        'This order is still under way: wait until its time is over and its transfers final.',
      );
    case 'nothing_left':
      return new PasarelaError(
        code,
        ask.kind === 'left_over'
          ? 'This order has no anomaly that waits for a decision.'
          : `This order is ${order.status} and has nothing left to refund.`,
      );
    case 'not_accepted':
      return notRefundable(
        `${formatAsset(decision.waitingUnits, order.asset)} came late or short: they are given back whole, without amount. To give back a part, accept them first (POST /payment/{hash}/resolve).`,
      );
    case 'too_much':
      return validationFailed([
        {
          field: 'amount',
          message: `at most ${formatAsset(decision.mostUnits, order.asset)} is left to refund`,
        },
      ]);
  }
}

function notRefundable(message: string): PasarelaError {
  return new PasarelaError('order_not_refundable', message);
}

function auditOf({ merchantId, id }: CryptoOrder, refund: NewRefund, { by, note, reason }: RefundRequest) {
  const details = {
    merchantId,
    refundId: refund.id,
    amountUnits: refund.amountUnits,
    from: refund.fromSuspense ? 'suspense' : 'balance',
    ...(reason !== null && { reason }),
    ...(note !== null && { note }),
  };
  return { actor: by.actor, act: 'order_refunded' as const, subject: `order ${id}`, details };
}
