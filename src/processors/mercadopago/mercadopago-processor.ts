import { randomUUID } from 'node:crypto';
import type { AskedAttempt, CardProcessor, CardSummary } from '../../charges/card-processor.ts';
import type { Language } from '../../money/language.ts';
import type { ProcessorEntry } from '../entry.ts';
import { refusesAmount, toWritten } from './amounts.ts';
import { type Api, createApi, createFileApi, type Reply } from './api.ts';
import { readDispute, readDisputesAfter } from './disputes.ts';
import { readNotification } from './notifications.ts';
import { disputeIdsOf, isOnPage, Order, paidPaymentOf, toOutcome } from './orders.ts';
import { isAttemptId, Payment, toCard } from './payments.ts';
import { createRefunds } from './refunds.ts';
import { readLines } from './report.ts';
import type { MercadopagoSettings } from './settings.ts';
import { sites } from './sites.ts';

/** The adapter to Mercado Pago's Checkout Pro, by its Orders API: its own page takes the card. */
export const mercadopago: ProcessorEntry<MercadopagoSettings> = { kinds: ['hosted'], open };

/** An order expires after the same time, but by a clock of its own: it is cancelled when it is given up. */
const pageMinutes = 60;

const titles: Readonly<Record<Language, string>> = { es: 'Pago', pt: 'Pagamento', en: 'Payment' };
const maxTitleLength = 256;

function open(settings: MercadopagoSettings): CardProcessor {
  const site = sites[settings.site];
  const api = createApi(settings);
  const files = createFileApi(settings);
  const page = trustedPage(settings.url);

  async function readOrder(id: string): Promise<Reply<Order>> {
    const reply = await api.get(orderPath(id), Order);
    return 'value' in reply ? { value: page(reply.value) } : reply;
  }

  /** The same order for the same attempt, whenever it is asked for: but told as it was when it was made. */
  async function openOrder(asked: AskedAttempt): Promise<Reply<Order>> {
    const reply = await api.post('/v1/orders', asked.attemptId, orderBody(asked), Order);
    return 'value' in reply ? { value: page(reply.value) } : reply;
  }

  async function idOf(asked: AskedAttempt): Promise<Reply<string>> {
    if (asked.handle !== null) return { value: asked.handle };
    const opened = await openOrder(asked);
    return 'value' in opened ? { value: opened.value.id } : opened;
  }

  async function find(asked: AskedAttempt) {
    const id = await idOf(asked);
    if ('cause' in id) return unknown(id);
    const order = await readOrder(id.value);
    if ('cause' in order) return isMissing(order) ? notFound : unknown(order);
    return tell(order.value, asked);
  }

  /** What an order means, with what has to be asked for besides: the address of its page, or the card that paid. */
  async function tell(order: Order, asked: AskedAttempt) {
    if (isOnPage(order) && !order.checkout_url) {
      const opened = await openOrder(asked);
      if ('cause' in opened) return unknown(opened);
      return toOutcome({ ...order, checkout_url: opened.value.checkout_url ?? null }, asked);
    }
    return toOutcome(order, asked, await readCard(api, order, asked));
  }

  return {
    name: 'mercadopago',
    kind: 'hosted',
    brands: site.brands,
    challengeLifetimeMs: pageMinutes * 60_000,
    // It also tells by a notification.
    pendingIntervalMs: 15 * 60_000,
    payerFields: () => ['email'],
    refuses: ({ amount }) => refusesAmount(amount, site),

    async authorize(request) {
      const refusal = refusesAmount(request.amount, site);
      if (refusal) return { outcome: 'not_taken', cause: refusal };
      const opened = await openOrder(request);
      // An order nobody was sent to is paid by nobody.
      if ('cause' in opened) return { outcome: 'not_taken', cause: opened.cause };
      const outcome = toOutcome(opened.value, request);
      return outcome.outcome === 'unknown' ? { outcome: 'not_taken', cause: outcome.cause } : outcome;
    },

    inquire: find,

    async abandon(asked) {
      const id = await idOf(asked);
      if ('cause' in id) return unknown(id);
      // A key of its own: a cancelling that was refused may be possible now.
      const cancelled = await api.post(`${orderPath(id.value)}/cancel`, randomUUID(), null, Order);
      if ('value' in cancelled) return tell(page(cancelled.value), asked);
      if (isMissing(cancelled)) return notFound;
      if (cancelled.status !== 409) return unknown(cancelled);
      const found = await find({ ...asked, handle: id.value });
      // It was not cancelled, and may still be paid.
      return found.outcome === 'challenge' ? unknown(cancelled) : found;
    },

    refund: createRefunds(api, readOrder),

    disputesAfter: (cursor) => readDisputesAfter(api, cursor, new Date()),
    readDispute: (disputeId) => readDispute(api, disputeId),
    readNotification: (message, now) => readNotification(message, settings.webhookSecret, now),

    async trace(handle) {
      const order = await readOrder(handle);
      if ('cause' in order) return isMissing(order) ? { about: 'nothing' } : null;
      const disputeId = disputeIdsOf(order.value).at(-1);
      if (disputeId !== undefined) return { about: 'dispute', disputeId };
      const attemptId = order.value.external_reference ?? '';
      return isAttemptId(attemptId) ? { about: 'attempt', attemptId } : { about: 'nothing' };
    },

    linesBetween: (from, to) => readLines(api, files, { from, to }, settings.reportPollMs),
  };
}

