import { amongMerchants, ownersOf } from '../db/owners.ts';
import type { Db } from '../db/pool.ts';
import { type AttemptRow, attemptColumns, attemptNames, attemptsOf, toAttempt } from './attempt-store.ts';
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

/** For the hosted page, whose address names only the charge: the charge and its latest try, by one statement. */
export async function findChargeWithAttempt(db: Db, id: string): Promise<ChargeWithAttempt | null> {
  const owners = await ownersOf(db, id);
  const rows = await db<Row[]>`
    SELECT charge.*, ${db.unsafe(prefixedColumns)}
      FROM (SELECT ${db.unsafe(chargeColumns)} FROM charges WHERE id = ${id} ${amongMerchants(db, owners)}) AS charge
      LEFT JOIN (SELECT ${db.unsafe(attemptColumns)} FROM attempts) AS attempt
        ON attempt."merchantId" = charge."merchantId" AND attempt."chargeId" = charge.id
     ORDER BY attempt."createdAt"`;
  const last = rows.at(-1);
  if (last) return split(last);
  // An archived one lies elsewhere.
  const charge = await findChargeById(db, id);
  return charge && { charge, attempt: (await attemptsOf(db, charge.merchantId, id)).at(-1) ?? null };
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
