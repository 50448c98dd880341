import type { Dispute } from '../../charges/payment-processor.ts';
import { attemptKey, DisputeList, Intent, idIn, isDispute, StripeDispute, toDispute } from './answers.ts';
import type { Deadline, StripeApi } from './stripe-api.ts';

const pageSize = 100;

/**
 * Stripe lists the newest first. A cursor is the newest dispute already returned, and newer ones are requested. The
 * first time, the list is read backwards to its end: then the cursor is "back <the oldest returned> <the newest>".
 */
export async function disputesAfter(
  api: StripeApi,
  cursor: string,
): Promise<{ disputes: Dispute[]; cursor: string }> {
  const deadline = api.deadline();
  const back = /^back (\S+) (\S+)$/.exec(cursor);
  const from = back ? { starting_after: back[1] } : cursor === '' ? {} : { ending_before: cursor };
  const query = { limit: pageSize, expand: ['data.payment_intent'], ...from };
  const page = await api.get(DisputeList, '/v1/disputes', query, deadline);
  if (page.kind === 'refused' && page.error.code === 'resource_missing') {
    // The account changed since the cursor was written.
    return { disputes: [], cursor: '' };
  }
  if (page.kind !== 'done') return { disputes: [], cursor };
  const { data, has_more: hasMore } = page.value;
  const disputes: Dispute[] = [];
  for (const each of data.toReversed()) {
    const read = await withAttempt(api, each, deadline);
    // A dispute that cannot be read now is read again with its page.
    if (read === 'unanswered') return { disputes: [], cursor };
    if (read?.attemptId) disputes.push(read);
  }
  const isBackwards = back !== null || cursor === '';
  const youngest = back?.[2] ?? data[0]?.id ?? cursor;
  const oldest = data.at(-1)?.id;
  return {
    disputes,
    cursor: isBackwards && hasMore && oldest !== undefined ? `back ${oldest} ${youngest}` : youngest,
  };
}

/** For a payment that is not ours, the attempt's id is empty. */
export async function readDispute(api: StripeApi, disputeId: string): Promise<Dispute | null> {
  const deadline = api.deadline();
  const path = `/v1/disputes/${encodeURIComponent(disputeId)}`;
  const read = await api.get(StripeDispute, path, { expand: ['payment_intent'] }, deadline);
  if (read.kind !== 'done') return null;
  const dispute = await withAttempt(api, read.value, deadline);
  return dispute === 'unanswered' ? null : dispute;
}

/** null: it does not concern us. */
async function withAttempt(
  api: StripeApi,
  dispute: StripeDispute,
  deadline: Deadline,
): Promise<Dispute | null | 'unanswered'> {
  if (!isDispute(dispute.status)) return null;
  let intent = dispute.payment_intent;
  if (typeof intent === 'string') {
    const path = `/v1/payment_intents/${encodeURIComponent(intent)}`;
    const read = await api.get(Intent, path, {}, deadline);
    if (read.kind !== 'done') return 'unanswered';
    intent = read.value;
  }
  return toDispute(dispute, idIn(intent?.metadata, attemptKey) ?? '');
}
