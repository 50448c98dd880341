import { Type } from 'typebox';
import { type CsvRouteDeps, csvRoute } from '../../accounts/dashboard-kit/csv-route.ts';
import type { Merchant } from '../../accounts/merchants/merchant.ts';
import { listRequests } from '../../accounts/merchants/requests/request-store.ts';
import { namesOf } from '../../accounts/merchants/store.ts';
import type { PersonAtPlace } from '../../accounts/people/authenticate.ts';
import type { Sql } from '../../base/db/pool.ts';
import { validationFailed } from '../../base/ground/errors.ts';
import { readId } from '../../base/http/request/list-values.ts';
import { type App, notFound } from '../../base/http/server.ts';
import type { Notation } from '../../chain/chains/port/notation.ts';
import {
  paymentLinkFilter,
  readPaymentLinkFilter,
  shapePaymentLink,
  shapePaymentLinkPayment,
} from '../../commerce/payment-links/payment-link-answer.ts';
import {
  findPaymentLink,
  listPaymentLinks,
  paymentsOfPaymentLink,
} from '../../commerce/payment-links/store.ts';
import { listPayments } from '../../commerce/payment-list/list-payments.ts';
import { paymentMoney } from '../../commerce/payment-list/payment-money.ts';
import { paymentFilterSchema, readPaymentQuery } from '../../commerce/payment-list/payment-query.ts';
import { listSettlements } from '../../commerce/settlements/store.ts';
import { earlierPayments } from '../../crypto/orders/earlier-payment.ts';
import { listBatches } from '../../crypto/payouts/batches/batch-store.ts';
import { summarizePayout } from '../../crypto/payouts/dashboard-answer.ts';
import { payoutFilter } from '../../crypto/payouts/dashboard-routes.ts';
import { findPayouts } from '../../crypto/payouts/list-payouts.ts';
import { orderRefundReasons } from '../../crypto/payouts/refund/refund-store.ts';
import { attemptsOf, listEvents } from '../../events/outbox/event-store.ts';
import { requestFilter } from '../../events/webhooks/dashboard-routes.ts';
import { eventFilterSchema, readEventFilter } from '../../events/webhooks/event-query.ts';
import { refundReasonsOf } from '../../payments/charges/refunds/refund-store.ts';
import {
  batchColumns,
  messageColumns,
  paymentLinkColumns,
  paymentLinkPaymentColumns,
  payoutColumns,
  requestColumns,
  settlementColumns,
} from './export-columns.ts';
import { paymentColumns } from './payment-columns.ts';

export interface ExportRoutesDeps extends CsvRouteDeps {
  sql: Sql;
  notation: Notation;
  checkoutUrl(): string;
}

