import { randomUUID } from 'node:crypto';
import { methods } from '../../../accounts/methods/methods.ts';
import { checkoutTexts } from '../../../base/texts/checkout.ts';
import type { AskedAttempt, AttemptFinding, CardSummary } from '../../charges/payment-processor.ts';
import { describePayment, fitDescriptor } from '../details.ts';
import { toWritten } from './amounts.ts';
import type { Api, Failure, Reply } from './api.ts';
import { isOnPage, Order, paidPaymentOf, RefundedOrder, toOutcome } from './orders.ts';
import { Payment, toCard } from './payments.ts';

/** An order expires after the same time, but by its own clock: it is cancelled when it is abandoned. */
export const pageMinutes = 60;

const maxTitleLength = 256;
const maxDescriptorLength = 13;

export interface Orders extends ReturnType<typeof createOrders> {}

/** All calls about orders within one deadline. `origin` is the API's. */
export function createOrders(api: Api, origin: string) {
  async function read(id: string): Promise<Reply<Order>> {
    return withTrustedPage(await api.get(pathOf(id), Order), origin);
  }

  /** Returns the same order for the same attempt on every call, but in the state it had when it was created. */
  async function open(asked: AskedAttempt): Promise<Reply<Order>> {
    return withTrustedPage(await api.post('/v1/orders', asked.attemptId, orderBody(asked), Order), origin);
  }

  async function idOf(asked: AskedAttempt): Promise<Reply<string>> {
    if (asked.handle !== null) return { value: asked.handle };
    const opened = await open(asked);
    return 'value' in opened ? { value: opened.value.id } : opened;
  }

  async function find(asked: AskedAttempt): Promise<AttemptFinding> {
    const id = await idOf(asked);
    if ('cause' in id) return unknown(id);
    const order = await read(id.value);
    if ('cause' in order) return isMissing(order) ? { outcome: 'not_found' } : unknown(order);
    return tell(order.value, asked);
  }

  /** Interprets an order, and reads what else is needed: the URL of its page, or the card that paid. */
  async function tell(order: Order, asked: AskedAttempt): Promise<AttemptFinding> {
    if (!isOnPage(order) || order.checkout_url) return toOutcome(order, asked, await readCard(order, asked));
    const opened = await open(asked);
    if ('cause' in opened) return unknown(opened);
    return toOutcome({ ...order, checkout_url: opened.value.checkout_url ?? null }, asked);
  }

  /** An order does not include the card. The card is optional: a payment without it still counts as paid. */
  async function readCard(order: Order, { attemptId }: AskedAttempt): Promise<CardSummary | null> {
    const paymentId = paidPaymentOf(order)?.reference_id;
    if (!paymentId) return null;
    const payment = await api.get(`/v1/payments/${encodeURIComponent(paymentId)}`, Payment);
    if ('cause' in payment || payment.value.external_reference !== attemptId) return null;
    return toCard(payment.value);
  }

  async function giveUp(asked: AskedAttempt): Promise<AttemptFinding> {
    const id = await idOf(asked);
    if ('cause' in id) return unknown(id);
    // A new key each time: a cancellation that was refused may be possible now.
    const cancelled = await api.post(`${pathOf(id.value)}/cancel`, randomUUID(), null, Order);
    if ('value' in cancelled) return tell(cancelled.value, asked);
    if (isMissing(cancelled)) return { outcome: 'not_found' };
    const found = await find({ ...asked, handle: id.value });
    // It was not cancelled, and may still be paid.
    return found.outcome === 'challenge' ? unknown(cancelled) : found;
  }

  async function refund(id: string, key: string, transaction: { id: string; amount: string }) {
    return api.post(`${pathOf(id)}/refund`, key, { transactions: [transaction] }, RefundedOrder);
  }

  return { read, open, find, giveUp, refund };
}

/** Only Mercado Pago's own code counts: any other 404 (a wrong URL, a proxy) says nothing of the order. */
export function isMissing({ code }: Failure): boolean {
  return code === 'order_not_found' || code === 'invalid_path_param';
}

function unknown({ cause }: Failure) {
  return { outcome: 'unknown', cause } as const;
}

function pathOf(id: string): string {
  return `/v1/orders/${encodeURIComponent(id)}`;
}

export function orderBody(asked: AskedAttempt) {
  const amount = toWritten(asked.amount);
  const descriptor = fitDescriptor(asked.details?.statementDescriptor, maxDescriptorLength);
  return {
    type: 'online',
    processing_mode: 'manual',
    // A payment under review is not refused.
    capture_mode: 'automatic_async',
    total_amount: amount,
    external_reference: asked.attemptId,
    expiration_time: `PT${pageMinutes}M`,
    payer: asked.email === null ? {} : { email: asked.email },
    items: [
      {
        title: titleOf(asked),
        quantity: 1,
        unit_price: amount,
        ...(asked.details && { description: describePayment(asked, maxTitleLength) ?? '' }),
      },
    ],
    config: {
      ...(descriptor && { statement_descriptor: descriptor }),
      online: {
        success_url: asked.returnUrl,
        pending_url: asked.returnUrl,
        failure_url: asked.cancelUrl,
        auto_return: 'approved' as const,
        // The wallet: its owner signs in, and pays with what is kept there.
        ...(methods[asked.method].category === 'WALLET' && { allowed_user_type: 'account_only' }),
      },
      payment_method: { not_allowed_types: cashTypesOf(asked) },
    },
  };
}

/** Cash, which is paid days later at a counter; in Mexico and Peru also as deposits at a bank. */
function cashTypesOf({ amount: { currency } }: AskedAttempt): string[] {
  return currency === 'MXN' || currency === 'PEN' ? ['ticket', 'atm'] : ['ticket'];
}

function titleOf({ description, language }: AskedAttempt): string {
  return (description?.trim() || checkoutTexts[language ?? 'es'].page.payment).slice(0, maxTitleLength);
}

/**
 * Customers are sent only to pages over TLS; the page of a simulator, at the same origin as its API, may do without.
 */
function withTrustedPage(reply: Reply<Order>, origin: string): Reply<Order> {
  if ('cause' in reply) return reply;
  const url = URL.parse(reply.value.checkout_url ?? '');
  const isTrusted = url?.protocol === 'https:' || url?.origin === origin;
  return isTrusted ? reply : { value: { ...reply.value, checkout_url: null } };
}
