import type { Language } from '../../base/money/language.ts';

/** What the mail with an invoice says, as people write it. */
export interface InvoiceMail {
  kind: 'invoice' | 'invoice_reminder';
  merchantName: string;
  customerName: string;
  number: string;
  title: string;
  lines: { text: string; quantity: string; price: string; total: string }[];
  total: string;
  dueOn: string;
  isOverdue: boolean;
  url: string;
}

interface Texts {
  subject: Record<InvoiceMail['kind'], (number: string, merchantName: string) => string>;
  greeting(name: string): string;
  intro: Record<InvoiceMail['kind'], (merchantName: string) => string>;
  overdue: string;
  number: string;
  total: string;
  dueOn: string;
  pay: string;
  questions(merchantName: string): string;
}

const texts: Readonly<Record<Language, Texts>> = {
  es: {
    subject: {
      invoice: (number, name) => `Factura ${number} de ${name}`,
      invoice_reminder: (number, name) => `Recordatorio: factura ${number} de ${name}`,
    },
    greeting: (name) => `Hola, ${name}:`,
    intro: {
      invoice: (name) => `${name} te envía esta factura. Puedes pagarla en línea en el enlace de abajo.`,
      invoice_reminder: (name) =>
        `Te recordamos esta factura de ${name}. Si ya la pagaste, no hace falta que hagas nada.`,
    },
    overdue: 'La fecha de pago ya pasó.',
    number: 'Número',
    total: 'Total',
    dueOn: 'Fecha límite de pago',
    pay: 'Ver y pagar',
    questions: (name) => `Si algo no está bien, escribe a ${name} antes de pagar.`,
  },
  pt: {
    subject: {
      invoice: (number, name) => `Fatura ${number} de ${name}`,
      invoice_reminder: (number, name) => `Lembrete: fatura ${number} de ${name}`,
    },
    greeting: (name) => `Olá, ${name},`,
    intro: {
      invoice: (name) => `${name} enviou esta fatura para você. Você pode pagar on-line pelo link abaixo.`,
      invoice_reminder: (name) =>
        `Este é um lembrete da fatura de ${name}. Se você já pagou, não precisa fazer nada.`,
    },
    overdue: 'O vencimento já passou.',
    number: 'Número',
    total: 'Total',
    dueOn: 'Vencimento',
    pay: 'Ver e pagar',
    questions: (name) => `Se algo não estiver certo, fale com ${name} antes de pagar.`,
  },
  en: {
    subject: {
      invoice: (number, name) => `Invoice ${number} from ${name}`,
      invoice_reminder: (number, name) => `Reminder: invoice ${number} from ${name}`,
    },
    greeting: (name) => `Hello ${name},`,
    intro: {
      invoice: (name) => `${name} has sent you this invoice. You can pay it online at the link below.`,
      invoice_reminder: (name) =>
        `This is a reminder of an invoice from ${name}. If you have paid it, there is nothing to do.`,
    },
    overdue: 'The day it was due is over.',
    number: 'Number',
    total: 'Total',
    dueOn: 'Due on',
    pay: 'See and pay',
    questions: (name) => `If something is not right, write to ${name} before you pay.`,
  },
};

export function invoiceMail(language: Language, mail: InvoiceMail): { subject: string; text: string } {
  const words = texts[language];
  const parts = [
    words.greeting(mail.customerName),
    words.intro[mail.kind](mail.merchantName),
    `${words.number}: ${mail.number}\n${mail.title}`,
    mail.lines
      .map(({ text, quantity, price, total }) => `${text}\n  ${quantity} × ${price} = ${total}`)
      .join('\n'),
    `${words.total}: ${mail.total}\n${words.dueOn}: ${mail.dueOn}${mail.isOverdue ? `. ${words.overdue}` : ''}`,
    `${words.pay}: ${mail.url}`,
    words.questions(mail.merchantName),
  ];
  return {
    subject: words.subject[mail.kind](mail.number, mail.merchantName),
    text: `${parts.join('\n\n')}\n`,
  };
}
