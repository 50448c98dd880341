import { announceStatus } from '../charges/announce.ts';
import type { ChargeStatus } from '../charges/charge.ts';
import { lockCharge, saveDecision } from '../charges/store.ts';
import type { Tx } from '../db/pool.ts';
import { findMerchant } from '../merchants/store.ts';
import { appendEvents } from '../webhooks/outbox.ts';
import type { Cursor } from './cursor-store.ts';
import { decideOrder, dustUnits, type OrderDecision, type OrderStatus } from './order.ts';
import { cryptoNotice } from './payment-notice.ts';
import { postTransfers } from './post-transfers.ts';
import { type CryptoOrder, lockOrder, saveOrderDecision } from './store.ts';
import { type OrderKey, type RecordedTransfer, transfersOfOrder } from './transfer-store.ts';

export interface SettleDeps {
  /** An address as its network writes it for people. */
  formatAddress(network: string, address: string): string;
  formatTransactionHash(network: string, transactionHash: string): string;
}

/**
 * Decides an order anew from all its transfers and brings state, ledger and event in line, in the
 * caller's transaction. Calling it again changes nothing.
 */
export async function settleOrder(
  deps: SettleDeps,
  tx: Tx,
  key: OrderKey,
  chain: Pick<Cursor, 'finalizedNumber' | 'finalizedTime'>,
  now: Date,
): Promise<void> {
  const order = await lockOrder(tx, key.merchantId, key.orderId);
  if (!order?.hold) return;
  const { hold } = order;
  const transfers = await transfersOfOrder(tx, order.merchantId, order.id);
  const decision = decideOrder({
    status: order.status,
    amountUnits: hold.amountUnits,
    heldUntil: hold.heldUntil,
    // A person's acceptance stands as long as the money does.
    resolution: transfers.some((each) => each.disposition === 'accepted' && !each.orphaned)
      ? 'accepted'
      : null,
    transfers: transfers.map((each) => ({ ...each, returned: isReturned(each) })),
    finalizedNumber: chain.finalizedNumber,
    finalizedTime: chain.finalizedTime,
  });
  await saveOrderDecision(tx, order, decision, now);

  const merchant = await findMerchant(tx, order.merchantId);
  await postTransfers(tx, transfers, {
    merchantId: order.merchantId,
    network: hold.network,
    feeBasisPoints: merchant?.settings.cryptoFeeBasisPoints ?? 0,
    isFinal: (transfer) => transfer.blockNumber <= chain.finalizedNumber,
    isCredited: (transfer) =>
      decision.status === 'success' &&
      !isReturned(transfer) &&
      (transfer.disposition === 'accepted' || transfer.blockTime <= hold.heldUntil),
  });
  if (decision.status !== order.status) await announce(deps, tx, order, decision, transfers, now);
}

function isReturned({ disposition }: RecordedTransfer): boolean {
  return disposition === 'returned' || disposition === 'advanced';
}

/** Orders that went by without a network being chosen. */
export async function failUnopened(deps: SettleDeps, tx: Tx, order: CryptoOrder, now: Date): Promise<void> {
  const decision: OrderDecision = { status: 'failed', anomalies: ['expired'], seenUnits: 0n, finalUnits: 0n };
  await saveOrderDecision(tx, order, decision, now);
  await announce(deps, tx, order, decision, [], now);
}

async function announce(
  deps: SettleDeps,
  tx: Tx,
  order: CryptoOrder,
  decision: OrderDecision,
  transfers: RecordedTransfer[],
  now: Date,
): Promise<void> {
  // Back to waiting after a reorganisation: the contract has no word for it.
  if (decision.status === 'awaiting' || decision.status === 'open') return;
  if (order.chargeId !== null) return await moveCharge(tx, order, decision, now);
  const { hold } = order;
  const last = transfers.findLast((transfer) => !transfer.orphaned && transfer.amountUnits >= dustUnits);
  const notice = cryptoNotice(
    order,
    decision.status,
    {
      units: decision.seenUnits,
      transactionHash: last && hold ? deps.formatTransactionHash(hold.network, last.transactionHash) : '',
    },
    hold ? deps.formatAddress(hold.network, hold.address) : '',
    now,
  );
  await appendEvents(tx, [
    {
      merchantId: order.merchantId,
      subject: 'crypto_order',
      subjectId: order.id,
      status: decision.status,
      url: null,
      body: JSON.stringify(notice),
      createdAt: now,
    },
  ]);
}

/** The status of the charge that an order pays; undefined: it does not change. */
const chargeStatusOf: Readonly<Record<OrderStatus, ChargeStatus | undefined>> = {
  open: undefined,
  awaiting: undefined,
  pending: undefined,
  success: 'approved',
  failed: 'expired',
};

async function moveCharge(tx: Tx, order: CryptoOrder, decision: OrderDecision, now: Date): Promise<void> {
  const charge = order.chargeId && (await lockCharge(tx, order.merchantId, order.chargeId));
  if (!charge) return;
  // A reorganisation took back what was final: the one word for money that was taken back.
  const lost = charge.status === 'approved' && decision.status === 'failed';
  const status = lost ? 'charged_back' : chargeStatusOf[decision.status];
  if (status === undefined) return;
  // Ended for want of a payment, which then counted after all.
  const revived = charge.status === 'expired' && status === 'approved';
  if (charge.status !== 'open' && !revived && !lost) return;
  await saveDecision(tx, charge, { status }, now);
  await announceStatus(tx, [charge], status, now);
}
