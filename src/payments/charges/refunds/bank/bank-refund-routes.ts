import { type Static, Type } from 'typebox';
import type { Authenticator } from '../../../../accounts/merchants/sessions/authenticate.ts';
import { readSecurity } from '../../../../accounts/merchants/sessions/routes.ts';
import { sessionSecurity } from '../../../../accounts/people/session-security.ts';
import { PasarelaError } from '../../../../base/ground/errors.ts';
import { plainly, unplain } from '../../../../base/ground/plain-text.ts';
import type { Secrets } from '../../../../base/ground/secrets.ts';
import { envelope, errors, success } from '../../../../base/http/envelope.ts';
import { identify } from '../../../../base/http/identify.ts';
import { plainCharacter } from '../../../../base/http/request/text.ts';
import type { App } from '../../../../base/http/server.ts';
import type { ResolveDeps } from '../../attempts/resolve-attempt.ts';
import type { Charge } from '../../charge.ts';
import { refundShape, shapeRefund } from '../../transaction-shape.ts';
import { findRefund, type Refund } from '../refund-store.ts';
import { askAgain } from './ask-details.ts';
import { bankFields, type Ending } from './bank-refund.ts';
import { bankRefundsOf } from './bank-refund-store.ts';
import { endBankRefund } from './end-bank-refund.ts';
import { readDetails } from './read-details.ts';

export interface BankRefundRoutesDeps extends ResolveDeps {
  authenticator: Authenticator;
  secrets: Secrets;
}

const params = Type.Object({ reference: Type.String(), refund: Type.String() });
type Params = Static<typeof params>;

const bankDetails = Type.Object(
  {
    refund: Type.String(),
    details: Type.Union([
      Type.Array(Type.Object({ field: Type.Enum([...bankFields]), value: Type.String() })),
      Type.Null(),
    ]),
  },
  { 'x-name': 'BankDetails' },
);

/** What the merchant does about refunds to bank accounts. `ownCharge` finds the merchant's own charge, or throws. */
export function bankRefundRoutes(
  app: App,
  deps: BankRefundRoutesDeps,
  ownCharge: (merchantId: string, reference: string) => Promise<Charge>,
): void {
  const { authenticator, sql } = deps;
  const byAny = identify(authenticator.byAny);
  const shared = {
    config: { face: 'api' as const },
    onRequest: byAny.onRequest,
  };
  const described = {
    tags: ['Transactions'],
    security: [...readSecurity, ...sessionSecurity],
    'x-scope': 'refunds',
    'x-permission': 'payments.refund',
    params,
  } as const;

  async function own(merchantId: string, { reference, refund }: Params) {
    const charge = await ownCharge(merchantId, reference);
    const bank = (await bankRefundsOf(sql, merchantId, charge.id)).find(
      ({ id }) => id === refund.toLowerCase(),
    );
    if (!bank) throw new PasarelaError('not_found', 'This transaction has no such refund to a bank account.');
    return { charge, bank };
  }

  async function answer(charge: Charge, refund: Refund) {
    const banks = await bankRefundsOf(sql, charge.merchantId, charge.id);
    return shapeRefund(refund, charge, banks);
  }

  app.get(
    '/api/transactions/:reference/refunds/:refund/bank-details',
    {
      ...shared,
      schema: {
        ...described,
        operationId: 'readBankDetails',
        summary: 'Read the bank account that a customer named for a refund',
        description:
          'details is null until the customer has named one, and after the refund was paid or withdrawn: they are then deleted.',
        response: { 200: envelope(bankDetails), ...errors(401, 403, 404) },
      },
    },
    async (request) => {
      const { bank } = await own(byAny.callerOf(request).id, request.params);
      const given = await readDetails(deps, bank, authenticator.askerOf(request).actor);
      return success('Bank details', {
        refund: bank.id,
        details:
          given &&
          bankFields.flatMap((field) => {
            const value = given[field];
            return value === undefined ? [] : [{ field, value }];
          }),
      });
    },
  );

  async function end(merchantId: string, of: Params, ending: Ending, actor: string) {
    const { charge, bank } = await own(merchantId, of);
    const refund = await endBankRefund(deps, charge, bank.id, ending, actor);
    return success(`Refund ${refund.status}`, await answer(charge, refund));
  }

  app.post(
    '/api/transactions/:reference/refunds/:refund/paid',
    {
      ...shared,
      schema: {
        ...described,
        operationId: 'markRefundPaid',
        summary: 'Say that you have transferred a refund to the customer',
        description:
          'The refund has succeeded, the customer is told, and the amount set aside is available to you again. Repeating it with the same reference answers the same.',
        body: Type.Object({
          reference: Type.String({
            maxLength: 100,
            pattern: `^[^\\s${unplain}]${plainCharacter}*$`,
            expected: `the reference of your transfer, 1 to 100 characters, ${plainly}`,
          }),
        }),
        response: { 200: envelope(refundShape), ...errors(400, 401, 403, 404, 409, 413, 415, 422) },
      },
    },
    (request) =>
      end(
        byAny.callerOf(request).id,
        request.params,
        { kind: 'paid', reference: request.body.reference.trim() },
        authenticator.askerOf(request).actor,
      ),
  );

  app.post(
    '/api/transactions/:reference/refunds/:refund/withdraw',
    {
      ...shared,
      schema: {
        ...described,
        operationId: 'withdrawRefund',
        summary: 'Withdraw a refund that you have not transferred yet',
        description: 'The refund has failed, and the amount set aside is available to you again.',
        response: { 200: envelope(refundShape), ...errors(400, 401, 403, 404, 409, 413, 415, 422) },
      },
    },
    (request) =>
      end(
        byAny.callerOf(request).id,
        request.params,
        { kind: 'withdrawn' },
        authenticator.askerOf(request).actor,
      ),
  );

  app.post(
    '/api/transactions/:reference/refunds/:refund/ask-again',
    {
      ...shared,
      schema: {
        ...described,
        operationId: 'askForBankDetails',
        summary: 'Mail the customer a new link to name a bank account',
        description: 'The link of the former mail no longer works.',
        response: { 200: envelope(refundShape), ...errors(400, 401, 403, 404, 409, 413, 415, 422) },
      },
    },
    async (request) => {
      const { charge, bank } = await own(byAny.callerOf(request).id, request.params);
      await askAgain(deps, bank.merchantId, bank.id);
      const refund = await findRefund(sql, bank.merchantId, bank.id);
      if (!refund) throw new Error(`refund ${bank.id} is gone`);
      return success('The customer was asked', await answer(charge, refund));
    },
  );
}
