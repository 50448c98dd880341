import type { MethodCode } from '../../accounts/merchants/merchant.ts';
import type { Language } from '../../base/money/language.ts';
import type { Money } from '../../base/money/money.ts';
import type {
  AttemptFinding,
  CardProcessor,
  CardSummary,
  KeptDetails,
  ProcessorKind,
  RefusalReason,
} from './card-processor.ts';

/** The nouns of a charge's life and the pure decisions about it. See docs/develop/glossary.md. */

export const chargeStatuses = [
  'open',
  'approved',
  'declined',
  'canceled',
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
  open: ['approved', 'declined', 'canceled', 'expired'],
  approved: ['partially_refunded', 'refunded', 'charged_back'],
  // A refund may fail after it had succeeded.
  partially_refunded: ['approved', 'refunded', 'charged_back'],
  declined: [],
  canceled: [],
  // A person may take a crypto payment that came late or short after all.
  expired: ['approved'],
  // What was given back can be disputed all the same.
  refunded: ['approved', 'partially_refunded', 'charged_back'],
  // A dispute may be won.
  charged_back: ['approved', 'partially_refunded', 'refunded'],
};

export interface Charge {
  merchantId: string;
  id: string;
  status: ChargeStatus;
  method: MethodCode;
  country: string;
  amount: Money;
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
  /** Refunds asked for and not yet answered by the processor. */
  refundPendingMinor: bigint;
  createdAt: Date;
  expiresAt: Date;
  /** When the present status was reached; null while open. */
  decidedAt: Date | null;
  /** When it was paid, whatever became of it since. */
  approvedAt: Date | null;
  /** When something was last refunded. */
  refundedAt: Date | null;
  /** The trace of the request that created the charge; null while tracing is off. */
  traceparent: string | null;
}

export const attemptStatuses = [
  'created',
  'authenticating',
  /** The customer has done all there is to do; the bank takes its time. */
  'pending',
  'unknown',
  'approved',
  'refused',
] as const;
export type AttemptStatus = (typeof attemptStatuses)[number];

/** One try to pay a charge with one card. At most one attempt of a charge is unresolved at a time. */
export const attemptTransitions: Readonly<Record<AttemptStatus, readonly AttemptStatus[]>> = {
  created: ['authenticating', 'pending', 'unknown', 'approved', 'refused'],
  authenticating: ['pending', 'unknown', 'approved', 'refused'],
  pending: ['authenticating', 'approved', 'refused'],
  unknown: ['authenticating', 'pending', 'approved', 'refused'],
  approved: [],
  refused: [],
};

export interface Attempt {
  merchantId: string;
  id: string;
  chargeId: string;
  status: AttemptStatus;
  processor: string;
  kind: ProcessorKind;
  /** The merchant's own account at the processor; null: the installation's. */
  accountId: string | null;
  /** Why it went to this processor. */
  route: string | null;
  /** The processor's own id of it, as soon as it is known. */
  handle: string | null;
  processorReference: string | null;
  refusal: RefusalReason | null;
  challengeUrl: string | null;
  card: CardSummary | null;
  /** In how many the customer pays; null: that is the matter of the processor's own page. */
  instalments: number | null;
  /** null: it was made by a version that told the processor none. */
  details: KeptDetails | null;
  /** How often the processor has answered, or failed to, about it. */
  inquiries: number;
  createdAt: Date;
}

/** A refused card leaves the charge open for another try; at this many it is declined. */
export const maxRefusedAttempts = 5;

export const chargeLifetimeMs = 24 * 60 * 60 * 1000;

export interface AttemptDecision {
  attempt: {
    status: AttemptStatus;
    refusal: RefusalReason | null;
    handle: string | null;
    processorReference: string | null;
    challengeUrl: string | null;
    card: CardSummary | null;
    /** When to ask the processor again, while unresolved. */
    dueAt: Date;
  };
  charge: { status: ChargeStatus; refusedCount: number };
}

/** How long a processor lets things take. */
export type ProcessorTimes = Pick<CardProcessor, 'challengeLifetimeMs' | 'pendingIntervalMs'>;

/** Younger than this, an attempt the processor does not know may still be on its way to it. */
const notFoundGraceMs = 60 * 1000;
const inquiryDelaysMs = [1_000, 2_000, 5_000, 10_000, 30_000, 60_000];
/** Who pays and does not come back is found out by asking: soon at first, ever more seldom later. */
const challengeDelayMs = { least: 15_000, most: 10 * 60_000 };

/** Reasons that say nothing against the card: they cost no try. */
const harmless: ReadonlySet<RefusalReason> = new Set([
  'not_processed',
  'left_page',
  'authentication_required',
]);

/**
 * What becomes of an attempt and its charge by what the processor says. The charge is open: while
 * an attempt is unresolved nothing else may end it. null: the attempt has ended, and nothing is said any more.
 */
