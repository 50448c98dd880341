import { Gauge, type Registry } from 'prom-client';
import { listRefusedContacts } from '../../accounts/merchants/store.ts';
import type { Db, Sql } from '../../base/db/pool.ts';
import { isRestored } from '../../crypto/payouts/pauses/pauses.ts';

/** Counting stops here: a backlog of this size is an alarm whatever the exact number, and scrapes are frequent. */
const maxCount = 10_000;

/** The lengths of the queues, read from the database at each scrape. Every process reports the same. */
export function watchQueues(registry: Registry, sql: Sql): void {
  function gauge(name: string, help: string, read: () => Promise<number>): void {
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        // While the database is away the remaining metrics matter all the more.
        this.set(await read().catch(() => Number.NaN));
      },
    });
  }

  gauge(
    'pasarela_webhook_deliveries_due',
    `Webhook deliveries whose time has come and that are not confirmed yet, at most ${maxCount}`,
    () => deliveriesDue(sql),
  );
  gauge(
    'pasarela_webhook_oldest_due_seconds',
    'How long the oldest webhook delivery that is due has been so; 0 when none is',
    () => oldestDueSeconds(sql),
  );
  gauge(
    'pasarela_restored',
    '1 while the database was restored and nobody has confirmed what was sent since its backup; else 0',
    async () => Number(await isRestored(sql)),
  );
  gauge(
    'pasarela_mail_oldest_waiting_seconds',
    'How long the oldest unsent mail has been tried, or has waited for its first try; 0 when none is',
    () => oldestMailSeconds(sql),
  );
  gauge(
    'pasarela_contacts_refused',
    'Merchants whose contact address refuses mail, at most 500',
    async () => (await listRefusedContacts(sql)).length,
  );
  gauge('pasarela_mails_waiting', `Mails that are not sent yet, at most ${maxCount}`, () =>
    mailsWaiting(sql),
  );
}

/** How long the oldest unsent mail has been attempted, or has waited for its first attempt; 0 if there is none. */
export async function oldestMailSeconds(db: Db): Promise<number> {
  const [row] = await db<{ seconds: number | null }[]>`
    SELECT max(extract(epoch FROM now() - since))::float8 AS seconds
      FROM (
        -- A failed attempt postpones due_at; before the first one it is the planned time.
        SELECT CASE WHEN tries = 0 THEN due_at ELSE created_at END AS since
          FROM mails
         WHERE status IN ('collecting', 'queued')
           AND (tries > 0 OR due_at <= now())
         ORDER BY due_at
         LIMIT ${maxCount}
      ) AS waiting`;
  return row?.seconds ?? 0;
}

export async function deliveriesDue(db: Db): Promise<number> {
  const [row] = await db<{ count: number }[]>`
    SELECT count(*)::int AS count
      FROM (
        SELECT 1
          FROM deliveries
         WHERE status = 'pending'
           AND due_at <= now()
         LIMIT ${maxCount}
      ) AS due`;
  return row?.count ?? 0;
}

export async function oldestDueSeconds(db: Db): Promise<number> {
  const [row] = await db<{ seconds: number }[]>`
    SELECT extract(epoch FROM now() - due_at)::float8 AS seconds
      FROM deliveries
     WHERE status = 'pending'
       AND due_at <= now()
     ORDER BY due_at
     LIMIT 1`;
  return row?.seconds ?? 0;
}

export async function mailsWaiting(db: Db): Promise<number> {
  const [row] = await db<{ count: number }[]>`
    SELECT count(*)::int AS count
      FROM (
        SELECT 1
          FROM mails
         WHERE status IN ('collecting', 'queued')
         LIMIT ${maxCount}
      ) AS waiting`;
  return row?.count ?? 0;
}
