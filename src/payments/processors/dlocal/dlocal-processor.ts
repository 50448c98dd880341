import type {
  AskedAttempt,
  AttemptFinding,
  AttemptOutcome,
  AuthorizeRequest,
  PayerField,
  PaymentProcessor,
  ProcessorKind,
  RefundOutcome,
  RefundRequest,
} from '../../charges/payment-processor.ts';
import type { ProcessorEntry } from '../entry.ts';
import { toDlocalAmount, whyNotAtDlocal } from './amounts.ts';
import { cardBody, payerNameOf, paymentBody, planBody, refundBody } from './bodies.ts';
import { readChargeback, toDispute } from './chargebacks.ts';
import { type Conversation, createClient } from './client.ts';
import { countryAtDlocal } from './countries.ts';
import { instalmentsAtDlocal, readPlan } from './instalments.ts';
import { isLocal, localAtDlocal } from './local.ts';
import { createLocalCalls } from './local-calls.ts';
import { readDlocalNotification } from './notifications.ts';
import {
  brandsAtDlocal,
  type PaymentAtDlocal,
  readOrder,
  readPayment,
  saysDuplicateOrder,
  toAttemptOutcome,
  toCertainRefusal,
} from './payments.ts';
import { causeOf, type Reading } from './reading.ts';
import {
  pickRefund,
  type RefundAtDlocal,
  readRefund,
  refundIdOf,
  saysDuplicateRefund,
  toRefundOutcome,
  toRefundRefusal,
  toSeenRefunds,
} from './refunds.ts';
import type { DlocalSettings } from './settings.ts';

/**
 * dLocal. It has no idempotency keys: a payment is identified by its order, which is our attempt's id, and a refund by
 * our refund's id. dLocal refuses a duplicate of either, and after a lost answer the adapter searches before it sends
 * anything again.
 */
export const dlocal: ProcessorEntry<DlocalSettings> = { kinds: ['hosted', 'direct'], open };

const minuteMs = 60_000;

