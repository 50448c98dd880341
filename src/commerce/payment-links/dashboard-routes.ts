import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { Merchant } from '../../accounts/merchants/merchant.ts';
import type { Authenticator } from '../../accounts/merchants/sessions/authenticate.ts';
import { readSecurity } from '../../accounts/merchants/sessions/routes.ts';
import { sessionSecurity } from '../../accounts/people/session-security.ts';
import type { Reads } from '../../base/db/reads.ts';
import { PasarelaError, validationFailed } from '../../base/ground/errors.ts';
import { envelope, errors, success } from '../../base/http/envelope.ts';
import { identify } from '../../base/http/identify.ts';
import { idempotencyHeader } from '../../base/http/request/idempotency-header.ts';
import { readId } from '../../base/http/request/list-values.ts';
import { cursorSchema, cutPage, pageLimit, readCursor } from '../../base/http/request/paging.ts';
import { faultsOf } from '../../base/http/request/validation.ts';
import { type App, notFound } from '../../base/http/server.ts';
import { exponentOf } from '../../base/money/currency.ts';
import { formatDecimal } from '../../base/money/money.ts';
import { changePaymentLink } from './change-payment-link.ts';
import { type CloseDeps, closePaymentLink, reopenPaymentLink } from './close-payment-link.ts';
import { createPaymentLink } from './create-payment-link.ts';
import { itemsOf, type PaymentLink, totalsOf } from './payment-link.ts';
import {
  nullableText,
  paymentLinkDetail,
  paymentLinkFilter,
  paymentLinkPayment,
  paymentLinkSummary,
  readPaymentLinkFilter,
  shapePaymentLink,
  shapePaymentLinkPayment,
} from './payment-link-answer.ts';
import {
  type PaymentLinkRequest,
  type PaymentLinkRequestBody,
  type PaymentLinkRules,
  paymentLinkRequestSchema,
  readPaymentLinkRequest,
} from './payment-link-request.ts';
import { piecesOf } from './progress/pieces-store.ts';
import { type ListedPaymentLink, progressOf } from './progress/progress.ts';
import { remindNow } from './remind.ts';
import { findPaymentLink, listPaymentLinks, mailingsOf, paymentsOfPaymentLink } from './store.ts';

export interface PaymentLinkRoutesDeps extends CloseDeps {
  reads: Reads;
  authenticator: Authenticator;
  isServed: PaymentLinkRules['isServed'];
  checkoutUrl(): string;
}

/** A person on the dashboard, or an API key. */
interface LinkCaller {
  merchant: Merchant;
  actor: string;
}

const byKeyOrPerson = { tags: ['Payment links'], security: [...readSecurity, ...sessionSecurity] };
const linkParams = Type.Object({ link: Type.String() });

