import type { WriteSecret } from '../../accounts/mail/send-mails.ts';
import { getMerchant } from '../../accounts/merchants/get-merchant.ts';
import { localeOf, regions } from '../../base/money/region.ts';
import { formatMoney } from '../../base/money/written.ts';
import { dayText } from '../../base/money/written-time.ts';
import { adjustmentText } from './adjustment-text.ts';
import { invoiceMail } from './invoice-text.ts';
import { isOverdue, itemsOf, totalsOf } from './payment-link.ts';
import { paymentLinkUrl } from './payment-link-url.ts';
import { isPayable, paymentLinkState, progressOf } from './progress/progress.ts';
import { findMailing, findPaymentLink } from './store.ts';

/** Writes an invoice, or a reminder of it, unless it was paid or closed meanwhile. */
export function writeInvoice(deps: { checkoutUrl(): string }): WriteSecret {
  return async (tx, { merchantId, id }) => {
    const mailing = await findMailing(tx, merchantId, id);
    const link = mailing && (await findPaymentLink(tx, merchantId, mailing.linkId));
    if (!mailing || !link?.invoice) return null;
    const now = new Date();
    const progress = await progressOf(tx, link, now);
    const state = paymentLinkState(link, progress, now);
    if (!isPayable(state)) return null;
    const { parts } = progress;
    const merchant = await getMerchant(tx, merchantId);
    const language = link.language ?? merchant.language;
    const locale = localeOf(language, regions[link.country]);
    const write = (amountMinor: bigint) => formatMoney({ amountMinor, currency: link.currency }, locale);
    const { customerName, customerEmail, dueOn } = link.invoice;
    const { subtotalMinor, rows } = totalsOf(link);
    const mail = invoiceMail(language, {
      kind: mailing.kind,
      merchantName: merchant.name,
      customerName,
      number: link.number,
      title: link.title,
      lines: itemsOf(link).map(({ text, quantity, priceMinor, totalMinor }) => ({
        text,
        quantity,
        price: write(priceMinor),
        total: write(totalMinor),
      })),
      sums:
        rows.length === 0
          ? []
          : [
              { name: null, total: write(subtotalMinor) },
              ...rows.map((row) => ({ name: adjustmentText(row, locale), total: write(row.totalMinor) })),
            ],
      total: write(link.amountMinor ?? 0n),
      inParts: link.inParts,
      paid:
        parts && parts.paidMinor > 0n ? { paid: write(parts.paidMinor), left: write(parts.leftMinor) } : null,
      dueOn: dayText(dueOn, locale),
      isOverdue: isOverdue(link, state, now),
      url: paymentLinkUrl(deps.checkoutUrl(), link),
    });
    return { recipient: customerEmail, ...mail };
  };
}
