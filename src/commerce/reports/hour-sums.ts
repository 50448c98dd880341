import type { Balance } from '../../accounts/ledger/ledger.ts';
import { firstIdAt, idTimeMs } from '../../base/db/ids.ts';
import type { Db, Sql, Tx } from '../../base/db/pool.ts';

/**
 * Hourly sums of postings, card attempts and events. A job sums finished hours once; later hours are summed from the
 * rows on request. Writing a payment therefore updates no sums, and the figures always match the ledger.
 */
export interface HourSum {
  hour: Date;
  /**
   * The ledger entry's kind, prefixed `late:` if its hour was already summed when it was written; or `tried`, `told`.
   */
  kind: string;
  /** The account of the postings; for attempts, the result: `approved`, or the reason of the refusal. */
  part: string;
  asset: string;
  count: bigint;
  amount: bigint;
}

/** Marks the kind of entries that are counted in a later hour than their own. */
export const latePrefix = 'late:';

export const hourMs = 60 * 60 * 1000;
/** Rows with an hour's ids may be committed a little after it: no statement takes half as long as this. */
export const hourClosesAfterMs = 10 * 60 * 1000;
/** Quiet hours are closed too, but not with one write per hour for every merchant. */
const quietMs = 24 * hourMs;
/** The period summed in one statement. */
const stepMs = 7 * 24 * hourMs;

export function hourOf(time: Date): Date {
  return new Date(Math.floor(time.getTime() / hourMs) * hourMs);
}

/**
 * Sums between two full hours. The hours of a day in the time zone, or without one all of them, may be returned as one
 * row under the first hour: for a busy month that is a hundred rows instead of ten thousand.
 */
export async function sumsBetween(
  db: Db,
  merchantId: string,
  from: Date,
  to: Date,
  zone: string | null,
  readKept: ReadKept = keptBetween,
): Promise<readonly HourSum[]> {
  const until = await summedUntil(db, merchantId);
  const kept = from < until ? await readKept(db, merchantId, from, earlier(to, until), zone) : [];
  const later = until > from ? until : from;
  return later < to ? [...kept, ...(await addUp(db, merchantId, later, to))] : kept;
}

/** Reads the hours that are already summed. */
type ReadKept = (
  db: Db,
  merchantId: string,
  from: Date,
  to: Date,
  zone: string | null,
) => Promise<readonly HourSum[]>;

const keptBetween: ReadKept = (db, merchantId, from, to, zone) => db<HourSum[]>`
  SELECT min(hour) AS hour, kind, part, asset, sum(count)::bigint AS count, sum(amount)::bigint AS amount
    FROM hour_sums
   WHERE merchant_id = ${merchantId}
     AND hour >= ${from}
     AND hour < ${to}
   GROUP BY kind, part, asset ${zone === null ? db`` : db`, (hour AT TIME ZONE ${zone}::text)::date`}`;

/** The same with one row for each hour: of a day or two. */
export async function hoursBetween(
  db: Db,
  merchantId: string,
  from: Date,
  to: Date,
  readHours: ReadKept = keptHours,
): Promise<readonly HourSum[]> {
  return await sumsBetween(db, merchantId, from, to, null, readHours);
}

const keptHours: ReadKept = (db, merchantId, from, to) => db<HourSum[]>`
  SELECT hour, kind, part, asset, count, amount
    FROM hour_sums
   WHERE merchant_id = ${merchantId}
     AND hour >= ${from}
     AND hour < ${to}`;

/** Sums a part of an hour. */
export async function sumsWithin(db: Db, merchantId: string, from: Date, to: Date): Promise<HourSum[]> {
  return from < to ? await addUp(db, merchantId, from, to) : [];
}

/** Some hundred bytes a row: some megabytes in total. */
const maxRemembered = 100;
const maxRowsOfOne = 1_000;

/** Summed hours do not change, and an open page requests the same ones every few seconds. */
export function rememberingKept(): ReadKept {
  return remembering(keptBetween);
}

export function rememberingHours(): ReadKept {
  return remembering(keptHours);
}

function remembering(read: ReadKept): ReadKept {
  const known = new Map<string, readonly HourSum[]>();
  return async (db, merchantId, from, to, zone) => {
    const key = [merchantId, from.getTime(), to.getTime(), zone].join(' ');
    const sums = known.get(key) ?? (await read(db, merchantId, from, to, zone));
    known.delete(key);
    if (sums.length <= maxRowsOfOne) known.set(key, sums);
    const [oldest] = known.keys();
    if (known.size > maxRemembered && oldest !== undefined) known.delete(oldest);
    return sums;
  };
}

