import { addressPattern } from '../../accounts/mail/address.ts';
import type { ErrorCode } from '../../base/ground/errors.ts';
import { unplain } from '../../base/ground/plain-text.ts';
import { statusOf } from '../../base/http/status.ts';
import { settlementNoticeSchema } from '../../commerce/settlements/settlement-notice.ts';
import { cryptoNoticeSchema } from '../../crypto/orders/notice-schema.ts';
import { paymentNoticeSchema } from '../../payments/charges/notice-schema.ts';
import { errorAdvice } from './error-advice.ts';
import { examples, noticeExamples } from './examples.ts';

/** Adds what the routes alone lack: webhooks, examples, and advice for each error. */

interface Media {
  example?: unknown;
}
interface Operation {
  operationId: string;
  requestBody?: { content: Record<string, Media> };
  responses: Record<string, { content?: Record<string, Media> }>;
}
interface Description {
  info: { description?: string };
  components?: { schemas?: Record<string, unknown> };
  paths?: Record<string, Record<string, Operation>>;
}

export function completeDescription(generated: object): object {
  const description = portable(generated) as Description;
  for (const operation of Object.values(description.paths ?? {}).flatMap(Object.values<Operation>)) {
    const example = examples[operation.operationId];
    if (!example) continue;
    const success = Object.keys(operation.responses).find((status) => status.startsWith('2')) ?? '';
    showExample(operation.requestBody?.content, example.request);
    showExample(operation.responses[success]?.content, example.answer);
  }
  return {
    ...description,
    info: { ...description.info, description: `${description.info.description}\n\n${errorTable()}` },
    webhooks: portable(webhooks),
    components: {
      ...description.components,
      schemas: { ...description.components?.schemas, ErrorCode: errorCodeSchema },
    },
  };
}

function showExample(content: Record<string, Media> | undefined, example: unknown): void {
  const [media] = Object.values(content ?? {});
  if (media && example !== undefined) media.example = example;
}

const codes = Object.keys(statusOf) as ErrorCode[];

const errorCodeSchema = {
  type: 'string',
  description:
    'The stable code of an error: `data.error`, in the crypto flow `error`, in the legacy one `kind`',
  enum: codes,
  'x-enum-descriptions': codes.map((code) => errorAdvice[code]),
};

function errorTable(): string {
  const rows = codes
    .toSorted((one, other) => statusOf[one] - statusOf[other])
    .map((code) => `| \`${code}\` | ${statusOf[code]} | ${errorAdvice[code]} |`);
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
      parameters: signatureHeaders,
      requestBody: {
        required: true,
        content: { 'application/json': { schema, example: noticeExamples[operationId] } },
      },
      responses: { 200: { description: 'Received' } },
    },
  };
}

const webhooks = {
  charge: webhook('tellCharge', 'Payload B: a charge reached a status', paymentNoticeSchema),
  cryptoOrder: webhook(
    'tellCryptoOrder',
    'Payload A: a crypto order or payout reached a status',
    cryptoNoticeSchema,
  ),
  settlement: webhook(
    'tellSettlement',
    'A settlement was paid, refused, or sent back by the bank',
    settlementNoticeSchema,
  ),
};

/**
 * Copies schemas into a form that generators for other languages can read. Go has no \p{Cc} with that meaning, no \u
 * and no surrogates, Python no \p at all; direction marks appear only in the text of a refusal. Half a surrogate pair,
 * which we refuse, cannot be written in UTF-8 anyway.
 */
function portable(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(portable);
  if (typeof value !== 'object' || value === null) return value;
  const copy = Object.fromEntries(
    Object.entries(value).map(([name, part]) => {
      if (name === 'pattern' && typeof part === 'string') return [name, portablePattern(part)];
      if (name !== 'patternProperties') return [name, portable(part)];
      const byPattern = Object.entries(part as object);
      return [
        name,
        Object.fromEntries(
          byPattern.map(([pattern, schema]) => [portablePattern(pattern), portable(schema)]),
        ),
      ];
    }),
  );
  // Java generates an untyped object for an enum without a type.
  const isEnum = Array.isArray(copy.enum) && copy.enum.every((each) => typeof each === 'string');
  return isEnum ? { type: 'string', ...copy } : copy;
}

/** The part of an address check that every language can express; the server checks more. */
const portableAddress = '^[^\\s@]+@[^\\s@.]+([.][^\\s@.]+)+$';

function portablePattern(pattern: string): string {
  if (pattern === addressPattern) return portableAddress;
  return pattern
    .replaceAll(unplain, '\\p{Cc}')
    .replaceAll('\\p{Cs}', '')
    .replaceAll('\\p{Cc}', '\\x00-\\x1f\\x7f-\\x9f');
}
