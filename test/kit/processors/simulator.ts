import type { Card, ProcessorKind, RefusalReason } from '../../../src/payments/charges/payment-processor.ts';

/** The customer's action, or the bank's decision on the card. */
export type CustomerRole =
  | 'approved'
  /** Direct: asks for 3-D Secure first. */
  | 'challenge'
  /** The bank takes time: pending until `decidePending`. */
  | 'pending'
  | Extract<RefusalReason, 'card_refused' | 'insufficient_funds' | 'card_expired' | 'wrong_security_code'>;

/** The fault of a call to the processor. after: it was executed. before: it was not. */
export type Fault =
  | 'limited'
  | 'error_before'
  | 'error_after'
  | 'silent_before'
  | 'silent_after'
  | 'cut_after'
  | 'malformed_after'
  | 'slow';

/**
 * A card processor in memory that behaves by its public definitions, faults included, on loopback. It keeps its own
 * books: charged and refunded amounts are read from it, never from an adapter.
 */
export interface ProcessorSimulator {
  readonly name: string;
  readonly url: string;
  /** The environment that points a program at it. */
  readonly env: Readonly<Record<string, string>>;
  /** The currency of its account. */
  readonly currency: string;
  readonly country: string;
  /** Cards by role, for its direct kind; null: it has none. */
  readonly cards: Partial<Record<CustomerRole, Card>> | null;
  /** A card whose bank offers no instalments; null: there is no direct kind. */
  readonly cardInOne: Card | null;
  readonly kinds: readonly ProcessorKind[];
  /** Features that not every processor has. */
  readonly can: readonly ('pending_refunds' | 'late_refund_failure' | 'body_signed')[];
  /** A payer's document, if the processor requires one. */
  readonly document?: string;
  /**
   * Applies a fault to this many of the next calls that change something (0: none any more); if a text is given, only
   * to calls whose path contains it.
   */
  misbehave(fault: Fault, times?: number, pathPart?: string): void;
  /** The number of calls that change something, by method and path without ids: "POST /v1/refunds". */
  calls(): Readonly<Record<string, number>>;
  /**
   * The customer pays on the hosted page, or passes 3-D Secure there. Returns the URL to which the page sends the
   * customer.
   */
  pay(pageUrl: string, role: CustomerRole): Promise<string>;
  /** The customer fails 3-D Secure. */
  failChallenge(pageUrl: string): Promise<string>;
  /** The customer returns without paying. */
  leave(pageUrl: string): Promise<string>;
  /** The bank decides a pending attempt, by our id. */
  decidePending(attemptId: string, outcome: 'approved' | 'card_refused'): Promise<void>;
  /** The next refunds stay pending until `endRefund`. */
  holdRefunds(count: number): void;
  /** Ends a refund, also one that had succeeded, by our id. */
  endRefund(refundId: string, outcome: 'succeeded' | 'failed'): Promise<void>;
  /** Makes a refund in the processor's own panel; returns the processor's id of it. */
  refundInPanel(attemptId: string, amountMinor: bigint): Promise<string>;
  /** The bank takes money back; returns the processor's id of the dispute. Without an amount: all that is left. */
  openDispute(attemptId: string, amountMinor?: bigint): Promise<string>;
  closeDispute(disputeId: string, outcome: 'won' | 'lost'): Promise<void>;
  /** The notifications of everything that has happened, in order, signed as of now; `deliver` sends each to a URL. */
  readonly notifications: readonly SimulatedNotification[];
  /** Sends all later notifications there automatically; null: none are sent, they are only kept in `notifications`. */
  notify(url: string | null): void;
  /** All that was ever taken from cards, and returned by valid refunds, in our minor units. */
  capturedMinor(): bigint | Promise<bigint>;
  refundedMinor(): bigint | Promise<bigint>;
  /** How many different payments were captured under one attempt id: more than 1 is a double charge. */
  capturesOf(attemptId: string): number | Promise<number>;
  /** The number of instalments in which a card of the direct kind was charged. */
  instalmentsOf(attemptId: string): number | Promise<number>;
  /** Sets how far the simulator's clock, which dates and signs, is ahead of ours. */
  skewClock(ms: number): void;
  close(): Promise<void>;
}

export interface SimulatedNotification {
  /** The processor's own kind of event, for a test to select by. */
  kind: string;
  /** The message on the wire, signed at this moment. */
  signed(): { headers: Record<string, string>; query: string; body: string };
}
