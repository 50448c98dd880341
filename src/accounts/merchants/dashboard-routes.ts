import { type Static, Type } from 'typebox';
import type { Sql } from '../../base/db/pool.ts';
import type { UrlPolicy } from '../../base/egress/guard.ts';
import { validationFailed } from '../../base/ground/errors.ts';
import { envelope, errors, success } from '../../base/http/envelope.ts';
import type { App } from '../../base/http/server.ts';
import { languages } from '../../base/money/language.ts';
import { atMerchant, atMerchantSchema } from '../dashboard-kit/at-merchant.ts';
import { withFieldNames } from '../dashboard-kit/field-names.ts';
import { isMethodCode, type MethodCode, methods } from '../methods/methods.ts';
import type { PeopleAuthenticator } from '../people/authenticate.ts';
import { changeMerchant } from './change-merchant.ts';
import { getMerchant } from './get-merchant.ts';
import { maxLogoBytes, setLogo } from './logo/set-logo.ts';
import { type Merchant, offeredCurrencies, offeredMethods } from './merchant.ts';
import type { MerchantEdit } from './merchant-edit.ts';
import { findContactRefusal } from './store.ts';

export interface SettingsRoutesDeps {
  sql: Sql;
  people: PeopleAuthenticator;
  urlPolicy: UrlPolicy;
  /** Whether this installation serves the method at all. */
  isServed(methodCode: MethodCode, currency?: string): boolean;
}

/** The image in base64, and the JSON around it. */
const logoBodyBytes = 288 * 1024;

const nullableText = Type.Union([Type.String(), Type.Null()]);
const optionalText = (description: string) =>
  Type.Optional(
    Type.Union([Type.String({ maxLength: 2048 }), Type.Null()], { expected: 'text, or null', description }),
  );
const methodShape = Type.Object({
  code: Type.String(),
  category: Type.String(),
  currencies: Type.Array(Type.String(), { description: 'Empty: every currency' }),
  on: Type.Boolean({ description: 'Whether customers can pay by it' }),
});
const settingsShape = Type.Object({
  name: Type.String({ description: 'What customers see; the operator changes it' }),
  contact_email: Type.String({ description: 'Where we write to about the account' }),
  contact_refused: Type.Union([Type.Object({ at: Type.String(), answer: Type.String() }), Type.Null()], {
    description: "Its mail server refuses mail, in that server's words; null: not that we know",
  }),
  language: Type.Enum([...languages], { description: 'The language of mails if the customer chose none' }),
  time_zone: Type.String({ description: 'In which mails tell times, such as America/Bogota' }),
  receipts: Type.Boolean({ description: 'Whether customers get a receipt by mail' }),
  signed_payouts: Type.Boolean({ description: 'Whether payouts that API keys make have to be signed' }),
  return_url: nullableText,
  statement_descriptor: Type.Union([Type.String(), Type.Null()], {
    description: "What the statements of customers' cards say; the operator changes it",
  }),
  support_email: nullableText,
  support_url: nullableText,
  terms_url: nullableText,
  color: nullableText,
  logo_url: Type.Union([Type.String(), Type.Null()], { description: 'On the host of the dashboard' }),
  methods: Type.Array(methodShape, {
    description: 'The methods that the installation offers to this merchant',
  }),
});
const settingsAnswer = envelope(settingsShape);
const settingsBody = Type.Object(
  {
    contact_email: Type.Optional(Type.String({ maxLength: 254 })),
    language: Type.Optional(Type.Enum([...languages], { expected: `one of ${languages.join(', ')}` })),
    time_zone: Type.Optional(Type.String({ maxLength: 50, expected: 'a time zone such as America/Bogota' })),
    receipts: Type.Optional(Type.Boolean({ expected: 'true or false' })),
    return_url: optionalText('Where customers go back to when an order does not say'),
    support_email: optionalText('Where customers can write'),
    support_url: optionalText('Page where customers can ask'),
    terms_url: optionalText('Page with what customers agree to'),
    color: optionalText(
      'The colour of pages and mails, such as #0b6b4f; adapted if text on it would be unreadable',
    ),
    methods: Type.Optional(
      Type.Array(Type.Object({ code: Type.String(), on: Type.Boolean() }), {
        maxItems: 50,
        expected: 'methods with on or off',
        description:
          'Their order is the one in which customers see them. Methods that are not named stay as they are, after those',
      }),
    ),
  },
  { description: 'Absent fields stay as they are' },
);

const fieldNames: Readonly<Partial<Record<keyof MerchantEdit, string>>> = {
  contactEmail: 'contact_email',
  timeZone: 'time_zone',
  returnUrl: 'return_url',
  supportEmail: 'support_email',
  supportUrl: 'support_url',
  termsUrl: 'terms_url',
  brandColor: 'color',
  methodsOff: 'methods',
  methodOrder: 'methods',
};

/**
 * The settings that a merchant controls itself: its appearance to customers, its payment methods, and its contact
 * address.
 */
