import { Gauge, type Registry } from 'prom-client';
import type { Db, Sql } from '../../base/db/pool.ts';
import { dustUnits } from '../../crypto/orders/order.ts';
import { payoutsWaiting } from '../../crypto/payouts/waiting-store.ts';

/** Counting stops here: a scrape must stay cheap, and this many are an alarm whatever the exact number. */
const maxCount = 10_000;

/**
 * Payments and payouts that wait for an answer, a person or funds, read from the database at each scrape, so that every
 * process reports the same: aggregate with max, not sum. Each query uses a partial index of just these rows.
 */
export function watchMoney(registry: Registry, sql: Sql): void {
  function gauge<Label extends string>(
    name: string,
    help: string,
    labelNames: Label[],
    read: () => Promise<(Record<Label, string> & { value: number })[]>,
  ): void {
    new Gauge({
      name,
      help,
      labelNames,
      registers: [registry],
      async collect() {
        this.reset();
        // While the database is away the remaining metrics matter all the more.
        for (const { value, ...labels } of await read().catch(() => [])) {
          this.set(labels as unknown as Record<Label, string>, value);
        }
      },
    });
  }

  gauge(
    'pasarela_attempts_unresolved',
    `Card attempts whose outcome is not known, by status, at most ${maxCount}`,
    ['status'],
    () => unresolvedAttempts(sql),
  );
  gauge(
    'pasarela_attempts_oldest_unresolved_seconds',
    'How long the oldest attempt whose processor owes an answer has been waiting; 0 when none is',
    [],
    async () => [{ value: await oldestUnresolvedSeconds(sql) }],
  );
  gauge(
    'pasarela_payouts_in_review',
    `Payouts that wait for a person to approve them, at most ${maxCount}`,
    [],
    async () => [{ value: await payoutsInReview(sql) }],
  );
  gauge(
    'pasarela_strays_waiting',
    `Transfers for orders on another network or in another coin that nobody decided about, at most ${maxCount}`,
    [],
    async () => [{ value: await straysWaiting(sql) }],
  );
  gauge(
    'pasarela_settlements_waiting',
    `Settlements that merchants asked for and that are not decided, at most ${maxCount}`,
    [],
    async () => [{ value: await settlementsWaiting(sql) }],
  );
  gauge(
    'pasarela_payouts_waiting',
    `Confirmed payouts that are not sent yet, at most ${maxCount}; the reason is "turn" where nothing holds them up`,
    ['network', 'reason'],
    () => payoutsWaiting(sql),
  );
}

/** Uses the index attempts_to_ask. A status without attempts counts 0, so that an alarm ends. */
async function unresolvedAttempts(db: Db): Promise<{ status: string; value: number }[]> {
  return await db<{ status: string; value: number }[]>`
    SELECT status, count(waiting)::int AS value
      FROM unnest(ARRAY['created', 'authenticating', 'awaiting', 'pending', 'unknown']) AS status
      LEFT JOIN (
        SELECT status AS waiting
          FROM attempts
         WHERE status IN ('created', 'authenticating', 'awaiting', 'pending', 'unknown')
         LIMIT ${maxCount}
      ) AS unresolved ON waiting = status
     GROUP BY status`;
}

export async function oldestUnresolvedSeconds(db: Db): Promise<number> {
  const [row] = await db<{ value: number }[]>`
    SELECT coalesce(extract(epoch FROM now() - min(created_at)), 0)::float8 AS value
      FROM (
        SELECT created_at
          FROM attempts
         WHERE status IN ('created', 'unknown')
         LIMIT ${maxCount}
      ) AS unresolved`;
  return row?.value ?? 0;
}

/** Uses the index payouts_to_review. */
export async function payoutsInReview(db: Db): Promise<number> {
  const [row] = await db<{ value: number }[]>`
    SELECT count(*)::int AS value
      FROM (
        SELECT
          FROM payouts
         WHERE status = 'review'
         LIMIT ${maxCount}
      ) AS reviewed`;
  return row?.value ?? 0;
}

/** Uses the index stray_transfers_undecided. */
export async function straysWaiting(db: Db): Promise<number> {
  const [row] = await db<{ value: number }[]>`
    SELECT count(*)::int AS value
      FROM (
        SELECT
          FROM stray_transfers
         WHERE decision IS NULL
           AND NOT orphaned
           AND amount_units >= ${dustUnits}
         LIMIT ${maxCount}
      ) AS undecided`;
  return row?.value ?? 0;
}

/** Uses the index settlements_requested. */
export async function settlementsWaiting(db: Db): Promise<number> {
  const [row] = await db<{ value: number }[]>`
    SELECT count(*)::int AS value
      FROM (
        SELECT id
          FROM settlements
         WHERE status = 'requested'
         LIMIT ${maxCount}
      ) AS requested`;
  return row?.value ?? 0;
}
