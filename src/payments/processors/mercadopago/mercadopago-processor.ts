import type { AskedAttempt, PaymentProcessor } from '../../charges/payment-processor.ts';
import type { ProcessorEntry } from '../entry.ts';
import { refusesAmount } from './amounts.ts';
import { createCalls, createFileCalls } from './api.ts';
import { readDispute, readDisputesAfter } from './disputes.ts';
import { localAt, payerFieldsOf } from './local.ts';
import { createBanks, createLocalOrders } from './local-calls.ts';
import { readNotification } from './notifications.ts';
import { createOrders, isMissing, pageMinutes } from './order-calls.ts';
import { disputeIdsOf, toOutcome } from './orders.ts';
import { isAttemptId } from './payments.ts';
import { refund, refundsOf } from './refunds.ts';
import { readMovements } from './report.ts';
import type { MercadopagoSettings } from './settings.ts';
import { sites } from './sites.ts';
import { readWarning } from './warnings.ts';

/** The adapter to Mercado Pago's Checkout Pro, through its Orders API: its own page takes the card. */
export const mercadopago: ProcessorEntry<MercadopagoSettings> = { kinds: ['hosted'], open };

function open(settings: MercadopagoSettings): PaymentProcessor {
  const site = sites[settings.site];
  const calls = createCalls(settings);
  const files = createFileCalls(settings);
  const { origin } = new URL(settings.url);
  const begin = () => createOrders(calls.begin(), origin);
  const local = () => createLocalOrders(calls.begin(), origin);
  const ofSite = localAt(settings.site);
  const isLocal = ({ method }: Pick<AskedAttempt, 'method'>) => ofSite.some((each) => each === method);

  return {
    name: 'mercadopago',
    kind: 'hosted',
    methods: ['CARDS', 'MERCADOPAGO', ...ofSite],
    brands: site.brands,
    challengeLifetimeMs: pageMinutes * 60_000,
    // It also sends a notification.
    pendingIntervalMs: 15 * 60_000,
    disputesIntervalMs: 5 * 60_000,
    payerFields: (_, method) => payerFieldsOf(method),
    banks: createBanks(calls.each),
    refuses: ({ amount }) => refusesAmount(amount, site),
    instalments: () => [],

    async authorize(request) {
      const refusal = refusesAmount(request.amount, site);
      if (refusal) return { outcome: 'not_taken', cause: refusal };
      if (isLocal(request)) return await local().begin(request);
      const opened = await begin().open(request);
      // No customer was sent to this order, so it cannot be paid.
      if ('cause' in opened) return { outcome: 'not_taken', cause: opened.cause };
      const outcome = toOutcome(opened.value, request);
      return outcome.outcome === 'unknown' ? { outcome: 'not_taken', cause: outcome.cause } : outcome;
    },

    inquire: (asked) => (isLocal(asked) ? local().find(asked) : begin().find(asked)),
    abandon: (asked) => (isLocal(asked) ? local().giveUp(asked) : begin().giveUp(asked)),
    refund: (request) => refund(begin(), request),
    refundsOf: (payment) => refundsOf(begin(), payment),

    disputesAfter: (cursor) => readDisputesAfter(calls.each, cursor, new Date()),
    readDispute: (disputeId) => readDispute(calls.begin(), disputeId),
    readWarning: (warningId) => readWarning(calls.begin(), warningId),
    readNotification: (message, now) => readNotification(message, settings.webhookSecrets, now),

    async trace(handle) {
      const order = await begin().read(handle);
      if ('cause' in order) return isMissing(order) ? { about: 'nothing' } : null;
      const disputeId = disputeIdsOf(order.value).at(-1);
      if (disputeId !== undefined) return { about: 'dispute', disputeId };
      const attemptId = order.value.external_reference ?? '';
      if (!isAttemptId(attemptId)) return { about: 'nothing' };
      // It does not say which of them we requested.
      const hasRefunds = (order.value.transactions?.refunds ?? []).length > 0;
      return { about: hasRefunds ? 'refunds' : 'attempt', attemptId };
    },

    hasLines: true,
    linesBetween: (from, to) => readMovements(calls.each, files, { from, to }, settings.reportPollMs),
  };
}
