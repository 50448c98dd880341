import type { GivenBack, MethodCode } from '../../accounts/methods/methods.ts';
import type { Language } from '../../base/money/language.ts';
import type { Money } from '../../base/money/money.ts';

/**
 * The port to a processor: one account at it, of one kind. Every call carries an id of ours, so that repeating a
 * call, also after a time-out, can never charge or refund twice.
 *
 * An adapter never throws because of the processor or the network: it returns `unknown`, and the caller asks again
 * later under the same id. No return value holds a key, a card number or its security code.
 */
export interface PaymentProcessor {
  readonly name: string;
  readonly kind: ProcessorKind;
  /** The methods it can take; an account may have fewer. */
  readonly methods: readonly MethodCode[];
  /** The brands it takes, by their ids in charges/card-brands.ts: the card page shows them. */
  readonly brands: readonly string[];
  /** The wallets that its own page offers beside a typed card, by their names. Absent: none. */
  readonly wallets?: readonly string[];
  /** How long its page or a challenge waits for the customer; then the attempt is abandoned. */
  readonly challengeLifetimeMs: number;
  /** Between two inquiries about a payment that a bank takes days to decide. */
  readonly pendingIntervalMs: number;
  /** The payer's data that it needs in such a country before it can open its page, charge a card or give instructions. */
  payerFields(country: string, method: MethodCode): readonly PayerField[];
  /** The banks that the payer chooses from, if it needs `bank`. Throws if they cannot be read. */
  banks?(method: MethodCode): Promise<readonly PayerBank[]>;
  /** Why it cannot take such a payment at all, in words for the operator; null if it can. Only for its methods. */
  refuses(payment: PaymentTerms): string | null;
  /**
   * Whether instructions of this method can be paid until their end, also after the customer left them: vouchers that
   * nobody can call back. Absent: none.
   */
  keepsOpen?(method: MethodCode): boolean;
  /** How a payment by this method is given back, if not as the method's row says. */
  givesBack?(method: MethodCode): GivenBack;
  /**
   * The numbers of instalments, beside one payment, in which a card taken by our page may pay. Empty for a hosted
   * processor, which asks on its own page.
   */
  instalments(payment: Pick<PaymentTerms, 'amount' | 'country'>): readonly number[];
  authorize(request: AuthorizeRequest): Promise<AttemptOutcome>;
  /** Asks what the processor knows of an attempt; `not_found` if it never took it. */
  inquire(attempt: AskedAttempt): Promise<AttemptFinding>;
  /** Abandons an attempt that the customer left. Afterwards it can no longer be approved. */
  abandon(attempt: AskedAttempt): Promise<AttemptFinding>;
  /** Holding money for a later capture; absent: it takes the money at once. */
  readonly authorizations?: Authorizations;
  /** Refunds money, or reads the status of a refund that was requested before. */
  refund(request: RefundRequest): Promise<RefundOutcome>;
  /** All refunds of a payment, also those that we did not request; null: the processor could not be asked. */
  refundsOf(payment: PaidAttempt): Promise<SeenRefund[] | null>;
  /**
   * Between two reads of its list of disputes; null: it has no list. Most disputes arrive sooner, by a notification.
   */
  readonly disputesIntervalMs: number | null;
  /** Disputes in the order they arose, after a cursor ('' at first). Empty for a processor that cannot list them. */
  disputesAfter(cursor: string): Promise<{ disputes: Dispute[]; cursor: string }>;
  /** A dispute's current state; null: the processor could not be asked. */
  readDispute(disputeId: string): Promise<Dispute | null>;
  /** Sends a merchant's evidence to the bank, once; absent: its API takes none. */
  sendEvidence?(request: EvidenceRequest): Promise<EvidenceOutcome>;
  /** Reads a warning; null: the processor could not be asked. Absent: this processor sends no warnings. */
  readWarning?(warningId: string): Promise<Warning | null>;
  /**
   * Reads what an inbound message refers to; null: it is not from the processor, or too old. Checks only the message
   * itself.
   */
  readNotification(message: InboundMessage, now: Date): Notification | null;
  /** Resolves the processor's own id, if a notification names nothing else; null: the processor could not be asked. */
  trace(handle: string): Promise<Hint | null>;
  /** The payment's URL in the processor's own panel; absent: the panel has no such URL. */
  pageOf?(processorReference: string): string;
  /** Whether it reports the movements on the account. */
  readonly hasLines: boolean;
  /**
   * The movements on the account at the processor in that period, oldest first. Throws if they cannot be read
   * completely.
   */
  linesBetween(from: Date, to: Date): AsyncIterable<ProcessorMovement>;
  /**
   * All that it holds for the account now, including money that it cannot pay out yet; absent: it reports no balance.
   * Throws if it cannot be read.
   */
  balance?(): Promise<Money[]>;
  /**
   * The movements in a payout to the bank, a page at a time, after a cursor ('' at first; null: that was the last
   * page); absent: the processor does not report them. Throws if they cannot be read.
   */
  payoutLines?(
    payoutReference: string,
    after: string,
  ): Promise<{ lines: ProcessorMovement[]; next: string | null }>;
}

