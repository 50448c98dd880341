import Type, { type Static, type TSchema } from 'typebox';
import type {
  AskedAttempt,
  AttemptFinding,
  AttemptOutcome,
  CardSummary,
  Dispute,
  RefundOutcome,
  SeenRefund,
} from '../../charges/payment-processor.ts';
import { fromStripeAmount } from './amounts.ts';
import { refusalOf } from './refusals.ts';
import { StripeError } from './stripe-api.ts';

/** Stripe's objects, as far as they are read, and their meaning for us: its terms are translated only here. */

const orNull = <Schema extends TSchema>(schema: Schema) => Type.Optional(Type.Union([schema, Type.Null()]));

/** Metadata keys for our ids, set on everything that is created at Stripe. */
export const attemptKey = 'pasarela_attempt';
export const refundKey = 'pasarela_refund';
const ourId = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export const Metadata = orNull(Type.Record(Type.String(), Type.String()));

/** Our id, if it is one: other systems may use the same account. */
export function idIn(
  metadata: Static<typeof Metadata> | undefined,
  key: typeof attemptKey | typeof refundKey,
): string | null {
  const id = metadata?.[key];
  return id !== undefined && ourId.test(id) ? id : null;
}

const Charge = Type.Object({
  payment_method_details: orNull(
    Type.Object({
      card: orNull(
        Type.Object({
          brand: orNull(Type.String()),
          last4: orNull(Type.String()),
          capture_before: orNull(Type.Integer()),
        }),
      ),
    }),
  ),
});

export const Intent = Type.Object({
  id: Type.String(),
  status: Type.Enum([
    'requires_payment_method',
    'requires_confirmation',
    'requires_action',
    'processing',
    'requires_capture',
    'succeeded',
    'canceled',
  ]),
  amount: orNull(Type.Integer()),
  amount_received: orNull(Type.Integer()),
  cancellation_reason: orNull(Type.String()),
  currency: orNull(Type.String()),
  next_action: orNull(Type.Object({ redirect_to_url: orNull(Type.Object({ url: orNull(Type.String()) })) })),
  last_payment_error: orNull(StripeError),
  latest_charge: orNull(Type.Union([Type.String(), Charge])),
  payment_method: orNull(Type.Union([Type.String(), Type.Object({})])),
  payment_method_options: orNull(
    Type.Object({
      card: orNull(
        Type.Object({
          installments: orNull(
            Type.Object({
              available_plans: orNull(Type.Array(Type.Object({ count: orNull(Type.Integer()) }))),
            }),
          ),
        }),
      ),
    }),
  ),
  metadata: Metadata,
});
export type Intent = Static<typeof Intent>;

export const Session = Type.Object({
  id: Type.String(),
  status: Type.Enum(['open', 'complete', 'expired']),
  payment_status: Type.Enum(['paid', 'unpaid', 'no_payment_required']),
  url: orNull(Type.String()),
  amount_total: orNull(Type.Integer()),
  currency: orNull(Type.String()),
  payment_intent: orNull(Type.Union([Type.String(), Intent])),
  metadata: Metadata,
});
export type Session = Static<typeof Session>;

export const Refund = Type.Object({
  id: Type.String(),
  status: Type.Enum(['pending', 'requires_action', 'succeeded', 'failed', 'canceled']),
  failure_reason: orNull(Type.String()),
  amount: Type.Integer(),
  currency: Type.String(),
  balance_transaction: orNull(Type.Unknown()),
  metadata: Metadata,
});
export type Refund = Static<typeof Refund>;
export const RefundList = Type.Object({ data: Type.Array(Refund), has_more: Type.Boolean() });

export const StripeDispute = Type.Object({
  id: Type.String(),
  amount: Type.Integer(),
  currency: Type.String(),
  status: Type.String(),
  reason: orNull(Type.String()),
  evidence_details: orNull(Type.Object({ due_by: orNull(Type.Integer()) })),
  payment_intent: orNull(Type.Union([Type.String(), Type.Object({ id: Type.String(), metadata: Metadata })])),
});
export type StripeDispute = Static<typeof StripeDispute>;
export const DisputeList = Type.Object({ data: Type.Array(StripeDispute), has_more: Type.Boolean() });

