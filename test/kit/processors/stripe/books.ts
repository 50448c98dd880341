import { randomBytes } from 'node:crypto';
import { invalid, missing } from './api-error.ts';
import type {
  Movement,
  StripeBalance,
  StripeCharge,
  StripeDisputeObject,
  StripeFile,
  StripeIntent,
  StripeObject,
  StripePayout,
  StripeRefund,
  StripeSession,
  StripeWarning,
  Texts,
} from './objects.ts';
import { authenticationRequired, type BankAnswer, bankAnswer, numberInOne } from './test-cards.ts';

/** The simulated Stripe's data: its objects in its own terms, and their changes. */

export interface BooksOptions {
  nowSeconds(): number;
  /** Sends an event to the listeners. */
  tell(type: string, object: object): void;
  challengeUrl(intentId: string): string;
}

/** A charge by a local method names no card; the books want one to make it. */
const anyCard = '4242424242424242';

const newId = (prefix: string): string => `${prefix}_${randomBytes(12).toString('hex')}`;

export type Books = ReturnType<typeof createBooks>;

export function createBooks({ nowSeconds, tell, challengeUrl }: BooksOptions) {
  const objects = new Map<string, StripeObject>();
  /** Data that the customer's page still needs, and that Stripe does not return. */
  const intentDetails = new Map<string, Texts>();
  const captureMethods = new Map<string, StripeIntent['capture_method']>();
  /** The numbers of stored cards, which are never returned. */
  const numbers = new Map<string, string>();
  let heldRefunds = 0;

  function keep<Kept extends StripeObject>(object: Kept): Kept {
    objects.set(object.id, object);
    return object;
  }

  function all<Kind extends StripeObject['object']>(kind: Kind): Extract<StripeObject, { object: Kind }>[] {
    return [...objects.values()].filter(
      (each): each is Extract<StripeObject, { object: Kind }> => each.object === kind,
    );
  }

  function find<Kind extends StripeObject['object']>(
    kind: Kind,
    id: string,
    param?: string,
  ): Extract<StripeObject, { object: Kind }> {
    const found = objects.get(id);
    if (found?.object !== kind) throw missing(kind, id, param);
    return found as Extract<StripeObject, { object: Kind }>;
  }

  function move(
    amount: number,
    fee: number,
    category: string,
    type: Movement['type'],
    source: { id: string; currency: string },
  ): Movement {
    const isPaid = type === 'charge';
    return keep<Movement>({
      id: newId('txn'),
      object: 'balance_transaction',
      amount,
      fee,
      net: amount - fee,
      currency: source.currency,
      created: nowSeconds(),
      // Customers' payments can be paid out two days later.
      available_on: nowSeconds() + (isPaid ? 172_800 : 0),
      status: isPaid ? 'pending' : 'available',
      type,
      reporting_category: category,
      source: source.id,
      description: null,
      exchange_rate: null,
    });
  }

  /** The payout of each movement. */
  const paidOutBy = new Map<string, string>();

  function payout(amount: number, currency: string, automatic: boolean): StripePayout {
    return keep<StripePayout>({
      ...{ id: newId('po'), object: 'payout', amount, currency, automatic, created: nowSeconds() },
      ...{ arrival_date: nowSeconds() + 86_400, livemode: false, metadata: {}, method: 'standard' },
      ...{ reconciliation_status: automatic ? 'completed' : 'not_applicable', status: 'paid' },
      type: 'bank_account',
    });
  }

  /** 3.6 % and 3.00, rounded down. */
  const feeOf = (amount: number): number => Math.floor((amount * 36) / 1000) + 300;

  function newIntent(
    fields: Pick<StripeIntent, 'amount' | 'currency' | 'description' | 'metadata'> &
      Partial<Pick<StripeIntent, 'capture_method'>>,
  ): StripeIntent {
    const intent = keep<StripeIntent>({
      capture_method: 'automatic',
      ...fields,
      id: newId('pi'),
      object: 'payment_intent',
      amount_received: 0,
      amount_capturable: 0,
      cancellation_reason: null,
      status: 'requires_payment_method',
      created: nowSeconds(),
      livemode: false,
      payment_method: null,
      payment_method_types: ['card'],
      payment_method_options: {
        card: { installments: { enabled: false, available_plans: null, plan: null } },
      },
      next_action: null,
      last_payment_error: null,
      latest_charge: null,
      canceled_at: null,
    });
    tell('payment_intent.created', intent);
    return intent;
  }

  function charge(
    intent: StripeIntent,
    bank: BankAnswer,
    status: 'succeeded' | 'pending' | 'failed',
  ): StripeCharge {
    const { amount, currency, metadata } = intent;
    const { plan } = intent.payment_method_options.card.installments;
    const isPaid = status === 'succeeded';
    const made = keep<StripeCharge>({
      id: newId('ch'),
      object: 'charge',
      amount,
      amount_captured: isPaid ? amount : 0,
      amount_refunded: 0,
      currency,
      status,
      paid: isPaid,
      captured: isPaid,
      refunded: false,
      disputed: false,
      livemode: false,
      created: nowSeconds(),
      payment_intent: intent.id,
      metadata: { ...metadata },
      billing_details: {},
      payment_method_details: {
        type: 'card',
        card: { ...bank.card, country: 'MX', installments: plan && { plan } },
      },
    });
    intent.latest_charge = made.id;
    return made;
  }

  /** The bank approved: the money is held, or taken. */
  function approve(intent: StripeIntent, made: StripeCharge): void {
    if (intent.capture_method === 'automatic') {
      succeed(intent, made, made.amount);
      return;
    }
    made.status = 'succeeded';
    made.paid = true;
    made.payment_method_details.card.capture_before = nowSeconds() + 7 * 86_400;
    intent.status = 'requires_capture';
    intent.amount_capturable = intent.amount;
    intent.next_action = null;
    intent.last_payment_error = null;
    tell('payment_intent.amount_capturable_updated', intent);
  }

  function succeed(intent: StripeIntent, made: StripeCharge, captured: number): void {
    made.status = 'succeeded';
    made.paid = true;
    made.captured = true;
    made.amount_captured = captured;
    intent.status = 'succeeded';
    intent.amount_received = captured;
    intent.amount_capturable = 0;
    intent.next_action = null;
    intent.last_payment_error = null;
    move(captured, feeOf(captured), 'charge', 'charge', made);
    tell('charge.succeeded', made);
    tell('payment_intent.succeeded', intent);
  }

  function fail(intent: StripeIntent, error: Record<string, unknown>): void {
    intent.status = 'requires_payment_method';
    intent.payment_method = null;
    intent.next_action = null;
    intent.last_payment_error = error;
    tell('payment_intent.payment_failed', intent);
  }

  /** The card reaches the bank. Returns the bank's error; null: none. */
  function attempt(intent: StripeIntent, bank: BankAnswer): Record<string, unknown> | null {
    intent.payment_method ??= newId('pm');
    if (bank.error) {
      const made = charge(intent, bank, 'failed');
      const error = { type: 'card_error', charge: made.id, ...bank.error };
      fail(intent, error);
      return error;
    }
    if (bank.isSlow) {
      charge(intent, bank, 'pending');
      intent.status = 'processing';
      tell('payment_intent.processing', intent);
      return null;
    }
    approve(intent, charge(intent, bank, intent.capture_method === 'manual' ? 'pending' : 'succeeded'));
    return null;
  }

  function withdraw(dispute: StripeDisputeObject): void {
    find('charge', dispute.charge).disputed = true;
    dispute.is_charge_refundable = false;
    move(-dispute.amount, 1_500, 'dispute', 'adjustment', dispute);
    tell('charge.dispute.funds_withdrawn', dispute);
  }

  const intentOf = (attemptId: string, status: StripeIntent['status']): StripeIntent => {
    const found = all('payment_intent').find(
      (intent) => intent.status === status && Object.values(intent.metadata).includes(attemptId),
    );
    if (!found) throw new Error(`no payment of ${attemptId} is ${status}`);
    return found;
  };
  const sessionOf = (intent: StripeIntent): StripeSession | undefined =>
    all('checkout.session').find((session) => session.payment_intent === intent.id);

  return {
    all,
    find,
    intentOf,
    newIntent,

    newSession(
      fields: Omit<
        StripeSession,
        | 'id'
        | 'object'
        | 'status'
        | 'payment_status'
        | 'url'
        | 'payment_intent'
        | 'created'
        | 'livemode'
        | 'mode'
      >,
      page: (id: string) => string,
      intentFields: Texts,
      captureMethod: StripeIntent['capture_method'],
    ) {
      const id = newId('cs_test');
      captureMethods.set(id, captureMethod);
      intentDetails.set(id, intentFields);
      return keep<StripeSession>({
        ...fields,
        id,
        object: 'checkout.session',
        mode: 'payment',
        status: 'open',
        payment_status: 'unpaid',
        url: page(id),
        payment_intent: null,
        created: nowSeconds(),
        livemode: false,
      });
    },

    /** An unpaid page expires by itself. */
    session(id: string, param?: string): StripeSession {
      const session = find('checkout.session', id, param);
      if (session.status === 'open' && session.expires_at <= nowSeconds()) this.expire(session);
      return session;
    },

    expire(session: StripeSession): void {
      session.status = 'expired';
      session.url = null;
      tell('checkout.session.expired', session);
    },

    /** The customer pays on the page. Returns the bank's error. */
    payPage(session: StripeSession, bank: BankAnswer): Record<string, unknown> | null {
      const intent = session.payment_intent
        ? find('payment_intent', session.payment_intent)
        : newIntent({
            amount: session.amount_total,
            currency: session.currency,
            description: null,
            capture_method: captureMethods.get(session.id) ?? 'automatic',
            metadata: { ...intentDetails.get(session.id) },
          });
      session.payment_intent = intent.id;
      const error = attempt(intent, bank);
      if (error) return error;
      session.status = 'complete';
      session.url = null;
      session.payment_status = intent.status === 'succeeded' ? 'paid' : 'unpaid';
      tell('checkout.session.completed', session);
      return null;
    },

    newMethod(number: string): object {
      const id = newId('pm');
      numbers.set(id, number);
      const { card } = bankAnswer(number);
      return { id, object: 'payment_method', type: 'card', card, created: nowSeconds(), livemode: false };
    },

    /** The card is known, and with it its bank's plans. */
    offerPlans(intent: StripeIntent, methodId: string): void {
      const number = numbers.get(methodId);
      if (number === undefined) throw missing('PaymentMethod', methodId, 'payment_method');
      intent.payment_method = methodId;
      intent.status = 'requires_confirmation';
      const hasPlans = intent.currency === 'mxn' && number !== numberInOne;
      const counts = [3, 6, 9, 12, 18, 24].filter((count) => hasPlans && intent.amount >= count * 10_000);
      intent.payment_method_options.card.installments = {
        enabled: true,
        available_plans: counts.map((count) => ({ type: 'fixed_count', interval: 'month', count })),
        plan: null,
      };
    },

    /** Confirms the payment with a card from our own page. */
    confirm(
      intent: StripeIntent,
      methodId: string,
      { returnUrl, isDemanded }: { returnUrl: string; isDemanded: boolean },
    ): Record<string, unknown> | null {
      const number = numbers.get(methodId);
      if (number === undefined) throw missing('PaymentMethod', methodId, 'payment_method');
      const bank = bankAnswer(number);
      intent.payment_method = methodId;
      if (bank.needsAuthentication && !isDemanded) {
        return attempt(intent, { ...bank, error: authenticationRequired });
      }
      if (!bank.asksForChallenge && !isDemanded) return attempt(intent, bank);
      intent.status = 'requires_action';
      intent.next_action = {
        type: 'redirect_to_url',
        redirect_to_url: { url: challengeUrl(intent.id), return_url: returnUrl },
      };
      tell('payment_intent.requires_action', intent);
      return null;
    },

    answerChallenge(intent: StripeIntent, bank: BankAnswer, isPassed: boolean): void {
      intent.next_action = null;
      if (isPassed) attempt(intent, bank);
      else {
        const code = 'payment_intent_authentication_failure';
        fail(intent, { type: 'invalid_request_error', code, message: 'The customer failed authentication.' });
      }
    },

    /** Once; the rest is released by a refund that moves no money. */
    capture(intent: StripeIntent, amount = intent.amount): void {
      const made = find('charge', intent.latest_charge ?? '');
      const left = made.amount - amount;
      succeed(intent, made, amount);
      if (left === 0) return;
      made.amount_refunded = left;
      const refund = keep<StripeRefund>({
        ...{ id: newId('re'), object: 'refund', amount: left, currency: made.currency, status: 'succeeded' },
        ...{ balance_transaction: null, charge: made.id, payment_intent: intent.id, metadata: {} },
        created: nowSeconds(),
      });
      tell('refund.created', refund);
      tell('charge.refunded', made);
    },

    cancel(intent: StripeIntent, reason: string | null = null): void {
      intent.status = 'canceled';
      intent.amount_capturable = 0;
      intent.cancellation_reason = reason;
      intent.next_action = null;
      intent.canceled_at = nowSeconds();
      tell('payment_intent.canceled', intent);
    },

    /** The payer of a local method has paid all of it. */
    payLocal(attemptId: string): void {
      const intent = intentOf(attemptId, 'requires_action');
      const made = charge(intent, bankAnswer(anyCard), 'pending');
      made.payment_method_details = { type: intent.payment_method_types[0] } as never;
      succeed(intent, made, made.amount);
    },

    /** Nobody has paid in time. */
    expireLocal(attemptId: string): void {
      const intent = intentOf(attemptId, 'requires_action');
      fail(intent, { type: 'invalid_request_error', code: 'payment_intent_payment_attempt_expired' });
    },

    change(intent: StripeIntent, event: string, change: Partial<StripeIntent>): void {
      Object.assign(intent, change);
      tell(`payment_intent.${event}`, intent);
    },

    decidePending(attemptId: string, isApproved: boolean): void {
      const intent = intentOf(attemptId, 'processing');
      const made = find('charge', intent.latest_charge ?? '');
      const session = sessionOf(intent);
      if (isApproved) approve(intent, made);
      else {
        made.status = 'failed';
        fail(intent, { type: 'card_error', code: 'card_declined', decline_code: 'generic_decline' });
      }
      if (!session) return;
      if (isApproved) session.payment_status = 'paid';
      tell(`checkout.session.async_payment_${isApproved ? 'succeeded' : 'failed'}`, session);
    },

    holdRefunds(count: number): void {
      heldRefunds = count;
    },

    refund(intent: StripeIntent, amount: number | undefined, metadata: Texts): StripeRefund {
      const made = intent.latest_charge ? find('charge', intent.latest_charge) : null;
      if (made?.status !== 'succeeded') throw invalid('This payment has no successful charge to refund.');
      if (made.disputed) throw invalid('The charge is disputed.', { code: 'charge_disputed' });
      const left = made.amount - made.amount_refunded;
      if (left === 0) throw invalid('It has been refunded.', { code: 'charge_already_refunded' });
      if ((amount ?? left) > left)
        throw invalid('Refund amount is greater than what is left.', { param: 'amount' });
      const isHeld = heldRefunds > 0;
      if (isHeld) heldRefunds--;
      const refund = keep<StripeRefund>({
        id: newId('re'),
        object: 'refund',
        amount: amount ?? left,
        currency: made.currency,
        status: isHeld ? 'pending' : 'succeeded',
        balance_transaction: newId('txn'),
        charge: made.id,
        payment_intent: intent.id,
        metadata,
        created: nowSeconds(),
      });
      made.amount_refunded += refund.amount;
      made.refunded = made.amount_refunded === made.amount;
      move(-refund.amount, 0, 'refund', 'refund', refund);
      tell('refund.created', refund);
      tell('charge.refunded', made);
      return refund;
    },

    endRefund(refundId: string, outcome: 'succeeded' | 'failed'): void {
      const refund = all('refund').find(({ metadata }) => Object.values(metadata).includes(refundId));
      if (!refund) throw new Error(`there is no refund ${refundId}`);
      refund.status = outcome;
      if (outcome === 'failed') {
        refund.failure_reason = 'expired_or_canceled_card';
        const made = find('charge', refund.charge);
        made.amount_refunded -= refund.amount;
        made.refunded = false;
        move(refund.amount, 0, 'refund_failure', 'refund_failure', refund);
      }
      tell('refund.updated', refund);
      if (outcome === 'failed') tell('refund.failed', refund);
    },

    /** `status` warning_needs_response: only an inquiry, which takes nothing. */
    openDispute(attemptId: string, amount: number | undefined, status: string): StripeDisputeObject {
      const intent = intentOf(attemptId, 'succeeded');
      const made = find('charge', intent.latest_charge ?? '');
      const dispute = keep<StripeDisputeObject>({
        id: newId('du'),
        object: 'dispute',
        amount: amount ?? made.amount - made.amount_refunded,
        currency: made.currency,
        status,
        reason: 'fraudulent',
        charge: made.id,
        payment_intent: intent.id,
        metadata: {},
        created: nowSeconds(),
        livemode: false,
        is_charge_refundable: true,
        evidence: {},
        evidence_details: {
          due_by: Date.parse('2030-01-31T23:59:59Z') / 1000,
          has_evidence: false,
          past_due: false,
          submission_count: 0,
        },
      });
      tell('charge.dispute.created', dispute);
      if (status === 'needs_response') withdraw(dispute);
      return dispute;
    },

    /** The card's bank reports the payment as fraud, before anybody disputes it. */
    warn(attemptId: string): string {
      const intent = intentOf(attemptId, 'succeeded');
      const warning = keep<StripeWarning>({
        id: newId('issfr'),
        object: 'radar.early_fraud_warning',
        actionable: true,
        charge: intent.latest_charge ?? '',
        payment_intent: intent.id,
        fraud_type: 'made_with_stolen_card',
        created: nowSeconds(),
        livemode: false,
      });
      tell('radar.early_fraud_warning.created', warning);
      return warning.id;
    },

    disown(attemptId: string): void {
      intentOf(attemptId, 'succeeded').metadata = {};
    },

    keepFile(file: Pick<StripeFile, 'filename' | 'purpose' | 'size' | 'type'>): StripeFile {
      return keep<StripeFile>({ id: newId('file'), object: 'file', created: nowSeconds(), ...file });
    },

    /** Evidence is staged, or with `isFinal` goes to the bank, which takes it once. */
    answerDispute(dispute: StripeDisputeObject, evidence: Texts, metadata: Texts, isFinal: boolean): void {
      if (!/needs_response$/.test(dispute.status)) {
        throw invalid('This dispute is already closed or has its evidence.');
      }
      for (const [name, value] of Object.entries(evidence)) {
        if (/_text$/.test(name)) {
          if (value.length > 20_000) throw invalid('The text is too long.', { param: `evidence[${name}]` });
        } else if (find('file', value).purpose !== 'dispute_evidence')
          throw invalid('The file is for another purpose.');
      }
      Object.assign(dispute.evidence, evidence);
      Object.assign(dispute.metadata, metadata);
      dispute.evidence_details.has_evidence = true;
      if (isFinal) {
        dispute.status = dispute.status.replace('needs_response', 'under_review');
        dispute.evidence_details.submission_count += 1;
      }
      tell('charge.dispute.updated', dispute);
    },

    /** An inquiry becomes a dispute, under its own id. */
    escalate(disputeId: string): void {
      const dispute = find('dispute', disputeId);
      dispute.status = 'needs_response';
      tell('charge.dispute.updated', dispute);
      withdraw(dispute);
    },

    closeDispute(disputeId: string, outcome: 'won' | 'lost'): void {
      const dispute = find('dispute', disputeId);
      dispute.status = outcome;
      if (outcome === 'won') {
        find('charge', dispute.charge).disputed = false;
        move(dispute.amount, 0, 'dispute_reversal', 'adjustment', dispute);
        tell('charge.dispute.funds_reinstated', dispute);
      }
      tell('charge.dispute.closed', dispute);
    },

    /** Pays the account's money out to its bank; Stripe deducts its fee. */
    payOut(amount: number, currency: string): void {
      const made = payout(amount, currency, false);
      move(-amount, 0, 'payout', 'payout', made);
      move(-10, 0, 'fee', 'stripe_fee', { id: newId('fee'), currency });
    },

    /** Stripe automatically pays out everything not paid out before. Returns the payout's id. */
    payOutAll(currency: string): string {
      const held = all('balance_transaction').filter(
        (each) => each.currency === currency && !paidOutBy.has(each.id),
      );
      const sum = held.reduce((minor, each) => minor + each.net, 0);
      const made = payout(sum, currency, true);
      for (const each of [...held, move(-sum, 0, 'payout', 'payout', made)]) paidOutBy.set(each.id, made.id);
      return made.id;
    },

    /** The bank refused it. */
    failPayout(id: string): void {
      const made = find('payout', id);
      made.status = 'failed';
      move(made.amount, 0, 'payout_reversal', 'payout_failure', made);
    },

    /** A movement without a meaning here. */
    moveOther(amount: number, currency: string, category: string, type: Movement['type']): void {
      move(amount, 0, category, type, { id: newId('xx'), currency });
    },

    /** All movements, or those in an automatic payout. */
    movementsOf(payoutId: string | undefined): Movement[] {
      const every = all('balance_transaction');
      if (payoutId === undefined) return every;
      if (!find('payout', payoutId, 'payout').automatic) {
        throw invalid('Balance transaction history can only be filtered on automatic transfers, not manual.');
      }
      return every.filter(({ id }) => paidOutBy.get(id) === payoutId);
    },

    balance(): StripeBalance {
      const sumOf = (isPending: boolean): StripeBalance['available'] => {
        const sums = new Map<string, number>();
        for (const each of all('balance_transaction')) {
          if (each.available_on > nowSeconds() !== isPending) continue;
          sums.set(each.currency, (sums.get(each.currency) ?? 0) + each.net);
        }
        return [...sums].map(([currency, amount]) => ({ amount, currency, source_types: { card: amount } }));
      };
      return { object: 'balance', livemode: false, available: sumOf(false), pending: sumOf(true) };
    },
  };
}
