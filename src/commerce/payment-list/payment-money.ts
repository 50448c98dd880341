import { idTimeMs } from '../../base/db/ids.ts';
import type { Db } from '../../base/db/pool.ts';

/** A payment's amounts by the ledger, in units of the asset. */
export interface PaymentMoney {
  paidAt: Date;
  asset: string;
  fee: bigint;
  /** The merchant's share, before refunds and charge-backs. */
  net: bigint;
  /** Charged back by banks, less won disputes. */
  chargedBack: bigint;
  /** Paid to the merchant's own account at the processor, not to its balance here. */
  isDirect: boolean;
}

interface Row {
  paymentId: string;
  entryId: string;
  kind: string;
  account: string;
  asset: string;
  amount: bigint;
}

/** Reads charges and crypto orders by id. Leaves out unpaid ones. */
export async function paymentMoney(
  db: Db,
  merchantId: string,
  ids: readonly string[],
): Promise<Map<string, PaymentMoney>> {
  if (ids.length === 0) return new Map();
  const rows = await db<Row[]>`
    WITH subjects AS (
      SELECT id AS payment_id, id AS subject_id
        FROM unnest(${ids as string[]}::uuid[]) AS id
       UNION ALL
      SELECT charge_id, id
        FROM disputes
       WHERE merchant_id = ${merchantId}
         AND charge_id = ANY (${ids as string[]}::uuid[])
       UNION ALL
      SELECT charge_id, id
        FROM unexpected_payments
       WHERE merchant_id = ${merchantId}
         AND charge_id = ANY (${ids as string[]}::uuid[])
       UNION ALL
      SELECT coalesce(crypto_orders.charge_id, crypto_orders.id), transfers.id
        FROM crypto_orders
        JOIN transfers ON transfers.merchant_id = crypto_orders.merchant_id
                      AND transfers.order_id = crypto_orders.id
       WHERE crypto_orders.merchant_id = ${merchantId}
         AND (crypto_orders.id = ANY (${ids as string[]}::uuid[])
              OR crypto_orders.charge_id = ANY (${ids as string[]}::uuid[]))
    )
    SELECT payment_id AS "paymentId", entry.id AS "entryId", entry.kind, account, asset, amount
      FROM subjects
      JOIN ledger_entries AS entry ON entry.merchant_id = ${merchantId}
                                  AND entry.subject_id = subjects.subject_id
      JOIN ledger_postings AS posting ON posting.merchant_id = ${merchantId}
                                     AND posting.entry_id = entry.id
     WHERE entry.merchant_id = ${merchantId}
       AND posting.merchant_id = ${merchantId}
       AND entry.kind IN ('charge_approved', 'unexpected_payment_accepted', 'deposit_credited', 'credit_reversed', 'charge_back', 'charge_back_reversed')
       AND account IN ('merchant_available', 'merchant_direct', 'platform_fees')
     ORDER BY entry.id`;
  const found = new Map<string, PaymentMoney>();
  for (const { paymentId, entryId, kind, account, asset, amount } of rows) {
    const money = found.get(paymentId) ?? {
      paidAt: new Date(idTimeMs(entryId)),
      asset,
      fee: 0n,
      net: 0n,
      chargedBack: 0n,
      isDirect: false,
    };
    found.set(paymentId, money);
    if (kind.startsWith('charge_back')) {
      if (account !== 'platform_fees') money.chargedBack -= amount;
    } else if (account === 'platform_fees') money.fee += amount;
    else {
      money.net += amount;
      money.isDirect ||= account === 'merchant_direct';
    }
  }
  return found;
}

/** The merchant's own numbers of charges and crypto orders, by id. */
export async function orderNumbers(
  db: Db,
  merchantId: string,
  ids: readonly string[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const charges = await db<{ id: string; number: string | null }[]>`
    SELECT id, order_number AS number
      FROM all_charges
     WHERE merchant_id = ${merchantId}
       AND id = ANY (${ids as string[]}::uuid[])`;
  const orders = await db<{ id: string; number: string | null }[]>`
    SELECT id, merchant_id_custom AS number
      FROM crypto_orders
     WHERE merchant_id = ${merchantId}
       AND id = ANY (${ids as string[]}::uuid[])`;
  return new Map(
    [...charges, ...orders].flatMap(({ id, number }) => (number === null ? [] : [[id, number]])),
  );
}
