import type { Asker } from '../../accounts/merchants/keys/asker.ts';
import { toBytes } from '../../base/db/bytes.ts';
import type { Db, Tx } from '../../base/db/pool.ts';
import { currentTraceparent, logTrail } from '../../base/ground/trail.ts';
import type { AssetCode } from '../../base/money/asset.ts';
import type { Language } from '../../base/money/language.ts';
import type { PayoutFailure, PayoutKind, PayoutStatus, WaitReason } from './payout.ts';

/** The claim secret is no part of it, so code that has a payout cannot reveal it by mistake. */
export interface Payout {
  merchantId: string;
  id: string;
  kind: PayoutKind;
  /** The order that a refund gives back; null: no refund. */
  refundOf: string | null;
  /** Why, in the merchant's words; null: none given, or no refund. */
  refundReason: string | null;
  /** Its money was in suspense, in whole transfers; otherwise it belonged to the merchant. */
  fromSuspense: boolean;
  status: PayoutStatus;
  failure: PayoutFailure | null;
  failureNote: string | null;
  waitReason: WaitReason | null;
  country: string;
  origin: string;
  /** US cents. */
  amountMinor: bigint;
  /** The asset of the payout. */
  asset: AssetCode;
  email: string;
  merchantIdCustom: string | null;
  metadata: Record<string, string> | null;
  description: string | null;
  opensUntil: Date;
  /** The recipient's amount. */
  amountUnits: bigint;
  /** The units that reached the recipient if the chain shows another amount; null: the exact amount, or nothing yet. */
  arrivedUnits: bigint | null;
  /** The merchant's fee, on top of the amount. */
  feeUnits: bigint;
  /** USD for one of the asset, times 10^8. */
  rateScaled: bigint;
  rateAt: Date;
  rateSources: string[];
  network: string | null;
  /** 0x and 40 hex digits, on every network. */
  address: string | null;
  confirmedAt: Date | null;
  language: Language | null;
  /** How many people must approve it. */
  approvalsNeeded: number;
  /** The e-mail of the person who made it, or who made its API key; null: the key's maker is unknown. */
  madeBy: string | null;
  /** The API key that made it; null: made by a person. */
  keyId: string | null;
  /** The networks to which the key is bound; null: every network. */
  networks: string[] | null;
  /** US cents of this and the day's other unapproved payouts to its wallet or recipient; null: not counted. */
  summedMinor: bigint | null;
  /** The hot wallet that sends it, 0x and 40 hex digits. */
  wallet: string | null;
  createdAt: Date;
  decidedAt: Date | null;
  /** The trace of the request that created the payout; null while tracing is off. */
  traceparent: string | null;
}

/** The columns of a Payout, for queries of this folder. */
export const payoutColumns = `
  merchant_id AS "merchantId", id, kind, refund_of AS "refundOf", refund_reason AS "refundReason", from_suspense AS "fromSuspense", status, failure,
  failure_note AS "failureNote", wait_reason AS "waitReason",
  country, origin, amount_minor AS "amountMinor", asset, email, merchant_id_custom AS "merchantIdCustom", description, metadata,
  opens_until AS "opensUntil", amount_units AS "amountUnits", arrived_units AS "arrivedUnits", fee_units AS "feeUnits",
  rate_scaled AS "rateScaled", rate_at AS "rateAt", rate_sources AS "rateSources", network,
  '0x' || encode(address, 'hex') AS address, confirmed_at AS "confirmedAt", language,
  approvals_needed AS "approvalsNeeded", made_by AS "madeBy", key_id AS "keyId", networks,
  summed_minor AS "summedMinor", '0x' || encode(wallet, 'hex') AS wallet, created_at AS "createdAt",
  decided_at AS "decidedAt", traceparent`;

export type NewPayout = Pick<
  Payout,
  | 'merchantId'
  | 'id'
  | 'country'
  | 'origin'
  | 'amountMinor'
  | 'asset'
  | 'email'
  | 'merchantIdCustom'
  | 'description'
  | 'metadata'
  | 'opensUntil'
  | 'amountUnits'
  | 'feeUnits'
  | 'rateScaled'
  | 'rateAt'
  | 'rateSources'
  | 'madeBy'
  | 'keyId'
  | 'networks'
  | 'createdAt'
