import { Type } from 'typebox';
import { atInstallation, operatorSchema } from '../../accounts/dashboard-kit/at-installation.ts';
import { balancesOf, decimalsOf } from '../../accounts/ledger/ledger.ts';
import { isMailAddress } from '../../accounts/mail/address.ts';
import { changeMerchant } from '../../accounts/merchants/change-merchant.ts';
import { createMerchant, createMerchantOfPeople } from '../../accounts/merchants/create-merchant.ts';
import { enableMerchant } from '../../accounts/merchants/enable-merchant.ts';
import { getMerchant } from '../../accounts/merchants/get-merchant.ts';
import type { Merchant } from '../../accounts/merchants/merchant.ts';
import type { MerchantEdit } from '../../accounts/merchants/merchant-edit.ts';
import { findContactRefusal, searchMerchants } from '../../accounts/merchants/store.ts';
import type { PeopleAuthenticator } from '../../accounts/people/authenticate.ts';
import { invitePerson } from '../../accounts/people/invitations/invite-person.ts';
import type { Sql } from '../../base/db/pool.ts';
import type { Reads } from '../../base/db/reads.ts';
import type { UrlPolicy } from '../../base/egress/guard.ts';
import { PasarelaError, validationFailed } from '../../base/ground/errors.ts';
import type { Secrets } from '../../base/ground/secrets.ts';
import { envelope, errors, success } from '../../base/http/envelope.ts';
import { cursorSchema, cutPage, pageLimit, readCursor } from '../../base/http/request/paging.ts';
import type { App } from '../../base/http/server.ts';
import { formatDecimal } from '../../base/money/money.ts';
import { readRules } from '../../payments/processors/accounts-store.ts';
import { setRoutes } from '../../payments/processors/set-routes.ts';
import { readGivenRules, routeRules, routeRulesGiven, shownRules } from './processor-routes.ts';

export interface OperatedMerchantsDeps {
  sql: Sql;
  reads: Reads;
  people: PeopleAuthenticator;
  secrets: Secrets;
  urlPolicy: UrlPolicy;
  now(): Date;
}

const nullableText = Type.Union([Type.String(), Type.Null()]);
const merchantParams = Type.Object({ merchant: Type.String() });
const bodyErrors = errors(400, 401, 403, 404, 413, 415, 422);

const summaryFields = {
  id: Type.String(),
  name: Type.String(),
  contact_email: Type.String(),
  language: Type.String(),
  enabled: Type.Boolean(),
  card_fee_basis_points: Type.Number({ description: 'In hundredths of a percent, as the other fees' }),
  crypto_fee_basis_points: Type.Number(),
  payout_fee_basis_points: Type.Number(),
};
/** The filter of merchants, for the list and for its file. */
export const merchantFilter = {
  search: Type.Optional(
    Type.String({
      maxLength: 254,
      pattern: '^[^\\x00]*$',
      expected: 'without NUL',
      description: 'A part of its name or e-mail, or its id',
    }),
  ),
};
const settingsFields = {
  payouts_enabled: Type.Boolean(),
  payout_single_limit: Type.Union([Type.String(), Type.Null()], {
    description: 'USD as a decimal, as the other limits; null: no limit',
  }),
  payout_daily_limit: nullableText,
  payout_monthly_limit: nullableText,
  payout_auto_approve_up_to: Type.String({
    description: 'Above it a person approves, above ten times it two',
  }),
  requests_per_ten_seconds: Type.Union([Type.Number(), Type.Null()], {
    description: 'null: the limit of the installation',
  }),
  statement_descriptor: Type.Union([Type.String(), Type.Null()], {
    description: "What the statements of customers' cards say; null: what the processor's account says",
  }),
};
const detailAnswer = envelope(
  Type.Object({
    ...summaryFields,
    ...settingsFields,
    contact_refused: Type.Union([Type.Object({ at: Type.String(), answer: Type.String() }), Type.Null()], {
      description: "The contact address refuses mail, in its server's words; null: not that we know",
    }),
    rules: Type.Array(routeRules.items, {
      description: 'Its own; none: those of the installation count',
    }),
    balances: Type.Array(
      Type.Object({ account: Type.String(), asset: Type.String(), balance: Type.String() }),
    ),
  }),
);

const amount = Type.String({ maxLength: 40 });
const nullableAmount = Type.Union([amount, Type.Null()]);
const descriptor = Type.Union([Type.String({ maxLength: 100 }), Type.Null()]);
const name = Type.String({ minLength: 1, maxLength: 1_000 });
const email = Type.String({ minLength: 1, maxLength: 1_000 });
const language = Type.String({ maxLength: 10 });
const editBody = Type.Partial(
  Type.Object({
    name,
    contact_email: email,
    language,
    card_fee_basis_points: Type.Number(),
    crypto_fee_basis_points: Type.Number(),
    payout_fee_basis_points: Type.Number(),
    payouts_enabled: Type.Boolean(),
    payout_single_limit: nullableAmount,
    payout_daily_limit: nullableAmount,
    payout_monthly_limit: nullableAmount,
    payout_auto_approve_up_to: amount,
    requests_per_ten_seconds: Type.Union([Type.Number(), Type.Null()]),
    statement_descriptor: descriptor,
  }),
  { minProperties: 1 },
);

