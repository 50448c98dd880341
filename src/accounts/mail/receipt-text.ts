import { html } from 'ghtml';
import type { Language } from '../../base/money/language.ts';
import { type Sum, sumText, timeText } from '../../base/money/written.ts';
import { documentTexts } from '../../base/texts/documents.ts';
import { accentOf, contactLines, type MailBrand, mailPage } from './brand.ts';

/** The content of a mail to a customer about a payment or a refund. */
export interface Receipt {
  kind: 'payment' | 'refund';
  amount: Sum;
  /** The amount in the asset, if one was paid. */
  cryptoAmount: Sum | null;
  /** How the amount became the amount in the asset, if not at the price of the asset alone. */
  rates?: string;
  /** The payment that a refund returns in full or in part. */
  paid?: Sum;
  at: Date;
  reference: string;
  description: string | null;
  /** null: the processor did not report the card. */
  paidWith:
    | { brand: string; last4: string; instalments: number | null }
    /** A local method, by its name. */
    | { method: string }
    /** The payment's transactions, or for a refund sent on the chain the refund's own. */
    | { transactions: readonly ReceiptTransaction[]; isOfRefund?: true }
    | null;
}

export interface ReceiptTransaction {
  /** In the network's notation. */
  hash: string;
  networkTitle: string;
  amount: Sum;
}

export function receiptMail(
  language: Language,
  receipt: Receipt,
  brand: MailBrand,
): { subject: string; text: string; html: string } {
  const words = documentTexts[language].receipt;
  const { kind, paidWith, cryptoAmount, rates, paid, description } = receipt;
  const { name: merchantName } = brand;
  const reader = { language, timeZone: brand.timeZone };
  const amount = sumText(receipt.amount, reader);
  const total = cryptoAmount === null ? amount : `${sumText(cryptoAmount, reader)} (${amount})`;
  const onChain = paidWith && 'transactions' in paidWith ? paidWith : null;
  const card = paidWith && 'last4' in paidWith ? paidWith : null;
  const method = paidWith && 'method' in paidWith ? paidWith.method : null;
  const rows: [string, string][] = [
    [words.merchant, merchantName],
    [words.amount, total],
    ...(rates ? [[words.rate, rates] as [string, string]] : []),
    ...(paid ? [[words.ofPayment, sumText(paid, reader)] as [string, string]] : []),
    [words.date, timeText(receipt.at, reader)],
    ...(description ? [[words.description, description] as [string, string]] : []),
    ...(card ? [[words.card, words.endingIn(brandName(card.brand), card.last4)] as [string, string]] : []),
    ...(kind === 'payment' && card?.instalments && card.instalments > 1
      ? [[words.instalments, String(card.instalments)] as [string, string]]
      : []),
    ...(method ? [[words.method, method] as [string, string]] : []),
    ...(onChain
      ? transactionRows(onChain, words.network, words.transaction[onChain.isOfRefund ? 'payment' : kind])
      : []),
    [words.reference, receipt.reference],
  ];
  const notes = [
    ...(kind === 'refund' && !onChain ? [card ? words.days : words.daysElsewhere] : []),
    words.questions(merchantName),
    ...contactLines(language, brand),
  ];
  const title = words.title[kind];
  const lines = rows.map(([name, value]) => `${name}: ${value}`).join('\n');
  return {
    subject: words.subject[kind](merchantName),
    text: `${[`${title}: ${total}`, lines, ...notes].join('\n\n')}\n`,
    html: page(language, brand, { title, total, rows, notes }),
  };

  function transactionRows(
    { transactions }: { transactions: readonly ReceiptTransaction[] },
    networkLabel: string,
    label: string,
  ): [string, string][] {
    const networks = new Set(transactions.map(({ networkTitle }) => networkTitle));
    return [
      [networkLabel, [...networks].join(', ')],
      ...transactions.map(({ hash, amount: sum }): [string, string] => [
        label,
        transactions.length === 1 ? hash : `${sumText(sum, reader)}: ${hash}`,
      ]),
    ];
  }
}

function brandName(brand: string): string {
  return brand.charAt(0).toUpperCase() + brand.slice(1);
}

function page(
  language: Language,
  brand: MailBrand,
  mail: { title: string; total: string; rows: [string, string][]; notes: string[] },
): string {
  const rows = mail.rows.map(
    ([name, value]) => html`<tr>
<td style="padding:10px 16px 10px 0;border-top:1px solid #e5e7eb;color:#4b5563;vertical-align:top;white-space:nowrap">${name}</td>
<td style="padding:10px 0;border-top:1px solid #e5e7eb;color:#111827;text-align:right;word-break:break-word;overflow-wrap:anywhere">${value}</td>
</tr>`,
  );
  const notes = mail.notes.map((note) => html`<p style="margin:16px 0 0;color:#4b5563">${note}</p>`);
  const content = html`<p style="margin:0;color:#4b5563">${brand.name}</p>
<h1 style="margin:4px 0 0;font-size:20px;color:#111827">${mail.title}</h1>
<p style="margin:8px 0 20px;font-size:26px;font-weight:600;color:${accentOf(brand) ?? '#111827'}">${mail.total}</p>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="font-size:14px">
!${rows}
</table>
!${notes}`;
  return mailPage(language, brand, mail.title, content);
}
