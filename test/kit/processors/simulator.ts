import type { Card, ProcessorKind, RefusalReason } from '../../../src/payments/charges/card-processor.ts';

/** What the customer does, or the bank does with the card. */
export type CustomerRole =
  | 'approved'
  /** Direct: asks for 3-D Secure first. */
  | 'challenge'
  /** The bank takes its time: pending until `decidePending`. */
  | 'pending'
  | Extract<RefusalReason, 'card_refused' | 'insufficient_funds' | 'card_expired' | 'wrong_security_code'>;

/** What a call to the processor meets. after: it was done. before: it was not. */
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
 * A card processor in memory that behaves by its public definitions, faults included, on loopback. Its books are its own: what
 * was charged and given back is asked of it, never of an adapter.
 */
export interface ProcessorSimulator {
  readonly name: string;
  readonly url: string;
  /** The environment that points a program at it. */
  readonly env: Readonly<Record<string, string>>;
  /** What its account takes. */
  readonly currency: string;
  readonly country: string;
  /** By role, for its direct kind; null: it has none. */
  readonly cards: Partial<Record<CustomerRole, Card>> | null;
  /** Its bank has no instalments for it; null: there is no direct kind. */
  readonly cardInOne: Card | null;
  readonly kinds: readonly ProcessorKind[];
  /** What not every processor can. */
  readonly can: readonly ('pending_refunds' | 'late_refund_failure' | 'body_signed')[];
  /** A payer's document, where the processor asks for one. */
  readonly document?: string;
  /**
   * The next calls that change something meet a fault, so many times in all (0: none does any more); only those whose path
   * holds the text, if one is given.
   */
  misbehave(fault: Fault, times?: number, pathPart?: string): void;
  /** How often calls that change something came, by method and path without ids: "POST /v1/refunds". */
  calls(): Readonly<Record<string, number>>;
  /** The customer pays on the hosted page, or answers 3-D Secure there. Answers where the page sends the customer next. */
  pay(pageUrl: string, role: CustomerRole): Promise<string>;
  /** The customer fails 3-D Secure. */
  failChallenge(pageUrl: string): Promise<string>;
  /** The customer goes back without paying. */
  leave(pageUrl: string): Promise<string>;
  /** The bank decides what it kept pending, by our id of the attempt. */
  decidePending(attemptId: string, outcome: 'approved' | 'card_refused'): Promise<void>;
  /** The next refunds stay pending until `endRefund`. */
  holdRefunds(count: number): void;
  /** A refund ends, also one that had succeeded, by our id of it. */
  endRefund(refundId: string, outcome: 'succeeded' | 'failed'): Promise<void>;
  /** Somebody gives money back in the processor's own panel; answers the processor's id of the refund. */
  refundInPanel(attemptId: string, amountMinor: bigint): Promise<string>;
  /** The bank takes money back; answers the processor's id of the dispute. Without an amount: all that is left. */
  openDispute(attemptId: string, amountMinor?: bigint): Promise<string>;
  closeDispute(disputeId: string, outcome: 'won' | 'lost'): Promise<void>;
  /** What it would send of everything that has happened, in order, signed as of now; `deliver` sends each to an address. */
  readonly notifications: readonly SimulatedNotification[];
  /** Sends what happens from now on there by itself; null: it stays silent, and what happens is only kept in `notifications`. */
  notify(url: string | null): void;
  /** All that was ever taken from cards, and given back by refunds that stand, in minor units as we count them. */
  capturedMinor(): bigint | Promise<bigint>;
  refundedMinor(): bigint | Promise<bigint>;
  /** How many different payments were captured under one attempt id: more than 1 is a double charge. */
  capturesOf(attemptId: string): number | Promise<number>;
  /** In how many instalments a card of the direct kind was charged. */
  instalmentsOf(attemptId: string): number | Promise<number>;
  /** How far the simulator's clock, from which it signs and dates, is ahead of ours. */
  skewClock(ms: number): void;
  close(): Promise<void>;
}

export interface SimulatedNotification {
  /** About what, for a test to choose by: the processor's own kind of event. */
  kind: string;
  /** As it goes over the wire, signed at this moment. */
  signed(): { headers: Record<string, string>; query: string; body: string };
}