/** The calls about payments that were authorised for a later capture. */
export interface Authorizations {
  /** Whether it can hold such a payment. */
  takes(payment: PaymentTerms): boolean;
  /** Asks what became of a payment, also by a person in the processor's own panel. */
  read(held: HeldPayment): Promise<AuthorizationFinding>;
  /** Captures all or part, once; what is left is released. Returns the state after it. */
  capture(request: CaptureRequest): Promise<AuthorizationFinding>;
  /** Releases what is held. Returns the state after it. */
  void(request: ClosingRequest): Promise<AuthorizationFinding>;
}

/** manual: the processor only holds the money, until the merchant captures it. */
export const captureModes = ['automatic', 'manual'] as const;
export type CaptureMode = (typeof captureModes)[number];

/** direct: our page takes the card. hosted: the customer is sent to the processor's own page. */
export const processorKinds = ['hosted', 'direct'] as const;
export type ProcessorKind = (typeof processorKinds)[number];

/** What is to be paid, how and where. */
export interface PaymentTerms {
  method: MethodCode;
  amount: Money;
  country: string;
}

export const payerFields = ['name', 'email', 'document', 'phone', 'address', 'bank'] as const;
export type PayerField = (typeof payerFields)[number];

/** A bank that the payer chooses, as the processor names it. */
export interface PayerBank {
  id: string;
  name: string;
}

/** Where the payer lives, if a method asks for it. */
export interface PayerAddress {
  street: string;
  city: string;
  /** The letters of the state or region. */
  state: string;
  postalCode: string;
}

/** A card as the customer typed it. It lives in memory for one call and is never stored or logged. */
export interface Card {
  number: string;
  expiryMonth: number;
  expiryYear: number;
  securityCode: string;
  holderName: string;
}

/** All that is ever stored of a card. A hosted processor may report less. */
export interface CardSummary {
  brand: string;
  first6: string | null;
  last4: string;
}

/**
 * Stored with an attempt when it starts: the processor must get the same details every time, even if the merchant
 * changes them later.
 */
export interface KeptDetails {
  merchantName: string;
  /**
   * The text for the customer's card statement, checked by merchants/statement-descriptor.ts; null: the processor's
   * default.
   */
  statementDescriptor: string | null;
  /** Whether the processor must require 3-D Secure, because the bank refused the same card without it. */
  demandsThreeDSecure: boolean;
}

/** Shown in the processor's own panel, reports and statements. Holds no data of the customer. */
export interface AttemptDetails extends KeptDetails {
  /** Our reference: the charge's id. */
  reference: string;
  orderNumber: string | null;
  merchantId: string;
}

/** An attempt as it was sent to the processor. The same in every call. */
export interface AskedAttempt {
  attemptId: string;
  method: MethodCode;
  /** The processor's own id of the attempt, as soon as it is known. */
  handle: string | null;
  /** What the customer pays by, if the processor gave it before: it may not repeat it. */
  instructions: PaymentInstructions | null;
  createdAt: Date;
  amount: Money;
  capture: CaptureMode;
  country: string;
  description: string | null;
  /** null: an older version, which sent none, made the attempt. */
  details: AttemptDetails | null;
  email: string | null;
  language: Language | null;
  /** Number of instalments: 1 pays all at once. The amount is what is charged, whatever a bank adds. */
  instalments: number;
  /** The customer returns here after a challenge or a hosted page. */
  returnUrl: string;
  /** The customer returns here after leaving a hosted page without paying. */
  cancelUrl: string;
  /** The processor may send notifications here. */
  notificationUrl: string;
}

export interface AuthorizeRequest extends AskedAttempt {
  /** null if the processor takes the card itself, or none is needed. */
  card: Card | null;
  payerName: string | null;
  /** The payer's tax or identity document, if the country's acquirers ask for one. */
  document: string | null;
  /** In international form, e.g. "+573001234567". */
  phone: string | null;
  address: PayerAddress | null;
  /** The id of one of the processor's banks. */
  bank: string | null;
  clientAddress: string;
  /** Saves the processor's own id of the attempt. Must be awaited before anything is charged under it. */
  keepHandle(handle: string): Promise<void>;
}

