import { brandedMail, findBrand } from '../../../accounts/mail/brand.ts';
import type { WriteSecret } from '../../../accounts/mail/send-mails.ts';
import { getMerchant } from '../../../accounts/merchants/get-merchant.ts';
import type { Secrets } from '../../../base/ground/secrets.ts';
import { sumText, timeText } from '../../../base/money/written.ts';
import { findOrderById } from '../../orders/store.ts';
import { openClaimSecret } from '../claim/claim-secret.ts';
import { refundClaimMail } from './refund-claim-text.ts';
import { findClaimToMail } from './refund-store.ts';

/** Writes the mail with a customer's refund claim URL, while a wallet can still be entered. */
export function writeRefundClaim(deps: { secrets: Secrets; checkoutUrl(): string }): WriteSecret {
  return async (tx, { merchantId, id: payoutId }) => {
    const found = await findClaimToMail(tx, merchantId, payoutId);
    if (!found) return null;
    const { refund, linkSealed } = found;
    const merchant = await getMerchant(tx, merchantId);
    const order = refund.refundOf === null ? null : await findOrderById(tx, refund.refundOf);
    const language = refund.language ?? merchant.language;
    const reader = { language, timeZone: merchant.settings.timeZone };
    const url = `${deps.checkoutUrl()}/payout/${openClaimSecret(deps.secrets, linkSealed)}`;
    const mail = refundClaimMail(language, {
      merchantName: merchant.name,
      asset: refund.asset,
      amount: sumText({ units: refund.amountUnits, code: refund.asset }, reader),
      usd: sumText({ units: refund.amountMinor, code: 'USD' }, reader),
      paid: order && sumText({ units: order.price.amountMinor, code: order.price.currency }, reader),
      description: refund.description,
      opensUntil: timeText(refund.opensUntil, reader),
      url,
    });
    const brand = await findBrand(tx, merchantId);
    return { recipient: refund.email, ...brandedMail(language, brand, mail, url) };
  };
}
