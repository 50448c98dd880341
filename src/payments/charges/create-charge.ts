import { hash } from 'node:crypto';
import { findKeyed, type KeyedRequest, takeKey } from '../../accounts/merchants/idempotency-store.ts';
import type { Session } from '../../accounts/merchants/sessions/session-token.ts';
import { type Batcher, createBatcher } from '../../base/db/batch.ts';
import type { Workers } from '../../base/db/citus/workers.ts';
import type { Db, Sql } from '../../base/db/pool.ts';
import { PasarelaError } from '../../base/ground/errors.ts';
import { currentTraceparent, logTrail } from '../../base/ground/trail.ts';
import { type Charge, chargeLifetimeMs } from './charge.ts';
import type { ChargeRequest } from './charge-request.ts';
import { insertCharges, type NewCharge } from './insert-charges.ts';
import { findCharge, findRequestHash } from './store.ts';

export interface ChargeWriter {
  sql: Sql;
  /** Returns whether the charge was new. */
  batcher: Batcher<NewCharge, boolean>;
}

export function createChargeWriter(sql: Sql, nodes: Workers): ChargeWriter {
  return {
    sql,
    // If merchants are distributed over workers, charges on the same worker are written together there.
    batcher: createBatcher((rows: NewCharge[], place) => nodes.at(place, (db) => insertCharges(db, rows)), {
      laneOf: ({ charge }) => nodes.placeOf(charge.merchantId),
    }),
  };
}

/**
 * Creates the one charge of a session. The charge takes the session's id, so that a repeated request, even a
 * simultaneous one, finds the existing charge.
 */
export async function createCharge(
  writer: ChargeWriter,
  session: Session,
  request: ChargeRequest,
  now: Date,
): Promise<{ charge: Charge; replayed: boolean }> {
  const charge = newCharge(session, request, now);
  const requestHash = hashRequest(request);
  if (await writer.batcher.add({ charge, requestHash })) {
    tellMade(charge);
    return { charge, replayed: false };
  }
  return { charge: await chargeOfSession(writer.sql, session, requestHash), replayed: true };
}

/**
 * Like createCharge, for a request with an Idempotency-Key, which a later session may repeat: the key commits with the
 * charge. Bypasses group commit, as keys may have to wait for one another.
 */
export async function createKeyedCharge(
  sql: Sql,
  session: Session,
  request: ChargeRequest,
  key: string,
  now: Date,
): Promise<{ charge: Charge; replayed: boolean }> {
  const charge = newCharge(session, request, now);
  const requestHash = hashRequest(request);
  const { merchantId } = session;
  return await sql.begin(async (tx) => {
    const earlierId = await takeKey(tx, keyedCharge(session, requestHash, key), charge.id, now);
    if (earlierId !== null) {
      const earlier = await findCharge(tx, merchantId, earlierId);
      if (!earlier) throw new Error(`charge ${earlierId} of an idempotency key is gone`);
      return { charge: earlier, replayed: true };
    }
    const [isNew] = await insertCharges(tx, [{ charge, requestHash }]);
    if (isNew) {
      tx.afterCommit(() => tellMade(charge));
      return { charge, replayed: false };
    }
    return { charge: await chargeOfSession(tx, session, requestHash), replayed: true };
  });
}

function tellMade({ merchantId, id, method, traceparent }: Charge): void {
  logTrail('charge created', { merchant: merchantId, charge: id, method }, { traceparent });
}

/** Whether a request with this key has already created its charge. */
export async function wasCreated(
  sql: Sql,
  session: Session,
  request: ChargeRequest,
  key: string,
): Promise<boolean> {
  return (await findKeyed(sql, keyedCharge(session, hashRequest(request), key))) !== null;
}

function keyedCharge({ merchantId }: Session, requestHash: string, key: string): KeyedRequest {
  return { merchantId, scope: 'charge', key, requestHash: Buffer.from(requestHash, 'hex') };
}

/** The session's existing charge, if the same request created it. */
async function chargeOfSession(db: Db, session: Session, requestHash: string): Promise<Charge> {
  const earlierHash = await findRequestHash(db, session.merchantId, session.sessionId);
  const earlier = await findCharge(db, session.merchantId, session.sessionId);
  if (earlier && earlierHash === requestHash) return earlier;
  throw new PasarelaError(
    'session_already_used',
    'This session has already made a charge with other contents. Request a new access token for a new charge.',
  );
}

export function newCharge(
  session: Pick<Session, 'merchantId' | 'sessionId'>,
  request: ChargeRequest,
  now: Date,
): Charge {
  return {
    merchantId: session.merchantId,
    id: session.sessionId,
    status: 'open',
    method: request.methodCode,
    anyMethod: request.methodCode === 'ALL',
    country: request.country,
    amount: request.amount,
    capture: request.capture,
    capturedMinor: null,
    description: request.description,
    customerId: request.customerId,
    email: request.email,
    orderNumber: request.orderNumber,
    metadata: request.metadata,
    statementDescriptor: request.statementDescriptor,
    language: request.language,
    notificationUrl: request.notificationUrl,
    returnUrl: request.returnUrl,
    refusedCount: 0,
    refundedMinor: 0n,
    refundPendingMinor: 0n,
    createdAt: now,
    expiresAt: new Date(now.getTime() + chargeLifetimeMs),
    decidedAt: null,
    approvedAt: null,
    refundedAt: null,
    traceparent: currentTraceparent(),
  };
}

/**
 * Hash of the parsed request, in hex digits: the order of fields and unknown fields make no difference. Not as bytes: a
 * buffer takes three times as long as the hash in it.
 */
export function hashRequest(request: ChargeRequest): string {
  const metadata = request.metadata && Object.entries(request.metadata).sort(([a], [b]) => (a < b ? -1 : 1));
  const understood = [
    request.methodCode,
    request.country,
    request.amount.currency,
    request.amount.amountMinor.toString(),
    request.description,
    request.customerId,
    request.notificationUrl,
    request.returnUrl,
    request.orderNumber,
    request.email,
    metadata,
    request.language,
    // Only if it is given: without it a request keeps the hash of the previous version.
    ...(request.statementDescriptor === null ? [] : [request.statementDescriptor]),
    ...(request.capture === 'automatic' ? [] : [{ capture: request.capture }]),
  ];
  return hash('sha256', JSON.stringify(understood), 'hex');
}
