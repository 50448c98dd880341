import type { PayoutMailTexts } from './shape.ts';

export const en: PayoutMailTexts = {
  code: {
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
  tried: {
    subject: 'Somebody is trying codes on the link of a payout',
    text: (payoutId, hours) =>
      `Too many wrong codes were entered on the page of payout ${payoutId}. For ${hours} hours no further code is mailed. Somebody else may have the link: the recipient cannot collect meanwhile.\n\nMake a new link and send it to the recipient alone; the one before dies, and codes are counted anew:\nPOST /payment/${payoutId}/link\n`,
  },
  refusedCodes: {
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
