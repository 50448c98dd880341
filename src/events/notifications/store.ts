import type { MerchantRole } from '../../accounts/people/roles.ts';
import { acrossMerchants } from '../../base/db/citus/reach.ts';
import { firstIdAt, newIdOf } from '../../base/db/ids.ts';
import type { Db, Sql, Tx } from '../../base/db/pool.ts';
import type { Language } from '../../base/money/language.ts';
import type { ReadEvent } from './decide-notifications.ts';
import type { Choice, NewNotification, Notification, NotificationKind } from './notification.ts';

const columns = `
  merchant_id AS "merchantId", id, kind, cause_id AS "causeId", outcome, page, subject_id AS "subjectId", facts,
  created_at AS "createdAt"`;

/** Inserts those that are new; a worker then tells people of them. */
export async function insertNotifications(tx: Db, all: readonly NewNotification[]): Promise<number> {
  if (all.length === 0) return 0;
  const rows = all.map((each) => ({
    merchant_id: each.merchantId,
    id: newIdOf(each.merchantId),
    kind: each.kind,
    cause_id: each.causeId,
    outcome: each.outcome,
    page: each.page,
    subject_id: each.subjectId,
    facts: tx.json(each.facts),
    created_at: each.createdAt,
  }));
  const made = await tx`
    INSERT INTO notifications ${tx(rows)}
        ON CONFLICT (merchant_id, cause_id, kind) DO NOTHING
    RETURNING 1`;
  return made.length;
}

/** The merchants with notifications that nobody was told of yet, with the ids, oldest first. */
export async function findUnnotified(
  sql: Sql,
  limit: number,
): Promise<{ merchantId: string; id: string; kind: NotificationKind; createdAt: Date }[]> {
  return await acrossMerchants(
    sql,
    (within) => sql<{ merchantId: string; id: string; kind: NotificationKind; createdAt: Date }[]>`
      SELECT merchant_id AS "merchantId", id, kind, created_at AS "createdAt"
        FROM notifications
       WHERE notified_at IS NULL
             ${within}
       ORDER BY created_at
       LIMIT ${limit}`,
  );
}

/** Takes them for telling, in the transaction that queues the mails; another worker then gets none of them. */
export async function takeUnnotified(
  tx: Tx,
  merchantId: string,
  ids: readonly string[],
  now: Date,
): Promise<Notification[]> {
  const taken = await tx<Notification[]>`
    UPDATE notifications
       SET notified_at = ${now}
     WHERE merchant_id = ${merchantId}
       AND id = ANY (${[...ids]}::uuid[])
       AND notified_at IS NULL
    RETURNING ${tx.unsafe(columns)}`;
  return taken.toSorted((one, other) => (one.id < other.id ? -1 : 1));
}

export async function findNotification(db: Db, merchantId: string, id: string): Promise<Notification | null> {
  const [row] = await db<Notification[]>`
    SELECT ${db.unsafe(columns)}
      FROM notifications
     WHERE merchant_id = ${merchantId}
       AND id = ${id}`;
  return row ?? null;
}

/** Whether people were told of a sale since then. */
export async function saleNotifiedSince(db: Db, merchantId: string, since: Date): Promise<boolean> {
  const found = await db`
    SELECT 1
      FROM notifications
     WHERE merchant_id = ${merchantId}
       AND id > ${firstIdAt(new Date(since.getTime() - idSlackMs))}
       AND kind = 'sale'
       AND notified_at > ${since}
     LIMIT 1`;
  return found.length > 0;
}

export async function readProgress(
  db: Db,
  merchantId: string,
): Promise<{ readUntil: Date; summedUpDay: string | null } | null> {
  const [row] = await db<{ readUntil: Date; summedUpDay: string | null }[]>`
    SELECT read_until AS "readUntil", summed_up_day::text AS "summedUpDay"
      FROM notification_progress
     WHERE merchant_id = ${merchantId}`;
  return row ?? null;
}