/** Sums the merchant's finished hours that are not summed yet; returns how many steps it took. */
export async function sumHours(sql: Sql, merchantId: string, now: Date): Promise<number> {
  const end = hourOf(new Date(now.getTime() - hourClosesAfterMs));
  for (let steps = 0; ; steps++) {
    const until = await summedUntil(sql, merchantId);
    const first = until < end ? await firstAfter(sql, merchantId, until, end) : null;
    if (!first) {
      if (end.getTime() - until.getTime() >= quietMs) await keep(sql, merchantId, until, end, []);
      return steps;
    }
    const to = earlier(end, new Date(hourOf(first).getTime() + stepMs));
    await keep(sql, merchantId, until, to, await addUp(sql, merchantId, hourOf(first), to));
  }
}

/** Saves the sums, unless another process was faster. */
async function keep(sql: Sql, merchantId: string, until: Date, to: Date, sums: HourSum[]): Promise<void> {
  await sql.begin(async (tx) => {
    await tx`
      INSERT INTO hour_sums_until (merchant_id, summed_until)
      VALUES (${merchantId}, ${beginning})
          ON CONFLICT DO NOTHING`;
    const moved = await tx`
      UPDATE hour_sums_until
         SET summed_until = ${to}
       WHERE merchant_id = ${merchantId}
         AND summed_until = ${until}
      RETURNING 1`;
    if (moved.length === 0) return;
    for (let at = 0; at < sums.length; at += maxRowsAtOnce) {
      const rows = sums.slice(at, at + maxRowsAtOnce).map((sum) => ({ merchant_id: merchantId, ...sum }));
      await tx`INSERT INTO hour_sums ${tx(rows)}`;
    }
    const month = monthOf(to);
    if (month > until) await keepBalances(tx, merchantId, month);
  });
}

/**
 * Keeps the balances at the end of a month whose hours are all summed. They are kept once; statements begin with them.
 */
async function keepBalances(tx: Tx, merchantId: string, month: Date): Promise<void> {
  const rows = (await balancesAt(tx, merchantId, month)).map((row) => ({
    merchant_id: merchantId,
    closed_at: month,
    ...row,
  }));
  if (rows.length > 0) await tx`INSERT INTO closed_balances ${tx(rows)} ON CONFLICT DO NOTHING`;
}

/** The balances at the start of a full hour: the last kept ones before it, plus the postings since. */
export async function balancesAt(db: Db, merchantId: string, at: Date): Promise<Balance[]> {
  const kept = await db<(Balance & { closedAt: Date })[]>`
    SELECT account, asset, balance, closed_at AS "closedAt"
      FROM closed_balances
     WHERE merchant_id = ${merchantId}
       AND closed_at = (
         SELECT max(closed_at)
           FROM closed_balances
          WHERE merchant_id = ${merchantId}
            AND closed_at <= ${at}
       )`;
  const since = await sumsBetween(db, merchantId, kept[0]?.closedAt ?? beginning, at, null);
  const balances = new Map<string, Balance>();
  const add = (account: string, asset: string, amount: bigint): void => {
    const key = `${account} ${asset}`;
    balances.set(key, { account, asset, balance: (balances.get(key)?.balance ?? 0n) + amount });
  };
  for (const { account, asset, balance } of kept) add(account, asset, balance);
  for (const { kind, part, asset, amount } of since) {
    if (kind !== 'tried' && kind !== 'told') add(part, asset, amount);
  }
  return [...balances.values()];
}

/** The beginning of its month, UTC. */
function monthOf(time: Date): Date {
  return new Date(Date.UTC(time.getUTCFullYear(), time.getUTCMonth()));
}

/** A statement takes at most 65,535 values. */
const maxRowsAtOnce = 5_000;
export const beginning = new Date(0);

async function summedUntil(db: Db, merchantId: string): Promise<Date> {
  const [row] = await db<{ until: Date }[]>`
    SELECT summed_until AS until
      FROM hour_sums_until
     WHERE merchant_id = ${merchantId}`;
  return row?.until ?? beginning;
}

/** The time of the next row; null: none. Each query reads the first row of an index. */
async function firstAfter(db: Db, merchantId: string, from: Date, to: Date): Promise<Date | null> {
  const [lowest, highest] = [firstIdAt(from), firstIdAt(to)];
  const [entry] = await db<{ id: string }[]>`
    SELECT id
      FROM ledger_entries
     WHERE merchant_id = ${merchantId}
       AND id >= ${lowest}
       AND id < ${highest}
     ORDER BY id
     LIMIT 1`;
  const [attempt] = await db<{ at: Date }[]>`
    SELECT resolved_at AS at
      FROM attempts
     WHERE merchant_id = ${merchantId}
       AND resolved_at >= ${from}
       AND resolved_at < ${to}
     ORDER BY resolved_at
     LIMIT 1`;
  const [event] = await db<{ id: string }[]>`
    SELECT id
      FROM events
     WHERE merchant_id = ${merchantId}
       AND id >= ${lowest}
       AND id < ${highest}
     ORDER BY id
     LIMIT 1`;
  const [late] = await db<{ at: Date }[]>`
    SELECT counted_at AS at
      FROM late_entries
     WHERE merchant_id = ${merchantId}
       AND counted_at >= ${from}
       AND counted_at < ${to}
     ORDER BY counted_at
     LIMIT 1`;
  const times = [
    ...[entry, event].flatMap((row) => (row ? [idTimeMs(row.id)] : [])),
    ...[attempt, late].flatMap((row) => (row ? [row.at.getTime()] : [])),
  ];
  return times.length === 0 ? null : new Date(Math.min(...times));
}

