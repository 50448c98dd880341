import { type Reader, sumText } from '../../base/money/written.ts';
import { mailTexts } from '../../base/texts/mail.ts';
import type { Settlement } from './settlement.ts';

/** The mail to a merchant about the outcome of a settlement. */
export function settlementMail(
  merchant: Reader & { name: string },
  settlement: Settlement,
): { subject: string; text: string } {
  const words = mailTexts[merchant.language].settlements;
  const { amountMinor, currency } = settlement;
  const amount = sumText({ units: amountMinor, code: currency }, merchant);
  const { way, reference, destination, reason, returnReason, paidCurrency, paidUnits } = settlement;
  const greeting = words.greeting(merchant.name);
  if (settlement.status === 'returned') {
    return {
      subject: words.returnedSubject(amount),
      text: `${[greeting, words.returned(amount), `${words.reason}: ${returnReason}\n${words.destination}: ${destination}\n${words.reference}: ${reference}`].join('\n\n')}\n`,
    };
  }
  if (way === null) {
    return {
      subject: words.refusedSubject(amount),
      text: `${[greeting, words.refused(amount), `${words.reason}: ${reason}`].join('\n\n')}\n`,
    };
  }
  const paidAs =
    paidCurrency !== null && paidUnits !== null
      ? `${words.paidAs}: ${sumText({ units: paidUnits, code: paidCurrency }, merchant)}\n`
      : '';
  const how = `${words.ways[way]}\n${paidAs}${words.destination}: ${destination}\n${words.reference}: ${reference}`;
  return {
    subject: words.paidSubject(amount),
    text: `${[greeting, words.paid(amount), how].join('\n\n')}\n`,
  };
}
