import { Type } from 'typebox';
import type { Notation } from '../chains/port/notation.ts';
import { refundableMinor } from '../charges/charge.ts';
import { findCharge } from '../charges/store.ts';
import { findOrderById } from '../crypto-orders/store.ts';
import { idTimeMs } from '../db/ids.ts';
import type { Sql } from '../db/pool.ts';
import type { Reads } from '../db/reads.ts';
import { envelope, errors, success } from '../http/envelope.ts';
import { identify } from '../http/identify.ts';
import { defaultPageSize, readId } from '../http/list-values.ts';
import { type App, notFound } from '../http/server.ts';
import type { Merchant } from '../merchants/merchant.ts';
import { isAsset } from '../money/asset.ts';
import { moneyToDecimal } from '../money/money.ts';
import type { PeopleAuthenticator } from '../people/authenticate.ts';
import type { SignedIn } from '../people/person.ts';
import { sessionSecurity } from '../people/session-security.ts';
import { type CsvSender, csvAnswer } from './csv.ts';
import { listPayments } from './list-payments.ts';
import { type PaymentSummary, paymentStates, summarizeCharge, summarizeOrder } from './payment.ts';
import { paymentColumns } from './payment-columns.ts';
import { paymentFilterSchema, paymentListSchema, readPaymentQuery } from './payment-query.ts';
import {
  chargeTimeline,
  type Happening,
  inOrder,
  orderTimeline,
  payInTimeline,
  paymentHappenings,
} from './timeline.ts';

export interface PaymentRoutesDeps {
  sql: Sql;
  reads: Reads;
  people: PeopleAuthenticator;
  notation: Notation;
  csv: CsvSender;
  /** The addresses of the API are one: the page reaches those of the crypto flow, too. */
  isOneHost: boolean;
  now(): Date;
}

const nullableText = Type.Union([Type.String(), Type.Null()]);
const summaryFields = {
  id: Type.String({ description: 'The reference of a charge, the id of an order' }),
  kind: Type.Enum(['charge', 'order']),
  state: Type.Enum([...paymentStates]),
  status: Type.String({ description: 'As readTransaction or readCryptoOrder says it' }),
  method: Type.String(),
  amount: Type.String({ description: 'A decimal, exact' }),
  currency: Type.String(),
  refunded: Type.String(),
  order_number: nullableText,
  email: nullableText,
  description: nullableText,
  created_at: Type.String(),
};
const listAnswer = envelope(
  Type.Object({ payments: Type.Array(Type.Object(summaryFields)), next_cursor: nullableText }),
);
const detailAnswer = envelope(
  Type.Object({
    ...summaryFields,
    can_cancel: Type.Boolean(),
    refund: Type.Union([
      Type.Object({
        way: Type.Enum(['card', 'chain'], { description: 'refundTransaction, or refundCryptoOrder' }),
        left: nullableText,
      }),
      Type.Null(),
    ]),
    timeline: Type.Array(
      Type.Object({
        at: Type.String(),
        kind: Type.Enum([...paymentHappenings]),
        outcome: Type.String(),
        subject: nullableText,
        url: nullableText,
      }),
    ),
  }),
);
const placeHeader = Type.Object({
  'x-merchant-id': Type.String({ maxLength: 200, description: 'Of which merchant' }),
});

interface PaymentDetail extends PaymentSummary {
  can_cancel: boolean;
  refund: { way: 'card' | 'chain'; left: string | null } | null;
  timeline: Happening[];
}

