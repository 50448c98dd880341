import type { FastifyInstance } from 'fastify';
import { moneyToNumber } from '../../../../src/base/money/money.ts';
import type { Books, SimulatedChargeback, SimulatedOrder, SimulatedPayment } from './books.ts';

const yearMs = 365 * 24 * 60 * 60 * 1000;

/** The older API's names of order statuses. */
const statuses: Readonly<Record<string, string>> = {
  processed: 'approved',
  processing: 'in_process',
  failed: 'rejected',
  canceled: 'cancelled',
  refunded: 'refunded',
  charged_back: 'charged_back',
};

/** /v1/payments and /v1/chargebacks: read-only. */
export function addOlderApi(app: FastifyInstance, books: Books): void {
  const { currency } = books.site;
  const amountOf = (amountMinor: bigint) => moneyToNumber({ amountMinor, currency });

  const payments = () =>
    [...books.orders.values()].flatMap((order) => order.payments.map((payment) => ({ order, payment })));

  function toPayment({ order, payment }: { order: SimulatedOrder; payment: SimulatedPayment }) {
    return {
      id: payment.number,
      status: statuses[payment.status] ?? 'pending',
      status_detail: payment.detail,
      external_reference: order.reference,
      currency_id: currency,
      transaction_amount: amountOf(payment.amountMinor),
      payment_method_id: 'master',
      payment_type_id: 'credit_card',
      date_last_updated: new Date(payment.updatedAt).toISOString().replace('Z', '+00:00'),
      card: {
        first_six_digits: payment.cardNumber.slice(0, 6),
        last_four_digits: payment.cardNumber.slice(-4),
      },
    };
  }

  function toChargeback({ caseId, paymentNumber, amountMinor, at }: SimulatedChargeback) {
    return {
      id: caseId,
      payments: [paymentNumber],
      currency,
      amount: amountOf(amountMinor),
      reason: 'fraud',
      coverage_applied: false,
      documentation_status: 'pending',
      date_created: new Date(at).toISOString(),
    };
  }

  app.get('/v1/payments/search', (request, reply) => {
    const query = request.query as Record<string, string>;
    const from = Date.parse(query.begin_date ?? '');
    const to = Date.parse(query.end_date ?? '');
    const isKnown =
      query.range === 'date_last_updated' &&
      query.sort === 'date_last_updated' &&
      query.criteria === 'asc' &&
      to - from <= yearMs;
    if (!isKnown) return reply.code(400).send({ message: 'Params Error', error: 'bad_request', status: 400 });
    const offset = Number(query.offset ?? 0);
    const limit = Math.min(Number(query.limit ?? 30), 100);
    const found = payments()
      .map((each) => toPayment(each))
      .filter(({ status, date_last_updated }) => {
        const at = Date.parse(date_last_updated);
        return (!query.status || status === query.status) && at >= from && at <= to;
      })
      .sort((a, b) => Date.parse(a.date_last_updated) - Date.parse(b.date_last_updated));
    return {
      paging: { total: found.length, limit, offset },
      results: found.slice(offset, offset + limit),
    };
  });

  app.get('/v1/payments/:id', (request, reply) => {
    const { id } = request.params as { id: string };
    const found = payments().find(({ payment }) => String(payment.number) === id);
    if (!found)
      return reply.code(404).send({ message: 'Payment not found', error: 'not_found', status: 404 });
    return toPayment(found);
  });

  app.get('/post-purchase/v1/claims/:id', (request, reply) => {
    const { id } = request.params as { id: string };
    const claim = books.claims.find((each) => String(each.id) === id);
    if (!claim) return reply.code(404).send({ message: 'Claim not found', error: 'not_found', status: 404 });
    return {
      ...{ id: claim.id, resource: claim.resource, resource_id: claim.paymentNumber, type: 'mediations' },
      ...{ stage: 'claim', status: 'opened', reason_id: 'PNR3430', parent_id: null, fulfilled: false },
    };
  });

  const chargebacks = () => [...books.orders.values()].flatMap((order) => order.chargebacks);

  app.get('/v1/chargebacks/search', (request, reply) => {
    const { payment_id: paymentId } = request.query as { payment_id?: string };
    if (!paymentId)
      return reply
        .code(400)
        .send({ message: 'Wrong parameters in Search Cases', error: 'bad_request', status: 400 });
    const results = chargebacks()
      .filter(({ paymentNumber }) => String(paymentNumber) === paymentId)
      .map(toChargeback);
    return { paging: { offset: 0, limit: 25, total: results.length }, results };
  });

  app.get('/v1/chargebacks/:id', (request, reply) => {
    const { id } = request.params as { id: string };
    const found = chargebacks().find(({ caseId }) => caseId === id);
    if (!found)
      return reply
        .code(404)
        .send({ message: `Case for ${id} doesn't exist`, error: 'not_found', status: 404 });
    return toChargeback(found);
  });
}
