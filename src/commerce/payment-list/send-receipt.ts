import { appendAudit, listAudit } from '../../accounts/audit/audit-log.ts';
import { type DueReceipt, queueReceipts } from '../../accounts/mail/queue-receipts.ts';
import { newId } from '../../base/db/ids.ts';
import type { Db, Sql } from '../../base/db/pool.ts';
import { PasarelaError } from '../../base/ground/errors.ts';
import type { Notation } from '../../chain/chains/port/notation.ts';
import { receiptOf } from '../../crypto/orders/outcome/record-outcome.ts';
import type { CryptoOrder } from '../../crypto/orders/store.ts';
import { transfersOfOrder } from '../../crypto/orders/transfers/transfer-store.ts';
import { attemptsOf } from '../../payments/charges/attempts/attempt-store.ts';
import { cardReceipt } from '../../payments/charges/cards/card-receipt.ts';
import type { Charge } from '../../payments/charges/charge.ts';

export interface SendReceiptDeps {
  sql: Sql;
  notation: Notation;
  now(): Date;
}

/** A payment whose receipt can be sent again. */
export interface ReceiptOf {
  charge: Charge | null;
  /** The order of a payment in an asset. */
  order: CryptoOrder | null;
}

/** A double click sends one mail; a person whose mail server is slow can soon ask again. */
const betweenMs = 10 * 60 * 1000;

/** Mails the receipt of a payment again, only to the customer. */
export async function sendReceipt(deps: SendReceiptDeps, payment: ReceiptOf, actor: string): Promise<void> {
  const now = deps.now();
  const subject = subjectOf(payment);
  await deps.sql.begin(async (tx) => {
    const receipt = await receiptAgain(tx, deps, payment);
    const { recipient } = receipt ?? {};
    if (!receipt || !recipient) {
      throw new PasarelaError(
        'receipt_missing',
        'There is no receipt: it is not paid, or the customer gave no e-mail.',
      );
    }
    // Concurrent requests wait here and then see this row.
    await appendAudit(tx, { actor, act: 'receipt_resent', subject, details: { recipient } }, now);
    const [, ...earlier] = await listAudit(tx, { subject }, shownActs);
    const last = earlier.find(({ act }) => act === 'receipt_resent');
    if (last && now.getTime() - last.at.getTime() < betweenMs) {
      throw new PasarelaError(
        'receipt_missing',
        'The receipt was sent a moment ago. Try again in ten minutes.',
      );
    }
    await queueReceipts(tx, [{ ...receipt, causeId: newId() }]);
  });
}

/** A payment has a handful of acts. */
const shownActs = 50;

function subjectOf({ charge, order }: ReceiptOf): string {
  return charge ? `charge ${charge.id}` : `order ${order?.id}`;
}

async function receiptAgain(
  db: Db,
  { notation }: SendReceiptDeps,
  { charge, order }: ReceiptOf,
): Promise<DueReceipt | null> {
  if (order) {
    if (order.status !== 'success') return null;
    const transfers = await transfersOfOrder(db, order.merchantId, order.id);
    const credited = transfers.filter((transfer) => transfer.credited);
    const creditedUnits = credited.reduce((sum, { amountUnits }) => sum + amountUnits, 0n);
    return receiptOf(notation, { order, transfers, creditedUnits }, order.decidedAt ?? order.createdAt);
  }
  if (!charge?.approvedAt) return null;
  const attempts = await attemptsOf(db, charge.merchantId, charge.id);
  const paid = attempts.find(({ status }) => status === 'approved');
  return paid ? cardReceipt('payment', charge, paid, charge, charge.approvedAt) : null;
}
