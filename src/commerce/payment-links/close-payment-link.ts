import type { AuditAct } from '../../accounts/audit/acts.ts';
import { appendAudit } from '../../accounts/audit/audit-log.ts';
import type { Db, Sql, Tx } from '../../base/db/pool.ts';
import { PasarelaError } from '../../base/ground/errors.ts';
import type { CancelResult } from '../../payments/charges/cancel-charge.ts';
import type { Charge } from '../../payments/charges/charge.ts';
import { findCharge } from '../../payments/charges/store.ts';
import type { PaymentLink } from './payment-link.ts';
import { isHeld, wentBack } from './progress/parts.ts';
import { askAgain, partCharges } from './progress/parts-store.ts';
import { paymentLinkState, progressOf } from './progress/progress.ts';
import { lockPaymentLink, setCharge, setClosed } from './store.ts';

export interface CloseDeps {
  sql: Sql;
  /** Ends an open charge, unless its customer is paying it. */
  cancelCharge(charge: Charge): Promise<CancelResult>;
  now(): Date;
}

type LinkKey = Pick<PaymentLink, 'merchantId' | 'id'>;

/**
 * Closes a payment link to new payments. If the payment link is paid once, or in parts, the waiting charges are canceled
 * too, unless somebody is paying them: then that payment still counts.
 */
export async function closePaymentLink(deps: CloseDeps, key: LinkKey, actor: string): Promise<void> {
  const now = deps.now();
  const link = await deps.sql.begin(async (tx) => {
    const found = await ownLink(tx, key);
    if (found.closedAt !== null) return found;
    await setClosed(tx, found, now);
    await audit(tx, found, actor, 'link_closed', now);
    return found;
  });
  for (const charge of await waitingCharges(deps.sql, link)) await deps.cancelCharge(charge);
}

/** The open charges of a payment link that is paid once, or in parts. */
export async function waitingCharges(
  db: Db,
  { merchantId, id, chargeId, inParts }: PaymentLink,
): Promise<Charge[]> {
  const held = inParts ? (await partCharges(db, merchantId, [id])).filter(isHeld) : [];
  const ids = inParts ? held.map((each) => each.chargeId) : [chargeId].filter((each) => each !== null);
  const found = await Promise.all(ids.map((each) => findCharge(db, merchantId, each)));
  return found.filter((charge) => charge?.status === 'open') as Charge[];
}

/** A payment link that is paid once can be paid again after its payment was given back, and one in parts for those given back. */
export async function reopenPaymentLink(
  deps: Pick<CloseDeps, 'sql' | 'now'>,
  key: LinkKey,
  actor: string,
): Promise<void> {
  const now = deps.now();
  await deps.sql.begin(async (tx) => {
    const link = await ownLink(tx, key);
    const progress = await progressOf(tx, link, now);
    const charges = link.inParts ? await partCharges(tx, link.merchantId, [link.id]) : [];
    const returned = charges.filter((each) => !each.isAskedAgain && wentBack(each.status));
    const { chargeStatus } = progress;
    const isReturned = returned.length > 0 || (chargeStatus !== null && wentBack(chargeStatus));
    if (paymentLinkState(link, progress, now) === 'paid' && !isReturned)
      throw new PasarelaError('link_not_open', 'It is paid: there is nothing left to pay.');
    if (link.expiresAt !== null && link.expiresAt <= now) {
      throw new PasarelaError('link_not_open', 'Its time is over. Make a new one.');
    }
    if (link.closedAt === null && !isReturned) return;
    await setClosed(tx, link, null);
    if (returned.length > 0) {
      await askAgain(
        tx,
        link,
        returned.map(({ chargeId }) => chargeId),
        now,
      );
    } else if (isReturned) await setCharge(tx, link, null);
    await audit(tx, link, actor, 'link_reopened', now);
  });
}

async function ownLink(tx: Tx, { merchantId, id }: LinkKey): Promise<PaymentLink> {
  const link = await lockPaymentLink(tx, merchantId, id);
  if (!link) throw new PasarelaError('not_found', 'There is no such link.');
  return link;
}

async function audit(
  tx: Tx,
  { merchantId, id, number }: PaymentLink,
  actor: string,
  act: AuditAct,
  now: Date,
) {
  await appendAudit(tx, { actor, act, subject: `link ${id}`, details: { merchantId, number } }, now);
}
