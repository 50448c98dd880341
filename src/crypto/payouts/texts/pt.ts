import type { PayoutMailTexts } from './shape.ts';

export const pt: PayoutMailTexts = {
  code: {
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
  tried: {
    subject: 'Alguém está testando códigos no link de um saque',
    text: (payoutId, hours) =>
      `Na página do saque ${payoutId} foram digitados códigos errados demais. Por ${hours} horas não se envia mais nenhum código. Talvez outra pessoa tenha o link: enquanto isso o destinatário não pode receber.\n\nFaça um link novo e envie só ao destinatário; o anterior deixa de valer e os códigos são contados de novo:\nPOST /payment/${payoutId}/link\n`,
  },
  refusedCodes: {
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
};
