import { methods } from '../../../accounts/methods/methods.ts';
import type { PaymentProcessor, ProcessorKind } from '../../charges/payment-processor.ts';
import type { ProcessorEntry } from '../entry.ts';
import { toStripeAmount } from './amounts.ts';
import { brands } from './answers.ts';
import { stripeAuthorizations } from './authorizations.ts';
import { abandonIntent, challengeLifetimeMs, chargeCard, inquireIntent } from './direct.ts';
import { disputesAfter, readDispute } from './disputes.ts';
import { sendEvidence } from './evidence.ts';
import { abandonPage, inquirePage, openPage, pageLifetimeMs } from './hosted.ts';
import { instalmentsAtStripe } from './instalments.ts';
import { isCancelable, isLocal, localAtStripe, localFieldsOf, outOfBounds } from './local.ts';
import { abandonLocal, beginLocal, inquireLocal } from './local-calls.ts';
import { readBalance, readMovements, readPayoutMovements } from './movements.ts';
import { readNotification } from './notifications.ts';
import { refundPayment, refundsOf } from './refunds.ts';
import type { StripeSettings } from './settings.ts';
import { createStripeApi } from './stripe-api.ts';
import { trace } from './trace.ts';
import { readWarning } from './warnings.ts';

/** The adapter to Stripe: its own page, or cards that our page took. */
export const stripe: ProcessorEntry<StripeSettings> = { kinds: ['hosted', 'direct'], open };

function open(settings: StripeSettings, kind: ProcessorKind): PaymentProcessor {
  const api = createStripeApi(settings);
  const isTest = settings.secretKey.includes('_test_');
  // Decided by how the attempt started: the configured kind may have changed since.
  const isPage = (handle: string | null): boolean => (handle ? handle.startsWith('cs_') : kind === 'hosted');

  return {
    name: 'stripe',
    kind,
    methods: ['CARDS', ...localAtStripe],
    brands,
    ...(kind === 'hosted' && { wallets: ['Apple Pay', 'Google Pay'] }),
    challengeLifetimeMs: kind === 'hosted' ? pageLifetimeMs : challengeLifetimeMs,
    pendingIntervalMs: 10 * 60 * 1000,
    disputesIntervalMs: 5 * 60_000,
    payerFields: (_, method) => localFieldsOf(method),
    // A voucher is paid in cash: Stripe cannot give it back.
    keepsOpen: (method) => isLocal({ method }) && !isCancelable(method),
    givesBack: (method) => (methods[method].category === 'CASH' ? 'bank_details' : methods[method].givenBack),
    pageOf: (reference) =>
      `https://dashboard.stripe.com/${isTest ? 'test/' : ''}payments/${encodeURIComponent(reference)}`,

    refuses(payment) {
      const scaled = toStripeAmount(payment.amount);
      return 'fault' in scaled ? scaled.fault : outOfBounds(payment);
    },

    instalments: (payment) =>
      kind === 'direct' ? instalmentsAtStripe(payment, settings.maxInstalments) : [],

    authorizations: stripeAuthorizations(api),
    authorize: (request) =>
      isLocal(request)
        ? beginLocal(api, request)
        : kind === 'hosted'
          ? openPage(api, request)
          : chargeCard(api, request),
    inquire: (attempt) =>
      isLocal(attempt)
        ? inquireLocal(api, attempt)
        : isPage(attempt.handle)
          ? inquirePage(api, attempt)
          : inquireIntent(api, attempt),
    abandon: (attempt) =>
      isLocal(attempt)
        ? abandonLocal(api, attempt)
        : isPage(attempt.handle)
          ? abandonPage(api, attempt)
          : abandonIntent(api, attempt),
    refund: (request) => refundPayment(api, request),
    refundsOf: (payment) => refundsOf(api, payment),
    disputesAfter: (cursor) => disputesAfter(api, cursor),
    readDispute: (disputeId) => readDispute(api, disputeId),
    sendEvidence: (request) => sendEvidence(api, request),
    readWarning: (warningId) => readWarning(api, warningId),
    readNotification: (message, now) => readNotification(message, settings.webhookSecrets, now),
    trace: (handle) => trace(api, handle),
    hasLines: true,
    linesBetween: (from, to) => readMovements(api, from, to),
    balance: () => readBalance(api),
    payoutLines: (payout, after) => readPayoutMovements(api, payout, after),
  };
}
