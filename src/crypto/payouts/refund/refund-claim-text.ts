import type { AssetCode } from '../../../base/money/asset.ts';
import type { Language } from '../../../base/money/language.ts';
import { mailTexts } from '../../../base/texts/mail.ts';

/** The refund data of the claim mail, formatted for people. */
export interface RefundClaimMail {
  merchantName: string;
  asset: AssetCode;
  /** In the asset, and in USD. */
  amount: string;
  usd: string;
  /** The original amount of the order. */
  paid: string | null;
  description: string | null;
  opensUntil: string;
  url: string;
}

export function refundClaimMail(
  language: Language,
  mail: RefundClaimMail,
): { subject: string; text: string } {
  const words = mailTexts[language].payouts.refundClaim;
  const parts = [
    words.intro(mail.merchantName, mail.asset),
    `${words.open}: ${mail.url}`,
    [
      `${words.amount}: ${mail.amount} (${mail.usd})`,
      ...(mail.paid ? [`${words.paid}: ${mail.paid}`] : []),
      ...(mail.description ? [`${words.description}: ${mail.description}`] : []),
    ].join('\n'),
    `${words.until(mail.opensUntil)} ${words.code}`,
    `${words.keys} ${words.stranger(mail.merchantName)}`,
  ];
  return { subject: words.subject(mail.merchantName), text: `${parts.join('\n\n')}\n` };
}
