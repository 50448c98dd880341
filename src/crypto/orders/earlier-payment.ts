import { merchantBatches, ofBatch } from '../../base/db/citus/merchant-batches.ts';
import type { Db } from '../../base/db/pool.ts';
import { findCharge } from '../../payments/charges/store.ts';
import type { CryptoOrder } from './store.ts';

/** Another payment of the same payment link, after which nothing, or too little, was left to pay. */
export interface EarlierPayment {
  chargeId: string;
  method: string;
  paidAt: Date;
}

type OfCharge = Pick<CryptoOrder, 'merchantId' | 'chargeId'>;

/**
 * For each charge, the payment that had already paid its payment link. A customer may begin in USDT and then pay by
 * card, and the transfer arrives afterwards. Of an invoice that is paid in parts, it is the payment after which less was
 * left than this charge is for. A refunded or charged-back payment does not count. Uses the index
 * link_charges_by_charge.
 */
export async function earlierPayments(
  db: Db,
  orders: readonly OfCharge[],
): Promise<Map<string, EarlierPayment>> {
  const ofCharges = orders.filter(({ chargeId }) => chargeId !== null);
  const found = new Map<string, EarlierPayment>();
  for (const batch of merchantBatches(db, ofCharges)) {
    const rows = await db<PairRow[]>`
      SELECT ours.merchant_id AS "merchantId", ours.charge_id AS "chargeId", other.charge_id AS "otherId",
             CASE WHEN payment_links.in_parts THEN payment_links.amount_minor END AS "totalMinor"
        FROM link_charges AS ours
        JOIN payment_links ON payment_links.merchant_id = ours.merchant_id AND payment_links.id = ours.link_id
        JOIN link_charges AS other ON other.merchant_id = ours.merchant_id AND other.link_id = ours.link_id
        JOIN all_charges AS paid ON paid.merchant_id = other.merchant_id AND paid.id = other.charge_id
       WHERE ours.merchant_id ${ofBatch(db, batch)}
         AND ours.charge_id = ANY (${batch.map(({ chargeId }) => chargeId as string)}::uuid[])
         AND payment_links.is_once
         AND other.charge_id <> ours.charge_id
         AND paid.status IN ('approved', 'partially_refunded')`;
    for (const [chargeId, pairs] of Map.groupBy(rows, (row) => row.chargeId)) {
      const earlier = await earlierOf(db, chargeId, pairs);
      if (earlier) found.set(chargeId, earlier);
    }
  }
  return found;
}

interface PairRow {
  merchantId: string;
  chargeId: string;
  otherId: string;
  /** Of an invoice that is paid in parts; null: one payment pays all. */
  totalMinor: bigint | null;
}

async function earlierOf(db: Db, chargeId: string, pairs: PairRow[]): Promise<EarlierPayment | null> {
  const [{ merchantId, totalMinor }] = pairs as [PairRow];
  const charge = await findCharge(db, merchantId, chargeId);
  const others: (EarlierPayment & { amountMinor: bigint })[] = [];
  for (const { otherId } of pairs) {
    const other = await findCharge(db, merchantId, otherId);
    const paidAt = other?.approvedAt;
    if (!other || !paidAt || (charge?.approvedAt && charge.approvedAt < paidAt)) continue;
    others.push({ chargeId: otherId, method: other.method, paidAt, amountMinor: other.amount.amountMinor });
  }
  others.sort((a, b) => a.paidAt.getTime() - b.paidAt.getTime());
  let leftMinor = totalMinor ?? charge?.amount.amountMinor ?? 0n;
  for (const { amountMinor, ...other } of others) {
    leftMinor = totalMinor === null ? 0n : leftMinor - amountMinor;
    if (leftMinor < (charge?.amount.amountMinor ?? 0n)) return other;
  }
  return null;
}

export async function earlierPayment(db: Db, order: OfCharge): Promise<EarlierPayment | null> {
  if (order.chargeId === null) return null;
  return (await earlierPayments(db, [order])).get(order.chargeId) ?? null;
}

/**
 * The earlier payment in the words of the API and of events. `isPaid`: the order succeeded, so this is a second
 * payment.
 */
export function earlierPaymentNotice(earlier: EarlierPayment | null, isPaid: boolean) {
  if (!earlier) return {};
  const { chargeId, method, paidAt } = earlier;
  return {
    alreadyPaid: { reference: chargeId, method, paidAt: paidAt.toISOString() },
    ...(isPaid && { secondPayment: true as const }),
  };
}
