import type { AuditAct } from '../../accounts/audit/acts.ts';
import { appendAudit } from '../../accounts/audit/audit-log.ts';
import type { Sql, Tx } from '../../base/db/pool.ts';
import { PasarelaError } from '../../base/ground/errors.ts';
import type { CancelResult } from '../../payments/charges/cancel-charge.ts';
import type { Charge } from '../../payments/charges/charge.ts';
import { findCharge } from '../../payments/charges/store.ts';
import { type PaymentLink, wasPaid } from './payment-link.ts';
import { chargeStatuses, lockPaymentLink, setCharge, setClosed } from './store.ts';

export interface CloseDeps {
  sql: Sql;
  /** Ends an open charge, unless its customer is paying it. */
  cancelCharge(charge: Charge): Promise<CancelResult>;
  now(): Date;
}

type LinkKey = Pick<PaymentLink, 'merchantId' | 'id'>;

/**
 * Closes a payment link to new payments. If the payment link is paid once, the waiting charge is canceled too, unless
 * somebody is paying it: then that payment still counts.
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
  const charge = link.chargeId && (await findCharge(deps.sql, link.merchantId, link.chargeId));
  if (charge && charge.status === 'open') await deps.cancelCharge(charge);
}

/** A payment link that is paid once can be paid again after its payment was given back. */
export async function reopenPaymentLink(
  deps: Pick<CloseDeps, 'sql' | 'now'>,
  key: LinkKey,
  actor: string,
): Promise<void> {
  const now = deps.now();
  await deps.sql.begin(async (tx) => {
    const link = await ownLink(tx, key);
    const status =
      link.chargeId && (await chargeStatuses(tx, link.merchantId, [link.chargeId])).get(link.chargeId);
    const isPaid = status !== null && status !== undefined && status !== '' && wasPaid(status);
    const wentBack = status === 'refunded' || status === 'charged_back';
    if (isPaid && !wentBack)
      throw new PasarelaError('link_not_open', 'It is paid: there is nothing left to pay.');
    if (link.expiresAt !== null && link.expiresAt <= now) {
      throw new PasarelaError('link_not_open', 'Its time is over. Make a new one.');
    }
    if (link.closedAt === null && !wentBack) return;
    await setClosed(tx, link, null);
    if (wentBack) await setCharge(tx, link, null);
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
