import { html } from 'ghtml';
import type { Language } from '../money/language.ts';
import { en } from './texts/en.ts';
import { es } from './texts/es.ts';
import { pt } from './texts/pt.ts';
import type { Receipt, ReceiptTexts } from './texts/shape.ts';

const texts: Readonly<Record<Language, ReceiptTexts>> = { es, pt, en };

export function receiptMail(
  language: Language,
  receipt: Receipt,
): { subject: string; text: string; html: string } {
  const words = texts[language];
  const { kind, merchantName, paidWith, cryptoAmount, description } = receipt;
  const total = cryptoAmount === null ? receipt.amount : `${cryptoAmount} (${receipt.amount})`;
  const onChain = paidWith && 'networkTitle' in paidWith ? paidWith : null;
  const card = paidWith && 'last4' in paidWith ? paidWith : null;
  const rows: [string, string][] = [
    [words.merchant, merchantName],
    [words.amount, total],
    [words.date, formatDate(receipt.at)],
    ...(description ? [[words.description, description] as [string, string]] : []),
    ...(card ? [[words.card, words.endingIn(brandName(card.brand), card.last4)] as [string, string]] : []),
    ...(kind === 'payment' && card?.instalments && card.instalments > 1
      ? [[words.instalments, String(card.instalments)] as [string, string]]
      : []),
    ...(onChain
      ? ([
          [words.network, onChain.networkTitle],
          [words.transaction[onChain.isOfRefund ? 'payment' : kind], onChain.transactionHash],
        ] as [string, string][])
      : []),
    [words.reference, receipt.reference],
  ];
  const notes = [...(kind === 'refund' && !onChain ? [words.days] : []), words.questions(merchantName)];
  const title = words.title[kind];
  const lines = rows.map(([name, value]) => `${name}: ${value}`).join('\n');
  return {
    subject: words.subject[kind](merchantName),
    text: `${[`${title}: ${total}`, lines, ...notes].join('\n\n')}\n`,
    html: page(language, { merchantName, title, total, rows, notes }),
  };
}

/** To the minute. The zone is named: nobody knows where the customer is. */
function formatDate(at: Date): string {
  return `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

function brandName(brand: string): string {
  return brand.charAt(0).toUpperCase() + brand.slice(1);
}

/** Tables and styles in place: what mail programs show alike. Nothing is loaded from anywhere. */
function page(
  language: Language,
  mail: { merchantName: string; title: string; total: string; rows: [string, string][]; notes: string[] },
): string {
  const font = 'font-family:-apple-system,Segoe UI,Roboto,Helvetica,Arial,sans-serif';
  const rows = mail.rows.map(
    ([name, value]) => html`<tr>
<td style="padding:10px 16px 10px 0;border-top:1px solid #e5e7eb;color:#4b5563;vertical-align:top;white-space:nowrap">${name}</td>
<td style="padding:10px 0;border-top:1px solid #e5e7eb;color:#111827;text-align:right;word-break:break-word;overflow-wrap:anywhere">${value}</td>
</tr>`,
  );
  const notes = mail.notes.map((note) => html`<p style="margin:16px 0 0;color:#4b5563">${note}</p>`);
  return html`<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${mail.title}</title></head>
<body style="margin:0;padding:24px 12px;background:#f3f4f6;${font};font-size:15px;line-height:1.5">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:520px;background:#ffffff;border-radius:12px"><tr><td style="padding:28px 24px">
<p style="margin:0;color:#4b5563">${mail.merchantName}</p>
<h1 style="margin:4px 0 0;font-size:20px;color:#111827">${mail.title}</h1>
<p style="margin:8px 0 20px;font-size:26px;font-weight:600;color:#111827">${mail.total}</p>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="font-size:14px">
!${rows}
</table>
!${notes}
</td></tr></table>
</td></tr></table>
</body>
</html>
`;
}
