import type { Directory } from '../../../accounts/merchants/directory.ts';
import { findMethodRule, type Merchant } from '../../../accounts/merchants/merchant.ts';
import { type PayLinkDeps, payLink } from '../../../commerce/payment-links/pay-payment-link.ts';
import { linkState, type PaymentLink } from '../../../commerce/payment-links/payment-link.ts';
import { chargeStatuses, findLinkByToken, findRequestHash } from '../../../commerce/payment-links/store.ts';
import { payeeOf } from '../payee.ts';
import type { LinkCheckoutDeps } from './payment-link-checkout.ts';

/** What the page of a payment link can do with it, whose token is all it knows. */
export function createLinkActions(
  deps: PayLinkDeps &
    Pick<LinkCheckoutDeps, 'takeVisit' | 'mode' | 'operatorName'> & { directory: Directory },
): LinkCheckoutDeps {
  const { sql, now } = deps;

  async function merchantOf({ merchantId }: PaymentLink): Promise<Merchant | null> {
    return (await deps.directory.get(merchantId))?.merchant ?? null;
  }

  return {
    now,
    mode: deps.mode,
    operatorName: deps.operatorName,
    takeVisit: deps.takeVisit,
    async load(token) {
      const link = await findLinkByToken(sql, token);
      const merchant = link && (await merchantOf(link));
      if (!link || !merchant) return null;
      const statuses = await chargeStatuses(sql, link.merchantId, link.chargeId ? [link.chargeId] : []);
      const isTaken = (method: PaymentLink['methods'][number]): boolean =>
        merchant.enabled &&
        deps.rules.isServed(method) &&
        findMethodRule(merchant.settings, method, link.country, link.currency) !== undefined;
      return {
        link,
        state: linkState(link, statuses.get(link.chargeId ?? '') ?? null, now()),
        methods: link.methods.filter(isTaken),
        ...payeeOf(merchant),
      };
    },
    async pay({ link }, payer) {
      const merchant = await merchantOf(link);
      return merchant?.enabled ? await payLink(deps, link, merchant, payer) : { kind: 'unavailable' };
    },
    isOfLink: async (link, chargeId) => (await findRequestHash(sql, link, chargeId)) !== null,
  };
}