>;

/** The maker of a payout, in the columns of its row. */
export function makerOf({ person, key }: Asker): Pick<Payout, 'madeBy' | 'keyId' | 'networks'> {
  return { madeBy: person, keyId: key?.id ?? null, networks: key?.bounds.networks ?? null };
}

export async function insertPayout(
  tx: Tx,
  payout: NewPayout,
  secret: { requestHash: Buffer; linkHash: Buffer; linkSealed: Buffer },
): Promise<void> {
  await tx`
    INSERT INTO payouts (
      merchant_id, id, country, origin, amount_minor, asset, email, merchant_id_custom, description, metadata, request_hash,
      link_hash, link_sealed, opens_until, amount_units, fee_units, rate_scaled, rate_at, rate_sources, made_by,
      key_id, networks, created_at, traceparent)
    VALUES (
      ${payout.merchantId}, ${payout.id}, ${payout.country}, ${payout.origin}, ${payout.amountMinor}, ${payout.asset},
      ${payout.email}, ${payout.merchantIdCustom}, ${payout.description}, ${payout.metadata && tx.json(payout.metadata)}, ${secret.requestHash}, ${secret.linkHash},
      ${secret.linkSealed}, ${payout.opensUntil}, ${payout.amountUnits}, ${payout.feeUnits}, ${payout.rateScaled},
      ${payout.rateAt}, ${payout.rateSources}, ${payout.madeBy}, ${payout.keyId}, ${payout.networks}, ${payout.createdAt},
      ${currentTraceparent()})`;
  tx.afterCommit(() => logTrail('payout created', { merchant: payout.merchantId, payout: payout.id }));
}

/** For the `hash`, which contains only the order id, and for operators. */
export async function findPayoutById(db: Db, id: string): Promise<Payout | null> {
  const [row] = await db<Payout[]>`
    SELECT ${db.unsafe(payoutColumns)}
      FROM payouts
     WHERE id = ${id}`;
  return row ?? null;
}

export async function findPayoutByClaimHash(db: Db, linkHash: Buffer): Promise<Payout | null> {
  const [row] = await db<Payout[]>`
    SELECT ${db.unsafe(payoutColumns)}
      FROM payouts
     WHERE link_hash = ${linkHash}`;
  return row ?? null;
}

/**
 * The request of a hash and the claim secret it was answered with. `linkSealed` is null if the secret was replaced
 * since.
 */
export async function findPayoutRequest(
  db: Db,
  id: string,
): Promise<{ requestHash: Buffer; linkSealed: Buffer | null } | null> {
  const [row] = await db<{ requestHash: Buffer; linkSealed: Buffer | null }[]>`
    SELECT request_hash AS "requestHash", link_sealed AS "linkSealed"
      FROM payouts
     WHERE id = ${id}`;
  return row ?? null;
}

/** Replaces the claim secret. A sealed secret can still be mailed; null: only the caller has it. */
export async function saveClaimSecret(
  tx: Tx,
  payout: Payout,
  linkHash: Buffer,
  linkSealed: Buffer | null,
): Promise<void> {
  await tx`
    UPDATE payouts
       SET link_hash = ${linkHash},
           link_sealed = ${linkSealed}
     WHERE merchant_id = ${payout.merchantId}
       AND id = ${payout.id}`;
}

export async function saveEmail(tx: Tx, payout: Payout, email: string): Promise<void> {
  await tx`
    UPDATE payouts
       SET email = ${email}
     WHERE merchant_id = ${payout.merchantId}
       AND id = ${payout.id}`;
}

/** Locks the payout's row for the rest of the transaction: all decisions about it queue here. */
export async function lockPayout(tx: Tx, merchantId: string, id: string): Promise<Payout | null> {
  const [row] = await tx<Payout[]>`
    SELECT ${tx.unsafe(payoutColumns)}
      FROM payouts
     WHERE merchant_id = ${merchantId}
       AND id = ${id}
       FOR UPDATE`;
  return row ?? null;
}

