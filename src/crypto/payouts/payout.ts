import type { SendingWait } from '../sending/sending.ts';

/** The types of a payout's life cycle and its allowed transitions. See docs/develop/glossary.md. */

export const payoutStatuses = [
  /** Funded by the merchant; its recipient has not confirmed a wallet yet. */
  'open',
  /** Confirmed; a person has to approve it. */
  'review',
  /** Waits to be sent. */
  'queued',
  /** It has a transaction that may be under way; only the chain can end it now. */
  'sending',
  /** A node accepted its transaction. */
  'pending',
  'success',
  'failed',
] as const;
export type PayoutStatus = (typeof payoutStatuses)[number];

/** Every allowed change of status; the database holds the same rows. */
export const payoutTransitions: Readonly<Record<PayoutStatus, readonly PayoutStatus[]>> = {
  open: ['review', 'queued', 'failed'],
  review: ['queued', 'failed'],
  queued: ['review', 'sending', 'failed'],
  sending: ['pending', 'success', 'failed'],
  pending: ['success', 'failed'],
  success: [],
  failed: [],
};

export type PayoutFailure =
  | 'expired'
  | 'canceled'
  | 'rejected'
  | 'reverted'
  | 'out_of_energy'
  /** Mined without proof of a transfer; two people found that nothing arrived. */
  | 'not_transferred';

/** Why a payout is not sent now. It is sent as soon as the reason is gone. */
export type WaitReason =
  | SendingWait
  | 'paused'
  | 'low_usdt'
  | 'no_wallet'
  /** Its address was blocked after its confirmation. */
  | 'address_blocked'
  /** The wallet's key sent a transaction that the books do not know. */
  | 'wallet_ahead_of_books'
  /** The merchant owes more than it has. */
  | 'merchant_in_the_red'
  /** A refund of a payment that a reorganisation removed. */
  | 'deposit_reversed'
  /** The merchant's limits were lowered after it was made. */
  | 'over_limit';

/** A refund gives a pay-in back to its customer and is paid out like any payout. */
export type PayoutKind = 'payout' | 'refund';

const dayMs = 24 * 60 * 60 * 1000;
/**
 * A wallet must be confirmed within this time. A recipient expects the claim URL; a customer may find the mail much
 * later.
 */
export const lifetimesMs: Readonly<Record<PayoutKind, number>> = { payout: dayMs, refund: 30 * dayMs };
