import { isId } from '../../../base/db/ids.ts';
import type { Db } from '../../../base/db/pool.ts';
import type { Money } from '../../../base/money/money.ts';
import { attemptsOf, findChargeOfAttempt } from '../attempts/attempt-store.ts';
import { takenMoney } from '../charge.ts';
import { disputesOf } from '../disputes/dispute-store.ts';
import type { ProcessorMovement } from '../payment-processor.ts';
import type { ProcessorAccount } from '../payment-processors.ts';
import { type Refund, refundsOf } from '../refunds/refund-store.ts';
import { findCharge } from '../store.ts';
import { findUnexpected, unexpectedOf } from '../unexpected/unexpected-store.ts';
import { directionOf } from './movement.ts';

/** The charge, refund or dispute of ours that a processor's movement belongs to. */
export interface Place {
  merchantId: string;
  chargeId: string;
  about: 'charge' | 'refund' | 'dispute';
  /** The id of the charge, refund or dispute. */
  id: string;
  /** The amount that was paid, refunded or taken. */
  amount: Money;
  /** The status of the attempt, refund or dispute. */
  status: string;
}

type PlaceRow = Omit<Place, 'about' | 'amount'> & { key: string; currency: string; amountMinor: bigint };

/** Finds the subject of each movement, null if it is not ours; in the order of the movements. */
export async function placeMovements(
  db: Db,
  processor: string,
  lines: readonly ProcessorMovement[],
): Promise<(Place | null)[]> {
  const ids = (key: 'attemptId' | 'refundId' | 'disputeId'): string[] =>
    lines.flatMap((line) => line[key] ?? []).filter((id) => key === 'disputeId' || isId(id));
  const references = lines.flatMap(({ reference }) => reference ?? []);
  const [disputes, named, refunds, charges] = [
    await disputesByReference(db, processor, ids('disputeId')),
    await refundsByReference(db, references),
    await refundsById(db, ids('refundId')),
    await chargesByAttempt(db, ids('attemptId')),
  ];
  return lines.map(
    ({ attemptId, refundId, disputeId, reference }) =>
      disputes.get(disputeId ?? '') ??
      refunds.get(refundId ?? '') ??
      named.get(reference ?? '') ??
      charges.get(attemptId ?? '') ??
      null,
  );
}

/** A merchant's own account holds nothing of another merchant. */
export function ownPlace({ merchantId }: ProcessorAccount, place: Place | null): Place | null {
  return merchantId === null || place?.merchantId === merchantId ? place : null;
}

/**
 * All subjects that a movement may have: if the processor names the payment alone, every refund or dispute of it over
 * that amount. One whose refund we do not know is of none that has another name there: it has yet to be imported.
 */
export async function candidatesOf(db: Db, line: ProcessorMovement, place: Place | null): Promise<Place[]> {
  const direction = directionOf(line.kind);
  if (!place) return [];
  if (!direction || place.about === direction.about) return [place];
  const { merchantId, chargeId } = place;
  const minor = direction.sign * line.amount.amountMinor;
  const all: { id: string; status: string; amountMinor: bigint }[] =
    direction.about === 'refund'
      ? [
          ...(await refundsOf(db, merchantId, chargeId)).filter(mayBeOf(line)),
          ...(await returnsOf(db, place)),
        ]
      : (await disputesOf(db, merchantId, chargeId)).map(({ amount, ...dispute }) => ({
          ...dispute,
          ...amount,
        }));
  return all
    .filter(({ amountMinor }) => amountMinor === minor)
    .map(({ id, status }) => ({
      ...place,
      about: direction.about,
      id,
      status,
      amount: { ...place.amount, amountMinor: minor },
    }));
}

/** One that the processor refused has no name there, and moved nothing. */
const mayBeOf =
  ({ reference }: ProcessorMovement) =>
  ({ status, processorReference }: Refund): boolean =>
    processorReference === null ? status !== 'failed' : !reference || processorReference === reference;

/** Unexpected payments of the charge that were, or are being, given back. */
async function returnsOf(db: Db, { merchantId, chargeId }: Place) {
  const all = await unexpectedOf(db, merchantId, chargeId);
  return all.flatMap(({ returnId: id, status, paid: { amountMinor } }) =>
    id === null ? [] : { id, status: status === 'returned' ? 'succeeded' : 'pending', amountMinor },
  );
}

