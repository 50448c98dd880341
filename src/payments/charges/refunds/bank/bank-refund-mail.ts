import { brandedMail, findBrand } from '../../../../accounts/mail/brand.ts';
import type { WriteSecret } from '../../../../accounts/mail/send-mails.ts';
import { getMerchant } from '../../../../accounts/merchants/get-merchant.ts';
import { newToken } from '../../../../base/db/token.ts';
import { sumText } from '../../../../base/money/written.ts';
import { mailTexts } from '../../../../base/texts/mail.ts';
import { findCharge } from '../../store.ts';
import { findRefund } from '../refund-store.ts';
import { isOpen } from './bank-refund.ts';
import { findByAsk, saveToken } from './bank-refund-store.ts';

/**
 * Writes the mail that asks the customer where the money should go, while the refund is open. The token is made here
 * and stored only as a hash: a mail that has to be sent again carries another.
 */
export function writeBankRefund(deps: { checkoutUrl(): string }): WriteSecret {
  return async (tx, { merchantId, id: askId }) => {
    const bank = await findByAsk(tx, merchantId, askId);
    if (!bank || !isOpen(bank.status)) return null;
    const [merchant, charge, refund] = [
      await getMerchant(tx, merchantId),
      await findCharge(tx, merchantId, bank.chargeId),
      await findRefund(tx, merchantId, bank.id),
    ];
    if (!charge || !refund) return null;
    const token = newToken(merchantId);
    await saveToken(tx, bank, token);
    const language = bank.language ?? merchant.language;
    const reader = { language, timeZone: merchant.settings.timeZone };
    const words = mailTexts[language].charges.bankRefund;
    const { currency: code, amountMinor: paid } = charge.amount;
    const url = `${deps.checkoutUrl()}/bank-refund/${token}`;
    const paragraphs = [
      words.intro(merchant.name, sumText({ units: refund.amountMinor, code }, reader)),
      `${words.open}: ${url}`,
      [
        `${words.paid}: ${sumText({ units: paid, code }, reader)}`,
        ...(charge.description ? [`${words.description}: ${charge.description}`] : []),
        ...(charge.orderNumber ? [`${words.order}: ${charge.orderNumber}`] : []),
      ].join('\n'),
      words.never,
      words.stranger(merchant.name),
    ];
    const mail = { subject: words.subject(merchant.name), text: `${paragraphs.join('\n\n')}\n` };
    const brand = await findBrand(tx, merchantId);
    return { recipient: bank.email, ...brandedMail(language, brand, mail, url) };
  };
}
