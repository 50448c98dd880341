import type { Language } from '../../base/money/language.ts';
import type { Money } from '../../base/money/money.ts';

/**
 * The port to a card processor: one account at it, in one of its kinds. Every call carries an id of ours, so that asking
 * twice, or asking again after a time-out, can never charge or refund twice.
 *
 * An adapter never throws for what the processor or the network does: it answers `unknown`, and the caller asks again later
 * under the same id. No answer of it holds a key, a card's number or its code.
 */
export interface CardProcessor {
  readonly name: string;
  readonly kind: ProcessorKind;
  /** The brands it takes, by their ids in charges/card-brands.ts: the card page shows them. */
  readonly brands: readonly string[];
  /** So long its page or a challenge waits for the customer; then it is given up. */
  readonly challengeLifetimeMs: number;
  /** Between two questions about what a bank takes days to decide. */
  readonly pendingIntervalMs: number;
  /** What it must be told of the payer of such a country before it can open its page or charge a card. */
  payerFields(country: string): readonly PayerField[];
  /** Why it cannot take such a payment at all, in words for the operator; null: it can. */
  refuses(payment: { amount: Money; country: string }): string | null;
  /** In how many instalments, beside one payment, a card that our page takes may pay it. A hosted one asks on its own page: none. */
  instalments(payment: { amount: Money; country: string }): readonly number[];
  authorize(request: AuthorizeRequest): Promise<AttemptOutcome>;
  /** What the processor knows of an attempt; `not_found` when it never took it. */
  inquire(attempt: AskedAttempt): Promise<AttemptFinding>;
  /** Gives up what the customer left. Afterwards the attempt can no longer be approved. */
  abandon(attempt: AskedAttempt): Promise<AttemptFinding>;
  /** Gives money back, or tells how a refund that was asked for stands. */
  refund(request: RefundRequest): Promise<RefundOutcome>;
  /** All refunds of a payment, whoever asked for them; null: the processor could not be asked. */
  refundsOf(payment: PaidAttempt): Promise<SeenRefund[] | null>;
  /** Between two looks at its list of disputes; null: it has none. Most are told of sooner, by a notification. */
  readonly disputesIntervalMs: number | null;
  /** Disputes in the order they arose, after a cursor ('' at first). One that cannot list them answers none. */
  disputesAfter(cursor: string): Promise<{ disputes: Dispute[]; cursor: string }>;
  /** A dispute as it stands now; null: the processor could not be asked. */
  readDispute(disputeId: string): Promise<Dispute | null>;
  /** Reads a warning; null: the processor could not be asked. Absent: this processor sends no warnings. */
  readWarning?(warningId: string): Promise<Warning | null>;
  /** What an inbound message points at; null: it is not from the processor, or too old. It checks nothing but the message. */
  readNotification(message: InboundMessage, now: Date): Notification | null;
  /** What the processor's own id stands for, where a notification names nothing else; null: the processor could not be asked. */
  trace(handle: string): Promise<Hint | null>;
  /** Where whoever has its account sees a payment on its own web page; absent: there is no address for one. */
  pageOf?(processorReference: string): string;
  /** Whether it tells at all what moves on the account. */
  readonly hasLines: boolean;
  /** What moved on the account at the processor in that time, oldest first. Throws when it cannot be read to its end. */
  linesBetween(from: Date, to: Date): AsyncIterable<ProcessorMovement>;
  /** All that it holds for the account now, also what it cannot pay out yet; absent: it tells none. Throws when it cannot be read. */
  balance?(): Promise<Money[]>;
  /**
   * The movements in a payout to the bank, a page at a time, after a cursor ('' at first; null: that was all); absent: it does not tell.
   * Throws when they cannot be read.
   */
  payoutLines?(
    payoutReference: string,
    after: string,
  ): Promise<{ lines: ProcessorMovement[]; next: string | null }>;
}

