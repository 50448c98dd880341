import type { Language } from '../../../base/money/language.ts';
import { mailTexts } from '../../../base/texts/mail.ts';
import { codeLifetimeMs } from './claim.ts';

/** The payout data of the mail, formatted for people. */
export interface CodeMail {
  code: string;
  merchantName: string;
  /** In USD, and in the asset with its name. */
  usd: string;
  crypto: string;
  networkTitle: string;
  /** In the network's notation. */
  address: string;
}

export function codeMail(language: Language, mail: CodeMail): { subject: string; text: string } {
  const words = mailTexts[language].payouts.code;
  const parts = [
    words.intro(mail.merchantName),
    `${words.code}: ${mail.code}`,
    [
      `${words.amount}: ${mail.crypto} (${mail.usd})`,
      `${words.network}: ${mail.networkTitle}`,
      `${words.address}: ${mail.address}`,
    ].join('\n'),
    `${words.valid(codeLifetimeMs / 60_000)} ${words.compare}`,
    words.stranger(mail.merchantName),
  ];
  return { subject: words.subject(mail.merchantName), text: `${parts.join('\n\n')}\n` };
}
