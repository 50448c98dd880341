import { type Reader, sumText } from '../../../base/money/written.ts';
import { mailTexts } from '../../../base/texts/mail.ts';
import type { RefusedCode } from './refused-codes.ts';

/** A longer list would not be read; the rest is counted. */
export const listedCodes = 20;

/** The mail about payouts whose code was refused: which, the server's answers, and how to correct the address. */
export function refusedCodesMail(
  merchant: Reader & { name: string },
  codes: RefusedCode[],
  total: number,
  cryptoBaseUrl: string,
): { subject: string; text: string } {
  const words = mailTexts[merchant.language].payouts.refusedCodes;
  const blocks = codes.map((code) =>
    [
      `${words.payout}: ${code.payoutId}${code.merchantIdCustom === null ? '' : ` (${code.merchantIdCustom})`}, ${sumText({ units: code.amountMinor, code: 'USD' }, merchant)}`,
      `${words.email}: ${code.email}`,
      `${words.answer}: ${code.refusal}`,
    ].join('\n'),
  );
  const parts = [
    words.greeting(merchant.name),
    words.intro,
    ...blocks,
    ...(total > codes.length ? [words.more(total - codes.length)] : []),
    `${words.correct}\nPOST ${cryptoBaseUrl}/payment/${codes[0]?.payoutId ?? '{id}'}/email\n{"email":"…"}\n${words.after}`,
  ];
  return { subject: words.subject(total), text: `${parts.join('\n\n')}\n` };
}