/** The hour of an id, whose first part is the time: the rows of an hour are exactly those between its ids. */
const hourOfId = (id: string): string =>
  `to_timestamp(('x' || replace(left(${id}::text, 13), '-', ''))::bit(48)::bigint / ${hourMs} * ${hourMs / 1000})`;

/**
 * The books' sums from the beginning of an entry's hour up to the entry; with `isIncluded`, it counts, too. Together with
 * the sums of whole hours they cut the books between two entries, however close they are.
 */
export async function sumsUpTo(
  db: Db,
  merchantId: string,
  entryId: string,
  isIncluded: boolean,
): Promise<HourSum[]> {
  const at = new Date(idTimeMs(entryId));
  return await addUpBooks(db, merchantId, hourOf(at), at, entryId, isIncluded);
}

async function addUp(db: Db, merchantId: string, from: Date, to: Date): Promise<HourSum[]> {
  const [lowest, highest] = [firstIdAt(from), firstIdAt(to)];
  const books = await addUpBooks(db, merchantId, from, to, highest, false);
  const tried = await db<HourSum[]>`
    SELECT to_timestamp(floor(extract(epoch FROM resolved_at) / 3600) * 3600) AS hour,
           'tried' AS kind, coalesce(refusal, 'approved') AS part, '' AS asset, count(*) AS count, 0::bigint AS amount
      FROM attempts
     WHERE merchant_id = ${merchantId}
       AND resolved_at >= ${from}
       AND resolved_at < ${to}
     GROUP BY 1, 3`;
  const told = await db<HourSum[]>`
    SELECT ${db.unsafe(hourOfId('id'))} AS hour, 'told' AS kind, '' AS part, '' AS asset,
           count(*) AS count, 0::bigint AS amount
      FROM events
     WHERE merchant_id = ${merchantId}
       AND id >= ${lowest}
       AND id < ${highest}
     GROUP BY 1`;
  return [...books, ...tried, ...told];
}

/** The postings from a time to an entry, and those that were written late and counted in that time. */
async function addUpBooks(
  db: Db,
  merchantId: string,
  from: Date,
  to: Date,
  highest: string,
  isIncluded: boolean,
): Promise<HourSum[]> {
  const lowest = firstIdAt(from);
  const below = db.unsafe(isIncluded ? '<=' : '<');
  const booked = await db<HourSum[]>`
    SELECT ${db.unsafe(hourOfId('entry.id'))} AS hour, kind, account AS part, asset,
           count(*) AS count, sum(amount)::bigint AS amount
      FROM ledger_entries AS entry
      JOIN ledger_postings AS posting ON posting.merchant_id = entry.merchant_id
                                     AND posting.entry_id = entry.id
     WHERE entry.merchant_id = ${merchantId}
       AND entry.id >= ${lowest}
       AND entry.id ${below} ${highest}
       AND posting.entry_id >= ${lowest}
       AND posting.entry_id ${below} ${highest}
       AND NOT EXISTS (
         SELECT 1
           FROM late_entries
          WHERE late_entries.merchant_id = entry.merchant_id
            AND late_entries.entry_id = entry.id
       )
     GROUP BY 1, 2, 3, 4`;
  const late = await db<HourSum[]>`
    SELECT to_timestamp(floor(extract(epoch FROM counted_at) / 3600) * 3600) AS hour,
           ${latePrefix}::text || kind AS kind, account AS part, asset,
           count(*) AS count, sum(amount)::bigint AS amount
      FROM late_entries AS late
      JOIN ledger_entries AS entry ON entry.merchant_id = late.merchant_id
                                  AND entry.id = late.entry_id
      JOIN ledger_postings AS posting ON posting.merchant_id = late.merchant_id
                                     AND posting.entry_id = late.entry_id
     WHERE late.merchant_id = ${merchantId}
       AND counted_at >= ${from}
       AND counted_at < ${to}
     GROUP BY 1, 2, 3, 4`;
  return [...booked, ...late];
}

function earlier(one: Date, other: Date): Date {
  return one < other ? one : other;
}