const notUnderstood = { outcome: 'unknown', cause: 'Stripe gave an answer we do not understand' } as const;

/** The outcome of a payment page. A card refused on it leaves it open for another. */
export function sessionOutcome(session: Session, asked: Asked): AttemptOutcome {
  switch (session.status) {
    case 'open':
      return session.url ? { outcome: 'challenge', url: session.url, handle: session.id } : notUnderstood;
    case 'expired':
      return { outcome: 'refused', reason: 'left_page', isSoft: false, card: null };
    case 'complete':
      if (asked.capture === 'manual') return heldOutcome(session, asked);
      return session.payment_status === 'paid' ? paidOutcome(session, asked) : unpaidOutcome(session);
  }
}

type Asked = Pick<AskedAttempt, 'amount' | 'capture' | 'details'>;

const otherAmount = { outcome: 'unknown', cause: 'Stripe holds a payment over another amount' } as const;

/** A payment of another amount or currency is never accepted for the attempt. */
function isOverAsked(
  amount: number | null | undefined,
  currency: string | null | undefined,
  asked: Asked,
): boolean {
  const told = typeof amount === 'number' ? fromStripeAmount(amount, currency ?? '') : null;
  return told?.amountMinor === asked.amount.amountMinor && told.currency === asked.amount.currency;
}

function paidOutcome(session: Session, asked: Asked): AttemptOutcome {
  const { payment_intent: intent, amount_total: total, currency } = session;
  if (!intent) return notUnderstood;
  if (!isOverAsked(total, currency, asked)) return otherAmount;
  if (typeof intent === 'object' && !isOverAsked(intent.amount_received, intent.currency, asked))
    return otherAmount;
  if (typeof intent === 'string') return { outcome: 'approved', processorReference: intent, card: null };
  return { outcome: 'approved', processorReference: intent.id, card: cardOf(intent) };
}

/** Whatever became of it since: it is read as an authorised payment from here on. */
function heldOutcome(session: Session, asked: Asked): AttemptOutcome {
  const { payment_intent: intent } = session;
  if (!intent || typeof intent === 'string') return notUnderstood;
  if (intent.status !== 'requires_capture' && intent.status !== 'succeeded') return unpaidOutcome(session);
  if (!isOverAsked(intent.amount, intent.currency, asked)) return otherAmount;
  return authorized(intent, cardOf(intent));
}

function authorized(intent: Intent, card: CardSummary | null): AttemptOutcome {
  return { outcome: 'authorized', processorReference: intent.id, expiresAt: expiryOf(intent), card };
}

/** Until when a payment can be captured; null: it is not known. */
export function expiryOf({ latest_charge: charge }: Intent): Date | null {
  if (!charge || typeof charge === 'string') return null;
  const before = charge.payment_method_details?.card?.capture_before;
  return before ? new Date(before * 1000) : null;
}

/** The customer is done but nothing is paid: the bank is still deciding, or has refused. */
function unpaidOutcome({ id, payment_status, payment_intent: intent }: Session): AttemptOutcome {
  if (payment_status !== 'unpaid') return notUnderstood;
  if (intent && typeof intent === 'object' && isOver(intent)) {
    const refusal = refusalOf(intent.last_payment_error ?? {}, { isAuthenticated: true });
    return { outcome: 'refused', ...refusal, card: cardOf(intent) };
  }
  return { outcome: 'pending', handle: id };
}

const isOver = ({ status }: Intent): boolean => status === 'requires_payment_method' || status === 'canceled';

