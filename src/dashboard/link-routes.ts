import { Type } from 'typebox';
import { idempotencyHeader } from '../charges/routes.ts';
import type { Reads } from '../db/reads.ts';
import { PasarelaError, validationFailed } from '../ground/errors.ts';
import { envelope, errors, success } from '../http/envelope.ts';
import { identify } from '../http/identify.ts';
import { defaultPageSize, readId } from '../http/list-values.ts';
import { type App, notFound } from '../http/server.ts';
import { faultsOf } from '../http/validation.ts';
import { type CloseDeps, closeLink, reopenLink } from '../links/close-link.ts';
import { createLink } from '../links/create-link.ts';
import { type LinkRules, linkRequestSchema, readLinkRequest } from '../links/link-request.ts';
import { isOverdue, linesOf, linkState, linkStates, type PaymentLink } from '../links/payment-link.ts';
import { remindNow } from '../links/remind.ts';
import {
  chargeStatuses,
  findLink,
  type ListedLink,
  listLinks,
  mailingsOf,
  paymentsOfLink,
} from '../links/store.ts';
import { linkUrl } from '../links/token.ts';
import type { Merchant } from '../merchants/merchant.ts';
import { exponentOf } from '../money/currency.ts';
import { formatDecimal } from '../money/money.ts';
import type { PeopleAuthenticator, PersonAtPlace } from '../people/authenticate.ts';
import { actorOf, type SignedIn } from '../people/person.ts';
import { sessionSecurity } from '../people/session-security.ts';
import { paymentStates, stateOfCharge } from './payment.ts';

export interface LinkRoutesDeps extends CloseDeps {
  reads: Reads;
  people: PeopleAuthenticator;
  isServed: LinkRules['isServed'];
  checkoutUrl(): string;
}

const nullableText = Type.Union([Type.String(), Type.Null()]);
const linkFields = {
  id: Type.String(),
  kind: Type.Enum(['link', 'invoice']),
  state: Type.Enum([...linkStates]),
  is_overdue: Type.Boolean({ description: 'Of an invoice: its day is over, and nobody has paid' }),
  number: Type.String({ description: 'The order number of its payments' }),
  title: Type.String(),
  url: Type.String({ description: 'Where customers pay' }),
  amount: Type.Union([Type.String(), Type.Null()], {
    description: 'A decimal, exact; null: whoever pays says how much',
  }),
  min_amount: nullableText,
  max_amount: nullableText,
  currency: Type.String(),
  country: Type.String(),
  methods: Type.Array(Type.String()),
  language: nullableText,
  once: Type.Boolean(),
  expires_at: nullableText,
  customer_name: nullableText,
  customer_email: nullableText,
  due_on: nullableText,
  created_by: Type.String(),
  created_at: Type.String(),
};
const linkDetail = Type.Object({
  ...linkFields,
  lines: Type.Array(
    Type.Object({
      text: Type.String(),
      quantity: Type.String(),
      price: Type.String(),
      total: Type.String(),
    }),
  ),
  mailings: Type.Array(
    Type.Object({
      kind: Type.Enum(['invoice', 'invoice_reminder']),
      at: Type.String(),
      status: Type.Enum(['queued', 'sent', 'rejected', 'dropped']),
    }),
  ),
  remind_at: nullableText,
});
const placeHeader = Type.Object({
  'x-merchant-id': Type.String({ maxLength: 200, description: 'Of which merchant' }),
});
const linkParams = Type.Object({ link: Type.String() });
const cursor = Type.Optional(Type.String({ maxLength: 40, description: 'next_cursor of the page before' }));

interface AtMerchant {
  by: SignedIn;
  merchant: Merchant;
}

