import { type Static, Type } from 'typebox';
import { cardNumberFaults } from '../charges/card-number-text.ts';
import { merchantText } from '../charges/charge-request.ts';
import { resolveOrder } from '../crypto-orders/resolve-order.ts';
import type { SettleDeps } from '../crypto-orders/settle-deps.ts';
import { type CryptoOrder, findOrderById } from '../crypto-orders/store.ts';
import { transfersOfOrder } from '../crypto-orders/transfer-store.ts';
import type { Sql } from '../db/pool.ts';
import { validationFailed } from '../ground/errors.ts';
import type { Secrets } from '../ground/secrets.ts';
import { identify } from '../http/identify.ts';
import type { App } from '../http/server.ts';
import type { Authenticator } from '../merchants/authenticate.ts';
import { bodyActAnswers, orderAct, ownedBy, shownOrder } from './order-act.ts';
import { shapeOrder } from './order-shape.ts';
import { readOrderName } from './routes.ts';

export interface ResolveRoutesDeps extends SettleDeps {
  sql: Sql;
  secrets: Secrets;
  authenticator: Authenticator;
  now(): Date;
}

const resolveSchema = Type.Object(
  {
    decision: Type.Enum(['accept', 'refund'], { expected: '"accept" or "refund"' }),
    note: Type.Optional(merchantText(500)),
  },
  { description: 'Unknown fields are ignored.' },
);

const resolutions = { accept: 'accepted', refund: 'refund_due' } as const;

/** How a merchant decides about money that no rule gave to anybody. */
export function resolveRoutes(app: App, deps: ResolveRoutesDeps): void {
  const byAny = identify(deps.authenticator.byAny);
  app.post(
    '/payment/:order/resolve',
    {
      config: { face: 'crypto' },
      onRequest: byAny.onRequest,
      schema: {
        operationId: 'resolveCryptoOrder',
        summary: 'Decide about money that came late, short, or too often, by the order’s hash or id',
        description:
          'accept takes what waits as the payment. refund marks it to be given back: the operator sends it, and until then it is in suspense. Repeating a decision answers the same.',
        ...orderAct,
        body: resolveSchema,
        response: bodyActAnswers(shownOrder),
      },
    },
    async (request) => {
      const merchant = byAny.callerOf(request);
      const { id } = readOrderName(deps.secrets, request.params.order);
      ownedBy(merchant, await findOrderById(deps.sql, id));
      const { decision, note } = request.body;
      const faults = cardNumberFaults({ note }, () => true);
      if (faults.length > 0) throw validationFailed(faults);
      const order = await resolveOrder(deps, id, {
        resolution: resolutions[decision],
        note: note?.trim() || 'decided by API',
        fromOtherFunds: false,
        actor: `merchant ${merchant.id}`,
        isMerchant: true,
      });
      const transfers = await transfersOfOrder(deps.sql, order.merchantId, id);
      return {
        status: true as const,
        message: messageOf(decision, order),
        order: shapeOrder(order, transfers, deps),
      };
    },
  );
}

function messageOf(decision: Static<typeof resolveSchema>['decision'], order: CryptoOrder): string {
  if (decision === 'accept') return 'Accepted as the payment';
  return order.resolution === 'refunded'
    ? 'Noted. The money is on your balance: give it back from there.'
    : 'Marked to be given back. It is not sent yet: the operator sends it.';
}
