import { queueMail, type WrittenMail } from '../../accounts/mail/queue-mail.ts';
import { getMerchant } from '../../accounts/merchants/get-merchant.ts';
import type { Tx } from '../../base/db/pool.ts';
import type { Language } from '../../base/money/language.ts';
import { sumText, timeText } from '../../base/money/written.ts';
import { en } from './texts/en.ts';
import { es } from './texts/es.ts';
import { pt } from './texts/pt.ts';
import type { ChargeMailTexts, MailText, Write } from './texts/shape.ts';

const texts: Readonly<Record<Language, ChargeMailTexts>> = { es, pt, en };

/** Writes to a merchant in its language, in the transaction of what it tells of. */
export async function mailMerchant(
  tx: Tx,
  merchantId: string,
  kind: Extract<WrittenMail['kind'], 'external_refund' | 'dispute' | 'card_case' | 'payment_warning'>,
  tell: (words: ChargeMailTexts, write: Write) => MailText,
): Promise<void> {
  const merchant = await getMerchant(tx, merchantId);
  const { language } = merchant;
  const words = texts[language];
  const { subject, paragraphs } = tell(words, {
    sum: ({ amountMinor, currency }) => sumText({ units: amountMinor, code: currency }, language),
    time: (at) => timeText(at, { language, timeZone: merchant.settings.timeZone }),
  });
  await queueMail(tx, {
    merchantId,
    kind,
    recipient: merchant.contactEmail,
    subject,
    text: `${[words.greeting(merchant.name), ...paragraphs].join('\n\n')}\n`,
  });
}
