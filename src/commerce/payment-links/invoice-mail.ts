import type { WriteSecret } from '../../accounts/mail/send-mails.ts';
import { getMerchant } from '../../accounts/merchants/get-merchant.ts';
import { formatMoney } from '../../base/money/money.ts';
import { invoiceMail } from './invoice-text.ts';
import { isOverdue, linesOf, linkState } from './payment-link.ts';
import { chargeStatuses, findLink, findMailing } from './store.ts';
import { linkUrl } from './token.ts';

/** Writes an invoice, or a reminder of it, unless it was paid or closed meanwhile. */
export function writeInvoice(deps: { checkoutUrl(): string }): WriteSecret {
  return async (tx, { merchantId, id }) => {
    const mailing = await findMailing(tx, merchantId, id);
    const link = mailing && (await findLink(tx, merchantId, mailing.linkId));
    if (!mailing || !link?.invoice) return null;
    const statuses = await chargeStatuses(tx, merchantId, link.chargeId ? [link.chargeId] : []);
    const now = new Date();
    const state = linkState(link, statuses.get(link.chargeId ?? '') ?? null, now);
    if (state !== 'open') return null;
    const merchant = await getMerchant(tx, merchantId);
    const language = link.language ?? merchant.language;
    const write = (amountMinor: bigint) => formatMoney({ amountMinor, currency: link.currency }, language);
    const { customerName, customerEmail, dueOn } = link.invoice;
    const mail = invoiceMail(language, {
      kind: mailing.kind,
      merchantName: merchant.name,
      customerName,
      number: link.number,
      title: link.title,
      lines: linesOf(link).map(({ text, quantity, priceMinor, totalMinor }) => ({
        text,
        quantity,
        price: write(priceMinor),
        total: write(totalMinor),
      })),
      total: write(link.amountMinor ?? 0n),
      dueOn: new Date(dueOn).toLocaleDateString(language, { dateStyle: 'long', timeZone: 'UTC' }),
      isOverdue: isOverdue(link, state, now),
      url: linkUrl(deps.checkoutUrl(), link),
    });
    return { recipient: customerEmail, ...mail };
  };
}
