import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { exponentOf } from '../../../../src/base/money/currency.ts';
import { formatDecimal } from '../../../../src/base/money/money.ts';
import type { Books, SimulatedOrder } from './books.ts';
import { type Answer, type createFaults, refusal } from './faults.ts';
import { checkLocalOrder, givenBy, isLocalRequest, type LocalGiven } from './local.ts';
import { cents, checkOrder } from './order-request.ts';

const countries: Readonly<Record<string, string>> = {
  MLA: 'ARG',
  MLB: 'BRA',
  MLC: 'CHL',
  MCO: 'COL',
  MLM: 'MEX',
  MPE: 'PER',
  MLU: 'URY',
};

export function countryOf(siteId: string): string {
  return countries[siteId] ?? '';
}

interface OrdersApiOptions {
  books: Books;
  faults: ReturnType<typeof createFaults>;
  now: () => number;
  pageUrl: (order: SimulatedOrder) => string;
  /** Settings that a test may change. */
  ways: { isAsynchronous: boolean };
}

/** /v1/orders: open, read, cancel and refund, each change once per key. */
export function addOrdersApi(
  app: FastifyInstance,
  { books, faults, now, pageUrl, ways }: OrdersApiOptions,
): void {
  const { currency, decimals } = books.site;
  const exponent = exponentOf(currency);
  const done = new Map<string, { asked: string; answer: Answer | null }>();

  const written = (amountMinor: bigint) => formatDecimal(amountMinor * 10n ** BigInt(2 - exponent), 2);
  const minorOf = (amount: string) => cents(amount) / 10n ** BigInt(2 - exponent);

  /**
   * Executes the same key and body once; refuses another body under the key, and a repeat while the first is under way.
   */
  function once(request: FastifyRequest, reply: FastifyReply, work: (key: string) => Answer) {
    return faults.meet(request, reply, async (isSlow) => {
      const key = request.headers['x-idempotency-key'];
      if (typeof key !== 'string' || key === '')
        return refusal(400, 'empty_required_header', 'Missing HTTP header: X-Idempotency-Key');
      if (key.length > 128) return refusal(400, 'invalid_idempotency_key_length');
      const asked = `${request.url} ${JSON.stringify(request.body ?? null)}`;
      const known = done.get(key);
      if (known && known.asked !== asked) return refusal(409, 'idempotency_key_already_used');
      if (known) return known.answer ?? refusal(423, 'resource_locked');
      done.set(key, { asked, answer: null });
      if (isSlow) await new Promise((resolve) => setTimeout(resolve, 100));
      const answer = work(key);
      // A refused request may be repeated.
      if (answer.status < 300) done.set(key, { asked, answer });
      else done.delete(key);
      return answer;
    });
  }

  function withOrder(request: FastifyRequest, work: (order: SimulatedOrder) => Answer): Answer {
    const { id } = request.params as { id: string };
    if (!/^ORD[0-9A-Z]{26}$/.test(id)) return refusal(400, 'invalid_path_param');
    const order = books.orders.get(id);
    if (!order) return refusal(404, 'order_not_found');
    books.isOpen(order);
    return work(order);
  }

  function toJson(order: SimulatedOrder) {
    return {
      id: order.id,
      type: 'online',
      processing_mode: order.local ? 'automatic' : 'manual',
      capture_mode: 'automatic_async',
      external_reference: order.reference,
      total_amount: written(order.amountMinor),
      total_paid_amount: written(
        order.payments.some(({ isCaptured }) => isCaptured) ? order.amountMinor : 0n,
      ),
      country_code: countryOf(books.siteId),
      currency,
      user_id: '1000000001',
      status: order.status,
      status_detail: order.detail,
      created_date: new Date(order.createdAt).toISOString(),
      last_updated_date: new Date(order.updatedAt).toISOString(),
      expiration_time: order.expirationTime,
      ...(!order.local && { checkout_url: pageUrl(order) }),
      integration_data: { application_id: '2000000002' },
      ...(order.payments.length > 0 && { transactions: transactionsOf(order) }),
    };
  }

  function transactionsOf(order: SimulatedOrder) {
    return {
      payments: order.payments.map((payment) => ({
        id: payment.id,
        amount: written(payment.amountMinor),
        paid_amount: written(payment.amountMinor),
        reference_id: String(payment.number),
        status: payment.status,
        status_detail: payment.detail,
        payment_method: order.local
          ? given(order.local)
          : { id: 'master', type: 'credit_card', installments: 1 },
        ...(order.local && { date_of_expiration: new Date(order.expiresAt).toISOString() }),
      })),
      ...(order.refunds.length > 0 && { refunds: refundsOf(order) }),
      ...(order.chargebacks.length > 0 && {
        chargebacks: order.chargebacks.map((chargeback) => ({
          id: `CHB${chargeback.caseId}`,
          transaction_id: order.payments.find(({ number }) => number === chargeback.paymentNumber)?.id,
          case_id: chargeback.caseId,
          status: order.detail,
        })),
      }),
    };
  }

  function refundsOf(order: SimulatedOrder) {
    return order.refunds.map((refund) => ({
      id: refund.id,
      transaction_id: refund.paymentId,
      reference_id: '0000000000',
      amount: written(refund.amountMinor),
      status: refund.status,
    }));
  }

  app.post('/v1/orders', (request, reply) =>
    once(request, reply, () => {
      if (isLocalRequest(request.body)) return openLocal(request.body);
      const checked = checkOrder(request.body, { decimals });
      if ('errors' in checked) return { status: 400, body: { errors: checked.errors } };
      const { order: asked } = checked;
      const { success_url, failure_url, pending_url } = asked.config?.online ?? {};
      const order = books.open({
        reference: asked.external_reference ?? '',
        title: asked.items[0]?.title ?? '',
        email: asked.payer.email,
        amountMinor: minorOf(asked.total_amount),
        expirationTime: asked.expiration_time ?? 'P1D',
        expiresAt: now() + msOf(asked.expiration_time ?? 'P1D'),
        urls: {
          ...(success_url && { success: success_url }),
          ...(failure_url && { failure: failure_url }),
          ...(pending_url && { pending: pending_url }),
        },
      });
      return { status: 201, body: toJson(order) };
    }),
  );

  /** An order that is processed at once: its payer pays elsewhere. */
  function openLocal(body: unknown): Answer {
    const checked = checkLocalOrder(body, books.siteId);
    if ('errors' in checked) return { status: 400, body: { errors: checked.errors } };
    const { order: asked, local } = checked;
    const expirationTime = asked.transactions.payments[0]?.expiration_time ?? 'PT15M';
    const order = books.open({
      reference: asked.external_reference,
      title: asked.description ?? '',
      email: asked.payer.email,
      amountMinor: minorOf(asked.total_amount),
      expirationTime,
      expiresAt: now() + msOf(expirationTime),
      urls: {},
      local,
    });
    books.await(order);
    const told = toJson(order);
    if (!ways.isAsynchronous) return { status: 201, body: told };
    const { transactions: _, ...rest } = told as Record<string, unknown>;
    return { status: 201, body: { ...rest, status: 'processing', status_detail: 'in_process' } };
  }

  /** The page of a bank lies here. */
  const given = (local: LocalGiven) => givenBy(local, pageUrl({ id: 'local' } as SimulatedOrder));

  app.get('/v1/orders', (request, reply) => {
    const { external_reference, begin_date, end_date } = request.query as Record<string, string>;
    if (!begin_date || !end_date) return reply.code(400).send(refusal(400, 'missing_required_params').body);
    const found = books
      .ordersOf(external_reference ?? '')
      .filter(({ createdAt }) => createdAt >= Date.parse(begin_date) && createdAt <= Date.parse(end_date));
    return reply.send({ data: found.map(toJson), paging: { total: String(found.length) } });
  });

  app.get('/v1/orders/:id', (request, reply) => {
    const answer = withOrder(request, (order) => ({ status: 200, body: toJson(order) }));
    return reply.code(answer.status).send(answer.body);
  });

  app.post('/v1/orders/:id/cancel', (request, reply) =>
    once(request, reply, () =>
      withOrder(request, (order) => {
        if (order.status === 'canceled') return refusal(409, 'order_already_cancelled');
        if (!['created', 'action_required'].includes(order.status))
          return refusal(409, 'cannot_cancel_order');
        books.cancel(order);
        return { status: 200, body: toJson(order) };
      }),
    ),
  );

  app.post('/v1/orders/:id/refund', (request, reply) =>
    once(request, reply, (key) =>
      withOrder(request, (order) => {
        if (order.status === 'refunded') return refusal(409, 'order_already_refunded');
        if (order.status !== 'processed') return refusal(409, 'cannot_refund_order');
        const asked = refundRequestOf(request.body);
        if (!asked) return refusal(400, 'property_value');
        const payment = order.payments.find(({ id, isCaptured }) => id === asked.id && isCaptured);
        if (!payment) return refusal(404, 'transaction_not_found');
        if (decimals === 0 && cents(asked.amount) % 100n !== 0n) return refusal(400, 'property_value');
        const amountMinor = minorOf(asked.amount);
        if (amountMinor <= 0n || amountMinor > books.standing(order))
          return refusal(400, 'invalid_transaction_amount');
        books.refund(order, key, amountMinor);
        const { id, status, detail } = order;
        return {
          status: 201,
          body: { id, status, status_detail: detail, transactions: { refunds: refundsOf(order) } },
        };
      }),
    ),
  );
}

function refundRequestOf(body: unknown): { id: string; amount: string } | null {
  const [transaction, ...more] = (body as { transactions?: unknown[] } | null)?.transactions ?? [];
  const { id, amount } = (transaction ?? {}) as { id?: unknown; amount?: unknown };
  if (more.length > 0 || typeof id !== 'string' || typeof amount !== 'string') return null;
  return /^\d{1,18}(\.\d{1,2})?$/.test(amount) ? { id, amount } : null;
}

/** Parses durations such as "PT60M" and "P1D". */
function msOf(duration: string): number {
  const [, days, hours, minutes, seconds] =
    /^P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/.exec(duration) ?? [];
  const count = (text: string | undefined, unitMs: number) => Number(text ?? 0) * unitMs;
  return count(days, 86_400_000) + count(hours, 3_600_000) + count(minutes, 60_000) + count(seconds, 1_000);
}