/** direct: our page takes the card. hosted: the customer is sent to the processor's own page. */
export const processorKinds = ['hosted', 'direct'] as const;
export type ProcessorKind = (typeof processorKinds)[number];

export type PayerField = 'name' | 'email' | 'document';

/** A card as the customer typed it. It lives in memory for one call and is never stored or logged. */
export interface Card {
  number: string;
  expiryMonth: number;
  expiryYear: number;
  securityCode: string;
  holderName: string;
}

/** All that is ever kept of a card. A hosted processor may tell less of it. */
export interface CardSummary {
  brand: string;
  first6: string | null;
  last4: string;
}

/** Kept with an attempt when it starts: what is told of it must stay the same, whatever the merchant changes later. */
export interface KeptDetails {
  merchantName: string;
  /** The text for the customer's card statement, checked by merchants/statement-descriptor.ts; null: the processor's default. */
  statementDescriptor: string | null;
  /** Whether the processor is to demand 3-D Secure: the bank refused the same card without it. */
  demandsThreeDSecure: boolean;
}

/** For whoever reads the processor's own panel, reports and statements. Nothing of the customer is in it. */
export interface AttemptDetails extends KeptDetails {
  /** Our own: the charge's id. */
  reference: string;
  orderNumber: string | null;
  merchantId: string;
}

/** An attempt, as the processor was told of it. The same whenever it is asked. */
export interface AskedAttempt {
  attemptId: string;
  /** The processor's own id of it, as soon as it is known. */
  handle: string | null;
  createdAt: Date;
  amount: Money;
  country: string;
  description: string | null;
  /** null: the attempt was made by a version that told none. */
  details: AttemptDetails | null;
  email: string | null;
  language: Language | null;
  /** In how many the customer pays: 1 is all at once. What is charged is the amount, whatever a bank adds. */
  instalments: number;
  /** Where the customer comes back to after a challenge or a hosted page. */
  returnUrl: string;
  /** Where the customer comes back to who leaves a hosted page without paying. */
  cancelUrl: string;
  /** Where the processor may tell of it. */
  notificationUrl: string;
}

export interface AuthorizeRequest extends AskedAttempt {
  /** null for a hosted processor, which takes the card itself. */
  card: Card | null;
  payerName: string | null;
  /** The payer's tax or identity document, where the country's acquirers ask for one. */
  document: string | null;
  clientAddress: string;
  /** Keeps the processor's own id of the attempt. To be awaited before anything is charged under it. */
  keepHandle(handle: string): Promise<void>;
}

export type AttemptOutcome =
  | { outcome: 'approved'; processorReference: string; card: CardSummary | null }
  /** soft: another processor might approve the same card. */
  | { outcome: 'refused'; reason: RefusalReason; isSoft: boolean; card: CardSummary | null }
  | { outcome: 'challenge'; url: string; handle: string | null }
  /** The customer has done all there is to do; the bank decides within days. */
  | { outcome: 'pending'; handle: string | null }
  /** Nothing was charged, nor can it be: another processor may be asked instead. `cause` is for the operator. */
  | { outcome: 'not_taken'; cause: string }
  /** The answer never came. `cause` is for the operator's log. */
  | { outcome: 'unknown'; cause: string };

/** What the processor said, or did not say, of an attempt. */
export type AttemptFinding = AttemptOutcome | { outcome: 'not_found' };

export const refusalReasons = [
  'card_refused',
  'insufficient_funds',
  'card_expired',
  'wrong_security_code',
  'authentication_failed',
  /** The bank takes the card with 3-D Secure only, and it was not demanded: nothing was charged. */
  'authentication_required',
  'authentication_abandoned',
  'test_card_required',
  /** The card cannot be paid in so many instalments. */
  'instalments_refused',
  /** The customer left the processor's page, or let it lie: nothing was tried. */
  'left_page',
  /** The processor never took the attempt: nothing was charged. */
  'not_processed',
] as const;
export type RefusalReason = (typeof refusalReasons)[number];

