import { html } from 'ghtml';
import type { Language } from '../money/language.ts';

/** What a customer is told of a payment or a refund, as people write it. */
export interface Receipt {
  kind: 'payment' | 'refund';
  merchantName: string;
  /** With its currency. */
  amount: string;
  /** The same in the asset, where one was paid. */
  cryptoAmount: string | null;
  at: Date;
  reference: string;
  description: string | null;
  /** null: the processor did not tell which card. */
  paidWith: { brand: string; last4: string } | { transactionHash: string; networkTitle: string } | null;
}

interface Texts {
  subject: Record<Receipt['kind'], (merchantName: string) => string>;
  title: Record<Receipt['kind'], string>;
  merchant: string;
  amount: string;
  date: string;
  description: string;
  card: string;
  network: string;
  transaction: Record<Receipt['kind'], string>;
  reference: string;
  endingIn(brand: string, last4: string): string;
  days: string;
  questions(merchantName: string): string;
}

const texts: Readonly<Record<Language, Texts>> = {
  es: {
    subject: {
      payment: (name) => `Recibo de tu pago a ${name}`,
      refund: (name) => `${name} te devolvió dinero`,
    },
    title: { payment: 'Pago recibido', refund: 'Devolución' },
    merchant: 'Comercio',
    amount: 'Importe',
    date: 'Fecha',
    description: 'Concepto',
    card: 'Tarjeta',
    network: 'Red',
    transaction: { payment: 'Transacción', refund: 'Transacción de tu pago' },
    reference: 'Referencia',
    endingIn: (brand, last4) => `${brand} terminada en ${last4}`,
    days: 'Según tu banco, el dinero puede tardar algunos días en aparecer en tu tarjeta.',
    questions: (name) => `Si tienes preguntas, escribe a ${name} e indica la referencia.`,
  },
  pt: {
    subject: {
      payment: (name) => `Recibo do seu pagamento a ${name}`,
      refund: (name) => `${name} devolveu dinheiro a você`,
    },
    title: { payment: 'Pagamento recebido', refund: 'Reembolso' },
    merchant: 'Loja',
    amount: 'Valor',
    date: 'Data',
    description: 'Descrição',
    card: 'Cartão',
    network: 'Rede',
    transaction: { payment: 'Transação', refund: 'Transação do seu pagamento' },
    reference: 'Referência',
    endingIn: (brand, last4) => `${brand} com final ${last4}`,
    days: 'Dependendo do seu banco, o dinheiro pode levar alguns dias para aparecer no cartão.',
    questions: (name) => `Se tiver dúvidas, escreva para ${name} e informe a referência.`,
  },
  en: {
    subject: {
      payment: (name) => `Receipt for your payment to ${name}`,
      refund: (name) => `${name} has refunded you`,
    },
    title: { payment: 'Payment received', refund: 'Refund' },
    merchant: 'Merchant',
    amount: 'Amount',
    date: 'Date',
    description: 'Description',
    card: 'Card',
    network: 'Network',
    transaction: { payment: 'Transaction', refund: 'Transaction of your payment' },
    reference: 'Reference',
    endingIn: (brand, last4) => `${brand} ending in ${last4}`,
    days: 'Depending on your bank it may take a few days until the money shows on your card.',
    questions: (name) => `If you have questions, write to ${name} and name the reference.`,
  },
};

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
    ...(onChain
      ? ([
          [words.network, onChain.networkTitle],
          [words.transaction[kind], onChain.transactionHash],
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