function byKey(about: Place['about'], rows: PlaceRow[]): Map<string, Place> {
  return new Map(
    rows.map(({ key, currency, amountMinor, ...row }) => [
      key,
      { ...row, about, amount: { amountMinor, currency } },
    ]),
  );
}

async function disputesByReference(db: Db, processor: string, references: string[]) {
  if (references.length === 0) return new Map<string, Place>();
  const rows = await db<PlaceRow[]>`
    SELECT reference AS key, merchant_id AS "merchantId", charge_id AS "chargeId", id, status, currency,
           amount_minor AS "amountMinor"
      FROM disputes
     WHERE reference = ANY (${references})
       AND processor = ${processor}`;
  return byKey('dispute', rows);
}

async function refundsById(db: Db, ids: string[]) {
  if (ids.length === 0) return new Map<string, Place>();
  const rows = await db<PlaceRow[]>`
    SELECT refund.id::text AS key, refund.merchant_id AS "merchantId", refund.charge_id AS "chargeId", refund.id,
           refund.status, charge.currency, refund.amount_minor AS "amountMinor"
      FROM refunds AS refund
      JOIN all_charges AS charge ON charge.merchant_id = refund.merchant_id AND charge.id = refund.charge_id
     WHERE refund.id = ANY (${ids}::uuid[])`;
  const returns = await db<PlaceRow[]>`
    SELECT return_id::text AS key, merchant_id AS "merchantId", charge_id AS "chargeId", return_id AS id,
           CASE status WHEN 'returned' THEN 'succeeded' ELSE 'pending' END AS status, currency,
           paid_minor AS "amountMinor"
      FROM unexpected_payments
     WHERE return_id = ANY (${ids}::uuid[])`;
  return byKey('refund', [...rows, ...returns]);
}

/** Refunds made in the processor's own panel carry no id of ours. */
async function refundsByReference(db: Db, references: string[]) {
  if (references.length === 0) return new Map<string, Place>();
  const rows = await db<PlaceRow[]>`
    SELECT refund.processor_reference AS key, refund.merchant_id AS "merchantId", refund.charge_id AS "chargeId",
           refund.id, refund.status, charge.currency, refund.amount_minor AS "amountMinor"
      FROM refunds AS refund
      JOIN all_charges AS charge ON charge.merchant_id = refund.merchant_id AND charge.id = refund.charge_id
     WHERE refund.processor_reference = ANY (${references})
       AND refund.origin = 'external'`;
  return byKey('refund', rows);
}

async function chargesByAttempt(db: Db, ids: string[]) {
  if (ids.length === 0) return new Map<string, Place>();
  const rows = await db<PlaceRow[]>`
    SELECT attempt.id::text AS key, attempt.merchant_id AS "merchantId", attempt.charge_id AS "chargeId",
           -- Money that came otherwise than was asked was entered under the id of its attempt.
           coalesce(unexpected.id, attempt.charge_id) AS id,
           CASE WHEN unexpected.id IS NULL THEN attempt.status ELSE 'approved' END AS status,
           coalesce(unexpected.currency, charge.currency) AS currency,
           coalesce(unexpected.paid_minor, charge.captured_minor, charge.amount_minor) AS "amountMinor"
      FROM attempts AS attempt
      JOIN charges AS charge ON charge.merchant_id = attempt.merchant_id AND charge.id = attempt.charge_id
      LEFT JOIN unexpected_payments AS unexpected ON unexpected.merchant_id = attempt.merchant_id
                                                 AND unexpected.id = attempt.id
     WHERE attempt.id = ANY (${ids}::uuid[])`;
  const places = byKey('charge', rows);
  for (const id of new Set(ids)) {
    const archived = places.has(id) ? null : await archivedPlace(db, id);
    if (archived) places.set(id, archived);
  }
  return places;
}

async function archivedPlace(db: Db, attemptId: string): Promise<Place | null> {
  const found = await findChargeOfAttempt(db, attemptId);
  const charge = found && (await findCharge(db, found.merchantId, found.chargeId));
  if (!charge) return null;
  const { merchantId, id } = charge;
  const unexpected = await findUnexpected(db, merchantId, attemptId);
  if (unexpected) {
    const { paid: amount } = unexpected;
    return { merchantId, chargeId: id, about: 'charge', id: attemptId, amount, status: 'approved' };
  }
  const amount = takenMoney(charge);
  const attempts = await attemptsOf(db, merchantId, id);
  const status = attempts.find((attempt) => attempt.id === attemptId)?.status ?? 'unknown';
  return { merchantId, chargeId: id, about: 'charge', id, amount, status };
}
