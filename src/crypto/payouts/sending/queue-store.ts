import { toBytes } from '../../../base/db/bytes.ts';
import type { Db, Sql, Tx } from '../../../base/db/pool.ts';
import type { Sending, SendingKey } from '../../sending/sending.ts';
import type { PayoutKind, WaitReason } from '../payout.ts';

/** A payout that needs a transaction. */
export interface PayoutToSend extends SendingKey {
  kind: PayoutKind;
  /** The order that a refund gives back; null: no refund. */
  refundOf: string | null;
  address: string;
  amountUnits: bigint;
  /** In US cents. */
  amountMinor: bigint;
  approvalsNeeded: number;
  summedMinor: bigint | null;
  confirmedAt: Date;
  waitReason: string | null;
  /** Set if none of its transactions can ever be in a block; null: it waits in the queue. */
  stranded: Sending | null;
}

const toSendColumns = `
  merchant_id AS "merchantId", id, kind, refund_of AS "refundOf", '0x' || encode(address, 'hex') AS address,
  amount_units AS "amountUnits", amount_minor AS "amountMinor", approvals_needed::int AS "approvalsNeeded",
  summed_minor AS "summedMinor",
  confirmed_at AS "confirmedAt", wait_reason AS "waitReason"`;

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
): Promise<PayoutToSend[]> {
  const rows = await db<Omit<PayoutToSend, 'stranded'>[]>`
    SELECT ${db.unsafe(toSendColumns)}
      FROM payouts
     WHERE network = ${network}
       AND status = 'queued'
       AND merchant_id <> ALL (${leftOut.merchantIds as string[]}::uuid[])
       AND id <> ALL (${leftOut.payoutIds as string[]}::uuid[])
     ORDER BY confirmed_at, id
     LIMIT ${limit}`;
  return rows.map((row) => ({ ...row, stranded: null }));
}

/** Selects from these merchants those with waiting payouts. */
export async function merchantsWithQueue(
  db: Db,
  network: string,
  merchantIds: readonly string[],
): Promise<string[]> {
  if (merchantIds.length === 0) return [];
  const rows = await db<{ merchantId: string }[]>`
    SELECT DISTINCT merchant_id AS "merchantId"
      FROM payouts
     WHERE network = ${network}
       AND status = 'queued'
       AND merchant_id = ANY (${merchantIds as string[]}::uuid[])`;
  return rows.map(({ merchantId }) => merchantId);
}

/** Payouts to be sent again, in the order of confirmation. */
export async function payoutsOf(db: Db, stranded: readonly Sending[]): Promise<PayoutToSend[]> {
  if (stranded.length === 0) return [];
  const sendings = new Map(stranded.map((sending) => [sending.id, sending]));
  const rows = await db<Omit<PayoutToSend, 'stranded'>[]>`
    SELECT ${db.unsafe(toSendColumns)}
      FROM payouts
     WHERE (merchant_id, id) IN (
       SELECT *
         FROM unnest(${stranded.map((key) => key.merchantId)}::uuid[], ${stranded.map((key) => key.id)}::uuid[])
     )
       AND status IN ('sending', 'pending')
     ORDER BY confirmed_at, id`;
  return rows.map((row) => ({ ...row, stranded: sendings.get(row.id) as Sending }));
}

/** These payouts, in any status. */
export async function payoutsByIds(
  db: Db,
  keys: readonly SendingKey[],
): Promise<Omit<PayoutToSend, 'stranded'>[]> {
  return await db<Omit<PayoutToSend, 'stranded'>[]>`
    SELECT ${db.unsafe(toSendColumns)}
      FROM payouts
     WHERE (merchant_id, id) IN (
       SELECT *
         FROM unnest(${keys.map((key) => key.merchantId)}::uuid[], ${keys.map((key) => key.id)}::uuid[])
     )`;
}

/** Takes payouts out of the queue and returns those that were still in it. */
export async function takeFromQueue(
  tx: Tx,
  wallet: string,
  keys: readonly SendingKey[],
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

/** Assigns another wallet to send them. The caller holds them. */
export async function changeWallet(tx: Tx, wallet: string, keys: readonly SendingKey[]): Promise<void> {
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

/** Saves why these are not sent now. */
export async function saveWaits(
  sql: Sql,
  waits: readonly (SendingKey & { reason: WaitReason | null })[],
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

/**
 * These are in a final block, but no node proves what they moved. Keeps the units that the logs show at the recipient.
 */
export async function saveUnproven(
  tx: Tx,
  held: readonly { sending: SendingKey; arrivedUnits: bigint }[],
): Promise<void> {
  const rows = held.map(({ sending: { merchantId, id }, arrivedUnits }) => ({
    merchantId,
    id,
    arrivedUnits: arrivedUnits.toString(),
  }));
  await tx`
    UPDATE payouts
       SET wait_reason = 'outcome_unproven',
           arrived_units = nullif(held."arrivedUnits", 0)
      FROM jsonb_to_recordset(${tx.json(rows)}) AS held ("merchantId" uuid, id uuid, "arrivedUnits" bigint)
     WHERE payouts.merchant_id = held."merchantId"
       AND payouts.id = held.id
       AND payouts.status IN ('sending', 'pending')
       AND (payouts.wait_reason IS DISTINCT FROM 'outcome_unproven'
            OR payouts.arrived_units IS DISTINCT FROM nullif(held."arrivedUnits", 0))`;
}

/** Saves why some of a network's payouts are not sent now. */
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

/** Saves that no payout of these merchants is sent on a network now. */
export async function saveWaitOfThese(
  sql: Sql,
  network: string,
  merchantIds: readonly string[],
  reason: WaitReason,
): Promise<void> {
  if (merchantIds.length === 0) return;
  await sql`
    UPDATE payouts
       SET wait_reason = ${reason}
     WHERE network = ${network}
       AND status = 'queued'
       AND merchant_id = ANY (${merchantIds as string[]}::uuid[])
       AND wait_reason IS DISTINCT FROM ${reason}`;
}

/** Saves one wait reason for all queued payouts of a network. */
export async function saveWaitOfQueue(sql: Sql, network: string, reason: WaitReason): Promise<void> {
  await sql`
    UPDATE payouts
       SET wait_reason = ${reason}
     WHERE network = ${network}
       AND status = 'queued'
       AND wait_reason IS DISTINCT FROM ${reason}`;
}

/** Saves that the network as a whole is free again and only some merchants' payouts wait. */
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
                                     'signer_unavailable', 'node_unavailable', 'wallet_ahead_of_books', 'over_limit')
           END`;
}
