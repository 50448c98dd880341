import type { MethodCode } from '../../accounts/methods/methods.ts';
import type { Language } from '../../base/money/language.ts';
import type { Money } from '../../base/money/money.ts';
import type {
  AttemptFinding,
  CaptureMode,
  CardSummary,
  KeptDetails,
  PaymentInstructions,
  PaymentProcessor,
  ProcessorKind,
  RefusalReason,
} from './payment-processor.ts';

/** The nouns of a charge's life and the pure decisions about it. See docs/develop/glossary.md. */

export const chargeStatuses = [
  'open',
  /** The processor holds the money until the merchant captures it. */
  'authorized',
  'approved',
  'declined',
  'canceled',
  /** What was held was released: nothing was taken. */
  'voided',
  'expired',
  'partially_refunded',
  'refunded',
  'charged_back',
] as const;
export type ChargeStatus = (typeof chargeStatuses)[number];

/**
 * Every allowed change of status. The table `charge_transitions` in the database holds the same
 * rows and refuses any other; a test compares the two.
 */
export const chargeTransitions: Readonly<Record<ChargeStatus, readonly ChargeStatus[]>> = {
  open: ['authorized', 'approved', 'declined', 'canceled', 'expired'],
  authorized: ['approved', 'voided'],
  approved: ['partially_refunded', 'refunded', 'charged_back'],
  // A refund may fail after it had succeeded.
  partially_refunded: ['approved', 'refunded', 'charged_back'],
  // Their merchant may accept a payment that came after the end.
  declined: ['approved'],
  canceled: ['approved'],
  voided: [],
  // A person may accept a payment after all that came late or short.
  expired: ['approved'],
  // A refunded payment can still be disputed.
  refunded: ['approved', 'partially_refunded', 'charged_back'],
  // A dispute may be won.
  charged_back: ['approved', 'partially_refunded', 'refunded'],
};

export interface Charge {
  merchantId: string;
  id: string;
  status: ChargeStatus;
  method: MethodCode;
  /** Whether the customer chooses the method on the page, and may choose again. */
  anyMethod: boolean;
  country: string;
  /** What the merchant asked for. */
  amount: Money;
  capture: CaptureMode;
  /** What was captured of a charge with manual capture; otherwise null: the whole amount is taken. */
  capturedMinor: bigint | null;
  description: string | null;
  customerId: string | null;
  email: string | null;
  orderNumber: string | null;
  metadata: Record<string, string> | null;
  /** The text for the customer's card statement; null: the merchant's setting is used. */
  statementDescriptor: string | null;
  language: Language | null;
  notificationUrl: string | null;
  returnUrl: string | null;
  refusedCount: number;
  refundedMinor: bigint;
  /** Refunds requested and not yet answered by the processor. */
  refundPendingMinor: bigint;
  createdAt: Date;
  expiresAt: Date;
  /** When the current status was reached; null while open. */
  decidedAt: Date | null;
  /** When it was paid, regardless of later changes. */
  approvedAt: Date | null;
  /** When the last refund succeeded. */
  refundedAt: Date | null;
  /** The trace of the request that created the charge; null while tracing is off. */
  traceparent: string | null;
}

export const attemptStatuses = [
  'created',
  'authenticating',
  /** The customer has instructions and pays elsewhere, within hours or days. */
  'awaiting',
  /** The customer has nothing left to do; the bank is still deciding. */
  'pending',
  'unknown',
  'approved',
  'refused',
] as const;
export type AttemptStatus = (typeof attemptStatuses)[number];

/** One attempt to pay a charge with one card, or by another method. At most one attempt of a charge is unresolved at a time. */
export const attemptTransitions: Readonly<Record<AttemptStatus, readonly AttemptStatus[]>> = {
  created: ['authenticating', 'awaiting', 'pending', 'unknown', 'approved', 'refused'],
  authenticating: ['awaiting', 'pending', 'unknown', 'approved', 'refused'],
  awaiting: ['pending', 'approved', 'refused'],
  pending: ['authenticating', 'approved', 'refused'],
  unknown: ['authenticating', 'awaiting', 'pending', 'approved', 'refused'],
  approved: [],
  // Its money came after the end, and the merchant accepted it.
  refused: ['approved'],
};

