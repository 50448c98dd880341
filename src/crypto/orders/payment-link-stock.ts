import { merchantBatches, ofBatch } from '../../base/db/citus/merchant-batches.ts';
import type { Db } from '../../base/db/pool.ts';
import type { CryptoOrder } from './store.ts';

/** The stock of the payment link that an order pays. */
export interface PaymentLinkStock {
  stock: number;
  /** What is neither sold nor being paid. */
  left: number;
  /** What this order is for. */
  pieces: number;
}

/** For each charge of a payment link with a stock. A charge that ended unpaid holds none of it any more. */
export async function stocksOfPaymentLinks(
  db: Db,
  orders: readonly Pick<CryptoOrder, 'merchantId' | 'chargeId'>[],
): Promise<Map<string, PaymentLinkStock>> {
  const ofCharges = orders.filter(({ chargeId }) => chargeId !== null);
  const found = new Map<string, PaymentLinkStock>();
  for (const batch of merchantBatches(db, ofCharges)) {
    const rows = await db<(PaymentLinkStock & { chargeId: string })[]>`
      SELECT ours.charge_id AS "chargeId", payment_links.stock, coalesce(min(ours.pieces), 1) AS pieces,
             greatest(0, payment_links.stock - sum(coalesce(made.pieces, 1)) FILTER (WHERE charge.status NOT IN (
               'declined', 'canceled', 'voided', 'expired')))::int AS left
        FROM link_charges AS ours
        JOIN payment_links ON payment_links.merchant_id = ours.merchant_id AND payment_links.id = ours.link_id
        JOIN link_charges AS made ON made.merchant_id = ours.merchant_id AND made.link_id = ours.link_id
        JOIN all_charges AS charge ON charge.merchant_id = made.merchant_id AND charge.id = made.charge_id
       WHERE ours.merchant_id ${ofBatch(db, batch)}
         AND ours.charge_id = ANY (${batch.map(({ chargeId }) => chargeId as string)}::uuid[])
         AND payment_links.stock IS NOT NULL
       GROUP BY ours.merchant_id, ours.charge_id, payment_links.stock`;
    for (const { chargeId, ...stock } of rows)
      found.set(chargeId, { ...stock, left: stock.left ?? stock.stock });
  }
  return found;
}
