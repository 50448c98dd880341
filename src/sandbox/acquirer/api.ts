import { createHash, timingSafeEqual } from 'node:crypto';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import Fastify, { type FastifyError, type FastifyReply } from 'fastify';
import Type from 'typebox';
import type { Sql } from '../../base/db/pool.ts';
import { compileOnUse } from '../../base/http/lazy-schemas.ts';
import { isCurrency } from '../../base/money/currency.ts';
import { type Closed, capturePayment, voidPayment } from './captures.ts';
import { disputesAfter } from './disputes.ts';
import { localApi } from './local-api.ts';
import { movementsBetween } from './movements.ts';
import { abandonPayment, findPayment, type Payment, paymentIdPattern, takePayment } from './payments.ts';
import { callersId, refundPayment, refundsOfPayment } from './refunds.ts';
import { behaves, judgeCard } from './test-cards.ts';

/** A payment with every field at its longest is below 5 KB. */
const maxBodyBytes = 8 * 1024;

/** Ends idle connections, such as those held by the card that never answers. */
const idleConnectionMs = 120_000;

const Id = Type.String({ pattern: paymentIdPattern.source });
/** A string, because a JSON number cannot hold 18 digits. */
const AmountMinor = Type.String({ pattern: '^[1-9][0-9]{0,17}$' });
const Currency = Type.String({ pattern: '^[A-Z]{3}$' });

const NewPaymentBody = Type.Object({
  id: Id,
  amount_minor: AmountMinor,
  currency: Currency,
  country: Type.String({ pattern: '^[A-Z]{3}$' }),
  // PostgreSQL stores no NUL.
  description: Type.Union([Type.String({ maxLength: 1000, pattern: '^[^\\u0000]*$' }), Type.Null()]),
  document: Type.Union([Type.String({ maxLength: 40 }), Type.Null()]),
  capture: Type.Optional(Type.Boolean()),
  instalments: Type.Optional(Type.Integer({ minimum: 1, maximum: 99 })),
  return_url: Type.String({ maxLength: 2048, pattern: '^https?://' }),
  card: Type.Object({
    number: Type.String({ maxLength: 40 }),
    expiry_month: Type.Integer({ minimum: 1, maximum: 12 }),
    expiry_year: Type.Integer({ minimum: 2000, maximum: 2100 }),
    security_code: Type.String({ maxLength: 10 }),
    holder_name: Type.String({ maxLength: 200 }),
  }),
});

const NewRefundBody = Type.Object({
  id: Id,
  payment_id: Id,
  amount_minor: AmountMinor,
  currency: Currency,
});

const CaptureBody = Type.Object({ amount_minor: AmountMinor });

const PaymentParams = Type.Object({ id: Id });
const RefundsQuery = Type.Object({ payment_id: Id });
const DisputesQuery = Type.Object({ after: Type.String({ pattern: '^[0-9]{0,18}$' }) });
const Moment = Type.String({
  pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}[.][0-9]{3}Z$',
});
const MovementsQuery = Type.Object({ from: Moment, to: Moment, after: DisputesQuery.properties.after });

export interface AcquirerApiOptions {
  sql: Sql;
  secret: string;
  challengeBaseUrl(): string;
  localPageBaseUrl(): string;
  disputeDelayMs: number;
}

