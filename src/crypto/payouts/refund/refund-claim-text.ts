import type { AssetCode } from '../../../base/money/asset.ts';
import type { Language } from '../../../base/money/language.ts';

/** What the mail with the link says of the refund, as people write it. */
export interface RefundLinkMail {
  merchantName: string;
  asset: AssetCode;
  /** In the asset, and in USD. */
  amount: string;
  usd: string;
  /** What the order had been made for. */
  paid: string | null;
  description: string | null;
  opensUntil: string;
  url: string;
}

interface Texts {
  subject(merchantName: string): string;
  intro(merchantName: string, asset: AssetCode): string;
  amount: string;
  paid: string;
  description: string;
  open: string;
  until(date: string): string;
  code: string;
  keys: string;
  stranger(merchantName: string): string;
}

const texts: Readonly<Record<Language, Texts>> = {
  es: {
    subject: (merchantName) => `${merchantName} te devuelve tu pago`,
    intro: (merchantName, asset) =>
      `${merchantName} te devuelve ${asset} de un pago que hiciste. Para recibirlos, abre este enlace e indica a qué billetera:`,
    amount: 'Vas a recibir',
    paid: 'Del pago de',
    description: 'Descripción',
    open: 'Enlace',
    until: (date) =>
      `Puedes hacerlo hasta el ${date}. Después el enlace deja de servir y el dinero se queda con el comercio.`,
    code: 'Cuando escribas tu billetera te enviaremos un código a este correo.',
    keys: 'Nunca te pediremos la clave ni las palabras secretas de tu billetera.',
    stranger: (merchantName) =>
      `No pases este enlace a nadie. Si no sabes de qué pago se trata, escribe a ${merchantName}.`,
  },
  pt: {
    subject: (merchantName) => `${merchantName} está devolvendo o seu pagamento`,
    intro: (merchantName, asset) =>
      `${merchantName} está devolvendo ${asset} de um pagamento que você fez. Para recebê-los, abra este link e informe a carteira:`,
    amount: 'Você vai receber',
    paid: 'Do pagamento de',
    description: 'Descrição',
    open: 'Link',
    until: (date) =>
      `Você pode fazer isso até ${date}. Depois o link deixa de valer e o dinheiro fica com a loja.`,
    code: 'Quando você informar a carteira, enviaremos um código para este e-mail.',
    keys: 'Nunca pediremos a chave nem as palavras secretas da sua carteira.',
    stranger: (merchantName) =>
      `Não passe este link a ninguém. Se você não sabe de que pagamento se trata, escreva para ${merchantName}.`,
  },
  en: {
    subject: (merchantName) => `${merchantName} is giving your payment back`,
    intro: (merchantName, asset) =>
      `${merchantName} is giving you back ${asset} of a payment that you made. To receive them, open this link and say to which wallet:`,
    amount: 'You will receive',
    paid: 'Of the payment of',
    description: 'Description',
    open: 'Link',
    until: (date) =>
      `You can do so until ${date}. After that the link no longer works, and the money stays with the merchant.`,
    code: 'When you enter your wallet we mail you a code to this address.',
    keys: 'We never ask for the key or the secret words of your wallet.',
    stranger: (merchantName) =>
      `Give this link to nobody. If you do not know which payment this is about, write to ${merchantName}.`,
  },
};

export function refundLinkMail(language: Language, mail: RefundLinkMail): { subject: string; text: string } {
  const words = texts[language];
  const parts = [
    words.intro(mail.merchantName, mail.asset),
    `${words.open}: ${mail.url}`,
    [
      `${words.amount}: ${mail.amount} (${mail.usd})`,
      ...(mail.paid ? [`${words.paid}: ${mail.paid}`] : []),
      ...(mail.description ? [`${words.description}: ${mail.description}`] : []),
    ].join('\n'),
    `${words.until(mail.opensUntil)} ${words.code}`,
    `${words.keys} ${words.stranger(mail.merchantName)}`,
  ];
  return { subject: words.subject(mail.merchantName), text: `${parts.join('\n\n')}\n` };
}