/** Two workers may have read the same: the later time stays. */
export async function writeProgress(db: Db, merchantId: string, readUntil: Date): Promise<void> {
  await db`
    INSERT INTO notification_progress AS known (merchant_id, read_until)
    VALUES (${merchantId}, ${readUntil})
        ON CONFLICT (merchant_id) DO UPDATE
       SET read_until = excluded.read_until
     WHERE known.read_until < excluded.read_until`;
}

/** False: another worker has summed the day up. */
export async function takeDay(tx: Tx, merchantId: string, day: string): Promise<boolean> {
  const taken = await tx`
    UPDATE notification_progress
       SET summed_up_day = ${day}::text::date
     WHERE merchant_id = ${merchantId}
       AND (summed_up_day IS NULL OR summed_up_day < ${day}::text::date)
    RETURNING 1`;
  return taken.length === 1;
}

/** Events since a time that may notify people and have not yet, oldest first. */
export async function eventsSince(
  db: Db,
  merchantId: string,
  afterId: string,
  limit: number,
): Promise<ReadEvent[]> {
  return await db<ReadEvent[]>`
    SELECT merchant_id AS "merchantId", id, subject, subject_id AS "subjectId", status, body, created_at AS "createdAt"
      FROM events
     WHERE merchant_id = ${merchantId}
       AND id > ${afterId}
       AND NOT EXISTS (
             SELECT 1
               FROM notifications
              WHERE notifications.merchant_id = events.merchant_id
                AND notifications.cause_id = events.id)
     ORDER BY id
     LIMIT ${limit}`;
}

/** A person of a merchant, with what they chose. */
export interface Listener {
  id: string;
  email: string;
  name: string;
  language: Language;
  role: MerchantRole;
  chosen: Partial<Record<NotificationKind, Choice>>;
}

/** No merchant has more people; more mails at once would be no notification. */
const maxListeners = 100;

/** The people with a role at this very merchant: those of the installation have alarms. */
export async function listenersAt(db: Db, merchantId: string): Promise<Listener[]> {
  const people = await db<Omit<Listener, 'chosen'>[]>`
    SELECT people.id, email, name, language, role
      FROM person_roles
      JOIN people ON people.id = person_id
     WHERE merchant_id = ${merchantId}
     ORDER BY people.id
     LIMIT ${maxListeners}`;
  const rows = await db<(ChoiceRow & { personId: string })[]>`
    SELECT person_id AS "personId", ${db.unsafe(choiceColumns)}
      FROM notification_settings
     WHERE merchant_id = ${merchantId}`;
  const byPerson = Map.groupBy(rows, ({ personId }) => personId);
  return people.map((person) => ({ ...person, chosen: chosenOf(byPerson.get(person.id) ?? []) }));
}

const choiceColumns = 'kind, mail, on_page AS "onPage", push';
interface ChoiceRow extends Choice {
  kind: NotificationKind;
}
const chosenOf = (rows: readonly ChoiceRow[]): Partial<Record<NotificationKind, Choice>> =>
  Object.fromEntries(rows.map(({ kind, mail, onPage, push }) => [kind, { mail, onPage, push }]));

export async function choicesOf(
  db: Db,
  personId: string,
  merchantId: string,
): Promise<Partial<Record<NotificationKind, Choice>>> {
  return chosenOf(
    await db<ChoiceRow[]>`
      SELECT ${db.unsafe(choiceColumns)}
        FROM notification_settings
       WHERE person_id = ${personId}
         AND merchant_id = ${merchantId}`,
  );
}

export async function saveChoices(
  tx: Tx,
  personId: string,
  merchantId: string,
  choices: readonly (Choice & { kind: NotificationKind })[],
): Promise<void> {
  const rows = choices.map(({ kind, mail, onPage, push }) => ({
    person_id: personId,
    merchant_id: merchantId,
    kind,
    mail,
    on_page: onPage,
    push,
  }));
  if (rows.length === 0) return;
  await tx`
    INSERT INTO notification_settings ${tx(rows)}
        ON CONFLICT (person_id, merchant_id, kind)
        DO UPDATE SET mail = excluded.mail, on_page = excluded.on_page, push = excluded.push`;
}

