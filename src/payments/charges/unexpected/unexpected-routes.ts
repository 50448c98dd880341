import { Type } from 'typebox';
import type { Authenticator } from '../../../accounts/merchants/sessions/authenticate.ts';
import { readSecurity } from '../../../accounts/merchants/sessions/routes.ts';
import { sessionSecurity } from '../../../accounts/people/session-security.ts';
import { envelope, errors, success } from '../../../base/http/envelope.ts';
import { identify } from '../../../base/http/identify.ts';
import { idempotencyHeader } from '../../../base/http/request/idempotency-header.ts';
import type { App } from '../../../base/http/server.ts';
import type { ResolveDeps } from '../attempts/resolve-attempt.ts';
import type { Charge } from '../charge.ts';
import { shapeUnexpected, unexpectedShape } from '../transaction-shape.ts';
import { resolveUnexpected } from './resolve-unexpected.ts';
import { decisions } from './unexpected-payment.ts';

export interface UnexpectedRoutesDeps extends ResolveDeps {
  authenticator: Authenticator;
}

/** The merchant's decision about unexpected payments. `ownCharge` finds the merchant's own charge, or throws. */
export function unexpectedRoutes(
  app: App,
  deps: UnexpectedRoutesDeps,
  ownCharge: (merchantId: string, reference: string) => Promise<Charge>,
): void {
  const { authenticator } = deps;
  const byAny = identify(authenticator.byAny);

  app.post(
    '/api/transactions/:reference/resolve',
    {
      config: { face: 'api' },
      onRequest: byAny.onRequest,
      schema: {
        operationId: 'resolveTransaction',
        summary: 'Decide about money that came late, a second time or as another amount',
        description:
          'accept: it pays the transaction if nothing else did, and is credited beside its payment otherwise. return: the processor gives it back to the customer; while it has not answered the payment is `returning`, and it is asked again until it does. A decision is final; repeating it answers the same.',
        tags: ['Transactions'],
        security: [...readSecurity, ...sessionSecurity],
        'x-scope': 'refunds',
        'x-permission': 'payments.resolve',
        params: Type.Object({ reference: Type.String() }),
        headers: idempotencyHeader,
        body: Type.Object({
          payment: Type.String({
            maxLength: 40,
            description: 'The id of one of its unexpected_payments',
          }),
          decision: Type.Enum([...decisions], { expected: '"accept" or "return"' }),
        }),
        response: { 200: envelope(unexpectedShape), ...errors(400, 401, 403, 404, 409, 413, 415, 422) },
      },
    },
    async (request, reply) => {
      const merchant = byAny.callerOf(request);
      const charge = await ownCharge(merchant.id, request.params.reference);
      const { payment: paymentId, decision } = request.body;
      const { payment, replayed } = await resolveUnexpected(deps, charge, {
        paymentId: paymentId.toLowerCase(),
        decision,
        idempotencyKey: request.headers['idempotency-key'] ?? null,
        actor: authenticator.askerOf(request).actor,
      });
      if (replayed) reply.header('idempotent-replayed', 'true');
      return success(`Payment ${payment.status}`, shapeUnexpected(payment));
    },
  );
}
