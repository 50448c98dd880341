import { setTimeout as delay } from 'node:timers/promises';
import type { Sql, Tx } from '../src/base/db/pool.ts';
import { partitionsOf } from '../src/base/db/schema/partitions.ts';
import { dropOldEvents, makeEventPartitions } from '../src/events/outbox/event-partitions.ts';
import { vacuum } from './world.ts';

/** Charges per statement, which writes a dozen rows for each. */
const chunkCharges = 20_000;
const progressCharges = 500_000;
export const merchantCount = 10_000;
const customersOfMerchant = 200;
/** One charge in this many belongs to the measured merchant, which is neither the only nor the smallest one. */
const ownShare = 50;
const yearMs = 365 * 24 * 60 * 60 * 1000;

/**
 * A year of data as the program would have left it: charges of ten thousand merchants, spread evenly over the year in
 * order of time, each with its attempts, ledger entry, event and delivery. Seven in ten were paid, and two in a hundred
 * of these were refunded. Triggers and foreign keys are bypassed, so balances are computed from the postings at the
 * end.
 */
export async function fillYear(sql: Sql, merchantId: string, charges: number): Promise<void> {
  await makeMonths(sql);
  await fillMerchants(sql, merchantId);
  for (let first = 0; first < charges; first += chunkCharges) {
    const end = Math.min(first + chunkCharges, charges);
    await quietly(sql, (tx) => insertCharges(tx, merchantId, first, end, charges));
    if (end % progressCharges === 0) process.stderr.write(`  stored ${end} of ${charges} charges\n`);
    // Lets the disk catch up.
    await delay(0);
  }
  await quietly(
    sql,
    (tx) => tx`
      INSERT INTO ledger_balances AS b (merchant_id, account, asset, balance)
      SELECT merchant_id, account, asset, sum(amount)
        FROM ledger_postings
       GROUP BY merchant_id, account, asset
          ON CONFLICT (merchant_id, account, asset) DO UPDATE SET balance = excluded.balance`,
  );
  // The program's sums lack the charges that were stored after it added them up: normally no program writes into past
  // hours.
  await sql`TRUNCATE hour_sums, hour_sums_until`;
  for (const table of [
    'charges',
    'attempts',
    'refunds',
    'ledger_entries',
    'ledger_postings',
    'events',
    'deliveries',
  ])
    await vacuum(sql, table);
}

/** Makes the partitions of the past year and the coming months, as they are after a year of operation. */
async function makeMonths(sql: Sql): Promise<void> {
  const now = new Date();
  await dropOldEvents(sql, 1, new Date(now.getTime() + yearMs));
  await makeEventPartitions(sql, new Date(now.getTime() - yearMs));
  await makeEventPartitions(sql, now);
  process.stderr.write(`  ${(await partitionsOf(sql, 'events')).length} partitions of events\n`);
}

/** Copies of the existing merchant; nobody knows their keys. */
async function fillMerchants(sql: Sql, merchantId: string): Promise<void> {
  await quietly(
    sql,
    (tx) => tx`
      INSERT INTO merchants (id, name, contact_email, settings, webhook_secret)
      SELECT md5(n::text)::uuid, 'Shop ' || n, 'shop-' || n || '@shop.example', settings, webhook_secret
        FROM merchants
       CROSS JOIN generate_series(1, ${merchantCount - 1}) AS n
       WHERE merchants.id = ${merchantId}
          ON CONFLICT DO NOTHING`,
  );
}

async function quietly(sql: Sql, work: (tx: Tx) => Promise<unknown>): Promise<void> {
  await sql.begin(async (tx) => {
    await tx`SET LOCAL statement_timeout = 0`;
    await tx`SET LOCAL session_replication_role = replica`;
    await tx`SET LOCAL synchronous_commit = off`;
    await work(tx);
  });
}

