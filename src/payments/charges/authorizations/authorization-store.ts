import { unleased } from '../../../base/db/leases.ts';
import type { Db, Tx } from '../../../base/db/pool.ts';
import type { AuthorizationTimes } from './decide-authorization.ts';

/** What a processor holds for a later capture. */
export interface Authorization extends AuthorizationTimes {
  merchantId: string;
  /** The attempt's id. */
  id: string;
  chargeId: string;
  /** When the merchant was notified that it will expire. */
  toldAt: Date | null;
}

const columns = `
  merchant_id AS "merchantId", id, charge_id AS "chargeId", authorized_at AS "authorizedAt", expires_at AS "expiresAt",
  told_at AS "toldAt"`;

/** All of one merchant. */
export async function insertAuthorizations(
  tx: Tx,
  authorizations: readonly (Omit<Authorization, 'toldAt'> & { dueAt: Date })[],
): Promise<void> {
  const rows = authorizations.map((each) => ({
    merchant_id: each.merchantId,
    id: each.id,
    charge_id: each.chargeId,
    authorized_at: each.authorizedAt,
    expires_at: each.expiresAt,
    due_at: each.dueAt,
  }));
  if (rows.length > 0) await tx`INSERT INTO authorizations ${tx(rows)}`;
}

export async function findAuthorization(
  db: Db,
  merchantId: string,
  id: string,
): Promise<Authorization | null> {
  const [row] = await db<Authorization[]>`
    SELECT ${db.unsafe(columns)}
      FROM authorizations
     WHERE merchant_id = ${merchantId}
       AND id = ${id}`;
  return row ?? null;
}

/** null: the charge was never authorised for a later capture. */
export async function authorizationOf(
  db: Db,
  merchantId: string,
  chargeId: string,
): Promise<Authorization | null> {
  const [row] = await db<Authorization[]>`
    SELECT ${db.unsafe(columns)}
      FROM authorizations
     WHERE merchant_id = ${merchantId}
       AND charge_id = ${chargeId}`;
  return row ?? null;
}

export async function postponeAuthorization(
  db: Db,
  { merchantId, id, expiresAt }: Pick<Authorization, 'merchantId' | 'id' | 'expiresAt'>,
  dueAt: Date,
): Promise<void> {
  await db`
    UPDATE authorizations
       SET due_at = ${dueAt},
           expires_at = ${expiresAt},
           ${unleased(db)}
     WHERE merchant_id = ${merchantId}
       AND id = ${id}
       AND due_at IS NOT NULL`;
}

/** True for the one caller that is to notify the merchant. */
export async function setNotified(tx: Tx, { merchantId, id }: Authorization, now: Date): Promise<boolean> {
  const rows = await tx`
    UPDATE authorizations
       SET told_at = ${now}
     WHERE merchant_id = ${merchantId}
       AND id = ${id}
       AND told_at IS NULL
       AND due_at IS NOT NULL
    RETURNING id`;
  return rows.length === 1;
}

/** It was captured or voided: there is nothing left to ask. */
export async function endAuthorization(tx: Tx, merchantId: string, chargeId: string): Promise<void> {
  await tx`
    UPDATE authorizations
       SET due_at = NULL,
           ${unleased(tx)}
     WHERE merchant_id = ${merchantId}
       AND charge_id = ${chargeId}`;
}