/** A merchant's lists as files; the ledger's files have their own routes. */
export function exportRoutes(app: App, deps: ExportRoutesDeps): void {
  const { notation, now } = deps;

  csvRoute(app, deps, {
    path: 'payments',
    operationId: 'exportPayments',
    summary: 'Download the payments of a list as CSV, newest first',
    permission: 'payments.read',
    at: 'merchant',
    query: Type.Object(paymentFilterSchema),
    columns: paymentColumns,
    cursorOf: ({ id }) => id,
    find(place, given) {
      const { id } = merchantOf(place);
      const query = readPaymentQuery(given);
      return {
        from: query.from,
        to: query.to,
        async read(sql, beforeId, limit) {
          const found = await listPayments(sql, id, { ...query, beforeId, limit });
          const ids = found.map((payment) => payment.id);
          const money = await paymentMoney(sql, id, ids);
          const paid = found.filter((payment) => payment.kind === 'charge' && money.has(payment.id));
          const earlier = await earlierPayments(
            sql,
            paid.map((payment) => ({ merchantId: id, chargeId: payment.id })),
          );
          const reasons = Map.groupBy(
            [...(await refundReasonsOf(sql, id, ids)), ...(await orderRefundReasons(sql, id, ids))],
            (refund) => refund.id,
          );
          return found.map((payment) => ({
            ...payment,
            reasons: (reasons.get(payment.id) ?? []).map(({ reason }) => reason),
            money: money.get(payment.id) ?? null,
            secondOf: earlier.get(payment.id)?.chargeId ?? null,
          }));
        },
      };
    },
  });

  csvRoute(app, deps, {
    path: 'payouts',
    operationId: 'exportPayouts',
    summary: 'Download the payouts of a list as CSV, newest first',
    permission: 'payouts.read',
    at: 'anywhere',
    query: Type.Object(payoutFilter),
    columns: payoutColumns,
    cursorOf: ({ id }) => id,
    find({ merchant }, { search = null, state = null }) {
      const merchantId = merchant?.id ?? null;
      return {
        async read(sql, beforeId, limit) {
          const found = await findPayouts(sql, { merchantId, search, state, beforeId, limit }, now());
          const shops = await shopsOf(sql, found);
          return found.map((each) => ({ ...summarizePayout(notation, each), shop: shops(each) }));
        },
      };
    },
  });

  csvRoute(app, deps, {
    path: 'payout-batches',
    operationId: 'exportPayoutBatches',
    summary: 'Download the files of payouts that were confirmed as CSV, newest first',
    permission: 'payouts.read',
    at: 'merchant',
    query: Type.Object({}),
    columns: batchColumns,
    cursorOf: ({ id }) => id,
    find: (place) => ({
      read: (sql, beforeId, limit) => listBatches(sql, merchantOf(place).id, beforeId, limit),
    }),
  });

  csvRoute(app, deps, {
    path: 'settlements',
    operationId: 'exportSettlements',
    summary: 'Download what was asked for and paid as CSV, newest first',
    permission: 'settlements.read',
    at: 'anywhere',
    query: Type.Object({}),
    columns: settlementColumns,
    cursorOf: ({ id }) => id,
    find: ({ merchant }) => ({
      async read(sql, beforeId, limit) {
        const found = await listSettlements(sql, merchant?.id ?? null, beforeId, limit);
        const shops = await shopsOf(sql, found);
        return found.map((each) => ({ ...each, shop: shops(each) }));
      },
    }),
  });

  csvRoute(app, deps, {
    path: 'payment-links',
    operationId: 'exportPaymentLinks',
    summary: 'Download payment links and invoices of a list as CSV, newest first',
    permission: 'links.read',
    at: 'merchant',
    query: Type.Object(paymentLinkFilter),
    columns: paymentLinkColumns,
    cursorOf: ({ id }) => id,
    find: (place, query) => ({
      async read(sql, beforeId, limit) {
        const found = await listPaymentLinks(
          sql,
          merchantOf(place).id,
          readPaymentLinkFilter(query, beforeId),
          limit,
          now(),
        );
        return found.map((each) => shapePaymentLink(each, deps.checkoutUrl(), now()));
      },
    }),
  });

  csvRoute(app, deps, {
    path: 'payment-links/:link/payments',
    operationId: 'exportPaymentsOfLink',
    summary: 'Download who paid under a link as CSV, newest first',
    permission: 'links.read',
    at: 'merchant',
    query: Type.Object({}),
    columns: paymentLinkPaymentColumns,
    cursorOf: ({ id }) => id,
    async find(place, _query, { link: named = '' }) {
      const id = readId(named);
      const link = id && (await findPaymentLink(deps.sql, merchantOf(place).id, id));
      if (!link) throw notFound();
      return {
        read: async (sql, beforeId, limit) =>
          (await paymentsOfPaymentLink(sql, link, beforeId, limit)).map(shapePaymentLinkPayment),
      };
    },
  });

  csvRoute(app, deps, {
    path: 'events',
    operationId: 'exportEvents',
    summary: 'Download the events of a list with how their last send went as CSV, newest first',
    permission: 'developers.read',
    at: 'merchant',
    query: eventFilterSchema,
    columns: messageColumns,
    cursorOf: ({ event }) => event.id,
    find(place, query) {
      const { id } = merchantOf(place);
      const { filter, faults } = readEventFilter(query, []);
      if (faults.length > 0) throw validationFailed(faults);
      return {
        from: filter.createdFrom,
        to: filter.createdTo,
        async read(sql, beforeId, limit) {
          const events = await listEvents(sql, id, filter, beforeId === null ? {} : { beforeId }, limit);
          const attempts = await attemptsOf(sql, id, events);
          return events.map((event) => ({ event, last: attempts.get(event.id)?.at(-1) ?? null }));
        },
      };
    },
  });

  csvRoute(app, deps, {
    path: 'requests',
    operationId: 'exportRequests',
    summary: 'Download the requests of a list with their errors as CSV, newest first',
    permission: 'developers.read',
    at: 'merchant',
    query: Type.Object(requestFilter),
    columns: requestColumns,
    cursorOf: ({ id }) => id,
    find: (place, { outcome = null }) => ({
      read: (sql, beforeId, limit) => listRequests(sql, merchantOf(place).id, { outcome, beforeId, limit }),
    }),
  });
}

/** The names of the rows' merchants. */
async function shopsOf(
  sql: Sql,
  rows: readonly { merchantId: string }[],
): Promise<(row: { merchantId: string }) => string> {
  const names = await namesOf(sql, [...new Set(rows.map(({ merchantId }) => merchantId))]);
  return ({ merchantId }) => names.get(merchantId) ?? '';
}

/** These routes exist only for a merchant. */
function merchantOf({ merchant }: PersonAtPlace): Merchant {
  if (!merchant) throw notFound();
  return merchant;
}
