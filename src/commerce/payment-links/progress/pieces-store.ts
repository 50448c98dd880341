import { firstIdAt } from '../../../base/db/ids.ts';
import type { Db, Tx } from '../../../base/db/pool.ts';
import type { PaymentLink } from '../payment-link.ts';
import { type ChargePieces, countPieces, type Pieces, type PiecesState, pieceStateOf } from './pieces.ts';

/** A merchant may accept money that comes late; a payment older than this is not looked at again. */
const lateMs = 60 * 24 * 60 * 60 * 1000;

/**
 * The charges with pieces that are not counted as sold yet, the oldest first: those that hold some, and those that ended
 * unpaid in the last weeks and were paid all the same. Uses the index link_charges_pieces.
 */
async function uncountedPieces(
  db: Db,
  merchantId: string,
  linkIds: readonly string[],
  now: Date,
): Promise<ChargePieces[]> {
  if (linkIds.length === 0) return [];
  return await db<ChargePieces[]>`
    SELECT link_charges.link_id AS "linkId", link_charges.charge_id AS "chargeId", pieces, pieces_state AS state,
           made.status, made.created_at AS "createdAt"
      FROM link_charges
      JOIN all_charges AS made ON made.merchant_id = link_charges.merchant_id AND made.id = link_charges.charge_id
     WHERE link_charges.merchant_id = ${merchantId}
       AND made.merchant_id = ${merchantId}
       AND link_charges.link_id = ANY (${linkIds as string[]}::uuid[])
       AND pieces_state IN ('held', 'freed')
       AND (pieces_state = 'held' OR (link_charges.charge_id >= ${firstIdAt(new Date(now.getTime() - lateMs))}
           AND made.status IN ('approved', 'partially_refunded', 'refunded', 'charged_back')))
     ORDER BY link_charges.charge_id`;
}

/** The stock of each of these payment links that has one. */
export async function piecesOf(
  db: Db,
  merchantId: string,
  links: readonly PaymentLink[],
  now: Date,
): Promise<Map<string, Pieces>> {
  const stocked = links.filter(({ stock }) => stock !== null);
  const rows = await uncountedPieces(
    db,
    merchantId,
    stocked.map(({ id }) => id),
    now,
  );
  const byLink = Map.groupBy(rows, ({ linkId }) => linkId);
  const counted = new Map<string, Pieces>();
  for (const link of stocked) {
    const pieces = countPieces(link, byLink.get(link.id) ?? [], now);
    if (pieces) counted.set(link.id, pieces);
  }
  return counted;
}

/**
 * Writes down what became of pieces, so that the next customer counts few rows. The caller holds the payment link's
 * lock. Returns the payment link and the rows that still hold pieces.
 */
export async function recordPieces(
  tx: Tx,
  link: PaymentLink,
  now: Date,
): Promise<{ link: PaymentLink; rows: ChargePieces[] }> {
  const rows = await uncountedPieces(tx, link.merchantId, [link.id], now);
  const ended = rows.filter(({ state, status }) => state !== pieceStateOf(status));
  for (const [state, some] of Map.groupBy(ended, ({ status }) => pieceStateOf(status))) {
    await setPiecesState(
      tx,
      link,
      some.map(({ chargeId }) => chargeId),
      state,
    );
  }
  const sold = ended
    .filter(({ status }) => pieceStateOf(status) === 'sold')
    .reduce((total, { pieces }) => total + pieces, link.sold);
  if (sold !== link.sold) {
    await tx`
      UPDATE payment_links
         SET sold = ${sold}
       WHERE merchant_id = ${link.merchantId}
         AND id = ${link.id}`;
  }
  return { link: { ...link, sold }, rows: rows.filter(({ status }) => pieceStateOf(status) === 'held') };
}

/** For a payment link that gets a stock: what was begun before and can still be paid counts as well. */
export async function holdOpenPieces(tx: Tx, { merchantId, id }: PaymentLink): Promise<void> {
  await tx`
    UPDATE link_charges
       SET pieces_state = 'held',
           pieces = coalesce(pieces, 1)
     WHERE merchant_id = ${merchantId}
       AND link_id = ${id}
       AND pieces_state IS NULL
       AND EXISTS (
             SELECT
               FROM charges
              WHERE merchant_id = ${merchantId}
                AND id = link_charges.charge_id
                AND status IN ('open', 'authorized'))`;
}

async function setPiecesState(
  tx: Tx,
  { merchantId, id }: PaymentLink,
  chargeIds: string[],
  state: PiecesState,
): Promise<void> {
  await tx`
    UPDATE link_charges
       SET pieces_state = ${state}
     WHERE merchant_id = ${merchantId}
       AND link_id = ${id}
       AND charge_id = ANY (${chargeIds}::uuid[])`;
}
