import { isDeepStrictEqual } from 'node:util';
import { appendAudit } from '../../accounts/audit/audit-log.ts';
import type { Tx } from '../../base/db/pool.ts';
import { PasarelaError, validationFailed } from '../../base/ground/errors.ts';
import type { Charge } from '../../payments/charges/charge.ts';
import { findCharge } from '../../payments/charges/store.ts';
import type { CloseDeps } from './close-payment-link.ts';
import { mailInvoice } from './mail-invoice.ts';
import { type PaymentLink, paymentLinkState } from './payment-link.ts';
import type { PaymentLinkRequest } from './payment-link-request.ts';
import { countPieces } from './pieces.ts';
import { holdOpenPieces, recordPieces } from './pieces-store.ts';
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
    if (waiting === null) return;
    if ((await deps.cancelCharge(waiting)).kind === 'in_progress') break;
  }
  throw new PasarelaError('charge_in_progress', 'A customer is paying it right now. Try again later.');
}

/** Returns the open charge that prevents the change. */
async function changeUnderLock(
  tx: Tx,
  { merchantId, id }: PaymentLink,
  { number: _, ...terms }: PaymentLinkRequest,
  { actor, version }: { actor: string; version: number },
  now: Date,
): Promise<Charge | null> {
  const link = (await lockPaymentLink(tx, merchantId, id)) as PaymentLink;
  if (link.version !== version) {
    throw new PasarelaError('link_changed', 'Somebody else has changed it since you read it.');
  }
  const current = link.chargeId === null ? null : await findCharge(tx, merchantId, link.chargeId);
  if (paymentLinkState(link, current?.status ?? null, now) === 'paid') {
    throw new PasarelaError('link_not_open', 'It is paid: what was paid for does not change any more.');
  }
  if (current?.status === 'open') return current;
  if (terms.stock !== null) await checkStock(tx, link, terms.stock, now);
  const changed = { ...link, ...terms, version: version + 1 };
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
  return null;
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
  'methods',
  'language',
  'expiresAt',
  'invoice',
] as const satisfies readonly (keyof PaymentLink)[];

function changedFields(before: PaymentLink, after: PaymentLink): string[] {
  return watched.filter((field) => !isDeepStrictEqual(before[field], after[field]));
}
