import { firstId } from '../../../base/db/ids.ts';
import type { Db, Sql } from '../../../base/db/pool.ts';
import type { Hint } from '../payment-processor.ts';

/** The account at a processor that a notification arrived for. */
export interface NotifiedAccount {
  processor: string;
  accountId: string | null;
}

export interface NewNotification extends NotifiedAccount {
  id: string;
  hint: Hint;
  receivedAt: Date;
}

/** Inserts many in one statement; existing ones stay unchanged. */
export async function insertNotifications(db: Db, rows: NewNotification[]): Promise<void> {
  const json = rows.map(({ processor, accountId, id, hint, receivedAt }) => ({
    processor,
    account_id: accountId ?? firstId,
    id,
    hint,
    received_at: receivedAt,
    due_at: receivedAt,
  }));
  await db`
    INSERT INTO processor_notifications (processor, account_id, id, hint, received_at, due_at)
    SELECT processor, account_id, id, hint, received_at, due_at
      FROM json_populate_recordset(NULL::processor_notifications, ${JSON.stringify(json)}::text::json)
     ORDER BY processor, account_id, id
        ON CONFLICT DO NOTHING`;
}

/** Schedules a read from the processor, as if a notification had arrived. */
export async function insertHint(
  db: Db,
  account: NotifiedAccount,
  hint: Hint,
  now: Date,
  /** The same hint with the same cause is read once. */
  cause = now.toISOString(),
): Promise<void> {
  const id = hintId(hint, cause);
  await insertNotifications(db, [{ ...account, id, hint, receivedAt: new Date(now.getTime() + 60_000) }]);
}

/** A processor that has not answered so often will not: these attempts take half an hour. */
const enoughTries = 8;

/**
 * Whether the answer to what was scheduled with that cause is still to come: it was scheduled after that time, or was
 * attempted a few times only, because the program was down.
 */
export async function isHintOpen(
  db: Db,
  { processor, accountId }: NotifiedAccount,
  hint: Hint,
  cause: string,
  since: Date,
): Promise<boolean> {
  const [row] = await db`
    SELECT 1
      FROM processor_notifications
     WHERE processor = ${processor}
       AND account_id = ${accountId ?? firstId}
       AND id = ${hintId(hint, cause)}
       AND done_at IS NULL
       AND (received_at >= ${since} OR tries < ${enoughTries})`;
  return row !== undefined;
}

const hintId = (hint: Hint, cause: string): string => `own ${JSON.stringify(hint)} ${cause}`;

export interface DueNotification extends NotifiedAccount {
  id: string;
  hint: Hint;
  tries: number;
}

/** Claims due notifications; they are due again after the lease, unless they were ended or postponed before. */
export async function claimNotifications(
  sql: Sql,
  limit: number,
  leaseSeconds: number,
): Promise<DueNotification[]> {
  return await sql<DueNotification[]>`
    UPDATE processor_notifications AS notification
       SET due_at = now() + make_interval(secs => ${leaseSeconds}),
           tries = tries + 1
      FROM (
        SELECT processor, account_id, id
          FROM processor_notifications
         WHERE done_at IS NULL
           AND due_at <= now()
         ORDER BY due_at
         LIMIT ${limit}
           FOR UPDATE SKIP LOCKED
      ) AS due
     WHERE notification.processor = due.processor
       AND notification.account_id = due.account_id
       AND notification.id = due.id
    RETURNING notification.processor, nullif(notification.account_id, ${firstId}) AS "accountId", notification.id, hint, tries`;
}

export async function endNotification(db: Db, { processor, accountId, id }: DueNotification): Promise<void> {
  await db`
    UPDATE processor_notifications
       SET done_at = now()
     WHERE processor = ${processor}
       AND account_id = ${accountId ?? firstId}
       AND id = ${id}`;
}

export async function postponeNotification(
  db: Db,
  { processor, accountId, id }: DueNotification,
  seconds: number,
): Promise<void> {
  await db`
    UPDATE processor_notifications
       SET due_at = now() + make_interval(secs => ${seconds})
     WHERE processor = ${processor}
       AND account_id = ${accountId ?? firstId}
       AND id = ${id}`;
}

/** Deletes notifications done so long ago that no processor sends them again. */
export async function forgetNotifications(sql: Sql, before: Date): Promise<void> {
  await sql`
    DELETE FROM processor_notifications
     WHERE done_at < ${before}`;
}
