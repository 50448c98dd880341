import { Type } from 'typebox';
import type { Authenticator } from '../../../accounts/merchants/sessions/authenticate.ts';
import { readSecurity } from '../../../accounts/merchants/sessions/routes.ts';
import { sessionSecurity } from '../../../accounts/people/session-security.ts';
import { validationFailed } from '../../../base/ground/errors.ts';
import { envelope, errors, success } from '../../../base/http/envelope.ts';
import { identify } from '../../../base/http/identify.ts';
import { idempotencyHeader } from '../../../base/http/request/idempotency-header.ts';
import { faultsOf } from '../../../base/http/request/validation.ts';
import type { App } from '../../../base/http/server.ts';
import type { ResolveDeps } from '../attempts/resolve-attempt.ts';
import type { Charge } from '../charge.ts';
import { amountSchema, readAmount } from '../charge-request.ts';
import { closingShape, shapeClosing } from '../transaction-shape.ts';
import { closeCharge } from './close-charge.ts';

export interface ClosingRoutesDeps extends ResolveDeps {
  authenticator: Authenticator;
}

const referenceParams = Type.Object({ reference: Type.String() });
const captureBody = Type.Object({
  amount: Type.Optional(
    amountSchema(
      'a number greater than 0, or the same as text',
      'Absent: all that was authorized. What is not captured is released',
    ),
  ),
});
const noBody = Type.Object({});

/** The capture and the void of authorised charges. `ownCharge` finds the merchant's own charge, or throws. */
export function closingRoutes(
  app: App,
  deps: ClosingRoutesDeps,
  ownCharge: (merchantId: string, reference: string) => Promise<Charge>,
): void {
  const { authenticator } = deps;
  const byAny = identify(authenticator.byAny);

  app.post(
    '/api/transactions/:reference/capture',
    {
      config: { face: 'api' },
      onRequest: byAny.onRequest,
      attachValidation: true,
      schema: {
        operationId: 'captureTransaction',
        summary: 'Capture an authorized transaction, in full or in part',
        description:
          'Once: what is not captured is released to the customer. While the processor has not answered the capture is `pending`; it is asked again until it does.',
        tags: ['Transactions'],
        security: [...readSecurity, ...sessionSecurity],
        'x-scope': 'charges:write',
        'x-permission': 'payments.capture',
        params: referenceParams,
        headers: idempotencyHeader,
        body: captureBody,
        response: { 200: envelope(closingShape), ...errors(400, 401, 403, 404, 409, 413, 415, 422) },
      },
      // A missing body captures all, like an empty object.
      preValidation: async (request) => {
        if (request.body === undefined) request.body = {};
      },
    },
    async (request, reply) => {
      const merchant = byAny.callerOf(request);
      const charge = await ownCharge(merchant.id, request.params.reference);
      const faults = faultsOf(request.validationError?.validation ?? []);
      const amount =
        faults.length > 0 || request.body.amount === undefined
          ? null
          : readAmount(request.body.amount, charge.amount.currency);
      if (typeof amount === 'string') faults.push({ field: 'amount', message: amount });
      if (faults.length > 0) throw validationFailed(faults);
      const { closing, replayed } = await closeCharge(deps, charge, {
        kind: 'capture',
        amountMinor: amount && typeof amount !== 'string' ? amount.amountMinor : null,
        idempotencyKey: request.headers['idempotency-key'] ?? null,
        actor: authenticator.askerOf(request).actor,
      });
      if (replayed) reply.header('idempotent-replayed', 'true');
      return success(`Capture ${closing.status}`, shapeClosing(closing, charge));
    },
  );

  app.post(
    '/api/transactions/:reference/void',
    {
      config: { face: 'api' },
      onRequest: byAny.onRequest,
      attachValidation: true,
      schema: {
        operationId: 'voidTransaction',
        summary: 'Release an authorized transaction without taking anything',
        description:
          'While the processor has not answered the void is `pending`; it is asked again until it does.',
        tags: ['Transactions'],
        security: [...readSecurity, ...sessionSecurity],
        'x-scope': 'charges:write',
        'x-permission': 'payments.cancel',
        params: referenceParams,
        headers: idempotencyHeader,
        body: noBody,
        response: { 200: envelope(closingShape), ...errors(400, 401, 403, 404, 409, 413, 415, 422) },
      },
      preValidation: async (request) => {
        if (request.body === undefined) request.body = {};
      },
    },
    async (request, reply) => {
      const merchant = byAny.callerOf(request);
      const charge = await ownCharge(merchant.id, request.params.reference);
      const faults = faultsOf(request.validationError?.validation ?? []);
      if (faults.length > 0) throw validationFailed(faults);
      const { closing, replayed } = await closeCharge(deps, charge, {
        kind: 'void',
        amountMinor: null,
        idempotencyKey: request.headers['idempotency-key'] ?? null,
        actor: authenticator.askerOf(request).actor,
      });
      if (replayed) reply.header('idempotent-replayed', 'true');
      return success(`Void ${closing.status}`, shapeClosing(closing, charge));
    },
  );
}
