import type { EventType } from '../../events/outbox/event.ts';
import type { ChargeStatus } from './charge.ts';
import type { NoticeCause } from './payment-notice.ts';

/** The type of a status that no refund, dispute or the like brought. */
const typeOfStatus: Readonly<Record<Exclude<ChargeStatus, 'open'> | 'pending', EventType>> = {
  pending: 'charge.pending',
  authorized: 'charge.authorized',
  approved: 'charge.approved',
  declined: 'charge.declined',
  canceled: 'charge.canceled',
  voided: 'charge.voided',
  expired: 'charge.expired',
  partially_refunded: 'refund.succeeded',
  refunded: 'refund.succeeded',
  charged_back: 'dispute.open',
};

/** What a notice about a charge tells: its cause first, since a status may stay what it was. */
export function chargeEventType(
  status: Exclude<ChargeStatus, 'open'> | 'pending',
  { warning, refundId, refundStatus, disputeId, disputeStatus = 'open', ...cause }: NoticeCause,
): EventType {
  // Also if the charge was paid before: the money beside it must not look like a payment.
  if (cause.unexpectedPaymentId !== undefined) return 'charge.unexpected_money';
  if (warning !== undefined) return 'charge.warning';
  if (refundId !== undefined) return refundStatus === 'failed' ? 'refund.failed' : 'refund.succeeded';
  if (disputeId !== undefined) return `dispute.${disputeStatus}`;
  if (cause.closingStatus === 'failed')
    return cause.closingKind === 'void' ? 'void.failed' : 'capture.failed';
  if (cause.authorizationNotice === 'expiring') return 'authorization.expiring';
  return typeOfStatus[status];
}