/** Nothing can be told about it any more by the processor's answers. */
export function hasEnded({ status }: Pick<Attempt, 'status'>): boolean {
  return status === 'approved' || status === 'refused';
}

export interface Attempt {
  merchantId: string;
  id: string;
  chargeId: string;
  status: AttemptStatus;
  processor: string;
  kind: ProcessorKind;
  /** The merchant's own account at the processor; null: the installation's. */
  accountId: string | null;
  /** Why this processor was chosen. */
  route: string | null;
  /** The processor's own id of the attempt, as soon as it is known. */
  handle: string | null;
  processorReference: string | null;
  refusal: RefusalReason | null;
  challengeUrl: string | null;
  method: MethodCode;
  /** What the customer pays by; null: the method needs none, or the processor has not given them yet. */
  instructions: PaymentInstructions | null;
  card: CardSummary | null;
  /** Number of instalments; null: the processor's own page asks for it. */
  instalments: number | null;
  /** null: an older version, which sent none, made the attempt. */
  details: KeptDetails | null;
  /** How many inquiries the processor has answered, or failed to answer. */
  inquiries: number;
  createdAt: Date;
}

/** A refused card leaves the charge open for another attempt; at this many refusals it is declined. */
export const maxRefusedAttempts = 5;

export const chargeLifetimeMs = 24 * 60 * 60 * 1000;

export interface AttemptDecision {
  attempt: {
    status: AttemptStatus;
    refusal: RefusalReason | null;
    handle: string | null;
    processorReference: string | null;
    challengeUrl: string | null;
    instructions: PaymentInstructions | null;
    card: CardSummary | null;
    /** When to ask the processor again, while unresolved. */
    dueAt: Date;
  };
  charge: { status: ChargeStatus; refusedCount: number };
  /** Until when the processor holds the money, if it does. */
  authorization?: { expiresAt: Date | null };
  /** Money that came otherwise than was asked. */
  unexpected?: { reference: string; paid: Money };
}

/** The processor's time limits. */
export type ProcessorTimes = Pick<PaymentProcessor, 'challengeLifetimeMs' | 'pendingIntervalMs'>;

/** An attempt younger than this that the processor does not know may still be on its way to it. */
const notFoundGraceMs = 60 * 1000;
const inquiryDelaysMs = [1_000, 2_000, 5_000, 10_000, 30_000, 60_000];
/** Polls attempts whose customer never returned: often at first, less often later. */
const challengeDelayMs = { least: 15_000, most: 10 * 60_000 };

/** Reasons that say nothing against the card: they do not count as refused attempts. */
const harmless: ReadonlySet<RefusalReason> = new Set([
  'not_processed',
  'left_page',
  'authentication_required',
  'not_paid_in_time',
  'other_amount',
]);

/**
 * Decides an attempt and its charge by the processor's answer. The charge is open: while an attempt is unresolved
 * nothing else may end it. null: the attempt has already ended.
 */