function open(settings: DlocalSettings, kind: ProcessorKind): PaymentProcessor {
  const converse = createClient(settings);

  /** Finds an attempt's payment, by dLocal's id or by ours. */
  async function find(
    { attemptId, handle }: Pick<AskedAttempt, 'attemptId' | 'handle'>,
    talk: Conversation,
  ): Promise<Reading<PaymentAtDlocal>> {
    if (handle) return readPayment(await talk.get(`/payments/${encodeURIComponent(handle)}`));
    const order = readOrder(await talk.get(`/orders/${encodeURIComponent(attemptId)}`));
    if (order === 'not_found' || 'cause' in order) return order;
    const payment = readPayment(await talk.get(`/payments/${encodeURIComponent(order.value.payment_id)}`));
    return payment === 'not_found'
      ? { cause: 'dLocal does not know a payment that it named itself' }
      : payment;
  }

  const local = createLocalCalls(find);

  async function findingOf(attempt: AskedAttempt, talk: Conversation): Promise<AttemptFinding> {
    const payment = await find(attempt, talk);
    if (payment === 'not_found') return { outcome: 'not_found' };
    if ('cause' in payment) return { outcome: 'unknown', cause: payment.cause };
    return toAttemptOutcome(payment.value, kind, attempt);
  }

  /** Opening a page charges nothing, and nobody else has its URL: a failure here means not taken. */
  async function openPage(request: AuthorizeRequest, talk: Conversation): Promise<AttemptOutcome> {
    const body = paymentBody(request, 'REDIRECT');
    for (;;) {
      const answer = await talk.post('/payments', body);
      const payment = readPayment(answer);
      if (payment !== 'not_found' && 'value' in payment) {
        const outcome = toAttemptOutcome(payment.value, kind, request);
        return outcome.outcome === 'pending'
          ? { outcome: 'not_taken', cause: 'dLocal named no page' }
          : outcome;
      }
      if (saysDuplicateOrder(answer)) return orUnknown(await findingOf(request, talk));
      const certain = toCertainRefusal(answer);
      if (certain) return certain;
      const isServerError = answer.kind === 'answered' && answer.status >= 500;
      if (!isServerError || !(await talk.mayRepeat()))
        return { outcome: 'not_taken', cause: causeOf(answer) };
    }
  }

  /** dLocal's instalment plan for the card and the amount, or why there is none. Asking for it charges nothing. */
  async function planFor(
    request: AuthorizeRequest,
    talk: Conversation,
  ): Promise<{ planId: string } | AttemptOutcome> {
    const plan = readPlan(await talk.post('/installments-plans', planBody(request)));
    if (plan === 'not_found' || 'cause' in plan) {
      return { outcome: 'not_taken', cause: plan === 'not_found' ? 'dLocal has no plan' : plan.cause };
    }
    const isOffered = plan.value.installments.some((each) => each.installments === request.instalments);
    return isOffered
      ? { planId: plan.value.id }
      : { outcome: 'refused', reason: 'instalments_refused', isSoft: true, card: null };
  }

  async function charge(request: AuthorizeRequest, talk: Conversation): Promise<AttemptOutcome> {
    const plan = request.instalments > 1 ? await planFor(request, talk) : null;
    if (plan && 'outcome' in plan) return plan;
    const answer = await talk.post('/secure_payments', {
      ...paymentBody(request, 'DIRECT'),
      card: {
        ...cardBody(request),
        ...(plan && { installments: String(request.instalments), installments_id: plan.planId }),
      },
    });
    const payment = readPayment(answer);
    if (payment !== 'not_found' && 'value' in payment) return toAttemptOutcome(payment.value, kind, request);
    const certain = toCertainRefusal(answer);
    if (certain) return certain;
    const unknown: AttemptOutcome = { outcome: 'unknown', cause: causeOf(answer) };
    if (answer.kind === 'failed') return unknown;
    // It may have been made before dLocal failed, or by the same attempt a moment ago.
    const finding = await findingOf(request, talk);
    return finding.outcome === 'not_found' ? unknown : finding;
  }

  /** Finds the refund among those of its payment. */
  async function findRefund(request: RefundRequest, talk: Conversation): Promise<RefundOutcome | null> {
    const payment = readPayment(
      await talk.get(`/payments/${encodeURIComponent(request.processorReference)}`),
    );
    if (payment === 'not_found') return null;
    if ('cause' in payment) return { outcome: 'unknown', cause: payment.cause };
    const refund = pickRefund(payment.value.refunds ?? [], request.refundId);
    return refund && refundOutcomeOf(refund, request);
  }

  return {
    name: 'dlocal',
    kind,
    methods: ['CARDS', ...localAtDlocal],
    brands: brandsAtDlocal,
    challengeLifetimeMs: kind === 'hosted' ? 60 * minuteMs : 15 * minuteMs,
    pendingIntervalMs: 10 * minuteMs,
    disputesIntervalMs: null,
    payerFields,
    // By bank transfer: dLocal writes to the payer, and asks for an account.
    givesBack: (method) => (isLocal({ method }) ? 'payer' : 'processor'),
    refuses: whyNotAtDlocal,
    instalments: (payment) =>
      kind === 'direct' ? instalmentsAtDlocal(payment, settings.maxInstalments) : [],

    async authorize(request) {
      const cause = whyNotAtDlocal(request) ?? whatIsMissing(request);
      if (cause) return { outcome: 'not_taken', cause };
      const talk = converse();
      if (isLocal(request)) return await local.begin(request, talk);
      return kind === 'hosted' ? openPage(request, talk) : charge(request, talk);
    },

    inquire: (attempt) =>
      isLocal(attempt) ? local.inquire(attempt, converse()) : findingOf(attempt, converse()),

    async abandon(attempt) {
      const talk = converse();
      if (isLocal(attempt)) return await local.abandon(attempt, talk);
      const payment = await find(attempt, talk);
      if (payment === 'not_found') return { outcome: 'not_found' };
      if ('cause' in payment) return { outcome: 'unknown', cause: payment.cause };
      const before = toAttemptOutcome(payment.value, kind, attempt);
      if (before.outcome !== 'challenge') return before;
      const handle = payment.value.id;
      const cancelled = readPayment(await talk.post(`/payments/${encodeURIComponent(handle)}/cancel`, null));
      // If dLocal does not cancel it, it is still open: the customer can return to it until it expires there.
      return cancelled !== 'not_found' && 'value' in cancelled
        ? toAttemptOutcome(cancelled.value, kind, attempt)
        : await findingOf({ ...attempt, handle }, talk);
    },

    async refund(request) {
      const talk = converse();
      if (request.refundReference) {
        const refund = readRefund(await talk.get(`/refunds/${encodeURIComponent(request.refundReference)}`));
        return refundOutcomeOf(refund, request);
      }
      const earlier = request.isRepeat ? await findRefund(request, talk) : null;
      if (earlier) return earlier;
      const amount = toDlocalAmount(request.amount);
      if (amount === null) return { outcome: 'refused', reason: 'dLocal cannot express the amount' };
      const answer = await talk.post('/refunds', refundBody(request, amount));
      const refund = readRefund(answer);
      if (refund !== 'not_found' && 'value' in refund) return toRefundOutcome(refund.value, request.amount);
      const refused = toRefundRefusal(answer);
      if (refused) return refused;
      const mayExist = saysDuplicateRefund(answer) || (answer.kind === 'answered' && answer.status >= 500);
      const found = mayExist ? await findRefund(request, talk) : null;
      return found ?? { outcome: 'unknown', cause: causeOf(answer) };
    },

    async refundsOf({ processorReference }) {
      const payment = readPayment(
        await converse().get(`/payments/${encodeURIComponent(processorReference)}`),
      );
      if (payment === 'not_found' || 'cause' in payment) return null;
      return toSeenRefunds(payment.value.refunds ?? []);
    },

    // dLocal has no list of disputes: they arrive only as notifications.
    disputesAfter: async (cursor) => ({ disputes: [], cursor }),

    async readDispute(disputeId) {
      const talk = converse();
      const chargeback = readChargeback(await talk.get(`/chargebacks/${encodeURIComponent(disputeId)}`));
      if (chargeback === 'not_found' || 'cause' in chargeback) return null;
      const { order_id: orderId, payment_id: paymentId } = chargeback.value;
      if (orderId) return toDispute(chargeback.value, orderId, new Date());
      const payment = readPayment(await talk.get(`/payments/${encodeURIComponent(paymentId)}`));
      if (payment === 'not_found' || 'cause' in payment) return null;
      return toDispute(chargeback.value, payment.value.order_id, new Date());
    },

    readNotification: (message, now) => readDlocalNotification(settings, message, now),

    /** Only refunds arrive without an id of ours. */
    async trace(handle) {
      const talk = converse();
      const refund = readRefund(await talk.get(`/refunds/${encodeURIComponent(handle)}`));
      if (refund === 'not_found') return { about: 'nothing' };
      if ('cause' in refund) return null;
      const refundId = refundIdOf(refund.value);
      if (refundId) return { about: 'refund', refundId };
      // Made in dLocal's own panel: it names only its payment.
      const paymentId = refund.value.payment_id ?? '';
      const payment = readPayment(await talk.get(`/payments/${encodeURIComponent(paymentId)}`));
      if (payment === 'not_found') return { about: 'nothing' };
      return 'cause' in payment ? null : { about: 'refunds', attemptId: payment.value.order_id };
    },

    hasLines: false,
    // biome-ignore lint/correctness/useYield: there is nothing to yield.
    async *linesBetween() {
      throw new Error('dLocal tells what it settles by e-mail and SFTP only');
    },
  };
}

function payerFields(country: string): readonly PayerField[] {
  return countryAtDlocal(country)?.needsDocument ? ['name', 'email', 'document'] : ['name', 'email'];
}

/** dLocal would refuse it with a less clear message. Whether it requires a document depends on the account. */
function whatIsMissing(request: AuthorizeRequest): string | null {
  const missing = [payerNameOf(request) ? '' : 'name', request.email ? '' : 'e-mail address'].filter(Boolean);
  return missing.length > 0 ? `dLocal must be told the payer's ${missing.join(' and ')}` : null;
}

function refundOutcomeOf(refund: Reading<RefundAtDlocal>, { amount }: RefundRequest): RefundOutcome {
  if (refund === 'not_found') return { outcome: 'unknown', cause: 'dLocal does not know its own refund' };
  if ('cause' in refund) return { outcome: 'unknown', cause: refund.cause };
  return toRefundOutcome(refund.value, amount);
}

function orUnknown(finding: AttemptFinding): AttemptOutcome {
  return finding.outcome === 'not_found'
    ? { outcome: 'unknown', cause: 'dLocal knows the order and does not find it' }
    : finding;
}