/** Payment links and invoices, which a merchant makes without code. */
export function paymentLinkRoutes(app: App, deps: PaymentLinkRoutesDeps): void {
  const { sql, now } = deps;
  const { authenticator } = deps;
  const identified = identify(authenticator.byAny);
  const someone = {
    onRequest: identified.onRequest,
    callerOf: (request: FastifyRequest): LinkCaller => ({
      merchant: identified.callerOf(request),
      actor: authenticator.askerOf(request).actor,
    }),
  };
  const shape = (listed: ListedPaymentLink) => shapePaymentLink(listed, deps.checkoutUrl(), now());

  async function ownLink(merchantId: string, text: string): Promise<PaymentLink> {
    const id = readId(text);
    const link = id === null ? null : await findPaymentLink(sql, merchantId, id);
    if (!link) throw notFound();
    return link;
  }

  async function detail(link: PaymentLink) {
    const [listed, mailings] = await Promise.all([progressOf(sql, link, now()), mailingsOf(sql, link)]);
    const { pieces, parts } = listed;
    const { subtotalMinor, rows } = totalsOf(link);
    const write = (minor: bigint) => formatDecimal(minor, exponentOf(link.currency));
    return {
      ...shape(listed),
      lines: itemsOf(link).map(({ text, quantity, priceMinor, totalMinor }) => ({
        text,
        quantity,
        price: write(priceMinor),
        total: write(totalMinor),
      })),
      subtotal: link.invoice ? write(subtotalMinor) : null,
      adjustments: rows.map(({ kind, name, percent, amount, totalMinor }) => ({
        kind,
        name,
        percent: percent ?? null,
        amount: amount ?? null,
        total: write(totalMinor),
      })),
      mailings: mailings.map(({ kind, createdAt, status }) => ({
        kind,
        at: createdAt.toISOString(),
        // The mail was no longer needed when it was due.
        status: status ?? ('dropped' as const),
      })),
      remind_at: link.remindAt?.toISOString() ?? null,
      sold: pieces?.sold ?? 0,
      reserved: pieces?.held ?? 0,
      being_paid: parts && write(parts.heldMinor),
      went_back: parts && write(parts.wentBackMinor),
      version: link.version,
    };
  }

  /** Requires an enabled account for everything that brings in payments. */
  function enabledMerchant(caller: LinkCaller): LinkCaller {
    if (!caller.merchant.enabled) {
      throw new PasarelaError('merchant_disabled', 'This merchant account is disabled.');
    }
    return caller;
  }

  /** Reports every fault at once: those of the schema, and those of the merchant's rules. */
  function readRequest(
    request: Pick<FastifyRequest, 'validationError'> & { body: PaymentLinkRequestBody },
    { settings }: Merchant,
    changed: Pick<PaymentLinkRules, 'before' | 'taken'> = {},
  ): PaymentLinkRequest {
    const { body } = request;
    const faults = faultsOf(request.validationError?.validation ?? []);
    if (typeof body !== 'object' || body === null || Array.isArray(body)) {
      throw validationFailed([{ field: 'body', message: 'must be a JSON object' }]);
    }
    const rules = { settings, isServed: deps.isServed, now: now(), ...changed };
    const read = readPaymentLinkRequest(body, faults, rules);
    if ('faults' in read) throw validationFailed(read.faults);
    return read.request;
  }

  app.get(
    '/api/payment-links',
    {
      config: { face: 'api' },
      onRequest: someone.onRequest,
      schema: {
        operationId: 'listPaymentLinks',
        summary: 'List payment links and invoices, newest first',
        ...byKeyOrPerson,
        'x-permission': 'links.read',
        'x-scope': 'links',
        querystring: Type.Object({ ...paymentLinkFilter, cursor: cursorSchema }),
        response: {
          200: envelope(Type.Object({ links: Type.Array(paymentLinkSummary), next_cursor: nullableText })),
          ...errors(401, 403, 404, 422),
        },
      },
    },
    async (request) => {
      const { merchant } = someone.callerOf(request);
      const filter = readPaymentLinkFilter(request.query, readCursor(request.query.cursor));
      const found = await deps.reads.read((some) =>
        listPaymentLinks(some, merchant.id, filter, pageLimit, now()),
      );
      const { page, next_cursor } = cutPage(found, ({ link }) => link.id);
      return success('Payment links', { links: page.map(shape), next_cursor });
    },
  );

  app.post(
    '/api/payment-links',
    {
      config: { face: 'api' },
      onRequest: someone.onRequest,
      attachValidation: true,
      schema: {
        operationId: 'createPaymentLink',
        summary: 'Make a payment link, or an invoice, which is mailed to its customer',
        ...byKeyOrPerson,
        headers: idempotencyHeader,
        'x-permission': 'links.manage',
        'x-scope': 'links',
        body: paymentLinkRequestSchema,
        response: { 200: envelope(paymentLinkDetail), ...errors(400, 401, 403, 404, 409, 413, 415, 422) },
      },
    },
    async (request, reply) => {
      const { merchant, actor } = enabledMerchant(someone.callerOf(request));
      const asked = readRequest(request, merchant);
      const requestKey = request.headers['idempotency-key'] ?? null;
      const { link, replayed } = await createPaymentLink(deps, merchant.id, asked, {
        actor,
        requestKey,
      });
      if (replayed) reply.header('idempotent-replayed', 'true');
      return success(link.invoice ? 'The invoice is on its way' : 'The link is ready', await detail(link));
    },
  );

  app.get(
    '/api/payment-links/:link',
    {
      config: { face: 'api' },
      onRequest: someone.onRequest,
      schema: {
        operationId: 'readPaymentLink',
        summary: 'Read a payment link or an invoice',
        ...byKeyOrPerson,
        'x-permission': 'links.read',
        'x-scope': 'links',
        params: linkParams,
        response: { 200: envelope(paymentLinkDetail), ...errors(401, 403, 404) },
      },
    },
    async (request) => {
      const { merchant } = someone.callerOf(request);
      return success('Payment link', await detail(await ownLink(merchant.id, request.params.link)));
    },
  );

  app.get(
    '/api/payment-links/:link/payments',
    {
      config: { face: 'api' },
      onRequest: someone.onRequest,
      schema: {
        operationId: 'listPaymentsOfLink',
        summary: 'List who paid under a link, newest first',
        ...byKeyOrPerson,
        'x-permission': 'links.read',
        'x-scope': 'links',
        params: linkParams,
        querystring: Type.Object({ cursor: cursorSchema }),
        response: {
          200: envelope(
            Type.Object({
              payments: Type.Array(paymentLinkPayment),
              next_cursor: nullableText,
            }),
          ),
          ...errors(401, 403, 404, 422),
        },
      },
    },
    async (request) => {
      const { merchant } = someone.callerOf(request);
      const link = await ownLink(merchant.id, request.params.link);
      const beforeId = readCursor(request.query.cursor);
      const found = await deps.reads.read((some) => paymentsOfPaymentLink(some, link, beforeId, pageLimit));
      const { page, next_cursor } = cutPage(found, ({ id }) => id);
      return success('Payments', { payments: page.map(shapePaymentLinkPayment), next_cursor });
    },
  );

  app.put(
    '/api/payment-links/:link',
    {
      config: { face: 'api' },
      onRequest: someone.onRequest,
      attachValidation: true,
      schema: {
        operationId: 'changePaymentLink',
        summary: 'Change a payment link or an invoice',
        description:
          'Send all of it, and the `version` that you read. An optional field that you leave out is removed.',
        ...byKeyOrPerson,
        'x-permission': 'links.manage',
        'x-scope': 'links',
        params: linkParams,
        body: paymentLinkRequestSchema,
        response: { 200: envelope(paymentLinkDetail), ...errors(400, 401, 403, 404, 409, 413, 415, 422) },
      },
    },
    async (request) => {
      const { merchant, actor } = enabledMerchant(someone.callerOf(request));
      const before = await ownLink(merchant.id, request.params.link);
      const pieces = await piecesOf(sql, merchant.id, [before], now());
      const { sold = 0, held = 0 } = pieces.get(before.id) ?? {};
      const read = readRequest(request, merchant, { before, taken: sold + held });
      const { version = 0 } = request.body;
      await changePaymentLink(deps, before, read, { actor, version });
      return success('Changed', await detail(await ownLink(merchant.id, before.id)));
    },
  );

  const refusals = [400, 401, 403, 404, 413, 415, 422] as const;
  function actOptions(operationId: string, summary: string, answers: ReturnType<typeof errors>) {
    return {
      config: { face: 'api' as const },
      onRequest: someone.onRequest,
      schema: {
        operationId,
        summary,
        ...byKeyOrPerson,
        'x-permission': 'links.manage' as const,
        'x-scope': 'links' as const,
        params: linkParams,
        response: { 200: envelope(paymentLinkDetail), ...answers },
      },
    };
  }

  async function act(
    caller: LinkCaller,
    id: string,
    done: string,
    change: (link: PaymentLink, actor: string) => Promise<void>,
  ) {
    const { merchant, actor } = enabledMerchant(caller);
    const link = await ownLink(merchant.id, id);
    await change(link, actor);
    return success(done, await detail(await ownLink(merchant.id, link.id)));
  }

  app.post(
    '/api/payment-links/:link/close',
    actOptions(
      'closePaymentLink',
      'Close a payment link: nobody begins to pay under it any more',
      errors(...refusals),
    ),
    (request) =>
      act(someone.callerOf(request), request.params.link, 'Closed', (link, actor) =>
        closePaymentLink(deps, link, actor),
      ),
  );

  app.post(
    '/api/payment-links/:link/reopen',
    actOptions('reopenPaymentLink', 'Open a closed payment link again', errors(...refusals, 409)),
    (request) =>
      act(someone.callerOf(request), request.params.link, 'Open again', (link, actor) =>
        reopenPaymentLink(deps, link, actor),
      ),
  );

  app.post(
    '/api/payment-links/:link/reminders',
    actOptions(
      'remindOfInvoice',
      'Remind the customer of an invoice by mail, once a day at most',
      errors(...refusals, 409),
    ),
    (request) =>
      act(someone.callerOf(request), request.params.link, 'The reminder is on its way', (link, actor) =>
        remindNow(deps, link, actor),
      ),
  );
}
