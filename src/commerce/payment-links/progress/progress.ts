import type { Db } from '../../../base/db/pool.ts';
import type { ChargeStatus } from '../../../payments/charges/charge.ts';
import { type PaymentLink, type PaymentLinkState, wasPaid } from '../payment-link.ts';
import { countParts, type Parts } from './parts.ts';
import { partCharges } from './parts-store.ts';
import { isSoldOut, type Pieces } from './pieces.ts';
import { piecesOf } from './pieces-store.ts';

/** What became of a payment link. */
export interface Progress {
  /** Of the charge of one that is paid by one charge. */
  chargeStatus: ChargeStatus | null;
  /** Of one with a stock. */
  pieces: Pieces | null;
  /** Of an invoice that may be paid in parts. */
  parts: Parts | null;
}

export interface ListedPaymentLink extends Progress {
  link: PaymentLink;
}

export function paymentLinkState(
  link: Pick<PaymentLink, 'isOnce' | 'closedAt' | 'expiresAt' | 'stock'>,
  { chargeStatus, pieces, parts }: Progress,
  now: Date,
): PaymentLinkState {
  if (link.isOnce && chargeStatus !== null && wasPaid(chargeStatus)) return 'paid';
  if (parts?.leftMinor === 0n) return 'paid';
  if (link.closedAt !== null) return 'closed';
  if (link.expiresAt !== null && link.expiresAt <= now) return 'expired';
  if (parts && parts.paidMinor > 0n) return 'partly_paid';
  return isSoldOut(link.stock, pieces) ? 'sold_out' : 'open';
}

export type UnpayableState = Exclude<PaymentLinkState, 'open' | 'partly_paid'>;

/** Whether customers can pay it, apart from what others are paying. */
export function isPayable(state: PaymentLinkState): state is 'open' | 'partly_paid' {
  return state === 'open' || state === 'partly_paid';
}

/** What is paid of an invoice, and what is not; null: it is none. */
export function paidAndLeft(
  { invoice, amountMinor }: Pick<PaymentLink, 'invoice' | 'amountMinor'>,
  state: PaymentLinkState,
  { parts }: Pick<Progress, 'parts'>,
): { paidMinor: bigint; leftMinor: bigint } | null {
  if (invoice === null || amountMinor === null) return null;
  if (parts) return parts;
  return state === 'paid'
    ? { paidMinor: amountMinor, leftMinor: 0n }
    : { paidMinor: 0n, leftMinor: amountMinor };
}

export async function withProgress(
  db: Db,
  merchantId: string,
  links: readonly PaymentLink[],
  now: Date,
): Promise<ListedPaymentLink[]> {
  const statuses = await chargeStatuses(
    db,
    merchantId,
    links.flatMap(({ chargeId }) => chargeId ?? []),
  );
  const pieces = await piecesOf(db, merchantId, links, now);
  const inParts = links.filter((link) => link.inParts).map(({ id }) => id);
  const charges = Map.groupBy(await partCharges(db, merchantId, inParts), ({ linkId }) => linkId);
  return links.map((link) => ({
    link,
    chargeStatus: statuses.get(link.chargeId ?? '') ?? null,
    pieces: pieces.get(link.id) ?? null,
    parts: link.inParts ? countParts(link.amountMinor ?? 0n, charges.get(link.id) ?? []) : null,
  }));
}

export async function progressOf(db: Db, link: PaymentLink, now: Date): Promise<ListedPaymentLink> {
  const [listed] = await withProgress(db, link.merchantId, [link], now);
  return listed as ListedPaymentLink;
}

async function chargeStatuses(
  db: Db,
  merchantId: string,
  chargeIds: string[],
): Promise<Map<string, ChargeStatus>> {
  if (chargeIds.length === 0) return new Map();
  const rows = await db<{ id: string; status: ChargeStatus }[]>`
    SELECT id, status
      FROM all_charges
     WHERE merchant_id = ${merchantId}
       AND id = ANY (${chargeIds}::uuid[])`;
  return new Map(rows.map(({ id, status }) => [id, status]));
}