/** The merchant's fields that the operator sets: the merchant changes everything else itself. */
const nameOf = {
  name: 'name',
  contact_email: 'contactEmail',
  language: 'language',
  card_fee_basis_points: 'cardFeeBasisPoints',
  crypto_fee_basis_points: 'cryptoFeeBasisPoints',
  payout_fee_basis_points: 'payoutFeeBasisPoints',
  payouts_enabled: 'payoutsEnabled',
  payout_single_limit: 'payoutSingleLimit',
  payout_daily_limit: 'payoutDailyLimit',
  payout_monthly_limit: 'payoutMonthlyLimit',
  payout_auto_approve_up_to: 'payoutAutoApproveUpTo',
  requests_per_ten_seconds: 'requestsPerTenSeconds',
  statement_descriptor: 'statementDescriptor',
} as const satisfies Record<string, keyof MerchantEdit>;

/** Merchants as the operator sees them: all of them, their fees, limits and card routing. */
export function operatedMerchantRoutes(app: App, deps: OperatedMerchantsDeps): void {
  const { sql, reads, now } = deps;
  const here = atInstallation(deps.people);
  const reading = { ...operatorSchema, 'x-permission': 'installation.read' as const };
  const managing = { ...operatorSchema, 'x-permission': 'merchants.manage' as const };

  async function detailOf(merchant: Merchant) {
    const { settings } = merchant;
    const [balances, rules, refusal] = await Promise.all([
      balancesOf(sql, merchant.id),
      readRules(sql),
      findContactRefusal(sql, merchant.id),
    ]);
    return {
      ...summaryOf(merchant),
      payouts_enabled: settings.payoutsEnabled,
      payout_single_limit: settings.payoutSingleLimit,
      payout_daily_limit: settings.payoutDailyLimit,
      payout_monthly_limit: settings.payoutMonthlyLimit,
      payout_auto_approve_up_to: settings.payoutAutoApproveUpTo,
      requests_per_ten_seconds: settings.requestsPerTenSeconds,
      statement_descriptor: settings.statementDescriptor,
      contact_refused: refusal && { at: refusal.at.toISOString(), answer: refusal.answer },
      rules: shownRules(rules.get(merchant.id) ?? []),
      balances: balances.map(({ account, asset, balance }) => ({
        account,
        asset,
        balance: formatDecimal(balance, decimalsOf(asset)),
      })),
    };
  }

  app.get(
    '/dashboard/api/merchants',
    {
      config: { face: 'api' },
      onRequest: here.onRequest,
      schema: {
        operationId: 'listMerchants',
        summary: 'List the merchants, newest first',
        ...reading,
        querystring: Type.Object({ ...merchantFilter, cursor: cursorSchema }),
        response: {
          200: envelope(
            Type.Object({ merchants: Type.Array(Type.Object(summaryFields)), next_cursor: nullableText }),
          ),
          ...errors(401, 403, 404, 422),
        },
      },
    },
    async (request) => {
      const { search = '', cursor } = request.query;
      const beforeId = readCursor(cursor);
      const found = await reads.read((some) => searchMerchants(some, search.trim(), beforeId, pageLimit));
      const { page, next_cursor } = cutPage(found, ({ id }) => id);
      return success('Merchants', { merchants: page.map(summaryOf), next_cursor });
    },
  );

  app.post(
    '/dashboard/api/merchants',
    {
      config: { face: 'api' },
      onRequest: here.onRequest,
      schema: {
        operationId: 'createMerchant',
        'x-proof': 'demanded',
        summary: 'Create a merchant, and invite its owner or get its secrets',
        description:
          'With owner_email the owner is invited by mail and makes the first API key: no secret is in the answer. Without it, the first API key and the webhook secret are shown this once.',
        ...managing,
        body: Type.Object({
          name,
          contact_email: email,
          language: Type.Optional(language),
          owner_email: Type.Optional(email),
        }),
        response: {
          200: envelope(
            Type.Object({
              ...summaryFields,
              api_key: Type.Union([Type.String(), Type.Null()]),
              webhook_secret: Type.Union([Type.String(), Type.Null()]),
              invited: Type.Union([Type.String(), Type.Null()], { description: 'The owner who was mailed' }),
            }),
          ),
          ...bodyErrors,
        },
      },
    },
    async (request) => {
      const { contact_email: contactEmail, owner_email: owner, ...rest } = request.body;
      const actor = here.callerOf(request);
      const isInvited = owner !== undefined;
      // Before anything is made: an owner who cannot be invited would leave a merchant that nobody can enter.
      if (isInvited && (!isMailAddress(owner) || owner.trim().toLowerCase() === actor)) {
        const message = isMailAddress(owner)
          ? 'is your own: somebody else has to be its owner'
          : 'must be an e-mail address';
        throw validationFailed([{ field: 'owner_email', message }]);
      }
      if (!isInvited) {
        const { merchant, apiKey, webhookSecret } = await underOurNames(() =>
          createMerchant(deps, { ...rest, contactEmail }, actor),
        );
        const made = {
          ...summaryOf(merchant),
          api_key: apiKey,
          webhook_secret: webhookSecret,
          invited: null,
        };
        return success('The merchant is made', made);
      }
      const { by } = await deps.people.atPlace(request);
      const merchant = await underOurNames(() =>
        createMerchantOfPeople(deps, { ...rest, contactEmail }, actor),
      );
      const invitation = {
        email: owner,
        role: 'owner',
        merchantId: merchant.id,
        language: merchant.language,
        actor,
        from: { personId: by.person.id },
      } as const;
      await invitePerson({ sql, now }, invitation);
      return success('The merchant is made, and its owner invited', {
        ...summaryOf(merchant),
        api_key: null,
        webhook_secret: null,
        invited: owner,
      });
    },
  );

  app.get(
    '/dashboard/api/merchants/:merchant',
    {
      config: { face: 'api' },
      onRequest: here.onRequest,
      schema: {
        operationId: 'readOperatedMerchant',
        summary: 'Read a merchant: its fees and limits, the route of its cards, its balances',
        ...reading,
        params: merchantParams,
        response: { 200: detailAnswer, ...errors(401, 403, 404) },
      },
    },
    async (request) => success('Merchant', await detailOf(await getMerchant(sql, request.params.merchant))),
  );

  app.put(
    '/dashboard/api/merchants/:merchant',
    {
      config: { face: 'api' },
      onRequest: here.onRequest,
      schema: {
        operationId: 'changeOperatedMerchant',
        'x-proof': 'demanded',
        summary: 'Change fees, limits or the profile of a merchant: all that is given, or nothing',
        ...managing,
        params: merchantParams,
        body: editBody,
        response: { 200: detailAnswer, ...bodyErrors },
      },
    },
    async (request) => {
      const edit = Object.fromEntries(
        Object.entries(request.body).map(([field, value]) => [nameOf[field as keyof typeof nameOf], value]),
      ) as MerchantEdit;
      const merchant = await underOurNames(() =>
        changeMerchant(deps, request.params.merchant, edit, here.callerOf(request)),
      );
      return success('The merchant is changed', await detailOf(merchant));
    },
  );

  app.put(
    '/dashboard/api/merchants/:merchant/state',
    {
      config: { face: 'api' },
      onRequest: here.onRequest,
      schema: {
        operationId: 'enableMerchant',
        summary: 'Refuse every request of a merchant, or serve it again; its payouts wait meanwhile',
        ...managing,
        params: merchantParams,
        body: Type.Object({ enabled: Type.Boolean() }),
        response: { 200: detailAnswer, ...bodyErrors },
      },
    },
    async (request) => {
      const { merchant: id } = request.params;
      const merchant = await enableMerchant(sql, id, request.body.enabled, here.callerOf(request));
      return success(merchant.enabled ? 'It is served' : 'It is refused', await detailOf(merchant));
    },
  );

  app.put(
    '/dashboard/api/merchants/:merchant/card-routes',
    {
      config: { face: 'api' },
      onRequest: here.onRequest,
      schema: {
        operationId: 'setMerchantRoutes',
        'x-proof': 'demanded',
        summary: 'Set which processors take which payments of a merchant; none: as the installation says',
        ...managing,
        params: merchantParams,
        body: routeRulesGiven,
        response: { 200: detailAnswer, ...bodyErrors },
      },
    },
    async (request) => {
      const merchant = await getMerchant(sql, request.params.merchant);
      const rules = readGivenRules(request.body.rules);
      await setRoutes({ sql, now }, merchant.id, rules, here.callerOf(request));
      return success('The rules count within seconds', await detailOf(merchant));
    },
  );
}

function summaryOf({ id, name, contactEmail, language, enabled, settings }: Merchant) {
  return {
    id,
    name,
    contact_email: contactEmail,
    language,
    enabled,
    card_fee_basis_points: settings.cardFeeBasisPoints,
    crypto_fee_basis_points: settings.cryptoFeeBasisPoints,
    payout_fee_basis_points: settings.payoutFeeBasisPoints,
  };
}

/** Faults name the fields as the caller named them. */
async function underOurNames<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof PasarelaError) || !error.fields) throw error;
    throw validationFailed(
      error.fields.map(({ field, message }) => ({
        field: Object.entries(nameOf).find(([, name]) => name === field)?.[0] ?? field,
        message,
      })),
    );
  }
}