const notFound = { outcome: 'not_found' } as const;

function unknown({ cause }: { cause: string }) {
  return { outcome: 'unknown', cause } as const;
}

/** Only its own word counts: any other 404 (a wrong address, a proxy) says nothing of the order. */
function isMissing({ code }: { code: string | null }): boolean {
  return code === 'order_not_found' || code === 'invalid_path_param';
}

function orderPath(id: string): string {
  return `/v1/orders/${encodeURIComponent(id)}`;
}

function orderBody(asked: AskedAttempt) {
  const amount = toWritten(asked.amount);
  return {
    type: 'online',
    processing_mode: 'manual',
    // A payment that is looked into is not refused for it.
    capture_mode: 'automatic_async',
    total_amount: amount,
    external_reference: asked.attemptId,
    expiration_time: `PT${pageMinutes}M`,
    payer: { email: asked.email },
    items: [{ title: titleOf(asked), quantity: 1, unit_price: amount }],
    config: {
      online: {
        success_url: asked.returnUrl,
        pending_url: asked.returnUrl,
        failure_url: asked.cancelUrl,
        auto_return: 'approved',
      },
      // Cash, which is paid days later at a counter.
      payment_method: { not_allowed_types: ['ticket'] },
    },
  };
}

function titleOf({ description, language }: AskedAttempt): string {
  return (description?.trim() || titles[language ?? 'es']).slice(0, maxTitleLength);
}

/** The customer is sent nowhere but to a page over TLS; a simulator's, beside its API, may do without. */
function trustedPage(apiUrl: string): (order: Order) => Order {
  const { origin } = new URL(apiUrl);
  return (order) => {
    const url = URL.parse(order.checkout_url ?? '');
    const isTrusted = url?.protocol === 'https:' || url?.origin === origin;
    return isTrusted ? order : { ...order, checkout_url: null };
  };
}

/** An order tells no card. Nothing hangs on it: a payment whose card is not told is paid all the same. */
async function readCard(api: Api, order: Order, { attemptId }: AskedAttempt): Promise<CardSummary | null> {
  const paymentId = paidPaymentOf(order)?.reference_id;
  if (!paymentId) return null;
  const payment = await api.get(`/v1/payments/${encodeURIComponent(paymentId)}`, Payment);
  if ('cause' in payment || payment.value.external_reference !== attemptId) return null;
  return toCard(payment.value);
}
