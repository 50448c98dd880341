import type { Charge, ChargeStatus } from '../charge.ts';
import type { AuthorizationFinding } from '../payment-processor.ts';

export const closingKinds = ['capture', 'void'] as const;
export type ClosingKind = (typeof closingKinds)[number];

/** A capture or a void of an authorised charge, recorded before the processor is asked. */
export interface Closing {
  merchantId: string;
  id: string;
  chargeId: string;
  attemptId: string;
  kind: ClosingKind;
  /** To be captured, or captured; of a void, what was held. */
  amountMinor: bigint;
  status: 'pending' | 'succeeded' | 'failed';
  /** external: it was made in the processor's own panel. */
  origin: 'own' | 'external';
  failure: string | null;
  createdAt: Date;
  resolvedAt: Date | null;
}

export interface AuthorizationDecision {
  status: ChargeStatus;
  capturedMinor: bigint | null;
  /** What becomes of the request that was under way. */
  pending: { status: 'succeeded' | 'failed'; failure: string | null } | null;
  /** A closing that was made in the processor's own panel. */
  external: { kind: ClosingKind; amountMinor: bigint } | null;
  /** The processor released the money by itself. */
  isExpired: boolean;
}

/**
 * Decides an authorised charge by the processor's word: of a capture and a void that race, the processor says which one
 * won. `pending` is the request under way. null: nothing changes.
 */
export function decideAuthorization(
  charge: Pick<Charge, 'status' | 'amount'>,
  pending: Pick<Closing, 'kind' | 'amountMinor'> | null,
  finding: AuthorizationFinding,
): AuthorizationDecision | null {
  if (charge.status !== 'authorized') return null;
  const failed = (failure: string) => (pending ? { status: 'failed' as const, failure } : null);
  const succeeded = { status: 'succeeded' as const, failure: null };
  switch (finding.state) {
    case 'captured': {
      const { amountMinor, currency } = finding.amount;
      if (currency !== charge.amount.currency || amountMinor <= 0n || amountMinor > charge.amount.amountMinor)
        throw new Error(`The processor captured ${amountMinor} ${currency}, which was not authorised.`);
      const isOurs = pending?.kind === 'capture' && pending.amountMinor === amountMinor;
      return {
        status: 'approved',
        capturedMinor: amountMinor,
        pending: isOurs ? succeeded : failed('captured_elsewhere'),
        external: isOurs ? null : { kind: 'capture', amountMinor },
        isExpired: false,
      };
    }
    case 'voided': {
      const { isExpired } = finding;
      const isOurs = pending?.kind === 'void';
      return {
        status: 'voided',
        capturedMinor: null,
        pending: isOurs ? succeeded : failed(isExpired ? 'authorization_expired' : 'voided_elsewhere'),
        external: isOurs || isExpired ? null : { kind: 'void', amountMinor: charge.amount.amountMinor },
        isExpired: isExpired && !isOurs,
      };
    }
    case 'refused':
      return pending
        ? {
            status: charge.status,
            capturedMinor: null,
            pending: failed(finding.reason),
            external: null,
            isExpired: false,
          }
        : null;
    case 'held':
    case 'unknown':
      return null;
  }
}

/** What is known of a hold: since when, and until when by the processor's word. */
export interface AuthorizationTimes {
  authorizedAt: Date;
  /** null: the processor does not say. */
  expiresAt: Date | null;
}

const hourMs = 60 * 60 * 1000;
/** How long before its end the merchant is notified. */
const noticeMs = 24 * hourMs;
/** Between two questions: finds what was done in the processor's panel if no notification told of it. */
const pollMs = 6 * hourMs;
/** Between two questions after the end, which the processor's clock decides and not ours. */
const endedPollMs = 10 * 60 * 1000;

/** A day before the end, or at half time of a shorter hold. */
export function noticeAt({ authorizedAt, expiresAt }: AuthorizationTimes): Date | null {
  if (expiresAt === null) return null;
  const halfMs = (expiresAt.getTime() - authorizedAt.getTime()) / 2;
  return new Date(expiresAt.getTime() - Math.min(noticeMs, halfMs));
}

/** When the processor is asked next about a hold that it still has. */
export function nextReadingAt(times: AuthorizationTimes, now: Date): Date {
  const inTurn = new Date(now.getTime() + pollMs);
  if (times.expiresAt === null) return inTurn;
  if (now >= times.expiresAt) return new Date(now.getTime() + endedPollMs);
  const due = [noticeAt(times), times.expiresAt, inTurn].filter((at) => at !== null && at > now) as Date[];
  return new Date(Math.min(...due.map((at) => at.getTime())));
}
