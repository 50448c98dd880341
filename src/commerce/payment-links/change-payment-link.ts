import { isDeepStrictEqual } from 'node:util';
import { appendAudit } from '../../accounts/audit/audit-log.ts';
import type { Tx } from '../../base/db/pool.ts';
import { PasarelaError, validationFailed } from '../../base/ground/errors.ts';
import { exponentOf } from '../../base/money/currency.ts';
import { formatDecimal } from '../../base/money/money.ts';
import type { Charge } from '../../payments/charges/charge.ts';
import { type CloseDeps, waitingCharges } from './close-payment-link.ts';
import { mailInvoice } from './mail-invoice.ts';
import type { PaymentLink } from './payment-link.ts';
import type { PaymentLinkRequest } from './payment-link-request.ts';
import { type Parts, wentBack } from './progress/parts.ts';
import { askAgain, partCharges } from './progress/parts-store.ts';
import { countPieces } from './progress/pieces.ts';
import { holdOpenPieces, recordPieces } from './progress/pieces-store.ts';
import { paymentLinkState, progressOf } from './progress/progress.ts';
import { lockPaymentLink, updatePaymentLink } from './store.ts';

/** The open charge may be another one between two attempts. */
const maxRounds = 3;

/**
 * Changes a payment link, if nobody else has changed it since it was read. The charge that waits for one that is paid
 * once asks for the old terms: it is canceled first, and the change is refused while somebody pays it.
 */
export async function changePaymentLink(
  deps: CloseDeps,
  before: PaymentLink,
  request: PaymentLinkRequest,
  by: { actor: string; version: number },
): Promise<void> {
  for (let round = 0; round < maxRounds; round++) {
    const waiting = await deps.sql.begin((tx) => changeUnderLock(tx, before, request, by, deps.now()));
    if (waiting.length === 0) return;
    const results = [];
    for (const charge of waiting) results.push(await deps.cancelCharge(charge));
    if (results.some(({ kind }) => kind === 'in_progress')) break;
  }
  throw beingPaid();
}

const beingPaid = () =>
  new PasarelaError('charge_in_progress', 'A customer is paying it right now. Try again later.');

/** Returns the open charges that prevent the change. */
async function changeUnderLock(
  tx: Tx,
  { merchantId, id }: PaymentLink,
  { number: _, ...terms }: PaymentLinkRequest,
  { actor, version }: { actor: string; version: number },
  now: Date,
): Promise<Charge[]> {
  const link = (await lockPaymentLink(tx, merchantId, id)) as PaymentLink;
  if (link.version !== version) {
    throw new PasarelaError('link_changed', 'Somebody else has changed it since you read it.');
  }
  const progress = await progressOf(tx, link, now);
  if (paymentLinkState(link, progress, now) === 'paid') {
    throw new PasarelaError('link_not_open', 'It is paid: what was paid for does not change any more.');
  }
  const { parts } = progress;
  if (parts && terms.inParts) checkTotal(link, parts, terms);
  else {
    if (parts && parts.paidMinor > 0n) {
      throw validationFailed([{ field: 'partial_payments', message: 'must be true: a part is paid' }]);
    }
    const waiting = await waitingCharges(tx, link);
    if (waiting.length > 0) return waiting;
    if (parts && parts.heldMinor > 0n) throw beingPaid();
  }
  if (terms.stock !== null) await checkStock(tx, link, terms.stock, now);
  // Parts are counted from all its charges.
  const chargeId = terms.inParts ? null : link.chargeId;
  const changed = { ...link, ...terms, chargeId, version: version + 1 };
  if (terms.inParts && !link.inParts) await forgetReturned(tx, link, now);
  await updatePaymentLink(tx, changed);
  // Who is named now has not got it yet.
  if (changed.invoice && changed.invoice.customerEmail !== link.invoice?.customerEmail) {
    await mailInvoice(tx, changed, 'invoice', now);
  }
  await appendAudit(
    tx,
    {
      actor,
      act: `${link.kind}_changed`,
      subject: `link ${id}`,
      details: { merchantId, number: link.number, changed: changedFields(link, changed) },
    },
    now,
  );
  return [];
}

/** What went back before it was paid in parts does not count as a part. */
async function forgetReturned(tx: Tx, link: PaymentLink, now: Date): Promise<void> {
  const charges = await partCharges(tx, link.merchantId, [link.id]);
  const returned = charges.filter(({ status }) => wentBack(status)).map(({ chargeId }) => chargeId);
  await askAgain(tx, link, returned, now);
}

/** What was paid, or is being paid, stays within the total. */
function checkTotal(
  { currency }: PaymentLink,
  { paidMinor, heldMinor }: Parts,
  { amountMinor }: Pick<PaymentLink, 'amountMinor'>,
): void {
  const takenMinor = paidMinor + heldMinor;
  if (amountMinor === null || amountMinor >= takenMinor) return;
  const taken = `${formatDecimal(takenMinor, exponentOf(currency))} ${currency}`;
  const message = `must come to at least ${taken}, which is paid or being paid`;
  throw validationFailed([{ field: 'lines', message }]);
}

/** Asked again under the lock: somebody may have begun to pay since the request was read. */
async function checkStock(tx: Tx, link: PaymentLink, stock: number, now: Date): Promise<void> {
  if (link.stock === null) await holdOpenPieces(tx, link);
  const { link: counted, rows } = await recordPieces(tx, link, now);
  const { sold = 0, held = 0 } = countPieces({ stock, sold: counted.sold }, rows, now) ?? {};
  if (stock >= sold + held) return;
  const message = `must be at least ${sold + held}, which are sold or being paid`;
  throw validationFailed([{ field: 'stock', message }]);
}

const watched = [
  'title',
  'amountMinor',
  'minMinor',
  'maxMinor',
  'minQuantity',
  'maxQuantity',
  'stock',
  'inParts',
  'methods',
  'language',
  'expiresAt',
  'invoice',
] as const satisfies readonly (keyof PaymentLink)[];

function changedFields(before: PaymentLink, after: PaymentLink): string[] {
  return watched.filter((field) => !isDeepStrictEqual(before[field], after[field]));
}
