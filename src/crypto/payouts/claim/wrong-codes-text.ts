import type { Language } from '../../../base/money/language.ts';
import { mailTexts } from '../../../base/texts/mail.ts';

/** Warns a merchant that the claim URL of a payout is in the wrong hands, or in clumsy ones. */
export function wrongCodesMail(
  language: Language,
  payoutId: string,
  hours: number,
): { subject: string; text: string } {
  const words = mailTexts[language].payouts.wrongCodes;
  return { subject: words.subject, text: words.text(payoutId, hours) };
}