/** The acquirer's own HTTP API. It logs nothing: requests carry card numbers. */
export function createAcquirerApi(options: AcquirerApiOptions) {
  const { sql, challengeBaseUrl, disputeDelayMs } = options;
  const app = Fastify({
    bodyLimit: maxBodyBytes,
    connectionTimeout: idleConnectionMs,
    // Open connections would otherwise keep close() waiting.
    forceCloseConnections: true,
    schemaController: compileOnUse(),
    ajv: { customOptions: { coerceTypes: false, removeAdditional: false } },
  }).withTypeProvider<TypeBoxTypeProvider>();

  const expected = digest(`Bearer ${options.secret}`);
  app.addHook('onRequest', async (request, reply) => {
    if (timingSafeEqual(digest(request.headers.authorization ?? ''), expected)) return;
    return reply.code(401).send({ error: 'unauthorized' });
  });

  // Neither the faulty value nor an inner message is returned: either could contain a card number.
  app.setErrorHandler<FastifyError>((error, _request, reply) => {
    const status = error.statusCode ?? 500;
    const where = error.validation?.map((fault) => fault.instancePath || '/');
    if (status < 500) return reply.code(status).send({ error: 'invalid_request', where });
    return reply.code(500).send({ error: 'internal' });
  });

  app.post('/payments', { schema: { body: NewPaymentBody } }, async (request, reply) => {
    const { body } = request;
    if (!isCurrency(body.currency)) return reply.code(400).send(invalid('/currency'));
    if (!URL.canParse(body.return_url)) return reply.code(400).send(invalid('/return_url'));
    const amountMinor = BigInt(body.amount_minor);
    const { instalments = 1 } = body;
    const verdict = judgeCard(
      {
        number: body.card.number,
        expiryMonth: body.card.expiry_month,
        expiryYear: body.card.expiry_year,
        securityCode: body.card.security_code,
        instalments,
      },
      new Date(),
    );
    const { taken, payment } = await takePayment(
      sql,
      {
        id: body.id,
        amountMinor,
        currency: body.currency,
        instalments,
        capturesAtOnce: body.capture ?? true,
        description: body.description,
        returnUrl: new URL(body.return_url).href,
      },
      verdict,
      disputeDelayMs,
    );
    const sameMoney = payment.amountMinor === amountMinor && payment.currency === body.currency;
    if (payment.amountMinor !== null && !sameMoney) return reply.code(409).send({ error: 'id_reused' });
    if (taken && verdict.behaviour.does === 'approve_without_answering') return reply.hijack();
    return answerOf(payment, challengeBaseUrl);
  });

  app.get('/payments/:id', { schema: { params: PaymentParams } }, async (request, reply) => {
    const payment = await findPayment(sql, request.params.id);
    return payment
      ? answerOf(payment, challengeBaseUrl)
      : reply.code(404).send({ error: 'payment_not_found' });
  });

  app.post('/payments/:id/abandon', { schema: { params: PaymentParams } }, async (request) =>
    answerOf(await abandonPayment(sql, request.params.id), challengeBaseUrl),
  );

  app.post(
    '/payments/:id/capture',
    { schema: { params: PaymentParams, body: CaptureBody } },
    async (request, reply) => {
      const { id } = request.params;
      const closed = await capturePayment(sql, id, BigInt(request.body.amount_minor));
      if (closed?.isNew && behaves(closed.payment.cardLast4, 'capture_without_answering'))
        return reply.hijack();
      return answerClosed(closed, reply);
    },
  );

  app.post('/payments/:id/void', { schema: { params: PaymentParams } }, async (request, reply) =>
    answerClosed(await voidPayment(sql, request.params.id), reply),
  );

  function answerClosed(closed: Closed | null, reply: FastifyReply) {
    if (!closed) return reply.code(404).send({ error: 'payment_not_found' });
    if (closed.refusal) return reply.code(409).send({ error: closed.refusal });
    return answerOf(closed.payment, challengeBaseUrl);
  }

  app.post('/refunds', { schema: { body: NewRefundBody } }, async (request, reply) => {
    const { body } = request;
    const wanted = {
      id: body.id,
      paymentId: body.payment_id,
      amountMinor: BigInt(body.amount_minor),
      currency: body.currency,
    };
    const refund = await refundPayment(sql, wanted);
    const same =
      refund.paymentId === wanted.paymentId &&
      refund.amountMinor === wanted.amountMinor &&
      refund.currency === wanted.currency;
    if (!same) return reply.code(409).send({ error: 'id_reused' });
    return refund.status === 'refunded'
      ? { status: 'refunded', reference: `SBR-${refund.reference}` }
      : { status: 'refused', reason: refund.reason };
  });

  app.get('/refunds', { schema: { querystring: RefundsQuery } }, async (request) => {
    const refunds = await refundsOfPayment(sql, request.query.payment_id);
    return {
      refunds: refunds.map(({ id, reference, amountMinor, currency }) => ({
        id: callersId(id),
        reference: `SBR-${reference}`,
        amount_minor: amountMinor.toString(),
        currency,
      })),
    };
  });

  app.get('/disputes', { schema: { querystring: DisputesQuery } }, async (request) => {
    const { after } = request.query;
    const disputes = await disputesAfter(sql, BigInt(after || '0'));
    return {
      disputes: disputes.map((dispute) => ({
        id: `SBD-${dispute.paymentId}`,
        payment_id: dispute.paymentId,
        status: dispute.status,
        evidence_due_at: dispute.evidenceDueAt?.toISOString() ?? null,
        amount_minor: dispute.amountMinor.toString(),
        currency: dispute.currency,
      })),
      cursor: disputes.at(-1)?.number.toString() ?? after,
    };
  });

  app.get('/movements', { schema: { querystring: MovementsQuery } }, async (request) => {
    const { from, to, after } = request.query;
    const movements = await movementsBetween(sql, new Date(from), new Date(to), BigInt(after || '0'));
    return {
      movements: movements.map((movement) => ({
        id: `SBM-${movement.number}`,
        number: movement.number.toString(),
        kind: movement.kind,
        payment_id: movement.paymentId,
        refund_id: callersId(movement.refundId),
        refund_reference: movement.refundReference === null ? null : `SBR-${movement.refundReference}`,
        amount_minor: movement.amountMinor.toString(),
        currency: movement.currency,
        at: movement.at.toISOString(),
      })),
    };
  });

  localApi(app, sql, () => options.localPageBaseUrl());
  return app;
}

function answerOf(payment: Payment, challengeBaseUrl: () => string) {
  switch (payment.status) {
    case 'approved':
      return {
        status: 'approved',
        reference: `SBX-${payment.reference}`,
        captured_minor: (payment.capturedMinor ?? payment.amountMinor ?? 0n).toString(),
      };
    case 'authorized':
      return {
        status: 'authorized',
        reference: `SBX-${payment.reference}`,
        expires_at: payment.authorizedUntil?.toISOString(),
      };
    case 'voided':
      return { status: 'voided', reference: `SBX-${payment.reference}`, is_expired: payment.isExpired };
    case 'refused':
      return { status: 'refused', reason: payment.reason };
    case 'challenge':
      return { status: 'challenge', challenge_url: `${challengeBaseUrl()}/${payment.id}` };
  }
}

function invalid(where: string) {
  return { error: 'invalid_request', where: [where] };
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
