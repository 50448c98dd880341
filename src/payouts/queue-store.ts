import { toBytes } from '../db/bytes.ts';
import type { Db, Sql, Tx } from '../db/pool.ts';
import type { WaitReason } from './payout.ts';
import type { PayoutKey, QueuedPayout } from './sending.ts';

/** Whether a network has anything to send or to follow. */
export async function hasPayoutsToMove(db: Db, network: string): Promise<boolean> {
  const [row] = await db<{ has: boolean }[]>`
    SELECT EXISTS (SELECT FROM payouts WHERE network = ${network} AND status = 'queued')
        OR EXISTS (SELECT FROM payouts WHERE network = ${network} AND status IN ('sending', 'pending')) AS has`;
  return row?.has ?? false;
}

export interface LeftOut {
  merchantIds: readonly string[];
  payoutIds: readonly string[];
}

/** Payouts that wait to be sent, in the order of confirmation. */
export async function queuedPayouts(
  db: Db,
  network: string,
  leftOut: LeftOut,
  limit: number,
): Promise<QueuedPayout[]> {
  return await db<QueuedPayout[]>`
    SELECT merchant_id AS "merchantId",
           id,
           status,
           '0x' || encode(address, 'hex') AS address,
           amount_units AS "amountUnits",
           confirmed_at AS "confirmedAt",
           wait_reason AS "waitReason"
      FROM payouts
     WHERE network = ${network}
       AND status = 'queued'
       AND merchant_id <> ALL (${leftOut.merchantIds as string[]}::uuid[])
       AND id <> ALL (${leftOut.payoutIds as string[]}::uuid[])
     ORDER BY confirmed_at, id
     LIMIT ${limit}`;
}

/** Takes payouts out of the queue; answers those that were still in it. */
export async function takeFromQueue(
  tx: Tx,
  wallet: string,
  keys: readonly PayoutKey[],
): Promise<Set<string>> {
  if (keys.length === 0) return new Set();
  const rows = await tx<{ id: string }[]>`
    WITH locked AS (
      SELECT merchant_id, id
        FROM payouts
       WHERE (merchant_id, id) IN (
         SELECT *
           FROM unnest(${keys.map((key) => key.merchantId)}::uuid[], ${keys.map((key) => key.id)}::uuid[])
       )
         AND status = 'queued'
       ORDER BY merchant_id, id
         FOR UPDATE
    )
    UPDATE payouts
       SET status = 'sending',
           wallet = ${toBytes(wallet)},
           wait_reason = NULL
      FROM locked
     WHERE payouts.merchant_id = locked.merchant_id
       AND payouts.id = locked.id
       AND payouts.status = 'queued'
    RETURNING payouts.id`;
  return new Set(rows.map((row) => row.id));
}

/** Another wallet sends them from now on. The caller holds them. */
export async function changeWallet(tx: Tx, wallet: string, keys: readonly PayoutKey[]): Promise<void> {
  if (keys.length === 0) return;
  await tx`
    UPDATE payouts
       SET wallet = ${toBytes(wallet)},
           wait_reason = NULL
     WHERE (merchant_id, id) IN (
       SELECT *
         FROM unnest(${keys.map((key) => key.merchantId)}::uuid[], ${keys.map((key) => key.id)}::uuid[])
     )`;
}

/** Why these are not sent now. */
export async function saveWaits(
  sql: Sql,
  waits: readonly (PayoutKey & { reason: WaitReason | null })[],
): Promise<void> {
  if (waits.length === 0) return;
  await sql`
    UPDATE payouts
       SET wait_reason = wait.reason
      FROM jsonb_to_recordset(${sql.json(waits)}) AS wait ("merchantId" uuid, id uuid, reason text)
     WHERE payouts.merchant_id = wait."merchantId"
       AND payouts.id = wait.id
       AND payouts.status IN ('queued', 'sending', 'pending')
       AND payouts.wait_reason IS DISTINCT FROM wait.reason`;
}

/** Why some of a network's payouts are not sent now. */
export async function saveWaitOf(
  sql: Sql,
  network: string,
  ids: string[],
  reason: WaitReason,
): Promise<void> {
  await sql`
    UPDATE payouts
       SET wait_reason = ${reason}
     WHERE network = ${network}
       AND status IN ('queued', 'sending', 'pending')
       AND id = ANY (${ids}::uuid[])
       AND wait_reason IS DISTINCT FROM ${reason}`;
}

/** Nothing of a network is sent now, for one reason. */
export async function saveWaitOfQueue(sql: Sql, network: string, reason: WaitReason): Promise<void> {
  await sql`
    UPDATE payouts
       SET wait_reason = ${reason}
     WHERE network = ${network}
       AND status = 'queued'
       AND wait_reason IS DISTINCT FROM ${reason}`;
}

/** Nothing holds up a network as a whole any more, only some merchants' payouts. */
export async function saveWaitOfMerchants(
  sql: Sql,
  network: string,
  pausedMerchantIds: readonly string[],
): Promise<void> {
  await sql`
    UPDATE payouts
       SET wait_reason = CASE WHEN merchant_id = ANY (${pausedMerchantIds as string[]}::uuid[]) THEN 'paused' END
     WHERE network = ${network}
       AND status = 'queued'
       AND CASE WHEN merchant_id = ANY (${pausedMerchantIds as string[]}::uuid[])
                THEN wait_reason IS DISTINCT FROM 'paused'
                ELSE wait_reason IN ('paused', 'no_wallet', 'fee_above_cap', 'would_fail', 'address_blocked',
                                     'signer_unavailable', 'node_unavailable')
           END`;
}
