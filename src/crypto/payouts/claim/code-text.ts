import type { Language } from '../../../base/money/language.ts';
import type { CodeMail } from '../texts/shape.ts';
import { texts } from '../texts/texts.ts';
import { codeLifetimeMs } from './claim.ts';

export function codeMail(language: Language, mail: CodeMail): { subject: string; text: string } {
  const words = texts[language].code;
  const parts = [
    words.intro(mail),
    `${words.code}: ${mail.code}`,
    [
      `${words.amount}: ${mail.crypto} (${mail.usd})`,
      `${words.network}: ${mail.networkTitle}`,
      `${words.address}: ${mail.address}`,
    ].join('\n'),
    `${words.valid(codeLifetimeMs / 60_000)} ${words.compare}`,
    words.stranger(mail),
  ];
  return { subject: words.subject(mail), text: `${parts.join('\n\n')}\n` };
}