/** A merchant's payments as people look at them. What is done to one is done by the API. */
export function paymentRoutes(app: App, deps: PaymentRoutesDeps): void {
  const { sql, notation } = deps;
  const atMerchant = identify<{ by: SignedIn; merchant: Merchant }>(async (request) => {
    const { by, merchant } = await deps.people.atPlace(request);
    if (!merchant) throw notFound();
    return { by, merchant };
  });
  const shared = {
    tags: ['Dashboard'],
    security: sessionSecurity,
    'x-permission': 'payments.read',
    headers: placeHeader,
  } as const;

  app.get(
    '/dashboard/api/payments',
    {
      config: { face: 'api' },
      onRequest: atMerchant.onRequest,
      schema: {
        operationId: 'listPayments',
        summary: 'List payments by card and in crypto, newest first',
        ...shared,
        querystring: paymentListSchema,
        response: { 200: listAnswer, ...errors(401, 403, 404, 422) },
      },
    },
    async (request) => {
      const { merchant } = atMerchant.callerOf(request);
      const query = { ...readPaymentQuery(request.query), limit: defaultPageSize + 1 };
      const found = await deps.reads.read((some) => listPayments(some, merchant.id, query, deps.now()));
      const payments = found.slice(0, defaultPageSize);
      return success('Payments', {
        payments,
        next_cursor: found.length > defaultPageSize ? (payments.at(-1)?.id ?? null) : null,
      });
    },
  );

  app.get(
    '/dashboard/api/payments.csv',
    {
      config: { face: 'api' },
      onRequest: atMerchant.onRequest,
      schema: {
        operationId: 'exportPayments',
        summary: 'Download the payments of a list as CSV, newest first',
        ...shared,
        querystring: Type.Object(paymentFilterSchema),
        response: { 200: csvAnswer, ...errors(401, 403, 404, 422) },
      },
    },
    async (request, reply) => {
      const { by, merchant } = atMerchant.callerOf(request);
      const query = readPaymentQuery(request.query);
      const to = query.to ?? deps.now();
      return await deps.csv.send(reply, by.person, {
        fileName: `payments-${to.toISOString().slice(0, 10)}`,
        columns: paymentColumns,
        from: query.from ?? new Date(idTimeMs(merchant.id)),
        to,
        async page(beforeId, limit) {
          const asked = { ...query, beforeId, limit };
          const rows = await deps.reads.read((some) => listPayments(some, merchant.id, asked, deps.now()));
          return { rows, next: rows.length === limit ? (rows.at(-1)?.id ?? null) : null };
        },
      });
    },
  );

  app.get(
    '/dashboard/api/payments/:payment',
    {
      config: { face: 'api' },
      onRequest: atMerchant.onRequest,
      schema: {
        operationId: 'readPayment',
        summary: 'Read a payment and what happened to it',
        ...shared,
        params: Type.Object({ payment: Type.String() }),
        response: { 200: detailAnswer, ...errors(401, 403, 404) },
      },
    },
    async (request) => {
      const { id: merchantId } = atMerchant.callerOf(request).merchant;
      const id = readId(request.params.payment);
      const detail = id && ((await readCharge(merchantId, id)) ?? (await readOrder(merchantId, id)));
      if (!detail) throw notFound();
      return success('Payment', detail);
    },
  );

  async function readCharge(merchantId: string, id: string): Promise<PaymentDetail | null> {
    const charge = await findCharge(sql, merchantId, id);
    if (!charge) return null;
    const left = refundableMinor(charge);
    const timeline = await chargeTimeline(sql, charge);
    const asset = charge.method;
    const chain = isAsset(asset) ? await orderTimeline(sql, { ...charge, asset }, notation) : [];
    const way = isAsset(asset) ? 'chain' : 'card';
    return {
      ...summarizeCharge(charge),
      can_cancel: charge.status === 'open',
      refund:
        left > 0n && (way === 'card' || deps.isOneHost)
          ? { way, left: way === 'card' ? moneyToDecimal({ ...charge.amount, amountMinor: left }) : null }
          : null,
      timeline: inOrder([...timeline, ...chain]),
    };
  }

  async function readOrder(merchantId: string, id: string): Promise<PaymentDetail | null> {
    const order = await findOrderById(sql, id);
    if (order?.merchantId !== merchantId) return null;
    return {
      ...summarizeOrder(order),
      can_cancel: false,
      refund: order.status === 'success' && deps.isOneHost ? { way: 'chain', left: null } : null,
      timeline: await payInTimeline(sql, order, notation),
    };
  }
}
