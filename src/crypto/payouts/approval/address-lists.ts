import { toBytes } from '../../../base/db/bytes.ts';
import { firstId } from '../../../base/db/ids.ts';
import type { Db } from '../../../base/db/pool.ts';

/** Represents all merchants. */
export const everyMerchant = firstId;

export interface Destination {
  merchantId: string;
  network: string;
  /** 0x and 40 hex digits. */
  address: string;
}

/** The reason why a merchant may not pay to an address; null: it may. A block outweighs a permission. */
export async function listFault(
  db: Db,
  { merchantId, network, address }: Destination,
): Promise<'blocked' | 'not_allowed' | null> {
  const bytes = toBytes(address);
  const [row] = await db<{ blocked: boolean; allowed: boolean }[]>`
    SELECT EXISTS (
             SELECT
               FROM payout_addresses
              WHERE merchant_id IN (${merchantId}, ${everyMerchant})
                AND list = 'block'
                AND network = ${network}
                AND address = ${bytes}
                AND (ends_at IS NULL OR ends_at > now())
           ) AS blocked,
           NOT EXISTS (
             SELECT
               FROM payout_addresses
              WHERE merchant_id = ${merchantId}
                AND list = 'allow'
                AND (ends_at IS NULL OR ends_at > now())
           )
           OR EXISTS (
             SELECT
               FROM payout_addresses
              WHERE merchant_id = ${merchantId}
                AND list = 'allow'
                AND (good_from IS NULL OR good_from <= now())
                AND network = ${network}
                AND address = ${bytes}
           ) AS allowed`;
  if (row?.blocked) return 'blocked';
  return row?.allowed ? null : 'not_allowed';
}

/** The ids of a network's queued payouts whose address was blocked after its confirmation. */
export async function blockedPayouts(db: Db, network: string): Promise<Set<string>> {
  const rows = await db<{ id: string }[]>`
    SELECT payouts.id
      FROM payout_addresses AS listed
      JOIN payouts ON payouts.network = listed.network
                  AND payouts.address = listed.address
                  AND (listed.merchant_id = payouts.merchant_id OR listed.merchant_id = ${everyMerchant})
     WHERE listed.list = 'block'
       AND (listed.ends_at IS NULL OR listed.ends_at > now())
       AND listed.network = ${network}
       AND payouts.status = 'queued'`;
  return new Set(rows.map((row) => row.id));
}
