import type {
  AskedAttempt,
  AttemptFinding,
  AttemptOutcome,
  AuthorizeRequest,
} from '../../charges/payment-processor.ts';
import type { Conversation } from './client.ts';
import { hasInstructions, localBody, toLocalOutcome, toLocalRefusal } from './local.ts';
import { type PaymentAtDlocal, readPayment, saysDuplicateOrder } from './payments.ts';
import { causeOf, type Reading } from './reading.ts';

/** The calls about payments by local methods. */

type Find = (attempt: AskedAttempt, talk: Conversation) => Promise<Reading<PaymentAtDlocal>>;

/** The request that begins a payment has ended long before, and recorded what the customer pays by. */
const unseenMs = 60_000;

export function createLocalCalls(find: Find) {
  async function cancel({ id }: PaymentAtDlocal, talk: Conversation): Promise<Reading<PaymentAtDlocal>> {
    return readPayment(await talk.post(`/payments/${encodeURIComponent(id)}/cancel`, null));
  }

  /** Nobody was told what to pay by, so nobody can pay: it is cancelled, and the customer may begin another. */
  async function endUnseen(payment: PaymentAtDlocal, talk: Conversation): Promise<AttemptOutcome> {
    const cancelled = await cancel(payment, talk);
    if (cancelled !== 'not_found' && 'value' in cancelled && cancelled.value.status === 'CANCELLED') {
      return { outcome: 'not_taken', cause: 'dLocal did not say what the customer pays by' };
    }
    return { outcome: 'pending', handle: payment.id };
  }

  async function outcomeOf(
    payment: PaymentAtDlocal,
    attempt: AskedAttempt,
    talk: Conversation,
  ): Promise<AttemptOutcome> {
    const outcome = toLocalOutcome(payment, attempt);
    if (outcome) return outcome;
    const isYoung = Date.now() - attempt.createdAt.getTime() < unseenMs;
    return isYoung
      ? { outcome: 'unknown', cause: 'dLocal does not repeat what the customer pays by' }
      : await endUnseen(payment, talk);
  }

  async function inquire(attempt: AskedAttempt, talk: Conversation): Promise<AttemptFinding> {
    const payment = await find(attempt, talk);
    if (payment === 'not_found') return { outcome: 'not_found' };
    if ('cause' in payment) return { outcome: 'unknown', cause: payment.cause };
    return await outcomeOf(payment.value, attempt, talk);
  }

  async function begin(request: AuthorizeRequest, talk: Conversation): Promise<AttemptOutcome> {
    for (;;) {
      const answer = await talk.post('/payments', localBody(request));
      const payment = readPayment(answer);
      if (payment !== 'not_found' && 'value' in payment) {
        const outcome = toLocalOutcome(payment.value, request);
        if (outcome?.outcome === 'pending') return { outcome: 'not_taken', cause: 'dLocal named no page' };
        return outcome ?? (await endUnseen(payment.value, talk));
      }
      const certain = toLocalRefusal(answer);
      if (certain) return certain;
      const isServerError = answer.kind === 'answered' && answer.status >= 500;
      if (saysDuplicateOrder(answer) || (isServerError && hasInstructions(request))) {
        const finding = await inquire(request, talk);
        return finding.outcome === 'not_found' ? { outcome: 'unknown', cause: causeOf(answer) } : finding;
      }
      // Whether dLocal tells the payer of a ticket by itself is not known; a page is known to nobody without its URL.
      if (hasInstructions(request)) return { outcome: 'unknown', cause: causeOf(answer) };
      if (!isServerError || !(await talk.mayRepeat()))
        return { outcome: 'not_taken', cause: causeOf(answer) };
    }
  }

  /**
   * What the customer wants to end, or has left. Instructions whose time is over are left to dLocal: it books cash a
   * day or two after it was paid.
   */
  async function abandon(attempt: AskedAttempt, talk: Conversation): Promise<AttemptFinding> {
    const payment = await find(attempt, talk);
    if (payment === 'not_found') return { outcome: 'not_found' };
    if ('cause' in payment) return { outcome: 'unknown', cause: payment.cause };
    const before = await outcomeOf(payment.value, attempt, talk);
    const { instructions } = attempt;
    const isOver = instructions !== null && Date.parse(instructions.expiresAt) <= Date.now();
    const isOpen = before.outcome === 'challenge' || (before.outcome === 'instructions' && !isOver);
    if (!isOpen) return before;
    const cancelled = await cancel(payment.value, talk);
    // If dLocal does not cancel it, it is still open, until it is paid or expires there.
    if (cancelled === 'not_found' || 'cause' in cancelled) {
      return await inquire({ ...attempt, handle: payment.value.id }, talk);
    }
    const outcome = toLocalOutcome(cancelled.value, attempt) ?? before;
    const isByUs = cancelled.value.status === 'CANCELLED' && outcome.outcome === 'refused';
    return isByUs ? { ...outcome, reason: 'left_page' } : outcome;
  }

  return { begin, inquire, abandon };
}
