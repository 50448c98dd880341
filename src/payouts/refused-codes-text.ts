import type { Language } from '../money/language.ts';
import { formatDecimal } from '../money/money.ts';
import type { RefusedCode } from './refused-codes.ts';

/** More would not be read; the rest is counted. */
export const listedCodes = 20;

interface Texts {
  subject(count: number): string;
  greeting(name: string): string;
  intro: string;
  payout: string;
  email: string;
  answer: string;
  more(count: number): string;
  correct: string;
  after: string;
}

const texts: Readonly<Record<Language, Texts>> = {
  es: {
    subject: (count) =>
      count === 1
        ? 'El destinatario de un retiro no recibe su código'
        : `Los destinatarios de ${count} retiros no reciben su código`,
    greeting: (name) => `Hola, ${name}:`,
    intro:
      'El servidor de correo rechazó para siempre el mensaje con el código, o con el enlace de una devolución, que el destinatario necesita para cobrar. Lo más probable es que la dirección de correo esté mal escrita.',
    payout: 'Retiro',
    email: 'Correo',
    answer: 'Respuesta del servidor de correo',
    more: (count) => `… y ${count} más.`,
    correct:
      'Pregunte al destinatario por su dirección y corríjala con una llamada, con sus credenciales. Solo usted puede hacerlo:',
    after:
      'Le enviamos entonces un código nuevo, y el enlace que tiene sigue sirviendo; si es una devolución, un enlace nuevo.',
  },
  pt: {
    subject: (count) =>
      count === 1
        ? 'O destinatário de um saque não recebe o código'
        : `Os destinatários de ${count} saques não recebem o código`,
    greeting: (name) => `Olá, ${name}:`,
    intro:
      'O servidor de e-mail recusou em definitivo a mensagem com o código, ou com o link de um reembolso, de que o destinatário precisa para receber. O mais provável é que o endereço de e-mail esteja errado.',
    payout: 'Saque',
    email: 'E-mail',
    answer: 'Resposta do servidor de e-mail',
    more: (count) => `… e mais ${count}.`,
    correct:
      'Pergunte ao destinatário o endereço certo e corrija-o com uma chamada, com as suas credenciais. Só você pode fazer isso:',
    after:
      'Enviamos então um código novo, e o link que ele tem continua valendo; se for um reembolso, um link novo.',
  },
  en: {
    subject: (count) =>
      count === 1
        ? 'The recipient of a payout gets no code'
        : `The recipients of ${count} payouts get no code`,
    greeting: (name) => `Hello, ${name},`,
    intro:
      'The mail server refused for good the mail with the code, or with the link of a refund, that the recipient needs to collect. Most likely the e-mail address is misspelled.',
    payout: 'Payout',
    email: 'E-mail',
    answer: 'Answer of the mail server',
    more: (count) => `… and ${count} more.`,
    correct:
      'Ask the recipient for the address and correct it by one call, with your credentials. Only you can:',
    after: 'We then mail a new code, and the link they have goes on working; of a refund, a new link.',
  },
};

/** The mail of payouts whose code was refused: which, by which words, and how to correct the address. */
export function refusedCodesMail(
  merchant: { name: string; language: Language },
  codes: RefusedCode[],
  total: number,
  cryptoBaseUrl: string,
): { subject: string; text: string } {
  const words = texts[merchant.language];
  const blocks = codes.map((code) =>
    [
      `${words.payout}: ${code.payoutId}${code.merchantIdCustom === null ? '' : ` (${code.merchantIdCustom})`}, ${formatDecimal(code.amountMinor, 2)} USD`,
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
