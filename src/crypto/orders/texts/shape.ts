/** What the mail of payments that the network took back says, in each language. */
export interface ReversedTexts {
  subject(count: number): string;
  greeting(name: string): string;
  intro(network: string): string;
  /** One for each order. */
  line(orderId: string, amount: string): string;
  outro: string;
}

/** What the mail of waiting orders says, in each language. */
export interface WaitingTexts {
  subject(count: number): string;
  greeting(name: string): string;
  intro: string;
  order: string;
  asked: string;
  received: string;
  credited: string;
  undecided: string;
  /** Of an order whose link another payment had paid. */
  alreadyPaid(payment: string, method: string, at: string): string;
  more(count: number): string;
  decide: string;
  accept: string;
  refundFirst: string;
}

/** What the mail of money that came on another network or in another coin says, in each language. */
export interface StrayTexts {
  subject(count: number): string;
  greeting(name: string): string;
  intro: string;
  /** One for each transfer. */
  line(orderId: string, came: string, network: string, asked: string): string;
  outro: string;
}
