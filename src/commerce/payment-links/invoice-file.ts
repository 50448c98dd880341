import { findLogo } from '../../accounts/merchants/logo/logo-store.ts';
import type { Merchant } from '../../accounts/merchants/merchant.ts';
import type { Db } from '../../base/db/pool.ts';
import type { Language } from '../../base/money/language.ts';
import { dayIn } from '../../base/money/written-time.ts';
import { findCharge } from '../../payments/charges/store.ts';
import { invoicePdf } from './invoice-pdf.ts';
import { isOverdue, type PaymentLink, paymentLinkState } from './payment-link.ts';
import { paymentLinkUrl } from './payment-link-url.ts';

export interface InvoiceFileRequest {
  merchant: Merchant;
  link: PaymentLink;
  language: Language;
  checkoutUrl: string;
  now: Date;
}

/** An invoice as PDF, as it stands now; null: the payment link is none. */
export async function invoiceFile(
  db: Db,
  { merchant, link, language, checkoutUrl, now }: InvoiceFileRequest,
): Promise<Buffer | null> {
  const { invoice } = link;
  if (!invoice) return null;
  const { timeZone, logoHash, supportEmail, supportUrl } = merchant.settings;
  const dayOf = dayIn(timeZone);
  const charge = link.chargeId === null ? null : await findCharge(db, link.merchantId, link.chargeId);
  const state = paymentLinkState(link, charge?.status ?? null, now);
  const isKept = charge?.status === 'approved' || charge?.status === 'partially_refunded';
  return await invoicePdf({
    merchantName: merchant.name,
    merchantContact: supportEmail ?? supportUrl,
    logo: logoHash ? await findLogo(db, logoHash) : null,
    link: { ...link, invoice },
    language,
    madeOn: dayOf(link.createdAt),
    isOverdue: isOverdue(link, state, now),
    payments:
      isKept && charge.approvedAt
        ? [{ day: dayOf(charge.approvedAt), amountMinor: charge.amount.amountMinor }]
        : [],
    url: state === 'open' ? paymentLinkUrl(checkoutUrl, link) : null,
  });
}

/** The headers of such a file; a number may have letters that file names do not. */
export function invoiceFileHeaders({ number }: Pick<PaymentLink, 'number'>): Record<string, string> {
  return {
    'content-type': 'application/pdf',
    'content-disposition': `attachment; filename="${number.replaceAll(/[^\w.-]+/g, '-')}.pdf"`,
  };
}
