import { findLogo } from '../../accounts/merchants/logo/logo-store.ts';
import type { Merchant } from '../../accounts/merchants/merchant.ts';
import type { Db } from '../../base/db/pool.ts';
import type { Language } from '../../base/money/language.ts';
import { dayIn } from '../../base/money/written-time.ts';
import { findCharge } from '../../payments/charges/store.ts';
import { invoicePdf } from './invoice-pdf.ts';
import { isOverdue, type PaymentLink } from './payment-link.ts';
import { paymentLinkUrl } from './payment-link-url.ts';
import { countsAsPaid } from './progress/parts.ts';
import { partCharges } from './progress/parts-store.ts';
import { isPayable, paymentLinkState, progressOf } from './progress/progress.ts';

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
  const state = paymentLinkState(link, await progressOf(db, link, now), now);
  const payments = await paymentsOfInvoice(db, link);
  return await invoicePdf({
    merchantName: merchant.name,
    merchantContact: supportEmail ?? supportUrl,
    logo: logoHash ? await findLogo(db, logoHash) : null,
    link: { ...link, invoice },
    language,
    madeOn: dayOf(link.createdAt),
    isOverdue: isOverdue(link, state, now),
    payments: payments.map(({ paidAt, amountMinor }) => ({ day: dayOf(paidAt), amountMinor })),
    url: isPayable(state) ? paymentLinkUrl(checkoutUrl, link) : null,
  });
}

/** What pays an invoice or a link that is paid once, the first first; without what was given back. */
export async function paymentsOfInvoice(
  db: Db,
  link: PaymentLink,
): Promise<{ paidAt: Date; amountMinor: bigint }[]> {
  const { merchantId, id, inParts, chargeId } = link;
  const parts = inParts ? (await partCharges(db, merchantId, [id])).filter(countsAsPaid) : [];
  const ids = inParts ? parts.map((part) => part.chargeId) : [chargeId].filter((each) => each !== null);
  const charges = await Promise.all(ids.map((each) => findCharge(db, merchantId, each)));
  return charges
    .flatMap((charge) => {
      const isKept = inParts || charge?.status === 'approved' || charge?.status === 'partially_refunded';
      if (!charge?.approvedAt || !isKept) return [];
      return [{ paidAt: charge.approvedAt, amountMinor: charge.amount.amountMinor }];
    })
    .sort((a, b) => a.paidAt.getTime() - b.paidAt.getTime());
}

/** The headers of such a file; a number may have letters that file names do not. */
export function invoiceFileHeaders({ number }: Pick<PaymentLink, 'number'>): Record<string, string> {
  return {
    'content-type': 'application/pdf',
    'content-disposition': `attachment; filename="${number.replaceAll(/[^\w.-]+/g, '-')}.pdf"`,
  };
}