/** Newest first. */
export async function listNotifications(
  db: Db,
  merchantId: string,
  kinds: readonly NotificationKind[],
  beforeId: string | null,
  limit: number,
): Promise<Notification[]> {
  return await db<Notification[]>`
    SELECT ${db.unsafe(columns)}
      FROM notifications
     WHERE merchant_id = ${merchantId}
       AND kind = ANY (${[...kinds]}::text[])
       ${beforeId === null ? db`` : db`AND id < ${beforeId}`}
     ORDER BY id DESC
     LIMIT ${limit}`;
}

/** How many are newer than what the person has seen, counted up to `atMost`. */
export async function countUnread(
  db: Db,
  merchantId: string,
  kinds: readonly NotificationKind[],
  afterId: string,
  atMost: number,
): Promise<number> {
  const [row] = await db<{ count: number }[]>`
    SELECT count(*)::int AS count
      FROM (SELECT 1
              FROM notifications
             WHERE merchant_id = ${merchantId}
               AND id > ${afterId}
               AND kind = ANY (${[...kinds]}::text[])
             LIMIT ${atMost}) AS unread`;
  return row?.count ?? 0;
}

export async function readUntil(db: Db, personId: string, merchantId: string): Promise<string | null> {
  const [row] = await db<{ id: string }[]>`
    SELECT read_until AS id
      FROM notification_reads
     WHERE person_id = ${personId}
       AND merchant_id = ${merchantId}`;
  return row?.id ?? null;
}

/** Never goes back: a slow answer of another tab changes nothing. */
export async function markRead(db: Db, personId: string, merchantId: string, untilId: string): Promise<void> {
  await db`
    INSERT INTO notification_reads AS known (person_id, merchant_id, read_until)
    VALUES (${personId}, ${merchantId}, ${untilId})
        ON CONFLICT (person_id, merchant_id) DO UPDATE
       SET read_until = excluded.read_until
     WHERE known.read_until < excluded.read_until`;
}

/** A day's beginning and end in a time zone. */
export async function boundsOfDay(db: Db, day: string, timeZone: string): Promise<{ from: Date; to: Date }> {
  const [row] = await db<{ from: Date; to: Date }[]>`
    SELECT ${day}::text::date::timestamp AT TIME ZONE ${timeZone}::text AS "from",
           (${day}::text::date + 1)::timestamp AT TIME ZONE ${timeZone}::text AS "to"`;
  return row as { from: Date; to: Date };
}

export interface DaySum {
  kind: NotificationKind;
  outcome: Notification['outcome'];
  currency: string | null;
  count: number;
  /** An exact decimal. */
  amount: string | null;
}

/** What happened between two times, by kind, outcome and currency. */
export async function sumsOfDay(db: Db, merchantId: string, from: Date, to: Date): Promise<DaySum[]> {
  return await db<DaySum[]>`
    SELECT kind, outcome, facts ->> 'currency' AS currency, count(*)::int AS count,
           sum((facts ->> 'amount')::numeric)::text AS amount
      FROM notifications
     WHERE merchant_id = ${merchantId}
       AND id >= ${firstIdAt(new Date(from.getTime() - idSlackMs))}
       AND created_at >= ${from}
       AND created_at < ${to}
     GROUP BY kind, outcome, facts ->> 'currency'
     ORDER BY kind, outcome, facts ->> 'currency'`;
}

/** A notification is made some moments after its event. */
const idSlackMs = 60_000;

/** Deletes a merchant's notifications that are older than this; returns how many. */
export async function dropOldNotifications(db: Db, merchantId: string, before: Date): Promise<number> {
  const gone = await db`
    DELETE FROM notifications
     WHERE merchant_id = ${merchantId}
       AND id < ${firstIdAt(before)}
    RETURNING 1`;
  return gone.length;
}
