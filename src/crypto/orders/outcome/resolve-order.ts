import { appendAudit } from '../../../accounts/audit/audit-log.ts';
import { postEntry } from '../../../accounts/ledger/ledger.ts';
import { isId } from '../../../base/db/ids.ts';
import type { Sql, Tx } from '../../../base/db/pool.ts';
import { PasarelaError } from '../../../base/ground/errors.ts';
import { collectWaiting } from '../notify-waiting.ts';
import { type Disposition, dustUnits, moneyOf, needsPerson, type Resolution } from '../order.ts';
import { type CryptoOrder, findOrderById, lockOrder, saveResolution } from '../store.ts';
import { queueRefundReceipt } from '../transfers/refund-receipt.ts';
import { type RecordedTransfer, saveDisposition, transfersOfOrder } from '../transfers/transfer-store.ts';
import type { OutcomeDeps } from './outcome-deps.ts';
import { refundPostings } from './post-transfers.ts';
import { recordOrderOutcome } from './record-outcome.ts';

export interface ResolveRequest {
  resolution: Resolution;
  note: string;
  /** A refund came from other funds than the deposit itself, which is the operator's then. */
  fromOtherFunds: boolean;
  /** Who decides, for the audit log. */
  actor: string;
  /** A merchant decides once; what it wants refunded is the operator's to send and to note. */
  isMerchant: boolean;
}

/**
 * A person's word on an order with an anomaly: the money that lies in suspense is accepted as the
 * payment, was sent back or is to be, or is left where it is. Only what is final is decided about, so that no
 * reorganisation makes the decision one about other money.
 */
export async function resolveOrder(
  deps: OutcomeDeps & { sql: Sql; now(): Date },
  orderId: string,
  request: ResolveRequest,
): Promise<CryptoOrder> {
  const found = isId(orderId) ? await findOrderById(deps.sql, orderId) : null;
  if (!found?.hold) throw new PasarelaError('not_found', 'There is no order with a payment under this id.');
  const key = { merchantId: found.merchantId, orderId };
  const now = deps.now();
  await deps.sql.begin(async (tx) => {
    // What became final since the last look counts.
    await recordOrderOutcome(deps, tx, key, now);
    const order = (await lockOrder(tx, key.merchantId, orderId)) as CryptoOrder;
    const transfers = await transfersOfOrder(tx, key.merchantId, orderId);
    const open = transfers.filter(({ orphaned, credited, disposition }) => {
      const isOpen = disposition === null || (disposition === 'refund_due' && !request.isMerchant);
      return !orphaned && !credited && isOpen;
    });
    const resolution = resolutionOf(request, open);
    // The same word again: it stands.
    const isSame = order.resolution === resolution || order.resolution === request.resolution;
    if (request.isMerchant && isSame && !open.some(isPayment)) return;
    requireResolvable(order, transfers, open);
    if (request.resolution === 'accepted' && order.status === 'failed' && !open.some(isPayment)) {
      throw notResolvable('There is no money of this order to accept.');
    }

    // Dust beside money that the merchant has already is nobody's word: it stays where it is.
    const meant = resolution === request.resolution ? open : [];
    const disposition = dispositionOf(request);
    if (disposition === 'returned' && meant.some(({ isSwept }) => isSwept)) {
      throw notResolvable(
        'Its deposit was swept from its address, so it cannot have been sent back from there: say that the refund came from other funds.',
      );
    }
    await saveResolution(tx, order, resolution, request.note, now);
    for (const transfer of meant) {
      await saveDisposition(tx, key.merchantId, transfer, disposition);
      await postRefund(tx, order, { ...transfer, disposition });
    }
    await recordOrderOutcome(deps, tx, key, now);
    if (resolution === 'refund_due') await collectWaiting(tx, []);
    if (resolution === 'refunded') await queueRefundReceipt(deps, tx, order, meant, now);
    const decided = meant.map(({ network, transactionHash, amountUnits }) => ({
      transactionHash: deps.formatTransactionHash(network, transactionHash),
      amountUnits,
    }));
    await appendAudit(
      tx,
      {
        actor: request.actor,
        act: 'order_resolved',
        subject: `order ${orderId}`,
        details: { merchantId: key.merchantId, resolution, note: request.note, transfers: decided },
      },
      now,
    );
  });
  return (await findOrderById(deps.sql, orderId)) ?? found;
}

/** Where the money is with the merchant already there is nothing for the operator to send back. */
function resolutionOf({ resolution }: ResolveRequest, open: RecordedTransfer[]): Resolution {
  return resolution === 'refund_due' && !open.some(isPayment) ? 'refunded' : resolution;
}

function requireResolvable(
  order: CryptoOrder,
  transfers: RecordedTransfer[],
  open: RecordedTransfer[],
): void {
  const fault = unresolvable(order, transfers, open);
  if (fault !== null) throw notResolvable(fault);
}

/** Why nobody's word is asked for, or null. */
function unresolvable(
  order: CryptoOrder,
  transfers: RecordedTransfer[],
  open: RecordedTransfer[],
): string | null {
  if (!needsPerson(order.anomalies) || (order.resolution !== null && !open.some(isPayment))) {
    return 'This order has no anomaly that waits for a decision.';
  }
  const undecided = order.status !== 'success' && order.status !== 'failed';
  const coming = transfers.some(({ orphaned, posted }) => !orphaned && !posted);
  return undecided || coming
    ? 'This order is still under way: wait until its time is over and its transfers final.'
    : null;
}

/** How much of an order's money waits for the merchant's word; null: nothing does. */
export function unitsToDecide(order: CryptoOrder, transfers: RecordedTransfer[]): bigint | null {
  const open = transfers.filter(
    ({ orphaned, credited, disposition }) => !orphaned && !credited && disposition === null,
  );
  if (unresolvable(order, transfers, open) !== null) return null;
  const { undecidedUnits } = moneyOf({ ...order, expectedUnits: order.hold?.amountUnits ?? 0n }, transfers);
  return undecidedUnits > 0n ? undecidedUnits : null;
}

function isPayment({ amountUnits }: RecordedTransfer): boolean {
  return amountUnits >= dustUnits;
}

function dispositionOf({ resolution, fromOtherFunds }: ResolveRequest): Disposition {
  if (resolution !== 'refunded') return resolution;
  return fromOtherFunds ? 'advanced' : 'returned';
}

/** What lay in suspense has left our custody, or has become the operator's. */
async function postRefund(
  tx: Tx,
  { merchantId, asset }: CryptoOrder,
  transfer: RecordedTransfer,
): Promise<void> {
  const postings = refundPostings(asset, transfer);
  if (!postings) return;
  const kind = transfer.disposition === 'returned' ? 'deposit_returned' : 'refund_advanced';
  await postEntry(tx, { merchantId, kind, subjectId: transfer.id, postings });
}

function notResolvable(message: string): PasarelaError {
  return new PasarelaError('order_not_resolvable', message);
}