/** Payouts whose wallet was not confirmed in time. */
export async function findUnconfirmed(
  db: Db,
  now: Date,
  limit: number,
): Promise<{ merchantId: string; id: string }[]> {
  return await db<{ merchantId: string; id: string }[]>`
    SELECT merchant_id AS "merchantId", id
      FROM payouts
     WHERE status = 'open'
       AND opens_until <= ${now}
     ORDER BY opens_until
     LIMIT ${limit}`;
}

/** Locks those that are still unconfirmed, for the rest of the transaction. */
export async function lockUnconfirmed(
  tx: Tx,
  found: readonly { id: string }[],
  now: Date,
): Promise<Payout[]> {
  return await tx<Payout[]>`
    SELECT ${tx.unsafe(payoutColumns)}
      FROM payouts
     WHERE id = ANY (${found.map(({ id }) => id)}::uuid[])
       AND status = 'open'
       AND opens_until <= ${now}
     ORDER BY opens_until
       FOR UPDATE SKIP LOCKED`;
}

export interface Confirmation {
  status: 'review' | 'queued';
  network: string;
  address: string;
  language: Language;
  approvalsNeeded: number;
  summedMinor: bigint;
  confirmedAt: Date;
}

export async function saveConfirmation(tx: Tx, payout: Payout, confirmation: Confirmation): Promise<void> {
  await tx`
    UPDATE payouts
       SET status = ${confirmation.status},
           network = ${confirmation.network},
           address = ${toBytes(confirmation.address)},
           language = ${confirmation.language},
           approvals_needed = ${confirmation.approvalsNeeded},
           summed_minor = ${confirmation.summedMinor},
           confirmed_at = ${confirmation.confirmedAt}
     WHERE merchant_id = ${payout.merchantId}
       AND id = ${payout.id}
       AND status = 'open'`;
}

/**
 * Saves the destination shown by the chain, even if the recipient confirmed another in these books. Goes through each
 * allowed status in turn.
 */
export async function saveWhereSent(
  tx: Tx,
  { merchantId, id, status }: Payout,
  { network, address, wallet }: { network: string; address: string; wallet: string },
  now: Date,
): Promise<void> {
  const steps = { open: ['queued', 'sending'], review: ['queued', 'sending'], queued: ['sending'] }[
    status as string
  ];
  await tx`
    UPDATE payouts
       SET network = ${network},
           address = ${toBytes(address)},
           wallet = ${toBytes(wallet)},
           confirmed_at = coalesce(confirmed_at, ${now}),
           wait_reason = NULL
     WHERE merchant_id = ${merchantId}
       AND id = ${id}`;
  for (const step of steps ?? []) {
    await tx`
      UPDATE payouts
         SET status = ${step}
       WHERE merchant_id = ${merchantId}
         AND id = ${id}`;
  }
}

export async function savePayoutQueued(tx: Tx, payout: Payout): Promise<void> {
  await tx`
    UPDATE payouts
       SET status = 'queued'
     WHERE merchant_id = ${payout.merchantId}
       AND id = ${payout.id}
       AND status = 'review'`;
}

export interface StatusChange {
  payout: Payout;
  status: 'pending' | 'success' | 'failed';
  failure: PayoutFailure | null;
  note: string | null;
}

/** Changes the status of payouts that the caller holds; throws if one differs from what the caller read. */
export async function saveStatuses(tx: Tx, changes: StatusChange[], now: Date): Promise<void> {
  const rows = changes.map(({ payout, status, failure, note }) => ({
    merchant_id: payout.merchantId,
    id: payout.id,
    from_status: payout.status,
    status,
    failure,
    note,
  }));
  const moved = await tx`
    UPDATE payouts
       SET status = change.status,
           failure = change.failure,
           failure_note = change.note,
           wait_reason = NULL,
           decided_at = CASE WHEN change.status = 'pending' THEN NULL ELSE ${now}::timestamptz END
      FROM jsonb_to_recordset(${tx.json(rows)}) AS change (
             merchant_id uuid, id uuid, from_status text, status text, failure text, note text)
     WHERE payouts.merchant_id = change.merchant_id
       AND payouts.id = change.id
       AND payouts.status = change.from_status
    RETURNING payouts.id`;
  if (moved.length !== changes.length) {
    throw new Error(`${changes.length - moved.length} of ${changes.length} payouts had moved on already`);
  }
}

