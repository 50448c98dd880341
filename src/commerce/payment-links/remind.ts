import { appendAudit } from '../../accounts/audit/audit-log.ts';
import { inMerchantBatches } from '../../base/db/citus/merchant-batches.ts';
import type { Sql, Tx } from '../../base/db/pool.ts';
import { PasarelaError } from '../../base/ground/errors.ts';
import type { Job } from '../../base/worker/worker.ts';
import { mailInvoice } from './mail-invoice.ts';
import { nextReminder, type PaymentLink } from './payment-link.ts';
import { isPayable, paymentLinkState, progressOf } from './progress/progress.ts';
import { findToRemind, lockPaymentLink, mailingsOf, setReminder } from './store.ts';

/** Customers treat more than one mail a day about an invoice as spam. */
const betweenMailsMs = 24 * 60 * 60 * 1000;
const batchSize = 100;

/** Mails a reminder on request. */
export async function remindNow(
  { sql, now }: { sql: Sql; now(): Date },
  { merchantId, id }: Pick<PaymentLink, 'merchantId' | 'id'>,
  actor: string,
): Promise<void> {
  const at = now();
  await sql.begin(async (tx) => {
    const link = await lockPaymentLink(tx, merchantId, id);
    if (!link?.invoice) throw new PasarelaError('not_found', 'There is no such invoice.');
    if (!(await isDue(tx, link, at))) {
      throw new PasarelaError('link_not_open', 'It is paid, closed or over: there is nothing to remind of.');
    }
    const [last] = await mailingsOf(tx, link);
    if (last && at.getTime() - last.createdAt.getTime() < betweenMailsMs) {
      throw new PasarelaError(
        'link_not_open',
        'The customer was mailed less than a day ago. Wait until tomorrow.',
      );
    }
    await mailInvoice(tx, link, 'invoice_reminder', at);
    await appendAudit(
      tx,
      { actor, act: 'invoice_reminded', subject: `link ${id}`, details: { merchantId, number: link.number } },
      at,
    );
  });
}

/** Reminds customers of invoices that are due or soon will be. Returns how many were checked. */
async function remindDue(sql: Sql, now: Date): Promise<number> {
  const found = await findToRemind(sql, now, batchSize);
  return await inMerchantBatches(sql, found, async (tx, batch) => {
    for (const { merchantId, id } of batch) await remind(tx, merchantId, id, now);
    return batch.length;
  });
}

async function remind(tx: Tx, merchantId: string, id: string, now: Date): Promise<void> {
  const link = await lockPaymentLink(tx, merchantId, id);
  // Another worker was first.
  if (!link?.invoice || link.remindAt === null || link.remindAt > now) return;
  const isOpen = await isDue(tx, link, now);
  if (isOpen) await mailInvoice(tx, link, 'invoice_reminder', now);
  await setReminder(tx, link, isOpen ? nextReminder(link.invoice.dueOn, now) : null);
}

async function isDue(tx: Tx, link: PaymentLink, now: Date): Promise<boolean> {
  return isPayable(paymentLinkState(link, await progressOf(tx, link, now), now));
}

export function remindJob(sql: Sql, now: () => Date): Job {
  return { name: 'remind-of-invoices', idleMs: 60_000, run: () => remindDue(sql, now()) };
}
