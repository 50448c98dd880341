import { hash, randomInt } from 'node:crypto';
import { appendAudit } from '../../accounts/audit/audit-log.ts';
import { keyReused } from '../../accounts/merchants/idempotency-store.ts';
import { newIdOf } from '../../base/db/ids.ts';
import type { Sql, Tx } from '../../base/db/pool.ts';
import { newToken } from '../../base/db/token.ts';
import { validationFailed } from '../../base/ground/errors.ts';
import { lockSeries, numberInSeries, saveSeries } from './invoice-series.ts';
import { mailInvoice } from './mail-invoice.ts';
import type { PaymentLink } from './payment-link.ts';
import type { PaymentLinkRequest } from './payment-link-request.ts';
import { findPaymentLinkByRequest, insertPaymentLink } from './store.ts';

/** Makes a payment link; an invoice is also mailed to its customer. A repeated request returns the earlier result. */
export async function createPaymentLink(
  { sql, now }: { sql: Sql; now(): Date },
  merchantId: string,
  { number, ...request }: PaymentLinkRequest,
  by: { actor: string; requestKey: string | null },
): Promise<{ link: PaymentLink; replayed: boolean }> {
  const createdAt = now();
  const link: PaymentLink = {
    ...request,
    merchantId,
    id: newIdOf(merchantId),
    token: newToken(merchantId),
    // An invoice without one gets the next of the series.
    number: number ?? newNumber(),
    chargeId: null,
    version: 1,
    sold: 0,
    closedAt: null,
    createdBy: by.actor,
    createdAt,
  };
  const requestHash = hashRequest({ number, ...request });
  return await sql.begin(async (tx) => {
    const earlier = by.requestKey && (await findPaymentLinkByRequest(tx, merchantId, by.requestKey));
    if (earlier) return replay(earlier, requestHash);
    const keys = { key: by.requestKey, hash: requestHash };
    const isInSeries = link.invoice !== null && number === null;
    if (isInSeries ? await insertInSeries(tx, link, keys) : await insertPaymentLink(tx, link, keys)) {
      if (link.invoice) await mailInvoice(tx, link, 'invoice', createdAt);
      await appendAudit(
        tx,
        {
          actor: by.actor,
          act: `${link.kind}_created`,
          subject: `link ${link.id}`,
          details: { merchantId, number: link.number },
        },
        createdAt,
      );
      return { link, replayed: false };
    }
    const meanwhile = by.requestKey && (await findPaymentLinkByRequest(tx, merchantId, by.requestKey));
    if (meanwhile) return replay(meanwhile, requestHash);
    throw validationFailed([{ field: 'number', message: 'is the number of another invoice' }]);
  });
}

function replay(
  { link, requestHash: made }: { link: PaymentLink; requestHash: Buffer | null },
  asked: Buffer,
): { link: PaymentLink; replayed: boolean } {
  if (made && !made.equals(asked)) throw keyReused();
  return { link, replayed: true };
}

/** Numbers that the merchant gave by hand are passed over, so many at most. */
const mostTaken = 100;

/** Gives the invoice the next number of the series; if it is not made, the number stays the next one. */
async function insertInSeries(
  tx: Tx,
  link: PaymentLink,
  keys: Parameters<typeof insertPaymentLink>[2],
): Promise<boolean> {
  const { merchantId } = link;
  const series = await lockSeries(tx, merchantId);
  // Whoever sent the same request at the same moment held the lock until it was made.
  if (keys.key && (await findPaymentLinkByRequest(tx, merchantId, keys.key))) return false;
  for (let taken = 0; taken < mostTaken; taken++) {
    link.number = numberInSeries(series);
    series.nextNumber += 1n;
    if (!(await insertPaymentLink(tx, link, keys))) continue;
    await saveSeries(tx, merchantId, series);
    return true;
  }
  return false;
}

/**
 * Distinguishes a repeat from another request under the same key. The reminder time depends on the time of the request,
 * not on its contents, and is left out.
 */
function hashRequest({
  remindAt,
  minQuantity,
  maxQuantity,
  stock,
  inParts,
  invoice: whole,
  ...rest
}: PaymentLinkRequest): Buffer {
  const plain = (_: string, value: unknown) => (typeof value === 'bigint' ? value.toString() : value);
  const { adjustments = [], ...invoice } = whole ?? {};
  const request = { ...rest, invoice: whole && invoice };
  const later = [minQuantity, maxQuantity, stock, ...adjustments];
  // A request without these has the hash that it had before they existed.
  const more = [...(later.every((each) => each === null) ? [] : [later]), ...(inParts ? ['in parts'] : [])];
  return hash('sha256', JSON.stringify([request, remindAt !== null, ...more], plain), 'buffer');
}

/** People read this aloud and type it: no letters that look alike. */
const letters = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
const numberLength = 8;

function newNumber(): string {
  const drawn = Array.from({ length: numberLength }, () => letters[randomInt(letters.length)]);
  return `L-${drawn.join('')}`;
}
