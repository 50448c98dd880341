import type { Language } from '../money/language.ts';
import { codeLifetimeMs } from './claim.ts';

/** What the mail with the code says of the payout, as people write it. */
export interface CodeMail {
  code: string;
  merchantName: string;
  /** In USD, and in the asset with its name. */
  usd: string;
  crypto: string;
  networkTitle: string;
  /** As the network writes it. */
  address: string;
}

interface Texts {
  subject(mail: CodeMail): string;
  intro(mail: CodeMail): string;
  code: string;
  amount: string;
  network: string;
  address: string;
  valid(minutes: number): string;
  compare: string;
  stranger(mail: CodeMail): string;
}

const texts: Readonly<Record<Language, Texts>> = {
  es: {
    subject: ({ merchantName }) => `Tu código para cobrar de ${merchantName}`,
    intro: ({ merchantName }) =>
      `${merchantName} te envía un pago. Para confirmar que la billetera de abajo es la tuya, escribe este código en la página del pago:`,
    code: 'Código',
    amount: 'Vas a recibir',
    network: 'Red',
    address: 'Dirección',
    valid: (minutes) => `El código sirve durante ${minutes} minutos y solo para esta dirección.`,
    compare: 'Compara la dirección con la de tu billetera antes de escribir el código.',
    stranger: ({ merchantName }) =>
      `Si no fuiste tú quien escribió esta dirección, no uses el código ni se lo des a nadie: sin él no se envía nada. Avisa a ${merchantName}, porque otra persona tiene el enlace de tu pago.`,
  },
  pt: {
    subject: ({ merchantName }) => `Seu código para receber de ${merchantName}`,
    intro: ({ merchantName }) =>
      `${merchantName} está enviando um pagamento a você. Para confirmar que a carteira abaixo é a sua, digite este código na página do pagamento:`,
    code: 'Código',
    amount: 'Você vai receber',
    network: 'Rede',
    address: 'Endereço',
    valid: (minutes) => `O código vale por ${minutes} minutos e só para este endereço.`,
    compare: 'Compare o endereço com o da sua carteira antes de digitar o código.',
    stranger: ({ merchantName }) =>
      `Se não foi você quem informou este endereço, não use o código nem o passe a ninguém: sem ele nada é enviado. Avise ${merchantName}, porque outra pessoa tem o link do seu pagamento.`,
  },
  en: {
    subject: ({ merchantName }) => `Your code to collect from ${merchantName}`,
    intro: ({ merchantName }) =>
      `${merchantName} is sending you a payment. To confirm that the wallet below is yours, enter this code on the page of the payment:`,
    code: 'Code',
    amount: 'You receive',
    network: 'Network',
    address: 'Address',
    valid: (minutes) => `The code works for ${minutes} minutes, and only for this address.`,
    compare: 'Compare the address with the one in your wallet before you enter the code.',
    stranger: ({ merchantName }) =>
      `If this was not you, do not use the code and give it to nobody: without it nothing is sent. Tell ${merchantName}, because somebody else has the link of your payment.`,
  },
};

export function codeMail(language: Language, mail: CodeMail): { subject: string; text: string } {
  const words = texts[language];
  const parts = [
    words.intro(mail),
    `${words.code}: ${mail.code}`,
    [
      `${words.amount}: ${mail.crypto} (${mail.usd} USD)`,
      `${words.network}: ${mail.networkTitle}`,
      `${words.address}: ${mail.address}`,
    ].join('\n'),
    `${words.valid(codeLifetimeMs / 60_000)} ${words.compare}`,
    words.stranger(mail),
  ];
  return { subject: words.subject(mail), text: `${parts.join('\n\n')}\n` };
}