export function decideAttempt(
  charge: Pick<Charge, 'status' | 'refusedCount'>,
  attempt: Pick<
    Attempt,
    'status' | 'handle' | 'challengeUrl' | 'instructions' | 'card' | 'inquiries' | 'createdAt'
  >,
  finding: AttemptFinding,
  times: ProcessorTimes,
  now: Date,
): AttemptDecision | null {
  if (hasEnded(attempt)) return null;
  const ageMs = now.getTime() - attempt.createdAt.getTime();
  const inquiryDelayMs = inquiryDelaysMs[Math.min(attempt.inquiries, inquiryDelaysMs.length - 1)] ?? 0;
  const unresolved = (
    status: AttemptStatus,
    delayMs: number,
    {
      handle = attempt.handle,
      challengeUrl = attempt.challengeUrl,
      instructions = attempt.instructions,
    }: Partial<Pick<Attempt, 'handle' | 'challengeUrl' | 'instructions'>> = {},
  ): AttemptDecision => ({
    attempt: {
      status,
      refusal: null,
      handle,
      processorReference: null,
      challengeUrl,
      instructions,
      card: attempt.card,
      dueAt: new Date(now.getTime() + delayMs),
    },
    charge: { status: charge.status, refusedCount: charge.refusedCount },
  });
  const refused = (reason: RefusalReason, card = attempt.card): AttemptDecision => {
    const refusedCount = charge.refusedCount + (harmless.has(reason) ? 0 : 1);
    return {
      attempt: {
        status: 'refused',
        refusal: reason,
        handle: attempt.handle,
        processorReference: null,
        challengeUrl: null,
        instructions: attempt.instructions,
        card,
        dueAt: now,
      },
      charge: { status: refusedCount >= maxRefusedAttempts ? 'declined' : charge.status, refusedCount },
    };
  };
  /** An attempt that the processor once took is not lost because it cannot be found, or asked for, now. */
  const unheard = (): AttemptDecision =>
    attempt.status === 'pending' || attempt.status === 'awaiting'
      ? unresolved(attempt.status, times.pendingIntervalMs)
      : unresolved('unknown', inquiryDelayMs);
  /** Often at first: most customers pay at once or not at all. */
  const soonMs = Math.min(challengeDelayMs.most, Math.max(challengeDelayMs.least, ageMs / 4));

  switch (finding.outcome) {
    case 'approved':
    case 'authorized':
      return {
        attempt: {
          // The bank approved either; the charge says whether the money is taken.
          status: 'approved',
          refusal: null,
          handle: attempt.handle,
          processorReference: finding.processorReference,
          challengeUrl: null,
          instructions: attempt.instructions,
          card: finding.card ?? attempt.card,
          dueAt: now,
        },
        charge: { status: finding.outcome, refusedCount: charge.refusedCount },
        ...(finding.outcome === 'authorized' && { authorization: { expiresAt: finding.expiresAt } }),
      };
    case 'refused':
      return refused(finding.reason, finding.card ?? attempt.card);
    case 'not_taken':
      return refused('not_processed');
    case 'other_amount': {
      // Nothing is approved by it: the merchant decides what becomes of the money.
      const { paid, processorReference: reference } = finding;
      return { ...refused('other_amount'), unexpected: { paid, reference } };
    }
    case 'challenge': {
      const leftMs = Math.max(times.challengeLifetimeMs - ageMs, inquiryDelayMs);
      const { url: challengeUrl, handle } = finding;
      // The instructions that the customer has stay good.
      if (attempt.status === 'awaiting') return unresolved('awaiting', soonMs);
      return unresolved('authenticating', Math.min(soonMs, leftMs), {
        challengeUrl,
        handle: handle ?? attempt.handle,
      });
    }
    case 'instructions': {
      const { instructions } = finding;
      // The payment of a part may leave the rest of the instructions open.
      const status = attempt.status === 'pending' ? 'pending' : 'awaiting';
      return unresolved(status, soonMs, { instructions, handle: finding.handle ?? attempt.handle });
    }
    case 'pending':
      return unresolved('pending', times.pendingIntervalMs, { handle: finding.handle ?? attempt.handle });
    case 'unknown':
      return unheard();
    case 'not_found':
      if (attempt.status !== 'pending' && attempt.status !== 'awaiting' && isLost(attempt, now)) {
        return refused('not_processed');
      }
      return unheard();
  }
}

/** Instructions that a processor did not end itself are ended this long after their last moment. */
const instructionsGraceMs = 60 * 60 * 1000;

/** Whether the customer left the challenge, or the instructions, for so long that the attempt must be abandoned. */
export function isLeft(
  { status, createdAt, instructions }: Pick<Attempt, 'status' | 'createdAt' | 'instructions'>,
  { challengeLifetimeMs }: ProcessorTimes,
  now: Date,
): boolean {
  if (status === 'authenticating') return now.getTime() - createdAt.getTime() >= challengeLifetimeMs;
  if (status !== 'awaiting' || !instructions) return false;
  return now.getTime() - Date.parse(instructions.expiresAt) >= instructionsGraceMs;
}

/** Whether an attempt that the processor does not know is too old to still be on its way to it. */
export function isLost(attempt: Pick<Attempt, 'createdAt'>, now: Date): boolean {
  return now.getTime() - attempt.createdAt.getTime() >= notFoundGraceMs;
}

/** What was taken of the customer: all that was asked, or the part that was captured. */
export function takenMoney({ amount, capturedMinor }: Pick<Charge, 'amount' | 'capturedMinor'>): Money {
  return capturedMinor === null ? amount : { ...amount, amountMinor: capturedMinor };
}
