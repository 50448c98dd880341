import type { Language } from '../../../base/money/language.ts';
import { mailTexts } from '../../../base/texts/mail.ts';

/** Warns a merchant of too many wrong codes: the claim URL of a payout may be in the wrong hands. */
export function wrongCodesMail(
  language: Language,
  payoutId: string,
  hours: number,
): { subject: string; text: string } {
  const words = mailTexts[language].payouts.wrongCodes;
  return { subject: words.subject, text: words.text(payoutId, hours) };
}
