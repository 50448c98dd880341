import type { ReversedTexts, StrayTexts, WaitingTexts } from './shape.ts';

export const en: WaitingTexts = {
  subject: (count) =>
    count === 1
      ? 'A crypto payment waits for your decision'
      : `${count} crypto payments wait for your decision`,
  greeting: (name) => `Hello, ${name},`,
  intro: 'A payment came late, short, twice, or for more than the price. Decide what becomes of the money.',
  order: 'Order',
  asked: 'To pay',
  received: 'Received',
  credited: 'Credited to you, before the fee',
  undecided: 'For you to decide',
  alreadyPaid: (payment, method, at) =>
    `Its link was already paid: payment ${payment} (${method}, ${at}). We suggest that you give this money back; accepting it makes it a second payment.`,
  more: (count) => `… and ${count} more.`,
  decide: 'Decide each by one call, with your credentials:',
  accept:
    '"accept" takes it as the payment, or keeps what was paid too much. "refund" gives it back: the customer is mailed a link to say where to; where nothing is sent from here, the operator sends it.',
  refundFirst: 'Payments of a link that was already paid come first here: "refund" gives them back.',
};

export const reversedEn: ReversedTexts = {
  subject: (count) =>
    count === 1 ? 'The network took back a payment' : `The network took back ${count} payments`,
  greeting: (name) => `Hello ${name},`,
  intro: (network) =>
    `The network ${network} took back payments that were final. That is very rare. Your balance went down by these amounts:`,
  line: (orderId, amount) => `Order ${orderId}: ${amount}`,
  outro:
    'Hand over nothing more for these orders until they are paid again: payments that come back are credited by themselves, and you are told. While your balance is negative, your payouts and refunds wait.',
};

export const strayEn: StrayTexts = {
  subject: (count) =>
    count === 1
      ? 'A customer paid on the wrong network or in the wrong coin'
      : `${count} payments came on the wrong network or in the wrong coin`,
  greeting: (name) => `Hello ${name},`,
  intro:
    'This money came to addresses of your orders, but not as the orders asked. It counts for none of them:',
  line: (orderId, came, network, asked) =>
    `Order ${orderId}: ${came} came on ${network}; the order is paid in ${asked}`,
  outro:
    'You need not do anything. The operator of this service decides: they can count it for the order where it is the same coin, or send it back. The customer sees it on the payment page.',
};