/** Links and invoices that a merchant has made without code. */
export function linkRoutes(app: App, deps: LinkRoutesDeps): void {
  const { sql, now } = deps;
  const atMerchant = identify<AtMerchant>(async (request) => {
    const { by, merchant }: PersonAtPlace = await deps.people.atPlace(request);
    if (!merchant) throw notFound();
    return { by, merchant };
  });
  const shared = { tags: ['Dashboard'], security: sessionSecurity, headers: placeHeader };

  function shape({ link, chargeStatus }: ListedLink) {
    const { invoice, currency } = link;
    const state = linkState(link, chargeStatus, now());
    const write = (minor: bigint | null) =>
      minor === null ? null : formatDecimal(minor, exponentOf(currency));
    return {
      id: link.id,
      kind: link.kind,
      state,
      is_overdue: isOverdue(link, state, now()),
      number: link.number,
      title: link.title,
      url: linkUrl(deps.checkoutUrl(), link),
      amount: write(link.amountMinor),
      min_amount: write(link.minMinor),
      max_amount: write(link.maxMinor),
      currency,
      country: link.country,
      methods: link.methods,
      language: link.language,
      once: link.isOnce,
      expires_at: link.expiresAt?.toISOString() ?? null,
      customer_name: invoice?.customerName ?? null,
      customer_email: invoice?.customerEmail ?? null,
      due_on: invoice?.dueOn ?? null,
      created_by: link.createdBy,
      created_at: link.createdAt.toISOString(),
    };
  }

  async function ownLink(merchantId: string, text: string): Promise<PaymentLink> {
    const id = readId(text);
    const link = id === null ? null : await findLink(sql, merchantId, id);
    if (!link) throw notFound();
    return link;
  }

  async function detail(link: PaymentLink) {
    const [statuses, mailings] = await Promise.all([
      chargeStatuses(sql, link.merchantId, link.chargeId ? [link.chargeId] : []),
      mailingsOf(sql, link),
    ]);
    const write = (minor: bigint) => formatDecimal(minor, exponentOf(link.currency));
    return {
      ...shape({ link, chargeStatus: statuses.get(link.chargeId ?? '') ?? null }),
      lines: linesOf(link).map(({ text, quantity, priceMinor, totalMinor }) => ({
        text,
        quantity,
        price: write(priceMinor),
        total: write(totalMinor),
      })),
      mailings: mailings.map(({ kind, createdAt, status }) => ({
        kind,
        at: createdAt.toISOString(),
        // Needless by the time it was to be sent.
        status: status ?? ('dropped' as const),
      })),
      remind_at: link.remindAt?.toISOString() ?? null,
    };
  }

  function readCursor(text: string | undefined): string | null {
    const id = text === undefined ? null : readId(text);
    if (text !== undefined && id === null) {
      throw validationFailed([{ field: 'cursor', message: 'must be the next_cursor of an earlier page' }]);
    }
    return id;
  }

  /** Its account must be open for whatever brings it payments. */
  function enabledMerchant({ merchant, by }: AtMerchant): { merchant: Merchant; actor: string } {
    if (!merchant.enabled) {
      throw new PasarelaError('merchant_disabled', 'This merchant account is disabled.');
    }
    return { merchant, actor: actorOf(by) };
  }

  app.get(
    '/dashboard/api/payment-links',
    {
      config: { face: 'api' },
      onRequest: atMerchant.onRequest,
      schema: {
        operationId: 'listPaymentLinks',
        summary: 'List payment links and invoices, newest first',
        ...shared,
        'x-permission': 'links.read',
        querystring: Type.Object({
          kind: Type.Optional(Type.Enum(['link', 'invoice'], { expected: '"link" or "invoice"' })),
          search: Type.Optional(
            Type.String({ maxLength: 254, description: 'A number, or the e-mail of an invoice’s customer' }),
          ),
          cursor,
        }),
        response: {
          200: envelope(
            Type.Object({ links: Type.Array(Type.Object(linkFields)), next_cursor: nullableText }),
          ),
          ...errors(401, 403, 404, 422),
        },
      },
    },
    async (request) => {
      const { merchant } = atMerchant.callerOf(request);
      const { kind, search } = request.query;
      const beforeId = readCursor(request.query.cursor);
      const filter = {
        ...(kind && { kind }),
        ...(search?.trim() && { search: search.trim() }),
        ...(beforeId && { beforeId }),
      };
      const found = await deps.reads.read((some) =>
        listLinks(some, merchant.id, filter, defaultPageSize + 1),
      );
      const page = found.slice(0, defaultPageSize);
      return success('Payment links', {
        links: page.map(shape),
        next_cursor: found.length > defaultPageSize ? (page.at(-1)?.link.id ?? null) : null,
      });
    },
  );

  app.post(
    '/dashboard/api/payment-links',
    {
      config: { face: 'api' },
      onRequest: atMerchant.onRequest,
      attachValidation: true,
      schema: {
        operationId: 'createPaymentLink',
        summary: 'Make a payment link, or an invoice, which is mailed to its customer',
        ...shared,
        headers: Type.Intersect([placeHeader, idempotencyHeader]),
        'x-permission': 'links.manage',
        body: linkRequestSchema,
        response: { 200: envelope(linkDetail), ...errors(400, 401, 403, 404, 413, 415, 422) },
      },
    },
    async (request, reply) => {
      const { merchant, actor } = enabledMerchant(atMerchant.callerOf(request));
      const faults = faultsOf(request.validationError?.validation ?? []);
      if (typeof request.body !== 'object' || request.body === null || Array.isArray(request.body)) {
        throw validationFailed([{ field: 'body', message: 'must be a JSON object' }]);
      }
      const { settings } = merchant;
      const read = readLinkRequest(request.body, faults, { settings, isServed: deps.isServed, now: now() });
      if ('faults' in read) throw validationFailed(read.faults);
      const requestKey = request.headers['idempotency-key'] ?? null;
      const { link, replayed } = await createLink(deps, merchant.id, read.request, { actor, requestKey });
      if (replayed) reply.header('idempotent-replayed', 'true');
      return success(link.invoice ? 'The invoice is on its way' : 'The link is ready', await detail(link));
    },
  );

  app.get(
    '/dashboard/api/payment-links/:link',
    {
      config: { face: 'api' },
      onRequest: atMerchant.onRequest,
      schema: {
        operationId: 'readPaymentLink',
        summary: 'Read a payment link or an invoice',
        ...shared,
        'x-permission': 'links.read',
        params: linkParams,
        response: { 200: envelope(linkDetail), ...errors(401, 403, 404) },
      },
    },
    async (request) => {
      const { merchant } = atMerchant.callerOf(request);
      return success('Payment link', await detail(await ownLink(merchant.id, request.params.link)));
    },
  );

  app.get(
    '/dashboard/api/payment-links/:link/payments',
    {
      config: { face: 'api' },
      onRequest: atMerchant.onRequest,
      schema: {
        operationId: 'listPaymentsOfLink',
        summary: 'List who paid under a link, newest first',
        ...shared,
        'x-permission': 'links.read',
        params: linkParams,
        querystring: Type.Object({ cursor }),
        response: {
          200: envelope(
            Type.Object({
              payments: Type.Array(
                Type.Object({
                  id: Type.String({ description: 'As readPayment takes it' }),
                  state: Type.Enum([...paymentStates]),
                  status: Type.String(),
                  method: Type.String(),
                  amount: Type.String(),
                  currency: Type.String(),
                  email: nullableText,
                  created_at: Type.String(),
                }),
              ),
              next_cursor: nullableText,
            }),
          ),
          ...errors(401, 403, 404, 422),
        },
      },
    },
    async (request) => {
      const { merchant } = atMerchant.callerOf(request);
      const link = await ownLink(merchant.id, request.params.link);
      const beforeId = readCursor(request.query.cursor);
      const found = await deps.reads.read((some) =>
        paymentsOfLink(some, link, beforeId, defaultPageSize + 1),
      );
      const page = found.slice(0, defaultPageSize);
      return success('Payments', {
        payments: page.map(({ amountMinor, createdAt, ...row }) => ({
          ...row,
          state: stateOfCharge[row.status],
          amount: formatDecimal(amountMinor, exponentOf(row.currency)),
          created_at: createdAt.toISOString(),
        })),
        next_cursor: found.length > defaultPageSize ? (page.at(-1)?.id ?? null) : null,
      });
    },
  );

  const refusals = [400, 401, 403, 404, 413, 415] as const;
  function actOptions(operationId: string, summary: string, answers: ReturnType<typeof errors>) {
    return {
      config: { face: 'api' as const },
      onRequest: atMerchant.onRequest,
      schema: {
        operationId,
        summary,
        ...shared,
        'x-permission': 'links.manage' as const,
        params: linkParams,
        response: { 200: envelope(linkDetail), ...answers },
      },
    };
  }

  async function act(
    caller: AtMerchant,
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
    '/dashboard/api/payment-links/:link/close',
    actOptions(
      'closePaymentLink',
      'Close a payment link: nobody begins to pay under it any more',
      errors(...refusals),
    ),
    (request) =>
      act(atMerchant.callerOf(request), request.params.link, 'Closed', (link, actor) =>
        closeLink(deps, link, actor),
      ),
  );

  app.post(
    '/dashboard/api/payment-links/:link/reopen',
    actOptions('reopenPaymentLink', 'Open a closed payment link again', errors(...refusals, 409)),
    (request) =>
      act(atMerchant.callerOf(request), request.params.link, 'Open again', (link, actor) =>
        reopenLink(deps, link, actor),
      ),
  );

  app.post(
    '/dashboard/api/payment-links/:link/reminders',
    actOptions(
      'remindOfInvoice',
      'Remind the customer of an invoice by mail, once a day at most',
      errors(...refusals, 409),
    ),
    (request) =>
      act(atMerchant.callerOf(request), request.params.link, 'The reminder is on its way', (link, actor) =>
        remindNow(deps, link, actor),
      ),
  );
}
