import { queueMail, type WrittenMail } from '../../accounts/mail/queue-mail.ts';
import { getMerchant } from '../../accounts/merchants/get-merchant.ts';
import type { Tx } from '../../base/db/pool.ts';
import { sumText, timeText } from '../../base/money/written.ts';
import { mailTexts } from '../../base/texts/mail.ts';
import type { MailText, MailWords } from './merchant-mail-text.ts';

/** Mails a merchant in its language, in the transaction of the event that the mail is about. */
export async function mailMerchant(
  tx: Tx,
  merchantId: string,
  kind: Extract<
    WrittenMail['kind'],
    'external_refund' | 'authorization' | 'dispute' | 'card_case' | 'payment_warning'
  >,
  write: (words: MailWords) => MailText,
): Promise<void> {
  const merchant = await getMerchant(tx, merchantId);
  const { language } = merchant;
  const reader = { language, timeZone: merchant.settings.timeZone };
  const texts = mailTexts[language].charges;
  const { subject, paragraphs } = write({
    texts,
    sum: ({ amountMinor, currency }) => sumText({ units: amountMinor, code: currency }, reader),
    time: (at) => timeText(at, reader),
  });
  await queueMail(tx, {
    merchantId,
    kind,
    recipient: merchant.contactEmail,
    subject,
    text: `${[texts.greeting(merchant.name), ...paragraphs].join('\n\n')}\n`,
  });
}
