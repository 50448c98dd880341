import { idTimeMs } from '../../base/db/ids.ts';
import type { Db } from '../../base/db/pool.ts';

/** A payment's amounts by the ledger, in units of the asset. */
export interface PaymentMoney {
  /** The first entry of its money. */
  entryId: string;
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
      entryId,
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

/** The order number, the customer and the method, by which a merchant recognises a payment. */
export interface PaymentNames {
  orderNumber: string | null;
  email: string | null;
  method: string;
}

/** The names of charges and crypto orders, by id. */
export async function paymentNames(
  db: Db,
  merchantId: string,
  ids: readonly string[],
): Promise<Map<string, PaymentNames>> {
  if (ids.length === 0) return new Map();
  const orders = await db<(PaymentNames & { id: string })[]>`
    SELECT id, merchant_id_custom AS "orderNumber", email, asset AS method
      FROM crypto_orders
     WHERE merchant_id = ${merchantId}
       AND id = ANY (${ids as string[]}::uuid[])`;
  const charges = await db<(PaymentNames & { id: string })[]>`
    SELECT id, order_number AS "orderNumber", email, method
      FROM all_charges
     WHERE merchant_id = ${merchantId}
       AND id = ANY (${ids as string[]}::uuid[])`;
  // The order of a charge has its id: the charge's own names count.
  return new Map([...orders, ...charges].map(({ id, ...names }) => [id, names]));
}
