import { isDeepStrictEqual } from 'node:util';
import { type TProperties, Type } from 'typebox';
import type { ErrorCode } from '../../base/ground/errors.ts';
import { faceOfPath } from '../../base/http/faces.ts';
import type { DescribedAddresses } from '../../base/http/openapi.ts';
import { statusOf } from '../../base/http/status.ts';
import { settlementNoticeSchema } from '../../commerce/settlements/settlement-notice.ts';
import { cryptoNoticeSchema } from '../../crypto/orders/notice-schema.ts';
import { eventFields } from '../../events/outbox/event-fields.ts';
import { paymentNoticeSchema } from '../../payments/charges/notice-schema.ts';
import { errorAdvice } from './error-advice.ts';
import { examples, noticeExamples } from './examples.ts';
import { portable } from './portable.ts';
import {
  type Answer,
  type Components,
  type Media,
  mapOperations,
  type Operation,
  type Paths,
  shareParts,
} from './shared-parts.ts';

/**
 * Makes two documents of what the routes say, and adds what they lack: webhooks, examples, and advice for each error.
 * One is the merchants' API; the other has what a person may do on the dashboard, and is not published in live.
 */

interface Description {
  info: { description?: string };
  components?: { securitySchemes?: Record<string, object> };
  paths?: Record<string, Record<string, Operation>>;
}
export interface Descriptions {
  merchants: object;
  dashboard: object;
}

const session = 'dashboardSession';

export function completeDescription(generated: object, addresses: DescribedAddresses): Descriptions {
  const described = withExamples(portable(generated) as Description);
  return {
    merchants: merchantsDocument(described, addresses),
    dashboard: dashboardDocument(described, addresses),
  };
}

/** What is called with a key or without credentials, by programs. */
function merchantsDocument(described: Description, addresses: DescribedAddresses): object {
  const paths = select(described.paths ?? {}, (operation) => {
    if (operation['x-permission'] === 'anyone') return null;
    const security = operation.security?.filter((way) => !(session in way)) ?? [];
    const { 'x-permission': _permission, 'x-proof': _proof, parameters, ...rest } = operation;
    // A key proves nothing beside itself.
    const asked = parameters?.filter(({ name }) => name !== 'x-proof') ?? [];
    return security.length === 0
      ? null
      : { ...rest, ...(asked.length > 0 && { parameters: asked }), security };
  });
  const components = newComponents();
  const { [session]: _session, ...securitySchemes } = described.components?.securitySchemes ?? {};
  return {
    ...described,
    info: { ...described.info, license, description: `${described.info.description}\n\n${errorTable()}` },
    servers: [{ url: addresses.baseUrl, description: 'This installation' }],
    tags,
    security: usual,
    paths: atTheirServers(shareParts(mapOperations(paths, withoutUsual), components), addresses),
    webhooks: sharedHooks(components),
    components: { securitySchemes, ...components },
  };
}

/** Webhooks have no paths, but share like operations what they repeat. */
function sharedHooks(components: Components): Paths {
  return shareParts(portable(webhooks) as Paths, components);
}

/** How most operations are called. One that says nothing else is called so. */
const usual = [{ apiKey: [], merchantId: [] }, { accessToken: [] }, { legacyToken: [] }];

function withoutUsual(operation: Operation): Operation {
  const { security, ...rest } = operation;
  return isDeepStrictEqual(security, usual) ? rest : operation;
}

/** What a person may call after signing in, and the operations of signing in. */
function dashboardDocument(described: Description, addresses: DescribedAddresses): object {
  const paths = select(described.paths ?? {}, (operation) => {
    if (operation['x-permission'] === undefined) return null;
    const security = operation.security?.filter((way) => session in way || Object.keys(way).length === 0);
    return { ...operation, ...(security && { security }) };
  });
  const components = newComponents();
  const { [session]: cookie } = described.components?.securitySchemes ?? {};
  return {
    ...described,
    info: { ...described.info, title: 'Pasarela dashboard', license, description: dashboardAbout },
    servers: [{ url: addresses.baseUrl, description: 'This installation' }],
    paths: shareParts(paths, components),
    components: { securitySchemes: { [session]: cookie }, ...components },
  };
}

const license = { name: 'Apache 2.0', identifier: 'Apache-2.0' };
const dashboardAbout =
  'What the pages of the dashboard call, with the cookie of a session. It changes with the pages, without notice: programs use the API for merchants.';
const tags = [
  { name: 'Authentication', description: 'Tokens for an API key' },
  { name: 'Transactions', description: 'Charges by any method: create, read, capture, cancel, refund' },
  { name: 'Crypto', description: 'Orders paid in USDT or USDC, payouts, and refunds on the chain' },
  { name: 'Payment links', description: 'Pages to pay on, and invoices' },
  { name: 'Events', description: 'What happened, and sending it again' },
  { name: 'Webhooks', description: 'What is sent to you' },
  { name: 'Account', description: 'Balances and methods' },
];

