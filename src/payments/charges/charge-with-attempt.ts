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
  /** The latest attempt; null before the first one. */
  attempt: Attempt | null;
}

const prefix = 'attempt_';
const prefixedColumns = attemptNames.map((name) => `attempt."${name}" AS "${prefix}${name}"`).join(', ');
const prefixedNames = attemptNames.map((name) => [name, `${prefix}${name}`] as const);

type Row = ChargeRow & Record<string, unknown>;

/** The charge and its latest attempt, for the hosted page, whose URL names only the charge. */
export async function findChargeWithAttempt(sql: Sql, id: string): Promise<ChargeWithAttempt | null> {
  const living = await findLiving(sql, id);
  if (living) return living;
  // An archived charge is in another table.
  const charge = await findChargeById(sql, id);
  return charge && { charge, attempt: (await attemptsOf(sql, charge.merchantId, id)).at(-1) ?? null };
}

async function findLiving(sql: Sql, id: string): Promise<ChargeWithAttempt | null> {
  const owners = await ownersOf(sql, id);
  const [row] = await sql<Row[]>`
    SELECT charge.*, ${sql.unsafe(prefixedColumns)}
      FROM (SELECT ${sql.unsafe(chargeColumns)}
              FROM charges
             WHERE id = ${id}
                   ${amongMerchants(sql, owners)}) AS charge
      LEFT JOIN (SELECT ${sql.unsafe(attemptColumns)} FROM attempts) AS attempt
        ON attempt."merchantId" = charge."merchantId" AND attempt."chargeId" = charge.id
     ORDER BY attempt."createdAt" DESC
     LIMIT 1`;
  return row ? split(row) : null;
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