export type AttemptOutcome =
  | { outcome: 'approved'; processorReference: string; card: CardSummary | null }
  /** The money is held for a later capture. `expiresAt`: until when, if the processor says so. */
  | { outcome: 'authorized'; processorReference: string; expiresAt: Date | null; card: CardSummary | null }
  /** soft: another processor might approve the same card. */
  | { outcome: 'refused'; reason: RefusalReason; isSoft: boolean; card: CardSummary | null }
  | { outcome: 'challenge'; url: string; handle: string | null }
  /** The customer pays elsewhere, by what our page shows. */
  | { outcome: 'instructions'; handle: string | null; instructions: PaymentInstructions }
  /** The customer has nothing left to do; the bank decides within days. */
  | { outcome: 'pending'; handle: string | null }
  /** The customer paid, but not what was asked; nothing more can be paid. The merchant decides. */
  | { outcome: 'other_amount'; processorReference: string; paid: Money }
  /** Nothing was charged, nor can it be: another processor may be asked instead. `cause` is for the operator. */
  | { outcome: 'not_taken'; cause: string }
  /** No answer arrived. `cause` is for the operator's log. */
  | { outcome: 'unknown'; cause: string };

/** What the customer needs in order to pay at a bank, in an app or at a counter. Stored with the attempt. */
export interface PaymentInstructions {
  /** The last moment to pay; ISO 8601. */
  expiresAt: string;
  /** In the order to show them. */
  details: readonly { label: InstructionLabel; value: string }[];
  /** The text of a QR code. */
  qr: string | null;
  barcode: { kind: 'itf' | 'code128'; digits: string } | null;
  /** The processor's own page or file with the same instructions. */
  documentUrl: string | null;
}

/** Each is a text on the page. */
export const instructionLabels = [
  /** What is left to pay, after a part was paid. */
  'amount_left',
  'pix_code',
  'boleto_line',
  'clabe',
  'payment_code',
  'reference',
  'agreement',
  'bank',
  'beneficiary',
] as const;
export type InstructionLabel = (typeof instructionLabels)[number];

/** The processor's answer about an attempt, or that it has none. */
export type AttemptFinding = AttemptOutcome | { outcome: 'not_found' };

export const refusalReasons = [
  'card_refused',
  'insufficient_funds',
  'card_expired',
  'wrong_security_code',
  'authentication_failed',
  /** The bank accepts the card only with 3-D Secure, which was not required: nothing was charged. */
  'authentication_required',
  'authentication_abandoned',
  'test_card_required',
  /** The card cannot pay in that many instalments. */
  'instalments_refused',
  /** The customer left the processor's page, or let it expire: no card was attempted. */
  'left_page',
  /** The processor never took the attempt: nothing was charged. */
  'not_processed',
  /** The bank, the wallet or the processor refused it, and says no more. */
  'payment_refused',
  /** The customer did not pay by the instructions in time. */
  'not_paid_in_time',
  /** Another amount was paid than was asked for. */
  'other_amount',
] as const;
export type RefusalReason = (typeof refusalReasons)[number];

/** A payment that the processor authorised for a later capture. */
export interface HeldPayment {
  attemptId: string;
  processorReference: string;
  /** What was authorised. */
  amount: Money;
}

export interface ClosingRequest extends HeldPayment {
  closingId: string;
  /** It may have been requested before: the processor is asked for the state first. */
  isRepeat: boolean;
}

export interface CaptureRequest extends ClosingRequest {
  /** What to take of it. */
  captured: Money;
}

/** The state of an authorised payment at the processor. */
export type AuthorizationFinding =
  | { state: 'held'; expiresAt: Date | null }
  | { state: 'captured'; amount: Money }
  /** expired: the processor released it by itself. */
  | { state: 'voided'; isExpired: boolean }
  /** It is still held: the processor refused the capture or the void, and will refuse it again. */
  | { state: 'refused'; reason: string }
  /** No answer arrived. `cause` is for the operator's log. */
  | { state: 'unknown'; cause: string };

export interface RefundRequest {
  refundId: string;
  attemptId: string;
  processorReference: string;
  amount: Money;
  /** The processor's own id of the refund, once it is known: then only its status is read. */
  refundReference: string | null;
  /** It may have been requested before: a processor without idempotency searches for it first. */
  isRepeat: boolean;
  notificationUrl: string;
}

/** A payment that the processor approved. */
export interface PaidAttempt {
  attemptId: string;
  processorReference: string;
  /** The currency that was charged. */
  currency: string;
  /** What was authorised and not captured: some processors list its release among the refunds. 0n: nothing. */
  releasedMinor: bigint;
}

