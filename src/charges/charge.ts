import type { MethodCode } from '../merchants/merchant.ts';
import type { Language } from '../money/language.ts';
import type { Money } from '../money/money.ts';
import type { AttemptOutcome, RefusalReason } from './card-processor.ts';

/** The nouns of a charge's life and the pure decisions about it. See docs/GLOSSARY.md. */

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
  partially_refunded: ['refunded', 'charged_back'],
  declined: [],
  canceled: [],
  // A person may take a crypto payment that came late or short after all.
  expired: ['approved'],
  refunded: [],
  charged_back: [],
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
}

export const attemptStatuses = ['created', 'authenticating', 'unknown', 'approved', 'refused'] as const;
export type AttemptStatus = (typeof attemptStatuses)[number];

/** One try to pay a charge with one card. At most one attempt of a charge is unresolved at a time. */
export const attemptTransitions: Readonly<Record<AttemptStatus, readonly AttemptStatus[]>> = {
  created: ['authenticating', 'unknown', 'approved', 'refused'],
  authenticating: ['unknown', 'approved', 'refused'],
  unknown: ['authenticating', 'approved', 'refused'],
  approved: [],
  refused: [],
};

export interface Attempt {
  merchantId: string;
  id: string;
  chargeId: string;
  status: AttemptStatus;
  processor: string;
  processorReference: string | null;
  refusal: RefusalReason | null;
  challengeUrl: string | null;
  card: CardSummary | null;
  /** How often the processor has answered, or failed to, about it. */
  inquiries: number;
  createdAt: Date;
}

/** All that is ever kept of a card. */
export interface CardSummary {
  brand: string;
  first6: string;
  last4: string;
}

/** A refused card leaves the charge open for another try; at this many it is declined. */
export const maxRefusedAttempts = 5;

export const chargeLifetimeMs = 24 * 60 * 60 * 1000;

/** What the processor said, or did not say, of an attempt. */
export type AttemptFinding = AttemptOutcome | { outcome: 'not_found' };

export interface AttemptDecision {
  attempt: {
    status: AttemptStatus;
    refusal: RefusalReason | null;
    processorReference: string | null;
    challengeUrl: string | null;
    /** When to ask the processor again, while unresolved. */
    dueAt: Date;
  };
  charge: { status: ChargeStatus; refusedCount: number };
}

/** A customer has this long to pass a challenge before it counts as left. */
const challengeLifetimeMs = 15 * 60 * 1000;
/** Younger than this, an attempt the processor does not know may still be on its way to it. */
const notFoundGraceMs = 60 * 1000;
const inquiryDelaysMs = [1_000, 2_000, 5_000, 10_000, 30_000, 60_000];

/**
 * What becomes of an attempt and its charge by what the processor says. The charge is open: while
 * an attempt is unresolved nothing else may end it. null: the attempt has ended, and nothing is said any more.
 */
export function decideAttempt(
  charge: Pick<Charge, 'status' | 'refusedCount'>,
  attempt: Pick<Attempt, 'status' | 'challengeUrl' | 'inquiries' | 'createdAt'>,
  finding: AttemptFinding,
  now: Date,
): AttemptDecision | null {
  if (attemptTransitions[attempt.status].length === 0) return null;
  const unresolved = (
    status: AttemptStatus,
    delayMs: number,
    challengeUrl = attempt.challengeUrl,
  ): AttemptDecision => ({
    attempt: {
      status,
      refusal: null,
      processorReference: null,
      challengeUrl,
      dueAt: new Date(now.getTime() + delayMs),
    },
    charge: { status: charge.status, refusedCount: charge.refusedCount },
  });
  const refused = (reason: RefusalReason): AttemptDecision => {
    // What never reached the acquirer is not the card's fault and costs no try.
    const refusedCount = charge.refusedCount + (reason === 'not_processed' ? 0 : 1);
    return {
      attempt: {
        status: 'refused',
        refusal: reason,
        processorReference: null,
        challengeUrl: null,
        dueAt: now,
      },
      charge: { status: refusedCount >= maxRefusedAttempts ? 'declined' : charge.status, refusedCount },
    };
  };
  const inquiryDelayMs = inquiryDelaysMs[Math.min(attempt.inquiries, inquiryDelaysMs.length - 1)] ?? 0;

  switch (finding.outcome) {
    case 'approved':
      return {
        attempt: {
          status: 'approved',
          refusal: null,
          processorReference: finding.processorReference,
          challengeUrl: null,
          dueAt: now,
        },
        charge: { status: 'approved', refusedCount: charge.refusedCount },
      };
    case 'refused':
      return refused(finding.reason);
    case 'challenge': {
      const leftForMs = now.getTime() - attempt.createdAt.getTime();
      return unresolved(
        'authenticating',
        Math.max(challengeLifetimeMs - leftForMs, inquiryDelayMs),
        finding.url,
      );
    }
    case 'unknown':
      return unresolved('unknown', inquiryDelayMs);
    case 'not_found':
      if (isLost(attempt, now)) return refused('not_processed');
      return unresolved('unknown', inquiryDelayMs);
  }
}

/** Whether the customer let the challenge lie for so long that it is to be given up. */
export function isChallengeLeft(attempt: Pick<Attempt, 'status' | 'createdAt'>, now: Date): boolean {
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

/**
 * What a charge-back takes; null: nothing more can be charged back. A refund under way will give its part back itself, or
 * hand it to the charge-back if it fails.
 */
export function chargedBackMinor(charge: Refunded): bigint | null {
  if (!chargeTransitions[charge.status].includes('charged_back')) return null;
  return charge.amount.amountMinor - charge.refundedMinor - charge.refundPendingMinor;
}

export interface RefundDecision {
  charge: Pick<Charge, 'status' | 'refundedMinor' | 'refundPendingMinor'>;
  /** By what the amount has gone back now; null: it has not. */
  givenBackBy: 'refund' | 'charge_back' | null;
}

/** What becomes of a charge when the processor has answered a refund that was set aside on it. */
export function decideRefund(charge: Refunded, amountMinor: bigint, hasSucceeded: boolean): RefundDecision {
  const isChargedBack = charge.status === 'charged_back';
  const refundPendingMinor = charge.refundPendingMinor - amountMinor;
  if (!hasSucceeded) {
    return {
      charge: { status: charge.status, refundedMinor: charge.refundedMinor, refundPendingMinor },
      // The charge-back that came meanwhile left this part to the refund: now it takes it.
      givenBackBy: isChargedBack ? 'charge_back' : null,
    };
  }
  const refundedMinor = charge.refundedMinor + amountMinor;
  const status = refundedMinor === charge.amount.amountMinor ? 'refunded' : 'partially_refunded';
  return {
    // A charge-back that came meanwhile has the last word on the status; the money still went back.
    charge: { status: isChargedBack ? charge.status : status, refundedMinor, refundPendingMinor },
    givenBackBy: 'refund',
  };
}
