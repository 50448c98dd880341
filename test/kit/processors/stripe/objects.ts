import type Stripe from 'stripe';

/** Stripe's objects, as far as the simulator has them. */

export type Texts = Record<string, string>;

export interface StripeCharge {
  id: string;
  object: 'charge';
  amount: number;
  amount_captured: number;
  amount_refunded: number;
  currency: string;
  status: 'succeeded' | 'pending' | 'failed';
  paid: boolean;
  captured: boolean;
  refunded: boolean;
  disputed: boolean;
  livemode: false;
  created: number;
  payment_intent: string;
  metadata: Texts;
  billing_details: object;
  payment_method_details: {
    type: 'card';
    card: {
      brand: string;
      last4: string;
      country: string;
      capture_before?: number;
      installments: { plan: StripePlan } | null;
    };
  };
}

export interface StripePlan {
  type: 'fixed_count';
  interval: 'month';
  count: number;
}

export interface StripeIntent {
  id: string;
  object: 'payment_intent';
  amount: number;
  amount_received: number;
  amount_capturable: number;
  capture_method: 'automatic' | 'manual';
  cancellation_reason: string | null;
  currency: string;
  status:
    | 'requires_payment_method'
    | 'requires_confirmation'
    | 'requires_action'
    | 'processing'
    | 'requires_capture'
    | 'succeeded'
    | 'canceled';
  payment_method_options: {
    card: {
      installments: { enabled: boolean; available_plans: StripePlan[] | null; plan: StripePlan | null };
    };
  };
  created: number;
  livemode: false;
  description: string | null;
  metadata: Texts;
  payment_method: string | null;
  payment_method_types: string[];
  next_action: {
    type: string;
    redirect_to_url?: { url: string; return_url: string };
    [details: string]: unknown;
  } | null;
  last_payment_error: Record<string, unknown> | null;
  latest_charge: string | null;
  canceled_at: number | null;
}

export interface StripeSession {
  id: string;
  object: 'checkout.session';
  mode: 'payment';
  status: 'open' | 'complete' | 'expired';
  payment_status: 'paid' | 'unpaid';
  url: string | null;
  payment_intent: string | null;
  amount_total: number;
  currency: string;
  client_reference_id: string | null;
  customer_email: string | null;
  metadata: Texts;
  created: number;
  expires_at: number;
  livemode: false;
  success_url: string;
  cancel_url: string | null;
  payment_method_types: string[];
}

export interface StripeRefund {
  id: string;
  object: 'refund';
  amount: number;
  currency: string;
  status: 'pending' | 'succeeded' | 'failed';
  failure_reason?: string;
  /** null: it moved no money. */
  balance_transaction: string | null;
  charge: string;
  payment_intent: string;
  metadata: Texts;
  created: number;
}

export interface StripeDisputeObject {
  id: string;
  object: 'dispute';
  amount: number;
  currency: string;
  status: string;
  reason: string;
  charge: string;
  payment_intent: string;
  metadata: Texts;
  created: number;
  livemode: false;
  is_charge_refundable: boolean;
  evidence: Texts;
  evidence_details: {
    due_by: number | null;
    has_evidence: boolean;
    past_due: boolean;
    submission_count: number;
  };
}

/** The type of Stripe's own library. */
export type StripeFile = Pick<
  Stripe.File,
  'id' | 'object' | 'created' | 'filename' | 'purpose' | 'size' | 'type'
>;

/** The type of Stripe's own library. */
export type Movement = Pick<
  Stripe.BalanceTransaction,
  | ('id' | 'object' | 'amount' | 'fee' | 'net' | 'currency' | 'created' | 'available_on' | 'type')
  | ('reporting_category' | 'status' | 'description' | 'exchange_rate')
> & { source: string | null };

export type StripePayout = Pick<
  Stripe.Payout,
  | ('id' | 'object' | 'amount' | 'currency' | 'created' | 'arrival_date' | 'automatic' | 'livemode')
  | ('metadata' | 'method' | 'reconciliation_status' | 'status' | 'type')
>;

export type StripeBalance = Pick<Stripe.Balance, 'object' | 'livemode' | 'available' | 'pending'>;

/** The type of Stripe's own library, with ids where it may have objects. */
export type StripeWarning = Pick<
  Stripe.Radar.EarlyFraudWarning,
  'id' | 'object' | 'actionable' | 'created' | 'fraud_type' | 'livemode'
> & { charge: string; payment_intent: string };

export type StripeObject =
  | StripeCharge
  | StripeIntent
  | StripeSession
  | StripeRefund
  | StripeDisputeObject
  | StripeWarning
  | StripeFile
  | Movement
  | StripePayout;
