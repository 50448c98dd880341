import type { Sum } from '../../../base/money/written.ts';

/** What a customer is told of a payment or a refund. */
export interface Receipt {
  kind: 'payment' | 'refund';
  amount: Sum;
  /** The same in the asset, where one was paid. */
  cryptoAmount: Sum | null;
  /** The payment that a refund gives back, or gives back a part of. */
  paid?: Sum;
  at: Date;
  reference: string;
  description: string | null;
  /** null: the processor did not tell which card. */
  paidWith:
    | { brand: string; last4: string; instalments: number | null }
    /** Of the payment; of a refund that was sent on the chain, its own. */
    | { transactionHash: string; networkTitle: string; isOfRefund?: true }
    | null;
}

/** What its mail says, in each language. */
export interface ReceiptTexts {
  subject: Record<Receipt['kind'], (merchantName: string) => string>;
  title: Record<Receipt['kind'], string>;
  merchant: string;
  amount: string;
  /** Of a refund: what had been paid. */
  ofPayment: string;
  date: string;
  description: string;
  card: string;
  instalments: string;
  network: string;
  transaction: Record<Receipt['kind'], string>;
  reference: string;
  endingIn(brand: string, last4: string): string;
  days: string;
  questions(merchantName: string): string;
  /** Before where to ask, and before where the terms are. */
  support: string;
  terms: string;
}
