import { type Money, moneyToDecimal } from '../../money/money.ts';
import type { Charge } from '../charge.ts';

/** What merchants are written about charges that were paid. */
export interface ChargeMailTexts {
  greeting(name: string): string;
  externalRefund(told: ToldRefund): MailText;
}

export interface MailText {
  subject: string;
  paragraphs: string[];
}

export interface ToldRefund {
  charge: Charge;
  amount: Money;
  processor: string;
}

export function sumText(money: Money): string {
  return `${moneyToDecimal(money)} ${money.currency}`;
}

/** "order A-17, reference 0198…" */
export function nameText({ id, orderNumber }: Charge, words: { order: string; reference: string }): string {
  return [...(orderNumber ? [`${words.order} ${orderNumber}`] : []), `${words.reference} ${id}`].join(', ');
}
