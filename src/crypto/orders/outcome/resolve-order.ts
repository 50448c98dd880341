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
  /** The refund came from other funds, so the deposit itself belongs to the operator. */
  fromOtherFunds: boolean;
  /** The person who decides, for the audit log. */
  actor: string;
  /** A merchant decides once; the operator sends and records the refund that the merchant asks for. */
  isMerchant: boolean;
}

/**
 * Records a person's decision about an order with an anomaly: money in suspense is accepted as the payment, was or will
 * be sent back, or stays in place. Only final money is decided, so that no reorganisation can change what the decision
 * covers.
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
    // Includes transfers that became final since the last decision.
    await recordOrderOutcome(deps, tx, key, now);
    const order = (await lockOrder(tx, key.merchantId, orderId)) as CryptoOrder;
    const transfers = await transfersOfOrder(tx, key.merchantId, orderId);
    const open = transfers.filter(({ orphaned, credited, disposition }) => {
      const isOpen = disposition === null || (disposition === 'refund_due' && !request.isMerchant);
      return !orphaned && !credited && isOpen;
    });
    const resolution = resolutionOf(request, open);
    // A repeated decision changes nothing.
    const isSame = order.resolution === resolution || order.resolution === request.resolution;
    if (request.isMerchant && isSame && !open.some(isPayment)) return;
    requireResolvable(order, transfers, open);
    if (request.resolution === 'accepted' && order.status === 'failed' && !open.some(isPayment)) {
      throw notResolvable('There is no money of this order to accept.');
    }

    // Dust beside money that the merchant already has needs no decision: it stays in suspense.
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

/** If the merchant already has the money, the operator has nothing to send back. */
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

/** The reason why no decision is possible, or null. */
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

/** Units of an order that wait for the merchant's decision; null: none. */
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

/** Posts that money in suspense has left our custody, or now belongs to the operator. */
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
