import type { Db, Sql, Tx } from '../../base/db/pool.ts';
import { queueOfEndpoint, type WebhookEndpoint } from './webhook-endpoint.ts';

/**
 * The further webhook endpoints of all merchants, in memory: recording an event of a merchant that has none costs no
 * statement. After an announcement of a change, and in any case after `maxAgeMs`, whoever asks next first reads what
 * changed.
 */
export interface EndpointBook {
  /** The merchant's endpoints; reads changes by `db` if there may be any. */
  of(db: Db, merchantId: string): Promise<readonly WebhookEndpoint[]>;
  /** The same without waiting; null: `of` has to read. */
  known(merchantId: string): readonly WebhookEndpoint[] | null;
  /** Whoever asks next first reads what changed. */
  forget(): void;
  close(): Promise<void>;
}

/** How long the book is valid if the announcement of a change is lost. */
const maxAgeMs = 4_000;
/** A change is committed within this time after its `changed_at`. */
const slackSeconds = 60;
const none: readonly WebhookEndpoint[] = [];

/** Events are recorded by functions that know only their transaction. */
const books = new WeakMap<object, EndpointBook>();

interface Row extends Omit<WebhookEndpoint, 'secrets' | 'queue'> {
  secret: Buffer;
  previous: Buffer | null;
  previousUntil: Date | null;
  removedAt: Date | null;
  changedAt: Date;
}

const columns = `
  merchant_id AS "merchantId", id, url, description, events, secret, secret_previous AS previous,
  secret_previous_until AS "previousUntil", paused_at AS "pausedAt", created_at AS "createdAt",
  removed_at AS "removedAt", changed_at AS "changedAt"`;

/** The merchant's endpoints for an event, at no cost where the process keeps a book and nothing changed. */
export async function endpointsFor(tx: Tx, merchantId: string): Promise<readonly WebhookEndpoint[]> {
  const book = books.get(tx.identity);
  if (!book) return await findEndpoints(tx, merchantId);
  return book.known(merchantId) ?? (await book.of(tx, merchantId));
}

/** Called after a change was committed: an announcement may come after the next event. */
export function forgetEndpoints(sql: Sql): void {
  books.get(sql.identity)?.forget();
}

/** The merchant's present endpoints, oldest first. */
export async function findEndpoints(db: Db, merchantId: string): Promise<WebhookEndpoint[]> {
  const rows = await db<Row[]>`
    SELECT ${db.unsafe(columns)}
      FROM webhook_endpoints
     WHERE merchant_id = ${merchantId}
       AND removed_at IS NULL
     ORDER BY id`;
  return rows.map(toEndpoint);
}

export async function openEndpointBook(sql: Sql): Promise<EndpointBook> {
  const byMerchant = new Map<string, readonly WebhookEndpoint[]>();
  let newest = new Date(0);
  let validUntilMs = 0;
  /** Grows with each announcement: what was read before one is not up to date. */
  let announced = 0;

  function enter(row: Row): void {
    const others = (byMerchant.get(row.merchantId) ?? none).filter(({ id }) => id !== row.id);
    const present = row.removedAt === null ? [...others, toEndpoint(row)] : others;
    if (present.length > 0) {
      byMerchant.set(
        row.merchantId,
        present.toSorted((a, b) => (a.id < b.id ? -1 : 1)),
      );
    } else byMerchant.delete(row.merchantId);
    if (row.changedAt > newest) newest = row.changedAt;
  }

  async function catchUp(db: Db): Promise<void> {
    const seen = announced;
    const startedAtMs = performance.now();
    const since = new Date(newest.getTime() - slackSeconds * 1000);
    const rows = await db<Row[]>`
      SELECT ${db.unsafe(columns)}
        FROM webhook_endpoints
       WHERE changed_at > ${since}`;
    for (const row of rows) enter(row);
    if (seen === announced) validUntilMs = startedAtMs + maxAgeMs;
  }

  const book: EndpointBook = {
    known: (merchantId) => (performance.now() < validUntilMs ? (byMerchant.get(merchantId) ?? none) : null),
    async of(db, merchantId) {
      if (performance.now() >= validUntilMs) await catchUp(db);
      return byMerchant.get(merchantId) ?? none;
    },
    forget() {
      announced += 1;
      validUntilMs = 0;
    },
    async close() {
      books.delete(sql.identity);
      await subscription.unlisten();
    },
  };
  const subscription = await sql.listen('webhook_endpoints_changed', book.forget, book.forget);
  await catchUp(sql);
  books.set(sql.identity, book);
  return book;
}

function toEndpoint({
  secret,
  previous,
  previousUntil,
  removedAt: _,
  changedAt: __,
  ...row
}: Row): WebhookEndpoint {
  return {
    ...row,
    secrets: [
      { sealed: secret, until: null },
      ...(previous ? [{ sealed: previous, until: previousUntil }] : []),
    ],
    queue: queueOfEndpoint(row.merchantId, row.id),
  };
}
