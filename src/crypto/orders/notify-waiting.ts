import { collectingMail } from '../../accounts/mail/collect-mail.ts';
import { operatorId } from '../../accounts/mail/operator-notice.ts';
import type { Tx } from '../../base/db/pool.ts';
import type { NewEvent } from '../../events/outbox/event.ts';
import { appendEvents } from '../../events/outbox/outbox.ts';
import { chargePending } from './charge-notice.ts';
import { earlierPayment, earlierPaymentNotice } from './earlier-payment.ts';
import { dustUnits, needsPerson } from './order.ts';
import type { OutcomeDeps } from './outcome/outcome-deps.ts';
import type { DecidedOrder, TransferPosting } from './outcome/outcome-store.ts';
import { cryptoNotice, moneyNotice } from './payment-notice.ts';
import type { RecordedTransfer } from './transfers/transfer-store.ts';

/** An order that starts to wait for a decision, and the money that causes it. */
export interface NewlyWaiting extends DecidedOrder {
  newcomers: RecordedTransfer[];
}

/** Money that became final now and needs a person's decision; null: none. */
export function newlyWaiting(
  settled: DecidedOrder,
  changes: readonly TransferPosting[],
): NewlyWaiting | null {
  const { order, decision, transfers } = settled;
  if (!isEnd(decision.status) || !needsPerson(decision.anomalies)) return null;
  const justPosted = new Set(
    changes.filter(({ transfer, posted }) => posted && !transfer.posted).map(({ transfer }) => transfer),
  );
  const newcomers = transfers.filter(
    (transfer) =>
      !transfer.orphaned &&
      transfer.disposition === null &&
      transfer.amountUnits >= dustUnits &&
      (justPosted.has(transfer) || (transfer.posted && !isEnd(order.status))),
  );
  return newcomers.length > 0 ? { ...settled, newcomers } : null;
}

function isEnd(status: string): boolean {
  return status === 'success' || status === 'failed';
}

/**
 * Notifies the merchant by mail, and by an event if no status event does; notifies the operator by mail. Both mails
 * collect many orders into one.
 */
export async function notifyWaiting(
  deps: OutcomeDeps,
  tx: Tx,
  waiting: NewlyWaiting[],
  now: Date,
): Promise<void> {
  if (waiting.length === 0) return;
  const events: NewEvent[] = [];
  for (const one of waiting) {
    const after = one.newcomers.filter((transfer) => cameAfterEnd(one, transfer));
    if (after.length > 0) events.push(await eventOf(deps, tx, one, after, now));
  }
  if (events.length > 0) await appendEvents(tx, events);
  await collectWaiting(
    tx,
    waiting.map(({ order }) => order.merchantId),
  );
}

/** Queues the collecting mails to merchants and the operator about orders that wait for them. */
export async function collectWaiting(tx: Tx, merchantIds: string[]): Promise<void> {
  for (const merchantId of [...new Set(merchantIds)].sort())
    await collectingMail(tx, merchantId, 'orders_waiting');
  await collectingMail(tx, operatorId, 'orders_waiting');
}

function cameAfterEnd({ order }: DecidedOrder, { blockTime }: RecordedTransfer): boolean {
  return isEnd(order.status) || (order.hold !== null && blockTime > order.hold.heldUntil);
}

/**
 * Only the contract's status "pending" does no harm here: a second "success" could be counted twice, and "failed" could
 * undo a sale. Separate fields carry the actual reason.
 */
async function eventOf(
  deps: OutcomeDeps,
  tx: Tx,
  settled: DecidedOrder,
  after: RecordedTransfer[],
  now: Date,
): Promise<NewEvent> {
  const { order, decision, addresses } = settled;
  const last = after.at(-1);
  const network = last?.network ?? '';
  const units = after.reduce((sum, { amountUnits }) => sum + amountUnits, 0n);
  const transactionHash = deps.formatTransactionHash(network, last?.transactionHash ?? '0x');
  const about = {
    orderId: order.id,
    orderStatus: decision.status,
    ...moneyNotice(deps, settled),
    ...earlierPaymentNotice(await earlierPayment(tx, order), decision.status === 'success'),
  };
  const cryptoAmount = deps.formatAmount(network, units);
  const ofCharge = await chargePending(tx, order, { cryptoAmount, transactionHash, ...about }, now);
  if (ofCharge) return ofCharge;
  const paidTo = addresses.find((address) => address.network === network);
  const walletAddress = deps.formatAddress(network, paidTo?.address ?? '0x');
  // The money may have come to a network that the customer left.
  const hold = order.hold && { ...order.hold, ...paidTo };
  const notice = cryptoNotice(
    { ...order, hold },
    'pending',
    { cryptoAmount, transactionHash },
    walletAddress,
    now,
  );
  return {
    merchantId: order.merchantId,
    subject: 'crypto_order',
    subjectId: order.id,
    status: 'pending',
    type: 'order.unexpected_money',
    url: null,
    notice: { ...notice, ...about },
    createdAt: now,
    traceparent: order.traceparent,
  };
}
