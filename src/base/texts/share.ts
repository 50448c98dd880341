import type { Language } from '../money/language.ts';

/** What a merchant sends with a payment link or an invoice, in the customer's language; the URL follows. */
interface ShareTexts {
  /** `amount` is null if the customer chooses it. */
  paymentLink(title: string, amount: string | null): string;
  invoice(name: string, number: string, amount: string, dueOn: string): string;
}

export const shareTexts: Readonly<Record<Language, ShareTexts>> = {
  en: {
    paymentLink: (title, amount) => `${title}${amount === null ? '' : `, ${amount}`}. You can pay here:`,
    invoice: (name, number, amount, dueOn) =>
      `Hello ${name}, this is invoice ${number} over ${amount}, due on ${dueOn}. You can pay here:`,
  },
  es: {
    paymentLink: (title, amount) => `${title}${amount === null ? '' : `, ${amount}`}. Puedes pagar aquí:`,
    invoice: (name, number, amount, dueOn) =>
      `Hola, ${name}. Te comparto la factura ${number} por ${amount}, con fecha límite de pago el ${dueOn}. Puedes pagarla aquí:`,
  },
  fr: {
    paymentLink: (title, amount) =>
      `${title}${amount === null ? '' : `, ${amount}`}. Vous pouvez payer ici :`,
    invoice: (name, number, amount, dueOn) =>
      `Bonjour ${name}, voici la facture ${number} de ${amount}, à payer avant le ${dueOn}. Vous pouvez la payer ici :`,
  },
  pt: {
    paymentLink: (title, amount) => `${title}${amount === null ? '' : `, ${amount}`}. Você pode pagar aqui:`,
    invoice: (name, number, amount, dueOn) =>
      `Olá, ${name}. Segue a cobrança ${number} de ${amount}, com vencimento em ${dueOn}. Você pode pagar aqui:`,
  },
};
