import type { Directory } from '../../../accounts/merchants/directory.ts';
import { findMethodRule, type Merchant } from '../../../accounts/merchants/merchant.ts';
import { dayIn } from '../../../base/money/written-time.ts';
import { invoiceFile, paymentsOfInvoice } from '../../../commerce/payment-links/invoice-file.ts';
import { type PayPaymentLinkDeps, payPaymentLink } from '../../../commerce/payment-links/pay-payment-link.ts';
import type { PaymentLink } from '../../../commerce/payment-links/payment-link.ts';
import { smallestPartMinor } from '../../../commerce/payment-links/progress/parts.ts';
import { paymentLinkState, progressOf } from '../../../commerce/payment-links/progress/progress.ts';
import { findPaymentLinkByToken, findRequestHash } from '../../../commerce/payment-links/store.ts';
import { payeeOf } from '../payee.ts';
import type { PaymentLinkCheckoutDeps } from './payment-link-checkout.ts';

/** The page's actions on a payment link, which it knows only by token. */
export function createPaymentLinkActions(
  deps: PayPaymentLinkDeps &
    Pick<PaymentLinkCheckoutDeps, 'takeVisit' | 'takeFile' | 'mode' | 'operatorName'> & {
      directory: Directory;
      checkoutUrl(): string;
    },
): PaymentLinkCheckoutDeps {
  const { sql, now } = deps;

  async function merchantOf({ merchantId }: PaymentLink): Promise<Merchant | null> {
    return (await deps.directory.get(merchantId))?.merchant ?? null;
  }

  return {
    now,
    mode: deps.mode,
    operatorName: deps.operatorName,
    takeVisit: deps.takeVisit,
    takeFile: deps.takeFile,
    async load(token) {
      const link = await findPaymentLinkByToken(sql, token);
      const merchant = link && (await merchantOf(link));
      if (!link || !merchant) return null;
      const progress = await progressOf(sql, link, now());
      const { pieces, parts } = progress;
      const isTaken = (method: PaymentLink['methods'][number]): boolean =>
        merchant.enabled &&
        deps.rules.isServed(method, link.currency) &&
        findMethodRule(merchant.settings, method, link.country, link.currency) !== undefined;
      const state = paymentLinkState(link, progress, now());
      const lastPayment = state === 'paid' ? (await paymentsOfInvoice(sql, link)).at(-1) : undefined;
      // An invoice speaks to its customer as the mails do.
      const language = link.language ?? (link.invoice ? merchant.language : null);
      return {
        link: { ...link, language },
        paidOn: lastPayment ? dayIn(merchant.settings.timeZone)(lastPayment.paidAt) : null,
        state,
        pieces,
        parts: parts && { ...parts, smallestMinor: smallestPartMinor(link, merchant.settings) },
        methods: link.methods.filter(isTaken),
        ...payeeOf(merchant),
      };
    },
    async pay({ link }, payer) {
      const merchant = await merchantOf(link);
      return merchant?.enabled ? await payPaymentLink(deps, link, merchant, payer) : { kind: 'unavailable' };
    },
    async file(link, language) {
      const merchant = await merchantOf(link);
      if (!merchant) return null;
      return await invoiceFile(sql, {
        merchant,
        link,
        language,
        checkoutUrl: deps.checkoutUrl(),
        now: now(),
      });
    },
    isOfLink: async (link, chargeId) => (await findRequestHash(sql, link, chargeId)) !== null,
  };
}