export function settingsRoutes(app: App, deps: SettingsRoutesDeps): void {
  const { sql } = deps;
  const someone = atMerchant(deps.people);
  const config = { face: 'api' } as const;
  const { onRequest } = someone;

  async function shape(merchant: Merchant): Promise<Static<typeof settingsShape>> {
    const { settings } = merchant;
    const refusal = await findContactRefusal(sql, merchant.id);
    return {
      name: merchant.name,
      contact_email: merchant.contactEmail,
      contact_refused: refusal && { at: refusal.at.toISOString(), answer: refusal.answer },
      language: merchant.language,
      time_zone: settings.timeZone,
      receipts: settings.receipts,
      signed_payouts: settings.payoutSignatureRequired,
      return_url: settings.returnUrl,
      statement_descriptor: settings.statementDescriptor,
      support_email: settings.supportEmail,
      support_url: settings.supportUrl,
      terms_url: settings.termsUrl,
      color: settings.brandColor,
      logo_url: settings.logoHash && `/dashboard/brand/${settings.logoHash}`,
      methods: offeredMethods(merchant.settings, deps.isServed).flatMap((code) => {
        const currencies = offeredCurrencies(settings, code, deps.isServed);
        const on = !settings.methodsOff.includes(code);
        return currencies ? [{ code, category: methods[code].category, currencies, on }] : [];
      }),
    };
  }

  function editOf(merchant: Merchant, body: Static<typeof settingsBody>): MerchantEdit {
    return {
      ...(body.contact_email !== undefined && { contactEmail: body.contact_email }),
      ...(body.language !== undefined && { language: body.language }),
      ...(body.time_zone !== undefined && { timeZone: body.time_zone }),
      ...(body.receipts !== undefined && { receipts: body.receipts }),
      ...(body.return_url !== undefined && { returnUrl: body.return_url }),
      ...(body.support_email !== undefined && { supportEmail: body.support_email }),
      ...(body.support_url !== undefined && { supportUrl: body.support_url }),
      ...(body.terms_url !== undefined && { termsUrl: body.terms_url }),
      ...(body.color !== undefined && { brandColor: body.color }),
      ...(body.methods !== undefined && {
        methodsOff: methodsOffAfter(merchant, body.methods),
        methodOrder: body.methods.map(({ code }) => code),
      }),
    };
  }

  /** Includes unknown codes, which are refused together with all other faults. */
  function methodsOffAfter(merchant: Merchant, given: { code: string; on: boolean }[]): string[] {
    const on = new Set(given.filter((method) => method.on).map(({ code }) => code));
    const before = merchant.settings.methodsOff.filter((code) => !on.has(code));
    const off = given.filter((method) => !method.on || !isMethodCode(method.code));
    return [...new Set([...before, ...off.map(({ code }) => code)])];
  }

  app.get(
    '/dashboard/api/settings',
    {
      config,
      onRequest,
      schema: {
        operationId: 'readSettings',
        summary: 'Read what a merchant decides itself',
        ...atMerchantSchema,
        'x-permission': 'settings.read',
        response: { 200: settingsAnswer, ...errors(401, 403, 404) },
      },
    },
    async (request) => {
      const { id } = someone.callerOf(request).merchant;
      // Read again: a person who has just saved must not see the old values.
      return success('Settings', await shape(await getMerchant(sql, id)));
    },
  );

  app.put(
    '/dashboard/api/settings',
    {
      config,
      onRequest,
      schema: {
        operationId: 'changeSettings',
        summary: 'Change what a merchant decides itself, all that is given or nothing',
        ...atMerchantSchema,
        'x-permission': 'settings.manage',
        body: settingsBody,
        response: { 200: settingsAnswer, ...errors(400, 401, 403, 404, 413, 415, 422) },
      },
    },
    async (request) => {
      const { merchant, actor } = someone.callerOf(request);
      const edit = editOf(await getMerchant(sql, merchant.id), request.body);
      const changed = await withFieldNames(fieldNames, () => changeMerchant(deps, merchant.id, edit, actor));
      return success('The settings are changed', await shape(changed));
    },
  );

  app.put(
    '/dashboard/api/settings/signed-payouts',
    {
      config,
      onRequest,
      schema: {
        operationId: 'demandSignatures',
        summary: 'Demand that API keys sign the payouts they make, or no longer',
        description: 'A key without a signing key then makes none.',
        ...atMerchantSchema,
        'x-permission': 'settings.manage',
        'x-proof': 'demanded',
        body: Type.Object({ demanded: Type.Boolean({ expected: 'true or false' }) }),
        response: { 200: settingsAnswer, ...errors(400, 401, 403, 404, 413, 415, 422) },
      },
    },
    async (request) => {
      const { merchant, actor } = someone.callerOf(request);
      const edit = { payoutSignatureRequired: request.body.demanded };
      const changed = await changeMerchant(deps, merchant.id, edit, actor);
      return success('The settings are changed', await shape(changed));
    },
  );

  app.put(
    '/dashboard/api/settings/logo',
    {
      config,
      onRequest,
      bodyLimit: logoBodyBytes,
      schema: {
        operationId: 'changeLogo',
        summary: 'Give a merchant a logo',
        ...atMerchantSchema,
        'x-permission': 'settings.manage',
        body: Type.Object({
          content: Type.String({
            expected: 'an image in base64',
            description: `A PNG, JPEG or WebP image of at most ${maxLogoBytes / 1024} KB, in base64`,
          }),
        }),
        response: { 200: settingsAnswer, ...errors(400, 401, 403, 404, 413, 415, 422) },
      },
    },
    async (request) => {
      const { merchant, actor } = someone.callerOf(request);
      const { content } = request.body;
      if (!/^[A-Za-z0-9+/]+={0,2}$/.test(content)) {
        throw validationFailed([{ field: 'content', message: 'must be an image in base64' }]);
      }
      const changed = await setLogo(sql, merchant.id, Buffer.from(content, 'base64'), actor);
      return success('The logo is changed', await shape(changed));
    },
  );

  app.delete(
    '/dashboard/api/settings/logo',
    {
      config,
      onRequest,
      schema: {
        operationId: 'removeLogo',
        summary: 'Take the logo of a merchant away',
        ...atMerchantSchema,
        'x-permission': 'settings.manage',
        response: { 200: settingsAnswer, ...errors(401, 403, 404) },
      },
    },
    async (request) => {
      const { merchant, actor } = someone.callerOf(request);
      return success('The logo is gone', await shape(await setLogo(sql, merchant.id, null, actor)));
    },
  );
}