function newComponents(): Components {
  return { schemas: { ErrorCode: errorCodeSchema }, responses: {}, parameters: {} };
}

function withExamples(description: Description): Description {
  const paths = mapOperations(description.paths ?? {}, (operation) => {
    const example = examples[operation.operationId];
    if (!example) return operation;
    const success = Object.keys(operation.responses).find((status) => status.startsWith('2')) ?? '';
    showExample(operation.requestBody?.content, example.request);
    showExample((operation.responses[success] as Answer | undefined)?.content, example.answer);
    return operation;
  });
  return { ...description, paths };
}

function showExample(content: Record<string, Media> | undefined, example: unknown): void {
  const [media] = Object.values(content ?? {});
  if (media && example !== undefined) media.example = example;
}

/** The operations for which `keep` returns one; paths without any are left out. */
function select(paths: Paths, keep: (operation: Operation) => Operation | null): Paths {
  const selected: Paths = {};
  for (const [path, methods] of Object.entries(paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      const kept = keep(operation);
      if (kept) selected[path] = { ...selected[path], [method]: kept };
    }
  }
  return selected;
}

/** Names the address of a path, where it is another than that of the API. */
function atTheirServers(paths: Paths, { baseUrl, legacyAuthUrl, cryptoBaseUrl }: DescribedAddresses): Paths {
  const serverOf = (path: string): string => {
    const face = faceOfPath(path);
    if (face === 'legacy') return legacyAuthUrl;
    return face === 'crypto' ? cryptoBaseUrl : baseUrl;
  };
  return Object.fromEntries(
    Object.entries(paths).map(([path, methods]) => {
      const url = serverOf(path);
      return [path, url === baseUrl ? methods : { ...methods, servers: [{ url }] }];
    }),
  ) as Paths;
}

const codes = Object.keys(statusOf) as ErrorCode[];

const errorCodeSchema = {
  type: 'string',
  description:
    'The stable code of an error: `data.error`, in the crypto flow `error`, in the legacy one `kind`. The table of errors at the top says what to do',
  enum: codes,
};

/** A program never meets a code of the dashboard. */
function adviceFor(code: ErrorCode): string {
  return /^O[fn] the dashboard:/.test(errorAdvice[code]) ? 'Of the dashboard only.' : errorAdvice[code];
}

function errorTable(): string {
  const rows = codes
    .toSorted((one, other) => statusOf[one] - statusOf[other])
    .map((code) => `| \`${code}\` | ${statusOf[code]} | ${adviceFor(code)} |`);
  return ['## Errors', '', '| code | HTTP | what to do |', '|---|---|---|', ...rows].join('\n');
}

/** The headers of Standard Webhooks, sent with every delivery. */
const signatureHeaders = [
  ['webhook-id', "The event's id: the same at every send of it"],
  ['webhook-timestamp', 'When it was sent, in seconds since 1970'],
  [
    'webhook-signature',
    '`v1,` and the HMAC-SHA256 of id, timestamp and body in base64, by standardwebhooks.com',
  ],
].map(([name, description]) => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
}));

function webhook(operationId: keyof typeof noticeExamples, summary: string, schema: object) {
  return {
    post: {
      operationId,
      summary,
      description: 'Answer HTTP 200 within 15 seconds. Anything else is sent again, up to three times.',
      tags: ['Webhooks'],
      security: [],
      parameters: signatureHeaders,
      requestBody: {
        required: true,
        content: { 'application/json': { schema, example: noticeExamples[operationId] } },
      },
      responses: { 200: { description: 'Received' } },
    },
  };
}

/** A payload with the fields that every webhook has. */
function noticeOf({ properties }: { properties: TProperties }, name: string, types: string[]): object {
  return Type.Object({ ...properties, ...eventFields(types) }, { 'x-name': name });
}

const webhooks = {
  charge: webhook(
    'tellCharge',
    'Payload B: a charge reached a status',
    noticeOf(paymentNoticeSchema, 'ChargeNotice', [
      'charge',
      'authorization',
      'capture',
      'void',
      'refund',
      'dispute',
    ]),
  ),
  cryptoOrder: webhook(
    'tellCryptoOrder',
    'Payload A: a crypto order or payout reached a status',
    noticeOf(cryptoNoticeSchema, 'CryptoNotice', ['order', 'payout', 'refund']),
  ),
  settlement: webhook(
    'tellSettlement',
    'A settlement was paid, refused, or sent back by the bank',
    noticeOf(settlementNoticeSchema, 'SettlementNotice', ['settlement']),
  ),
};