export interface PayoutFilter {
  merchantId?: string;
  status?: PayoutStatus;
  statuses?: readonly PayoutStatus[];
  network?: string;
  id?: string;
  email?: string;
  merchantIdCustom?: string;
  /** The hash of a transaction made for it, in 0x hex. */
  transactionHash?: string;
  /** Limits searches without an index to payouts made since this id. */
  idFrom?: string;
  beforeId?: string;
}

function matching(db: Db, filter: PayoutFilter) {
  const { merchantId, status, statuses, network, id, email, merchantIdCustom, transactionHash } = filter;
  const { idFrom, beforeId } = filter;
  return db`true
           ${merchantId === undefined ? db`` : db`AND merchant_id = ${merchantId}`}
           ${status === undefined ? db`` : db`AND status = ${status}`}
           ${statuses === undefined ? db`` : db`AND status = ANY (${statuses}::text[])`}
           ${network === undefined ? db`` : db`AND network = ${network}`}
           ${id === undefined ? db`` : db`AND id = ${id}`}
           ${email === undefined ? db`` : db`AND lower(email) = lower(${email})`}
           ${merchantIdCustom === undefined ? db`` : db`AND merchant_id_custom = ${merchantIdCustom}`}
           ${
             transactionHash === undefined
               ? db``
               : db`
       AND id IN (SELECT sending_id FROM outgoing_transactions WHERE hash = ${toBytes(transactionHash)})`
           }
           ${idFrom === undefined ? db`` : db`AND id >= ${idFrom}`}
           ${beforeId === undefined ? db`` : db`AND id < ${beforeId}`}`;
}

/** Newest first. */
export async function listPayouts(db: Db, filter: PayoutFilter, limit: number): Promise<Payout[]> {
  return await db<Payout[]>`
    SELECT ${db.unsafe(payoutColumns)}
      FROM payouts
     WHERE ${matching(db, filter)}
     ORDER BY id DESC
     LIMIT ${limit}`;
}

/** What the newest payouts of a filter come to, in US cents. */
export async function sumPayouts(
  db: Db,
  filter: PayoutFilter,
  limit: number,
): Promise<{ count: number; amountMinor: bigint }> {
  const [sum] = await db<[{ count: number; amountMinor: bigint }]>`
    SELECT count(*)::integer AS count, coalesce(sum(amount_minor), 0)::bigint AS "amountMinor"
      FROM (SELECT amount_minor
              FROM payouts
             WHERE ${matching(db, filter)}
             ORDER BY id DESC
             LIMIT ${limit}) AS newest`;
  return sum;
}

/** Payouts that have not ended, oldest first. */
export async function unendedPayouts(db: Db): Promise<Payout[]> {
  return await db<Payout[]>`
    SELECT ${db.unsafe(payoutColumns)}
      FROM payouts
     WHERE status IN ('open', 'review', 'queued', 'sending', 'pending')
     ORDER BY id`;
}

/** Locks payouts under way for the rest of the transaction, in a fixed order; leaves out those that ended meanwhile. */
export async function lockUnderWay(
  tx: Tx,
  keys: readonly Pick<Payout, 'merchantId' | 'id'>[],
): Promise<Payout[]> {
  return await tx<Payout[]>`
    SELECT ${tx.unsafe(payoutColumns)}
      FROM payouts
     WHERE (merchant_id, id) IN (
       SELECT *
         FROM unnest(${keys.map((key) => key.merchantId)}::uuid[], ${keys.map((key) => key.id)}::uuid[])
     )
       AND status IN ('sending', 'pending')
     ORDER BY merchant_id, id
       FOR UPDATE`;
}

/** The transactions broadcast for a payout, in the order they were made. */
export async function sentTransactions(
  db: Db,
  payout: Pick<Payout, 'merchantId' | 'id'>,
): Promise<
  { hash: string; status: 'signed' | 'sent' | 'final' | 'dead'; networkFee: string | null; sentAt: Date }[]
> {
  return await db`
    SELECT '0x' || encode(hash, 'hex') AS hash, status, network_fee::text AS "networkFee", sent_at AS "sentAt"
      FROM outgoing_transactions
     WHERE merchant_id = ${payout.merchantId}
       AND sending_id = ${payout.id}
       AND sent_at IS NOT NULL
     ORDER BY number`;
}