/** The outcome of a payment with a card that we took. `not_found`: no card has reached it. */
export function intentFinding(intent: Intent, asked: Asked): AttemptFinding {
  // We already know the card, and know more of it than Stripe returns.
  const card = null;
  const isAuthenticated = asked.details?.demandsThreeDSecure ?? false;
  const refused = intent.last_payment_error
    ? ({ outcome: 'refused', ...refusalOf(intent.last_payment_error, { isAuthenticated }), card } as const)
    : null;
  switch (intent.status) {
    case 'succeeded':
      if (asked.capture === 'manual') {
        return isOverAsked(intent.amount, intent.currency, asked) ? authorized(intent, card) : otherAmount;
      }
      if (!isOverAsked(intent.amount_received, intent.currency, asked)) return otherAmount;
      return { outcome: 'approved', processorReference: intent.id, card };
    case 'processing':
      return { outcome: 'pending', handle: intent.id };
    case 'requires_action': {
      const url = intent.next_action?.redirect_to_url?.url;
      return url ? { outcome: 'challenge', url, handle: intent.id } : notUnderstood;
    }
    case 'requires_payment_method':
    case 'requires_confirmation':
      return refused ?? { outcome: 'not_found' };
    case 'canceled':
      return (
        refused ?? {
          outcome: 'refused',
          reason: intent.payment_method ? 'authentication_abandoned' : 'not_processed',
          isSoft: false,
          card,
        }
      );
    case 'requires_capture':
      if (asked.capture !== 'manual') return notUnderstood;
      return isOverAsked(intent.amount, intent.currency, asked) ? authorized(intent, card) : otherAmount;
  }
}

/** Maps to our ids; brands that we have no name for are unknown. */
const brandIds: Readonly<Record<string, string>> = {
  visa: 'visa',
  mastercard: 'mastercard',
  amex: 'amex',
  american_express: 'amex',
  discover: 'discover',
  diners: 'diners',
  diners_club: 'diners',
  jcb: 'jcb',
  unionpay: 'unionpay',
};
export const brands: readonly string[] = [...new Set(Object.values(brandIds))];

function cardOf({ latest_charge: charge }: Intent): CardSummary | null {
  if (!charge || typeof charge === 'string') return null;
  const card = charge.payment_method_details?.card;
  if (!card?.last4) return null;
  const brand = card.brand ?? '';
  return {
    brand: Object.hasOwn(brandIds, brand) ? (brandIds[brand] ?? 'unknown') : 'unknown',
    first6: null,
    last4: card.last4,
  };
}

export function refundOutcome(refund: Refund): RefundOutcome {
  switch (refund.status) {
    case 'succeeded':
      return { outcome: 'refunded', processorReference: refund.id };
    case 'pending':
    case 'requires_action':
      return { outcome: 'pending', processorReference: refund.id };
    case 'failed':
      return { outcome: 'refused', reason: refund.failure_reason ?? 'failed' };
    case 'canceled':
      return { outcome: 'refused', reason: 'canceled' };
  }
}

/** null: its amount cannot be read exactly. */
export function toSeenRefund(refund: Refund): SeenRefund | null {
  const amount = fromStripeAmount(refund.amount, refund.currency);
  const { outcome } = refundOutcome(refund);
  if (amount === null) return null;
  return {
    reference: refund.id,
    refundId: idIn(refund.metadata, refundKey),
    amount,
    status: outcome === 'refunded' ? 'succeeded' : outcome === 'pending' ? 'pending' : 'failed',
  };
}

/** A bank's inquiry (warning_…) takes no money; when closed, it had no effect. A prevented dispute does not count. */
const disputeStatuses: Readonly<Record<string, Dispute['status']>> = {
  warning_needs_response: 'inquiry',
  warning_under_review: 'inquiry',
  warning_closed: 'won',
  needs_response: 'open',
  under_review: 'open',
  appeal_needs_response: 'open',
  appeal_under_review: 'open',
  won: 'won',
  lost: 'lost',
};

export function isDispute(status: string): boolean {
  return Object.hasOwn(disputeStatuses, status);
}

export function toDispute(dispute: StripeDispute, attemptId: string): Dispute | null {
  const status = isDispute(dispute.status) ? disputeStatuses[dispute.status] : undefined;
  const amount = fromStripeAmount(dispute.amount, dispute.currency);
  if (status === undefined || amount === null) return null;
  const dueBy = dispute.evidence_details?.due_by;
  return {
    disputeId: dispute.id,
    attemptId,
    amount,
    status,
    reason: dispute.reason ?? null,
    evidenceDueAt: dueBy ? new Date(dueBy * 1000) : null,
  };
}
