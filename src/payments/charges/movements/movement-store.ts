import { randomUUID } from 'node:crypto';
import { firstId } from '../../../base/db/ids.ts';
import { isLeasable, leasedTo, unleased } from '../../../base/db/leases.ts';
import type { Db, Sql, Tx } from '../../../base/db/pool.ts';
import type { ProcessorAccount } from '../payment-processors.ts';
import type { KeptMovement } from './movement.ts';

/** How far the movements of an account have been read, held by the process that reads on. */
export interface MovementCursor {
  processor: string;
  accountId: string | null;
  readUntil: Date;
  failure: string | null;
  leaseToken: string;
}

/** The accounts that are not due yet, as `<processor> <account>`. */
export async function cursorsNotDue(sql: Sql): Promise<Set<string>> {
  const rows = await sql<{ processor: string; accountId: string }[]>`
    SELECT processor, account_id AS "accountId"
      FROM line_cursors
     WHERE due_at > now()
        OR lease_until > now()`;
  return new Set(rows.map(({ processor, accountId }) => `${processor} ${accountId}`));
}

/** Seconds since accounts were last read to the end, by `<processor> <account>`. */
export async function cursorAges(db: Db): Promise<Map<string, number>> {
  const rows = await db<{ processor: string; accountId: string; seconds: number }[]>`
    SELECT processor, account_id AS "accountId", extract(epoch FROM now() - read_until)::float8 AS seconds
      FROM line_cursors`;
  return new Map(rows.map(({ processor, accountId, seconds }) => [`${processor} ${accountId}`, seconds]));
}

export function cursorName({ processor, accountId }: ProcessorAccount): string {
  return `${processor.name} ${accountId ?? firstId}`;
}

/**
 * Claims an account for reading; null: another process is reading it, or has just done so. A new account starts at the
 * given time.
 */
export async function claimCursor(
  sql: Sql,
  { processor: { name }, accountId }: ProcessorAccount,
  startAt: Date,
  leaseSeconds: number,
): Promise<MovementCursor | null> {
  const token = randomUUID();
  await sql`
    INSERT INTO line_cursors (processor, account_id, read_until, due_at)
    VALUES (${name}, ${accountId ?? firstId}, ${startAt}, now())
        ON CONFLICT DO NOTHING`;
  const [row] = await sql<{ readUntil: Date; failure: string | null }[]>`
    UPDATE line_cursors
       SET ${leasedTo(sql, token, leaseSeconds)}
     WHERE processor = ${name}
       AND account_id = ${accountId ?? firstId}
       AND due_at <= now()
       AND ${isLeasable(sql, token)}
    RETURNING read_until AS "readUntil", failure`;
  return row ? { processor: name, accountId, leaseToken: token, ...row } : null;
}

/** Renews the lease while the account is being read. */
export async function keepCursor(db: Db, cursor: MovementCursor, leaseSeconds: number): Promise<void> {
  await db`
    UPDATE line_cursors
       SET ${leasedTo(db, cursor.leaseToken, leaseSeconds)}
     WHERE ${isHeld(db, cursor)}`;
}

/** Records that all movements before that time were read; reading continues. */
export async function moveCursor(db: Db, cursor: MovementCursor, readUntil: Date): Promise<void> {
  await db`
    UPDATE line_cursors
       SET read_until = ${readUntil}
     WHERE ${isHeld(db, cursor)}`;
}

export async function releaseCursor(
  db: Db,
  cursor: MovementCursor,
  restSeconds: number,
  failure: string | null,
): Promise<void> {
  await db`
    UPDATE line_cursors
       SET due_at = now() + make_interval(secs => ${restSeconds}),
           failure = ${failure},
           ${unleased(db)}
     WHERE ${isHeld(db, cursor)}`;
}

const isHeld = (db: Db, { processor, accountId, leaseToken }: MovementCursor) =>
  db`processor = ${processor}
       AND account_id = ${accountId ?? firstId}
       AND lease_token = ${leaseToken}`;

/** The movements among these that were stored before, for any merchant. */
export async function keptAmong(db: Db, lines: readonly Pick<KeptMovement, 'id' | 'processor' | 'at'>[]) {
  const [first] = lines;
  if (!first) return new Set<string>();
  const times = lines.map(({ at }) => at.getTime());
  const rows = await db<{ id: string }[]>`
    SELECT id
      FROM processor_lines
     WHERE processor = ${first.processor}
       AND at BETWEEN ${new Date(Math.min(...times))} AND ${new Date(Math.max(...times))}
       AND id = ANY (${lines.map(({ id }) => id)}::uuid[])`;
  return new Set(rows.map(({ id }) => id));
}

/** Stores movements and returns the ids of the new ones. */
export async function insertMovements(tx: Tx, lines: readonly KeptMovement[]): Promise<Set<string>> {
  const rows = lines.map((line) => ({
    merchant_id: line.merchantId,
    id: line.id,
    processor: line.processor,
    account_id: line.accountId,
    line_id: line.lineId,
    kind: line.kind,
    of_id: line.ofId,
    currency: line.amount.currency,
    amount_minor: line.amount.amountMinor,
    fee_minor: line.feeMinor,
    charged_currency: line.charged?.currency ?? null,
    charged_minor: line.charged?.amountMinor ?? null,
    at: line.at,
  }));
  const inserted = await tx<{ id: string }[]>`
    INSERT INTO processor_lines ${tx(rows)}
        ON CONFLICT DO NOTHING
    RETURNING id`;
  return new Set(inserted.map(({ id }) => id));
}

/** The ids of movements that belong to a merchant's charges, refunds and disputes. */
export async function movementsOf(db: Db, merchantId: string, ofIds: readonly string[]): Promise<string[]> {
  const rows = await db<{ id: string }[]>`
    SELECT id
      FROM processor_lines
     WHERE merchant_id = ${merchantId}
       AND of_id = ANY (${ofIds}::uuid[])`;
  return rows.map(({ id }) => id);
}
