import { type Batcher, createBatcher } from '../../base/db/batch.ts';
import { amongMerchants, ownersOf } from '../../base/db/citus/owners.ts';
import type { Sql } from '../../base/db/pool.ts';
import {
  type AttemptRow,
  attemptColumns,
  attemptNames,
  attemptsOf,
  toAttempt,
} from './attempts/attempt-store.ts';
import type { Attempt, Charge } from './charge.ts';
import { type ChargeRow, chargeColumns, chargeNames, findChargeById, toCharge } from './store.ts';

export interface ChargeWithAttempt {
  charge: Charge;
  /** The latest; null while nobody has tried to pay. */
  attempt: Attempt | null;
}

const prefix = 'attempt_';
const prefixedColumns = attemptNames.map((name) => `attempt."${name}" AS "${prefix}${name}"`).join(', ');
const prefixedNames = attemptNames.map((name) => [name, `${prefix}${name}`] as const);

type Row = ChargeRow & Record<string, unknown>;

/** In one statement: bounds its size. */
const maxAtOnce = 50;

/** One for each database: what many pages ask for at the same time is read together. */
const readers = new WeakMap<Sql, Batcher<string, ChargeWithAttempt | null>>();

function readerOf(sql: Sql): Batcher<string, ChargeWithAttempt | null> {
  const known = readers.get(sql);
  if (known) return known;
  const reader = createBatcher((ids: string[]) => findLiving(sql, ids, null), { maxItems: maxAtOnce });
  readers.set(sql, reader);
  return reader;
}

/** For the hosted page, whose address names only the charge: the charge and its latest try. */
export async function findChargeWithAttempt(sql: Sql, id: string): Promise<ChargeWithAttempt | null> {
  // On nodes each is asked for where its merchant's rows are.
  const living = sql.isDistributed
    ? (await findLiving(sql, [id], await ownersOf(sql, id)))[0]
    : await readerOf(sql).add(id);
  if (living) return living;
  // An archived one lies elsewhere.
  const charge = await findChargeById(sql, id);
  return charge && { charge, attempt: (await attemptsOf(sql, charge.merchantId, id)).at(-1) ?? null };
}

/** By one statement, in the order of the ids. */
async function findLiving(
  sql: Sql,
  ids: string[],
  owners: string[] | null,
): Promise<(ChargeWithAttempt | null)[]> {
  const rows = await sql<Row[]>`
    SELECT charge.*, ${sql.unsafe(prefixedColumns)}
      FROM (SELECT ${sql.unsafe(chargeColumns)}
              FROM charges
             WHERE id = ANY (${ids}::uuid[])
                   ${amongMerchants(sql, owners)}) AS charge
      LEFT JOIN (SELECT ${sql.unsafe(attemptColumns)} FROM attempts) AS attempt
        ON attempt."merchantId" = charge."merchantId" AND attempt."chargeId" = charge.id
     ORDER BY attempt."createdAt"`;
  const latest = new Map(rows.map((row) => [row.id, row]));
  return ids.map((id) => {
    const row = latest.get(id);
    return row ? split(row) : null;
  });
}

function split(row: Row): ChargeWithAttempt {
  const charge: Record<string, unknown> = {};
  for (const name of chargeNames) charge[name] = row[name];
  const attempt: Record<string, unknown> = {};
  for (const [name, prefixed] of prefixedNames) attempt[name] = row[prefixed];
  return {
    charge: toCharge(charge as unknown as ChargeRow),
    attempt: attempt.id === null ? null : toAttempt(attempt as unknown as AttemptRow),
  };
}
