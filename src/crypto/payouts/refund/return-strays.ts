import { appendAudit } from '../../../accounts/audit/audit-log.ts';
import { postEntry } from '../../../accounts/ledger/ledger.ts';
import { personAsks } from '../../../accounts/merchants/keys/asker.ts';
import { payoutLimitsOf } from '../../../accounts/merchants/merchant.ts';
import { findMerchant } from '../../../accounts/merchants/store.ts';
import { isId, newIdOf } from '../../../base/db/ids.ts';
import type { Tx } from '../../../base/db/pool.ts';
import { PasarelaError } from '../../../base/ground/errors.ts';
import { assetOn, peersOf } from '../../../chain/chains/networks.ts';
import {
  bookStrays,
  type HeldStrays,
  holdStrays,
  strayDetails,
  undecidable,
} from '../../deposits/strays/open-strays.ts';
import { recordOrderOutcome } from '../../orders/outcome/record-outcome.ts';
import {
  type CryptoOrder,
  findOrderById,
  type Hold,
  insertOrder,
  lockOrder,
  saveEndedHold,
  saveResolution,
} from '../../orders/store.ts';
import { takeForRefund } from '../../orders/transfers/refund-transfers.ts';
import { listFault } from '../approval/address-lists.ts';
import { approvalsNeeded } from '../approval/controls.ts';
import { newClaimSecret } from '../claim/claim-secret.ts';
import { isOurAddress } from '../claim/claim-store.ts';
import { isRestored } from '../pauses/pauses.ts';
import { lockPayout, type Payout, saveConfirmation } from '../store.ts';
import { refundOpenedEntry } from './refund-entries.ts';
import { newRefund, type RefundOrderDeps, worthMinor } from './refund-order.ts';
import { insertRefund, sendsOn } from './refund-store.ts';

export interface ReturnRequest {
  orderId: string;
  /** The network on which the money came and goes back. */
  network: string;
  /** 0x and 40 hex digits. The sender's address may belong to an exchange, so a person gives the destination. */
  address: string;
  note: string;
  actor: string;
}

/**
 * Gives strays back. They get their own order, already ended, in the asset that came: the order they were meant for has
 * one asset, may still be paid, and stays unchanged. The return is an ordinary refund, sent by the same engine, and a
 * second person has to approve it.
 */
export async function returnStrays(deps: RefundOrderDeps, request: ReturnRequest): Promise<Payout> {
  const { orderId, network, address, note, actor } = request;
  const found = isId(orderId) ? await findOrderById(deps.sql, orderId) : null;
  if (!found) throw new PasarelaError('not_found', `There is no order ${orderId}.`);
  const { merchantId } = found;
  const now = deps.now();
  return await deps.sql.begin(async (tx) => {
    const held = await holdStrays(tx, { merchantId, orderId }, network, 'return');
    await requireWay(tx, merchantId, network, address);
    const order = await insertReturnOrder(tx, held, now);
    await bookStrays(tx, held, order, { decision: 'returned', by: actor, at: now });
    const refund = newRefund(
      order,
      order.hold as Hold,
      { from: 'suspense', units: held.units },
      { by: personAsks(actor), reason: null },
      now,
    );
    const { linkHash, linkSealed } = newClaimSecret(deps.secrets);
    const requestHash = Buffer.from(order.id.replaceAll('-', ''), 'hex');
    await insertRefund(tx, refund, { requestHash, idempotencyKey: null, linkHash, linkSealed });
    const key = { merchantId, orderId: order.id };
    await takeForRefund(tx, key, refund.id, held.strays);
    await saveResolution(tx, order, 'refund_due', note, now);
    // Books the deposit; only then is there money to set aside.
    await recordOrderOutcome(deps, tx, key, now);
    await postEntry(tx, refundOpenedEntry(refund));
    const merchant = await findMerchant(tx, merchantId);
    const limit = merchant ? payoutLimitsOf(merchant.settings).autoApproveUpToMinor : 0n;
    const open = (await lockPayout(tx, merchantId, refund.id)) as Payout;
    await saveConfirmation(tx, open, {
      status: 'review',
      network,
      address,
      language: order.language ?? merchant?.language ?? 'en',
      // One person entered the address: it is never sent without a second person.
      approvalsNeeded: Math.max(1, approvalsNeeded(refund.amountMinor, limit)),
      summedMinor: refund.amountMinor,
      confirmedAt: now,
    });
    const to = deps.formatAddress(network, address);
    const details = { ...strayDetails(held, deps), refundId: refund.id, returnOrderId: order.id, to, note };
    await appendAudit(tx, { actor, act: 'stray_returned', subject: `order ${orderId}`, details }, now);
    return (await lockPayout(tx, merchantId, refund.id)) as Payout;
  });
}

async function requireWay(tx: Tx, merchantId: string, network: string, address: string): Promise<void> {
  if (await isRestored(tx)) {
    throw undecidable('The database was restored: nothing is given back until that is confirmed.');
  }
  if (!(await sendsOn(tx, network))) {
    throw undecidable(`No hot wallet sends on ${network}: set one first (pasarela hot-wallet set).`);
  }
  if (await isOurAddress(tx, [network, ...peersOf(network)], address)) {
    throw undecidable('This address is one of our own: say where the customer wants it.');
  }
  const listed = await listFault(tx, { merchantId, network, address });
  if (listed) {
    throw undecidable(
      listed === 'blocked' ? 'This address is blocked.' : 'The merchant pays only to addresses on its list.',
    );
  }
}

/** Makes an ended order at the address that holds the money, so that sweeps, books and refunds can use it. */
async function insertReturnOrder(tx: Tx, held: HeldStrays, now: Date): Promise<CryptoOrder> {
  const { order, strays, units, address, addressIndex } = held;
  const network = strays[0]?.network as string;
  const first = Math.min(...strays.map(({ blockTime }) => blockTime.getTime()));
  const { rateScaled, rateAt, rateSources } = order.hold as Hold;
  const id = newIdOf(order.merchantId);
  await insertOrder(
    tx,
    {
      ...order,
      id,
      chargeId: null,
      asset: assetOn(network),
      price: { currency: 'USD', amountMinor: worthMinor(units, rateScaled) },
      returnUrl: null,
      opensUntil: now,
      createdAt: now,
    },
    Buffer.alloc(0),
  );
  const hold: Hold = {
    network,
    address,
    addressIndex,
    amountUnits: units,
    rateScaled,
    rateAt,
    rateSources,
    local: null,
    // No transfer to it counts as a payment.
    heldUntil: new Date(first - 1),
  };
  await saveEndedHold(tx, { merchantId: order.merchantId, orderId: id }, hold, now);
  return (await lockOrder(tx, order.merchantId, id)) as CryptoOrder;
}