/** A refund at the processor, also one made in the processor's own panel. */
export interface SeenRefund {
  /** The processor's own id. */
  reference: string;
  /** Our id, if we requested it and the processor reports so. */
  refundId: string | null;
  amount: Money;
  status: 'pending' | 'succeeded' | 'failed';
}

export type RefundOutcome =
  | { outcome: 'refunded'; processorReference: string }
  /** Accepted, but not yet with the customer; it may still fail. */
  | { outcome: 'pending'; processorReference: string }
  | { outcome: 'refused'; reason: string }
  | { outcome: 'unknown'; cause: string };

export interface Dispute {
  /** The processor's own id. */
  disputeId: string;
  attemptId: string;
  /** The amount that the processor took for it, or would take. */
  amount: Money;
  /** inquiry: the bank asks, and nothing is taken. open and lost: the money is taken. won: it came back. */
  status: 'inquiry' | 'open' | 'won' | 'lost';
  /** One of our names (dispute-reasons.ts) if there is one, else the processor's words. */
  reason: string | null;
  /** The bank's deadline for the merchant's evidence; absent: the processor reports none. */
  evidenceDueAt?: Date | null;
}

/** What a file proves. A bank reads one of each. */
export const evidenceKinds = [
  'receipt',
  'customer_communication',
  'shipping',
  'service',
  'refund_policy',
  'cancellation_policy',
  'signature',
  'duplicate',
  'other',
] as const;
export type EvidenceKind = (typeof evidenceKinds)[number];

export interface EvidenceRequest {
  /** The same for every attempt of one sending. */
  sendingId: string;
  /** The processor's own id of the dispute. */
  disputeId: string;
  text: string;
  files: readonly {
    id: string;
    kind: EvidenceKind;
    name: string;
    mediaType: string;
    /** The processor's own id, if it has the file already. */
    reference: string | null;
    content(): Promise<Buffer>;
    keepReference(reference: string): Promise<void>;
  }[];
  /** It may have been requested before: the processor is asked for the state first. */
  isRepeat: boolean;
}

export type EvidenceOutcome =
  | { outcome: 'sent' }
  /** `reason`: too_many_pages, not_awaited or file_refused, for which we have words; or the processor's words. */
  | { outcome: 'refused'; reason: string }
  | { outcome: 'unknown'; cause: string };

/**
 * fraud: the card's bank or the processor considers the payment fraudulent. claim: the customer complained to the
 * processor.
 */
export const warningKinds = ['fraud', 'claim'] as const;

/** Warns that a payment may be lost, before any money is taken. */
export interface Warning {
  /** The processor's own id. */
  warningId: string;
  /** Empty: it belongs to none of our payments. */
  attemptId: string;
  kind: (typeof warningKinds)[number];
  /** In the processor's words. */
  reason: string | null;
}

export interface InboundMessage {
  /** Keys are header names in lower case. */
  headers: Readonly<Record<string, string | string[] | undefined>>;
  query: Readonly<Record<string, unknown>>;
  body: Buffer;
}

export interface Notification {
  /** A repeated message has the same id. */
  id: string;
  hint: Hint;
}

/** Names what to read from the processor. The message itself is never trusted. */
export type Hint =
  | { about: 'attempt'; attemptId: string }
  | { about: 'refund'; refundId: string }
  /** The attempt's payment has refunds that we may not know of. */
  | { about: 'refunds'; attemptId: string }
  | { about: 'dispute'; disputeId: string }
  | { about: 'warning'; warningId: string }
  /** Only the processor's own id is named: `trace` resolves it. */
  | { about: 'handle'; handle: string }
  /** A kind of message that we do not need. */
  | { about: 'nothing' };

/** A movement on the account at the processor, as the processor reports it. */
export interface ProcessorMovement {
  /** The processor's own id, unique within the account. */
  lineId: string;
  kind: 'payment' | 'refund' | 'refund_failed' | 'dispute' | 'dispute_won' | 'fee' | 'payout' | 'other';
  /** Our id, if the processor knows it. */
  attemptId: string | null;
  refundId: string | null;
  disputeId: string | null;
  /** The processor's own id of the movement's refund, if it reports one. */
  reference?: string | null;
  /** Its effect on the money that the processor holds for us, before its fee: negative for refunds and payouts. */
  amount: Money;
  /** The fee that the processor kept, in the same currency. */
  feeMinor: bigint;
  at: Date;
  /** Only for a payout to the bank: its id, when it arrives, and whether the processor lists its movements. */
  payout?: { reference: string; arrivesAt: Date | null; isListed: boolean };
}
