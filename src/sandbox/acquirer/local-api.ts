import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import { isMethodCode, methods } from '../../accounts/methods/methods.ts';
import type { Sql } from '../../base/db/pool.ts';
import { isCurrency } from '../../base/money/currency.ts';
import { instructionsOf } from './instructions.ts';
import {
  cancelLocalPayment,
  findLocalPayment,
  type LocalPayment,
  takeLocalPayment,
} from './local-payments.ts';

const NewLocalPaymentBody = Type.Object({
  id: Type.String({ pattern: '^[A-Za-z0-9_-]{1,64}$' }),
  method: Type.String({ maxLength: 40 }),
  amount_minor: Type.String({ pattern: '^[1-9][0-9]{0,17}$' }),
  currency: Type.String({ pattern: '^[A-Z]{3}$' }),
  // PostgreSQL stores no NUL.
  description: Type.Union([Type.String({ maxLength: 1000, pattern: '^[^\\u0000]*$' }), Type.Null()]),
  payment_of: Type.Union([Type.String({ maxLength: 64, pattern: '^[^\\u0000]*$' }), Type.Null()]),
  return_url: Type.String({ maxLength: 2048, pattern: '^https?://' }),
  notify_url: Type.String({ maxLength: 2048, pattern: '^https?://' }),
  payable_seconds: Type.Integer({ minimum: 1, maximum: 30 * 86_400 }),
  payer: Type.Object({
    name: Type.Union([Type.String({ maxLength: 200 }), Type.Null()]),
    email: Type.Union([Type.String({ maxLength: 300 }), Type.Null()]),
    document: Type.Union([Type.String({ maxLength: 40 }), Type.Null()]),
    phone: Type.Union([Type.String({ maxLength: 20 }), Type.Null()]),
    bank: Type.Union([Type.String({ maxLength: 40 }), Type.Null()]),
  }),
});

const Params = Type.Object({ id: Type.String({ pattern: '^[A-Za-z0-9_-]{1,64}$' }) });
const CancelBody = Type.Object({ method: Type.String({ maxLength: 40 }) });

/** The banks of the bank page; the second one takes none. */
const sandboxBanks = [
  { id: '9001', name: 'Banco Sandbox' },
  { id: '9002', name: 'Banco que no responde' },
];

/** The acquirer's API for local methods. It keeps nothing of the payer. */
export function localApi(app: FastifyInstance, sql: Sql, pageBaseUrl: () => string): void {
  const api = app.withTypeProvider<TypeBoxTypeProvider>();

  api.post('/local-payments', { schema: { body: NewLocalPaymentBody } }, async (request, reply) => {
    const { body } = request;
    if (!isMethodCode(body.method) || !isCurrency(body.currency) || !URL.canParse(body.return_url)) {
      return reply.code(400).send({ error: 'invalid_request' });
    }
    if (body.payer.bank === '9002') return reply.code(503).send({ error: 'bank_unavailable' });
    const payment = await takeLocalPayment(sql, {
      id: body.id,
      method: body.method,
      amountMinor: BigInt(body.amount_minor),
      currency: body.currency,
      description: body.description,
      paymentOf: body.payment_of,
      returnUrl: new URL(body.return_url).href,
      notifyUrl: body.notify_url,
      payableSeconds: body.payable_seconds,
    });
    const sameMoney = payment.amountMinor === BigInt(body.amount_minor) && payment.currency === body.currency;
    if (payment.amountMinor !== null && !sameMoney) return reply.code(409).send({ error: 'id_reused' });
    return answerOf(payment, pageBaseUrl());
  });

  api.get('/local-payments/:id', { schema: { params: Params } }, async (request, reply) => {
    const payment = await findLocalPayment(sql, request.params.id);
    return payment ? answerOf(payment, pageBaseUrl()) : reply.code(404).send({ error: 'payment_not_found' });
  });

  api.post(
    '/local-payments/:id/cancel',
    { schema: { params: Params, body: CancelBody } },
    async (request, reply) => {
      const { method } = request.body;
      if (!isMethodCode(method)) return reply.code(400).send({ error: 'invalid_request' });
      return answerOf(await cancelLocalPayment(sql, request.params.id, method), pageBaseUrl());
    },
  );

  api.get('/banks', async () => ({ banks: sandboxBanks }));
}

function answerOf(payment: LocalPayment, pageBaseUrl: string) {
  const { id, status, reference, paidMinor } = payment;
  const page = `${pageBaseUrl}/${id}`;
  switch (status) {
    case 'waiting': {
      if (methods[payment.method].way === 'redirect') return { status: 'redirect', url: page };
      return { status: 'waiting', instructions: instructionsOf(payment, page) };
    }
    case 'paid':
      return { status, reference: `SBX-${reference}L`, paid_minor: paidMinor.toString() };
    default:
      return { status };
  }
}
