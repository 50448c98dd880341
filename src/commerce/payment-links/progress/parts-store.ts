import type { Db, Tx } from '../../../base/db/pool.ts';
import type { PaymentLink } from '../payment-link.ts';
import { type PartCharge, partStatuses } from './parts.ts';

/** The charges that pay, or may pay, these invoices, the oldest first. Uses the primary key of link_charges. */
export async function partCharges(
  db: Db,
  merchantId: string,
  linkIds: readonly string[],
): Promise<PartCharge[]> {
  if (linkIds.length === 0) return [];
  return await db<PartCharge[]>`
    SELECT link_charges.link_id AS "linkId", link_charges.charge_id AS "chargeId", made.status,
           coalesce(made.captured_minor, made.amount_minor) AS "amountMinor", asked_again_at IS NOT NULL AS "isAskedAgain",
           client_address_hash AS "clientAddressHash", made.created_at AS "createdAt"
      FROM link_charges
      JOIN all_charges AS made ON made.merchant_id = link_charges.merchant_id AND made.id = link_charges.charge_id
     WHERE link_charges.merchant_id = ${merchantId}
       AND made.merchant_id = ${merchantId}
       AND link_charges.link_id = ANY (${linkIds as string[]}::uuid[])
       AND made.status = ANY (${partStatuses as unknown as string[]}::text[])
     ORDER BY link_charges.charge_id`;
}

/** From now on these charges, which went back, do not count as paid. The caller holds the payment link's lock. */
export async function askAgain(
  tx: Tx,
  { merchantId, id }: PaymentLink,
  chargeIds: readonly string[],
  now: Date,
): Promise<void> {
  await tx`
    UPDATE link_charges
       SET asked_again_at = ${now}
     WHERE merchant_id = ${merchantId}
       AND link_id = ${id}
       AND charge_id = ANY (${chargeIds as string[]}::uuid[])`;
}
