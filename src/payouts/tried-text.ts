import type { Language } from '../money/language.ts';

interface Texts {
  subject: string;
  text(payoutId: string, hours: number): string;
}

const texts: Readonly<Record<Language, Texts>> = {
  es: {
    subject: 'Alguien prueba códigos en el enlace de un retiro',
    text: (payoutId, hours) =>
      `En la página del retiro ${payoutId} se escribieron demasiados códigos equivocados. Durante ${hours} horas no se envían más códigos. Puede que otra persona tenga el enlace: el destinatario no puede cobrar mientras tanto.\n\nHaga un enlace nuevo y envíelo solo al destinatario; el anterior deja de servir y los códigos se cuentan de nuevo:\nPOST /payment/${payoutId}/link\n`,
  },
  pt: {
    subject: 'Alguém está testando códigos no link de um saque',
    text: (payoutId, hours) =>
      `Na página do saque ${payoutId} foram digitados códigos errados demais. Por ${hours} horas não se envia mais nenhum código. Talvez outra pessoa tenha o link: enquanto isso o destinatário não pode receber.\n\nFaça um link novo e envie só ao destinatário; o anterior deixa de valer e os códigos são contados de novo:\nPOST /payment/${payoutId}/link\n`,
  },
  en: {
    subject: 'Somebody is trying codes on the link of a payout',
    text: (payoutId, hours) =>
      `Too many wrong codes were entered on the page of payout ${payoutId}. For ${hours} hours no further code is mailed. Somebody else may have the link: the recipient cannot collect meanwhile.\n\nMake a new link and send it to the recipient alone; the one before dies, and codes are counted anew:\nPOST /payment/${payoutId}/link\n`,
  },
};

/** Tells a merchant that the link of a payout is in the wrong hands, or in clumsy ones. */
export function triedMail(
  language: Language,
  payoutId: string,
  hours: number,
): { subject: string; text: string } {
  const words = texts[language];
  return { subject: words.subject, text: words.text(payoutId, hours) };
}