export interface RefundRequest {
  refundId: string;
  attemptId: string;
  processorReference: string;
  amount: Money;
  /** The processor's own id of the refund, once it is known: then it is only asked how it stands. */
  refundReference: string | null;
  /** It may have been asked for before: one that knows no idempotency looks for it first. */
  isRepeat: boolean;
  notificationUrl: string;
}

/** A payment that the processor approved. */
export interface PaidAttempt {
  attemptId: string;
  processorReference: string;
  /** What was charged. */
  currency: string;
}

/** A refund as the processor has it, also one that was made in the processor's own panel. */
export interface SeenRefund {
  /** The processor's own id. */
  reference: string;
  /** Ours, where we asked for it and the processor tells so. */
  refundId: string | null;
  amount: Money;
  status: 'pending' | 'succeeded' | 'failed';
}

export type RefundOutcome =
  | { outcome: 'refunded'; processorReference: string }
  /** Taken, and not yet with the customer; it may still fail. */
  | { outcome: 'pending'; processorReference: string }
  | { outcome: 'refused'; reason: string }
  | { outcome: 'unknown'; cause: string };

export interface Dispute {
  /** The processor's own id. */
  disputeId: string;
  attemptId: string;
  /** What the processor took for it, or would take. */
  amount: Money;
  /** inquiry: the bank asks, and nothing is taken. open and lost: the money is taken. won: it came back. */
  status: 'inquiry' | 'open' | 'won' | 'lost';
  /** By our names (dispute-reasons.ts) where they have one, else in the processor's words. */
  reason: string | null;
  /** Until when the bank takes what the merchant has to say; absent: the processor tells no time. */
  evidenceDueAt?: Date | null;
}

/** fraud: the card's bank or the processor takes the payment for fraud. claim: the customer complained to the processor. */
export const warningKinds = ['fraud', 'claim'] as const;

/** That a payment may be lost, before anything is taken. */
export interface Warning {
  /** The processor's own id. */
  warningId: string;
  /** Empty: it is of none of our payments. */
  attemptId: string;
  kind: (typeof warningKinds)[number];
  /** In the processor's words. */
  reason: string | null;
}

export interface InboundMessage {
  /** By their names in lower case. */
  headers: Readonly<Record<string, string | string[] | undefined>>;
  query: Readonly<Record<string, unknown>>;
  body: Buffer;
}

export interface Notification {
  /** The same for the same message sent again. */
  id: string;
  hint: Hint;
}

/** What is to be read from the processor. The message itself is never believed. */
export type Hint =
  | { about: 'attempt'; attemptId: string }
  | { about: 'refund'; refundId: string }
  /** The attempt's payment has refunds that we may not know. */
  | { about: 'refunds'; attemptId: string }
  | { about: 'dispute'; disputeId: string }
  | { about: 'warning'; warningId: string }
  /** Only the processor's own id is named: `trace` tells what it is. */
  | { about: 'handle'; handle: string }
  /** A kind of message that nobody here needs. */
  | { about: 'nothing' };

/** A movement on the account at the processor, as it tells it. */
export interface ProcessorMovement {
  /** The processor's own id, once in the account. */
  lineId: string;
  kind: 'payment' | 'refund' | 'refund_failed' | 'dispute' | 'dispute_won' | 'fee' | 'payout' | 'other';
  /** Ours, where the processor knows it. */
  attemptId: string | null;
  refundId: string | null;
  disputeId: string | null;
  /** The processor's own id of the refund that it is of, where it tells one. */
  reference?: string | null;
  /** What it adds to what the processor holds for us, before its fee: less than 0 for what went back or was paid out. */
  amount: Money;
  /** What the processor kept for it, in the same currency. */
  feeMinor: bigint;
  at: Date;
  /** Only on a payout to the bank: its id, when it arrives, and whether the processor lists its movements. */
  payout?: { reference: string; arrivesAt: Date | null; isListed: boolean };
}
