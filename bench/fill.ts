import type { Sql } from '../src/base/db/pool.ts';
import { customerCount } from './requests.ts';
import { vacuum } from './world.ts';

/** Keeps a statement well within the pool's time limit. */
const chunkRows = 50_000;
const progressRows = 500_000;
/** Every sixth charge belongs to another merchant: the measured one is not alone in the table. */
const otherShare = 6;
const otherMerchants = 1_000;

/**
 * Stores `rows` charges of a merchant, and a fifth as many of others, spread over the past year in order of time, as if
 * they had arrived one by one. All but the newest have an outcome.
 */
export async function fillCharges(sql: Sql, merchantId: string, rows: number): Promise<void> {
  const total = Math.ceil((rows * otherShare) / (otherShare - 1));
  for (let first = 0; first < total; first += chunkRows) {
    const end = Math.min(first + chunkRows, total);
    await insertChunk(sql, merchantId, first, end, total);
    if (end % progressRows === 0) process.stderr.write(`  stored ${end} of ${total} charges\n`);
  }
  await vacuum(sql, 'charges');
}

async function insertChunk(
  sql: Sql,
  merchantId: string,
  first: number,
  end: number,
  total: number,
): Promise<void> {
  await sql`
    INSERT INTO charges (
      merchant_id, id, status, method, country, currency, amount_minor, description, customer_id,
      notification_url, return_url, request_hash, created_at, expires_at, decided_at)
    SELECT CASE
             WHEN n % ${otherShare} = 0 THEN md5((n % ${otherMerchants})::text)::uuid
             ELSE ${merchantId}
           END,
           uuidv7(made.at - clock_timestamp()),
           CASE
             WHEN made.at > now() - interval '20 hours' THEN 'open'
             WHEN n % 100 < 72 THEN 'approved'
             WHEN n % 100 < 80 THEN 'declined'
             WHEN n % 100 < 83 THEN 'canceled'
             WHEN n % 100 < 97 THEN 'expired'
             ELSE 'refunded'
           END,
           'CARDS', 'COL', 'USD', 14990,
           'Order of three items, delivered on Monday',
           'customer-' || floor(random() * ${customerCount})::int,
           'https://shop.example/hooks/payments',
           'https://shop.example/orders/thanks',
           sha256(n::text::bytea),
           made.at,
           made.at + interval '24 hours',
           CASE WHEN made.at <= now() - interval '20 hours' THEN made.at + interval '3 minutes' END
      FROM generate_series(${first}::bigint, ${end - 1}::bigint) AS n
     CROSS JOIN LATERAL (
       SELECT now() - interval '1 year' * (1 - n / ${total}::float8) AS at
     ) AS made`;
}
