import type { Money } from '../money/money.ts';

/**
 * The port to a card acquirer. Every call carries an id of ours as the idempotency key, so that
 * asking twice, or asking again after a time-out, can never charge or refund twice.
 *
 * An adapter never throws for what the acquirer or the network does: it answers `unknown`, and the
 * caller inquires later under the same id.
 */
export interface CardProcessor {
  readonly name: string;
  /** direct: our page takes the card. hosted: the customer is sent to the processor's own page. */
  readonly kind: 'direct' | 'hosted';
  /** The brands it takes, by their ids in checkout/card-brands.ts: the card page shows them. */
  readonly brands: readonly string[];
  authorize(request: AuthorizeRequest): Promise<AttemptOutcome>;
  /** What the processor knows of an attempt; `not_found` when it never took it. */
  inquire(attemptId: string): Promise<AttemptOutcome | { outcome: 'not_found' }>;
  /** Gives up a challenge the customer left. Afterwards the attempt can no longer be approved. */
  abandon(attemptId: string): Promise<AttemptOutcome | { outcome: 'not_found' }>;
  refund(request: RefundRequest): Promise<RefundOutcome>;
  /** Charge-backs in the order they arose, after a cursor ('' at first). */
  disputesAfter(cursor: string): Promise<{ disputes: Dispute[]; cursor: string }>;
}

/** A card as the customer typed it. It lives in memory for one call and is never stored or logged. */
export interface Card {
  number: string;
  expiryMonth: number;
  expiryYear: number;
  securityCode: string;
  holderName: string;
}

export interface AuthorizeRequest {
  attemptId: string;
  amount: Money;
  country: string;
  description: string | null;
  /** null for a hosted processor, which takes the card itself. */
  card: Card | null;
  /** The payer's tax or identity document, where the country's acquirers ask for one. */
  document: string | null;
  /** Where the customer comes back to after a challenge or a hosted page. */
  returnUrl: string;
}

export type AttemptOutcome =
  | { outcome: 'approved'; processorReference: string }
  | { outcome: 'refused'; reason: RefusalReason }
  | { outcome: 'challenge'; url: string }
  /** The answer never came. `cause` is for the operator's log. */
  | { outcome: 'unknown'; cause: string };

export const refusalReasons = [
  'card_refused',
  'insufficient_funds',
  'card_expired',
  'wrong_security_code',
  'authentication_failed',
  'authentication_abandoned',
  'test_card_required',
  /** The acquirer never took the attempt: nothing was charged. */
  'not_processed',
] as const;
export type RefusalReason = (typeof refusalReasons)[number];

export interface RefundRequest {
  refundId: string;
  attemptId: string;
  processorReference: string;
  amount: Money;
}

export type RefundOutcome =
  | { outcome: 'refunded'; processorReference: string }
  | { outcome: 'refused'; reason: string }
  | { outcome: 'unknown'; cause: string };

export interface Dispute {
  disputeId: string;
  attemptId: string;
  amount: Money;
}
