import { type Static, Type } from 'typebox';
import type { Asker } from '../../accounts/merchants/keys/asker.ts';
import type { Authenticator } from '../../accounts/merchants/sessions/authenticate.ts';
import { sessionSecurity } from '../../accounts/people/session-security.ts';
import { validationFailed } from '../../base/ground/errors.ts';
import { identify } from '../../base/http/identify.ts';
import type { App } from '../../base/http/server.ts';
import type { Notation } from '../../chain/chains/port/notation.ts';
import { type EarlierPayment, earlierPayment } from '../../crypto/orders/earlier-payment.ts';
import { resolveOrder } from '../../crypto/orders/outcome/resolve-order.ts';
import { type CryptoOrder, findOrderById } from '../../crypto/orders/store.ts';
import { transfersOfOrder } from '../../crypto/orders/transfers/transfer-store.ts';
import { type RefundOrderDeps, refundOrder } from '../../crypto/payouts/refund/refund-order.ts';
import { showRefunds } from '../../crypto/payouts/refund/refund-shape.ts';
import { sendsAsset } from '../../crypto/payouts/refund/refund-store.ts';
import type { Payout } from '../../crypto/payouts/store.ts';
import { cardNumberFaults } from '../../payments/charges/cards/card-number-text.ts';
import { merchantText } from '../../payments/charges/charge-request.ts';
import { readRefundReason, refundReasonSchema } from '../../payments/charges/refunds/refund-reason.ts';
import { actAnswers, orderAct, ownedBy, shownOrder } from './order-act.ts';
import { shapeOrder } from './order-shape.ts';
import { refundMessage } from './refund-routes.ts';
import { readOrderName } from './routes.ts';

export interface ResolveRoutesDeps extends RefundOrderDeps {
  notation: Notation;
  authenticator: Authenticator;
}

const resolveSchema = Type.Object({
  decision: Type.Enum(['accept', 'refund'], { expected: '"accept" or "refund"' }),
  reason: refundReasonSchema,
  note: Type.Optional(merchantText(500)),
});

const resolutions = { accept: 'accepted', refund: 'refund_due' } as const;

/** A merchant's decisions about money that no rule assigned. */
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
          'accept takes what waits as the payment. refund gives it back: the customer is mailed a link to say where to, and then it is sent; where nothing is sent from here, it is marked and the operator gives it back. Repeating a decision answers the same. Where alreadyPaid says that another payment paid its link, refund it, or accept it as a second payment.',
        ...orderAct,
        security: [...orderAct.security, ...sessionSecurity],
        'x-permission': 'payments.resolve',
        'x-scope': 'refunds',
        body: resolveSchema,
        response: actAnswers(shownOrder),
      },
    },
    async (request) => {
      const merchant = byAny.callerOf(request);
      const { id } = readOrderName(deps.secrets, request.params.order);
      const found = ownedBy(merchant, await findOrderById(deps.sql, id));
      const { decision, note, reason: given } = request.body;
      const faults = cardNumberFaults({ note, reason: given }, () => true);
      const reason = readRefundReason(given);
      if (reason !== null && decision === 'accept')
        faults.push({ field: 'reason', message: 'is of a refund' });
      if (faults.length > 0) throw validationFailed(faults);
      const by = deps.authenticator.askerOf(request);
      const why = {
        // Where nothing is sent from here, the operator who gives it back reads the note.
        note: note?.trim() || reason || (by.key ? 'decided by API' : 'decided on the dashboard'),
        reason,
        by,
      };
      const refund = decision === 'refund' ? await openRefund(deps, found, why) : null;
      const order = refund
        ? ((await findOrderById(deps.sql, id)) as CryptoOrder)
        : await resolveOrder(deps, id, {
            note: why.note,
            actor: by.actor,
            resolution: resolutions[decision],
            fromOtherFunds: false,
            isMerchant: true,
          });
      const transfers = await transfersOfOrder(deps.sql, order.merchantId, id);
      const refunds = await showRefunds(deps, order);
      const earlier = await earlierPayment(deps.sql, order);
      return {
        status: true as const,
        message: refund ? refundMessage(refund.status) : messageOf(decision, order, earlier),
        order: shapeOrder(order, transfers, refunds, deps.notation, earlier),
      };
    },
  );
}

/**
 * Opens a refund that is sent from here; null: this installation sends nothing, or there is nobody to ask for an
 * address, so the operator refunds it.
 */
async function openRefund(
  deps: ResolveRoutesDeps,
  order: CryptoOrder,
  why: { note: string; reason: string | null; by: Asker },
): Promise<Payout | null> {
  if (order.email === '' || !(await sendsAsset(deps.sql, order.asset))) return null;
  const { refund } = await refundOrder(deps, order, {
    ...why,
    ask: { kind: 'left_over' },
    idempotencyKey: null,
  });
  return refund;
}

function messageOf(
  decision: Static<typeof resolveSchema>['decision'],
  order: CryptoOrder,
  earlier: EarlierPayment | null,
): string {
  if (decision === 'accept') {
    return earlier
      ? `Accepted as a second payment: its link was already paid by ${earlier.chargeId}`
      : 'Accepted as the payment';
  }
  return order.resolution === 'refunded'
    ? 'Noted. The money is on your balance: give it back from there.'
    : 'Marked to be given back. It is not sent yet: the operator sends it.';
}
