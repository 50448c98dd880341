import type {
  PaidAttempt,
  RefundOutcome,
  RefundRequest,
  SeenRefund,
} from '../../charges/payment-processor.ts';
import { fromStripeAmount, toStripeAmount } from './amounts.ts';
import { attemptKey, idIn, Refund, RefundList, refundKey, refundOutcome, toSeenRefund } from './answers.ts';
import type { Deadline, Reply, StripeApi } from './stripe-api.ts';

const pageSize = 100;

/** Makes a refund once, however often it is requested. */
export async function refundPayment(api: StripeApi, request: RefundRequest): Promise<RefundOutcome> {
  const deadline = api.deadline();
  if (request.refundReference !== null) {
    const path = `/v1/refunds/${encodeURIComponent(request.refundReference)}`;
    const read = await api.get(Refund, path, {}, deadline);
    return read.kind === 'done' ? refundOutcome(read.value) : { outcome: 'unknown', cause: read.cause };
  }
  if (request.isRepeat) {
    // A key is kept for a day only, and so is an error 500 under it: the payment's refunds show what was made.
    const earlier = await findRefund(api, request, deadline);
    if (earlier !== null) return earlier;
  }
  return toOutcome(await createRefund(api, request, deadline));
}

async function createRefund(
  api: StripeApi,
  { refundId, attemptId, processorReference, amount }: RefundRequest,
  deadline: Deadline,
): Promise<Reply<Refund> | { fault: string }> {
  const scaled = toStripeAmount(amount);
  if ('fault' in scaled) return scaled;
  const fields = {
    payment_intent: processorReference,
    amount: scaled.amount,
    metadata: { [refundKey]: refundId, [attemptKey]: attemptId },
  };
  return await api.post(Refund, '/v1/refunds', fields, { key: `refund-${refundId}`, deadline });
}

function toOutcome(reply: Reply<Refund> | { fault: string }): RefundOutcome {
  if ('fault' in reply) return { outcome: 'refused', reason: reply.fault };
  if (reply.kind === 'done') return refundOutcome(reply.value);
  // A rejected API key says nothing of the refund.
  const isRefused = reply.kind === 'refused' && reply.status !== 401 && reply.status !== 403;
  if (!isRefused) return { outcome: 'unknown', cause: reply.cause };
  return { outcome: 'refused', reason: reply.error.code ?? reply.cause };
}

/** The refund with our id among those of the payment; null: there is none. */
async function findRefund(
  api: StripeApi,
  { refundId, processorReference }: RefundRequest,
  deadline: Deadline,
): Promise<RefundOutcome | null> {
  const all = await listRefunds(api, processorReference, deadline);
  if ('cause' in all) return { outcome: 'unknown', cause: all.cause };
  const found = all.refunds.find(({ metadata }) => idIn(metadata, refundKey) === refundId);
  return found ? refundOutcome(found) : null;
}

/** All refunds of a payment, also those made in Stripe's own panel; null: they could not be read. */
export async function refundsOf(
  api: StripeApi,
  { processorReference, currency, releasedMinor }: PaidAttempt,
): Promise<SeenRefund[] | null> {
  const all = await listRefunds(api, processorReference, api.deadline());
  if ('cause' in all) return null;
  // What a capture leaves is released by a refund that moves no money.
  const released = all.refunds.find((refund) => {
    const amount = fromStripeAmount(refund.amount, refund.currency);
    const isOver = amount?.amountMinor === releasedMinor && amount.currency === currency;
    return releasedMinor > 0n && isOver && !refund.balance_transaction && !idIn(refund.metadata, refundKey);
  });
  const seen = all.refunds.filter((refund) => refund !== released).map(toSeenRefund);
  return seen.every((refund) => refund !== null) ? seen : null;
}

async function listRefunds(
  api: StripeApi,
  processorReference: string,
  deadline: Deadline,
): Promise<{ refunds: Refund[] } | { cause: string }> {
  const refunds: Refund[] = [];
  for (let after: string | undefined; ; ) {
    const query = { payment_intent: processorReference, limit: pageSize, starting_after: after };
    const page = await api.get(RefundList, '/v1/refunds', query, deadline);
    if (page.kind !== 'done') return { cause: page.cause };
    refunds.push(...page.value.data);
    after = page.value.data.at(-1)?.id;
    if (!page.value.has_more || after === undefined) return { refunds };
  }
}
