import { Type } from 'typebox';
import type { Authenticator } from '../../accounts/merchants/sessions/authenticate.ts';
import { sessionSecurity } from '../../accounts/people/session-security.ts';
import { validationFailed } from '../../base/ground/errors.ts';
import { identify } from '../../base/http/identify.ts';
import { idempotencyHeader } from '../../base/http/request/idempotency-header.ts';
import { faultsOf } from '../../base/http/request/validation.ts';
import type { App } from '../../base/http/server.ts';
import type { Notation } from '../../chain/chains/port/notation.ts';
import { findOrderById } from '../../crypto/orders/store.ts';
import { readRefundAmount } from '../../crypto/payouts/refund/refund-amount.ts';
import { type RefundOrderDeps, refundOrder } from '../../crypto/payouts/refund/refund-order.ts';
import { showRefund } from '../../crypto/payouts/refund/refund-shape.ts';
import { cardNumberFaults } from '../../payments/charges/cards/card-number-text.ts';
import { merchantText } from '../../payments/charges/charge-request.ts';
import { readRefundReason, refundReasonSchema } from '../../payments/charges/refunds/refund-reason.ts';
import { actAnswers, orderAct, ownedBy } from './order-act.ts';
import { refundSchema } from './order-shape.ts';
import { readOrderName } from './routes.ts';

export interface RefundRoutesDeps extends RefundOrderDeps {
  notation: Notation;
  authenticator: Authenticator;
}

const refundBody = Type.Object({
  amount: Type.Optional(
    Type.String({
      maxLength: 30,
      expected: 'an amount as text, e.g. "10.50"',
      description:
        'In the asset of the order, of what you were credited. Absent: all that came late or short; where nothing did, all that is left',
    }),
  ),
  reason: refundReasonSchema,
  note: Type.Optional(merchantText(500)),
});

/** A merchant's refunds of a pay-in on the chain. */
export function refundRoutes(app: App, deps: RefundRoutesDeps): void {
  const byAny = identify(deps.authenticator.byAny);
  const { 200: _, ...refusals } = actAnswers(Type.Object({}));
  app.post(
    '/payment/:order/refunds',
    {
      config: { face: 'crypto' },
      onRequest: byAny.onRequest,
      attachValidation: true,
      schema: {
        operationId: 'refundCryptoOrder',
        summary: 'Give money of a pay-in back to its customer on the chain, by the order’s hash or id',
        description:
          'The customer is mailed a link, under which they enter and confirm a wallet within 30 days; then it is sent. What came late or short is given back whole; what you were credited, whole or in parts, out of your balance. A refund that comes to nothing leaves all of it where it was.',
        ...orderAct,
        security: [...orderAct.security, ...sessionSecurity],
        'x-permission': 'payments.refund',
        'x-scope': 'refunds',
        headers: idempotencyHeader,
        body: refundBody,
        response: {
          201: Type.Object({ status: Type.Literal(true), message: Type.String(), refund: refundSchema }),
          ...refusals,
        },
      },
      // A missing body refunds all that is left, like an empty object.
      preValidation: async (request) => {
        if (request.body === undefined) request.body = {};
      },
    },
    async (request, reply) => {
      const merchant = byAny.callerOf(request);
      const { id } = readOrderName(deps.secrets, request.params.order);
      const order = ownedBy(merchant, await findOrderById(deps.sql, id));
      const faults = faultsOf(request.validationError?.validation ?? []);
      const sound = (field: string): boolean => !faults.some((fault) => fault.field === field);
      // A body of "null" also gets here, with its fault.
      const { amount, note, reason } = request.body ?? {};
      faults.push(...cardNumberFaults({ note, reason }, sound));
      const units = amount === undefined || !sound('amount') ? null : readRefundAmount(amount);
      if (typeof units === 'string') faults.push({ field: 'amount', message: units });
      if (faults.length > 0 || typeof units === 'string') throw validationFailed(faults);
      const { refund, replayed } = await refundOrder(deps, order, {
        ask: units === null ? { kind: 'all' } : { kind: 'part', units },
        idempotencyKey: request.headers['idempotency-key'] ?? null,
        reason: readRefundReason(reason),
        note: note?.trim() || null,
        by: deps.authenticator.askerOf(request),
      });
      if (replayed) reply.header('idempotent-replayed', 'true');
      return reply.code(201).send({
        status: true as const,
        message: refundMessage(refund.status),
        refund: await showRefund(deps, refund),
      });
    },
  );
}

export function refundMessage(status: string): string {
  return status === 'open'
    ? 'The customer is mailed a link to say where to; it is sent when they have'
    : `Refund ${status}`;
}
