import type { Language } from '../../base/money/language.ts';
import { documentTexts } from '../../base/texts/documents.ts';

/** The data of the invoice mail, formatted for people. */
export interface InvoiceMail {
  kind: 'invoice' | 'invoice_reminder';
  merchantName: string;
  customerName: string;
  number: string;
  title: string;
  lines: { text: string; quantity: string; price: string; total: string }[];
  /** The subtotal, without a name, and each discount and tax. */
  sums: { name: string | null; total: string }[];
  total: string;
  /** It may be paid in parts. */
  inParts: boolean;
  /** null: nothing yet. */
  paid: { paid: string; left: string } | null;
  dueOn: string;
  isOverdue: boolean;
  url: string;
}

export function invoiceMail(language: Language, mail: InvoiceMail): { subject: string; text: string } {
  const words = documentTexts[language].invoice;
  const paid = mail.paid ? `${words.paidSoFar}: ${mail.paid.paid}\n${words.open}: ${mail.paid.left}\n` : '';
  const parts = [
    words.greeting(mail.customerName),
    words.intro[mail.kind](mail.merchantName),
    `${words.number}: ${mail.number}\n${mail.title}`,
    mail.lines
      .map(({ text, quantity, price, total }) => `${text}\n  ${quantity} × ${price} = ${total}`)
      .join('\n'),
    `${mail.sums.map(({ name, total }) => `${name ?? words.subtotal}: ${total}\n`).join('')}${words.total}: ${mail.total}\n${paid}${words.dueOn}: ${mail.dueOn}${mail.isOverdue ? `. ${words.overdue}` : ''}`,
    `${words.pay}: ${mail.url}${mail.inParts ? `\n${words.inParts}` : ''}`,
    words.questions(mail.merchantName),
  ];
  return {
    subject: words.subject[mail.kind](mail.number, mail.merchantName),
    text: `${parts.join('\n\n')}\n`,
  };
}