export function decideAttempt(
  charge: Pick<Charge, 'status' | 'refusedCount'>,
  attempt: Pick<Attempt, 'status' | 'handle' | 'challengeUrl' | 'card' | 'inquiries' | 'createdAt'>,
  finding: AttemptFinding,
  times: ProcessorTimes,
  now: Date,
): AttemptDecision | null {
  if (attemptTransitions[attempt.status].length === 0) return null;
  const ageMs = now.getTime() - attempt.createdAt.getTime();
  const inquiryDelayMs = inquiryDelaysMs[Math.min(attempt.inquiries, inquiryDelaysMs.length - 1)] ?? 0;
  const unresolved = (
    status: AttemptStatus,
    delayMs: number,
    { handle = attempt.handle, challengeUrl = attempt.challengeUrl } = {},
  ): AttemptDecision => ({
    attempt: {
      status,
      refusal: null,
      handle,
      processorReference: null,
      challengeUrl,
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
        card,
        dueAt: now,
      },
      charge: { status: refusedCount >= maxRefusedAttempts ? 'declined' : charge.status, refusedCount },
    };
  };
  /** What was taken once is not lost because it cannot be found, or asked for, now. */
  const unheard = (): AttemptDecision =>
    attempt.status === 'pending'
      ? unresolved('pending', times.pendingIntervalMs)
      : unresolved('unknown', inquiryDelayMs);

  switch (finding.outcome) {
    case 'approved':
      return {
        attempt: {
          status: 'approved',
          refusal: null,
          handle: attempt.handle,
          processorReference: finding.processorReference,
          challengeUrl: null,
          card: finding.card ?? attempt.card,
          dueAt: now,
        },
        charge: { status: 'approved', refusedCount: charge.refusedCount },
      };
    case 'refused':
      return refused(finding.reason, finding.card ?? attempt.card);
    case 'not_taken':
      return refused('not_processed');
    case 'challenge': {
      const soonMs = Math.min(challengeDelayMs.most, Math.max(challengeDelayMs.least, ageMs / 4));
      const leftMs = Math.max(times.challengeLifetimeMs - ageMs, inquiryDelayMs);
      const { url: challengeUrl, handle } = finding;
      return unresolved('authenticating', Math.min(soonMs, leftMs), {
        challengeUrl,
        handle: handle ?? attempt.handle,
      });
    }
    case 'pending':
      return unresolved('pending', times.pendingIntervalMs, { handle: finding.handle ?? attempt.handle });
    case 'unknown':
      return unheard();
    case 'not_found':
      if (attempt.status !== 'pending' && isLost(attempt, now)) return refused('not_processed');
      return unheard();
  }
}

/** Whether the customer let the challenge lie for so long that it is to be given up. */
export function isChallengeLeft(
  attempt: Pick<Attempt, 'status' | 'createdAt'>,
  { challengeLifetimeMs }: ProcessorTimes,
  now: Date,
): boolean {
  return (
    attempt.status === 'authenticating' && now.getTime() - attempt.createdAt.getTime() >= challengeLifetimeMs
  );
}

/** Whether an attempt that the processor does not know is too old to be still on its way to it. */
export function isLost(attempt: Pick<Attempt, 'createdAt'>, now: Date): boolean {
  return now.getTime() - attempt.createdAt.getTime() >= notFoundGraceMs;
}

/** What a charge has been given back, and is being. */
type Refunded = Pick<Charge, 'status' | 'amount' | 'refundedMinor' | 'refundPendingMinor'>;

export function refundableMinor(charge: Refunded): bigint {
  if (charge.status !== 'approved' && charge.status !== 'partially_refunded') return 0n;
  return charge.amount.amountMinor - charge.refundedMinor - charge.refundPendingMinor;
}

/** A paid charge by what was given back of it, unless a dispute has the last word. */
export function statusByRefunds({ amount, refundedMinor }: Refunded): ChargeStatus {
  if (refundedMinor === 0n) return 'approved';
  return refundedMinor < amount.amountMinor ? 'partially_refunded' : 'refunded';
}

export type RefundDecision = Pick<Charge, 'status' | 'refundedMinor' | 'refundPendingMinor'>;

/**
 * What becomes of a charge when a refund has ended: one that was set aside on it succeeds or fails, or one that had succeeded
 * fails after all.
 */
export function decideRefund(
  charge: Refunded,
  refund: { amountMinor: bigint; status: 'pending' | 'succeeded' },
  hasSucceeded: boolean,
): RefundDecision {
  const { amountMinor } = refund;
  const pendingMinor = refund.status === 'pending' ? amountMinor : 0n;
  const beforeMinor = charge.refundedMinor - (refund.status === 'succeeded' ? amountMinor : 0n);
  const refundedMinor = beforeMinor + (hasSucceeded ? amountMinor : 0n);
  return {
    // While it is charged back, that has the last word on the status; the money still went back.
    status: charge.status === 'charged_back' ? charge.status : statusByRefunds({ ...charge, refundedMinor }),
    refundedMinor,
    refundPendingMinor: charge.refundPendingMinor - pendingMinor,
  };
}