async function insertCharges(
  tx: Tx,
  merchantId: string,
  first: number,
  end: number,
  total: number,
): Promise<void> {
  await tx`
    WITH made AS MATERIALIZED (
      SELECT n,
             CASE WHEN n % ${ownShare} = 0 THEN ${merchantId}::uuid
                  ELSE md5((1 + n % ${merchantCount - 1})::text)::uuid
             END AS merchant_id,
             at,
             uuidv7(at - clock_timestamp()) AS id,
             uuidv7(at + interval '1 minute' - clock_timestamp()) AS attempt_id,
             uuidv7(at + interval '2 minutes' - clock_timestamp()) AS entry_id,
             uuidv7(at + interval '2 minutes' - clock_timestamp()) AS event_id,
             uuidv7(at + interval '1 hour' - clock_timestamp()) AS refund_id,
             uuidv7(at + interval '1 hour' - clock_timestamp()) AS refund_entry_id,
             CASE WHEN n % 100 < 2 THEN 'refunded'
                  WHEN n % 100 < 72 THEN 'approved'
                  WHEN n % 100 < 76 THEN 'declined'
                  WHEN n % 100 < 80 THEN 'canceled'
                  ELSE 'expired'
             END AS status,
             1000 + n % 90000 AS amount,
             (1000 + n % 90000) * 3 / 100 AS fee
        FROM generate_series(${first}::bigint, ${end - 1}::bigint) AS n
       CROSS JOIN LATERAL (
         SELECT now() - interval '1 day' - interval '1 year' * (1 - n / ${total}::float8) AS at
       ) AS its
    ), paid AS (
      SELECT *
        FROM made
       WHERE status IN ('approved', 'refunded')
    ), given_back AS (
      SELECT *
        FROM made
       WHERE status = 'refunded'
    ), charged AS (
      INSERT INTO charges (
        merchant_id, id, status, method, country, currency, amount_minor, description, customer_id, email, order_number,
        notification_url, return_url, request_hash, refunded_minor, created_at, expires_at, decided_at, approved_at, refunded_at)
      SELECT merchant_id, id, status, 'CARDS', 'COL', 'USD', amount,
             'Order of three items, delivered on Monday',
             'customer-' || n / ${ownShare} % ${customersOfMerchant},
             'customer-' || n || '@mail.example',
             'order-' || n,
             'https://shop.example/hooks/payments',
             'https://shop.example/orders/thanks',
             sha256(n::text::bytea),
             CASE WHEN status = 'refunded' THEN amount ELSE 0 END,
             at, at + interval '24 hours', at + interval '2 minutes',
             CASE WHEN status IN ('approved', 'refunded') THEN at + interval '2 minutes' END,
             CASE WHEN status = 'refunded' THEN at + interval '1 hour' END
        FROM made
    ), tried AS (
      INSERT INTO attempts (
        merchant_id, id, charge_id, status, processor, processor_reference, refusal, card_brand, card_first6, card_last4,
        card_fingerprint, client_address_hash, due_at, inquiries, created_at, resolved_at)
      SELECT merchant_id, attempt_id, id,
             CASE WHEN status = 'declined' THEN 'refused' ELSE 'approved' END,
             'sandbox',
             CASE WHEN status <> 'declined' THEN 'pay_' || n END,
             CASE WHEN status = 'declined' THEN 'insufficient_funds' END,
             'visa', '424242', lpad((n % 10000)::text, 4, '0'),
             sha256((n % ${merchantCount * customersOfMerchant})::text::bytea),
             sha256((n % 100000)::text::bytea),
             at, 1, at + interval '1 minute', at + interval '2 minutes'
        FROM made
       WHERE status IN ('approved', 'refunded', 'declined')
    ), refunded AS (
      INSERT INTO refunds (
        merchant_id, id, charge_id, amount_minor, status, idempotency_key, request_hash, due_at, created_at, resolved_at)
      SELECT merchant_id, refund_id, id, amount, 'succeeded', 'refund-' || n, sha256(n::text::bytea), at,
             at + interval '1 hour', at + interval '1 hour'
        FROM given_back
    ), entered AS (
      INSERT INTO ledger_entries (merchant_id, id, kind, subject_id, created_at)
      SELECT merchant_id, entry_id, 'charge_approved', id, at FROM paid
       UNION ALL
      SELECT merchant_id, refund_entry_id, 'refund', refund_id, at FROM given_back
    ), posted AS (
      INSERT INTO ledger_postings (merchant_id, entry_id, line, account, asset, amount)
      SELECT merchant_id, entry_id, line, account, 'USD', posting.amount
        FROM paid
       CROSS JOIN LATERAL (VALUES
         (0, 'card_clearing', -amount), (1, 'merchant_available', amount - fee), (2, 'platform_fees', fee)
       ) AS posting (line, account, amount)
       UNION ALL
      SELECT merchant_id, refund_entry_id, line, account, 'USD', posting.amount
        FROM given_back
       CROSS JOIN LATERAL (VALUES
         (0, 'merchant_available', -amount), (1, 'card_clearing', amount)
       ) AS posting (line, account, amount)
    ), told AS (
      INSERT INTO events (merchant_id, id, subject, subject_id, status, url, body, created_at)
      SELECT merchant_id, event_id, 'charge', id, status, 'https://shop.example/hooks/payments',
             '{"transactionDate":"2026-02-26 12:00:00","transactionStatus":"' || status || '","transactionId":"' || id
               || '","totalAmount":' || amount / 100.0 || ',"paymentMethod":"CARDS","email":"customer-' || n
               || '@mail.example","numeroOrden":"order-' || n || '","merchantId":"' || merchant_id
               || '","currency":"USD","refundedAmount":"0.00","transactionDateUtc":"2026-02-26T12:00:00.000Z"}',
             at
        FROM made
    )
    INSERT INTO deliveries (merchant_id, event_id, status, endpoint, due_at)
    SELECT merchant_id, event_id, 'delivered', hashtextextended(merchant_id::text, 0), at
      FROM made`;
}
