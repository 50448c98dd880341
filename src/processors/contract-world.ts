import type { Card, CardProcessor } from '../charges/card-processor.ts';

/**
 * What a processor brings to the contract test: a world in which its acquirer does each thing on
 * command. Money is asked of the acquirer's own books, never of the adapter.
 */
export interface ContractWorld {
  processor: CardProcessor;
  /** The same processor set up towards an address where nobody listens. */
  unreachable: CardProcessor;
  cards: Record<CardRole, Card>;
  currency: string;
  country: string;
  /** What the customer does on the acquirer's page. */
  answerChallenge(url: string, decision: 'approve' | 'fail'): Promise<void>;
  /** Everything the acquirer has ever taken from cards, and given back. */
  capturedMinor(): Promise<bigint>;
  refundedMinor(): Promise<bigint>;
  close(): Promise<void>;
}

export const refusingRoles = [
  'card_refused',
  'insufficient_funds',
  'card_expired',
  'wrong_security_code',
] as const;

type CardRole =
  | 'approved'
  | 'challenge'
  | 'approved_without_answer'
  | 'disputed'
  | (typeof refusingRoles)[number];
