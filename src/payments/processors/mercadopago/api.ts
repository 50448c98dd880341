import { setTimeout as wait } from 'node:timers/promises';
import Type, { type Static, type TSchema } from 'typebox';
import { fits } from '../answers.ts';
import { type Answer, type Call, createCaller } from '../http.ts';
import type { MercadopagoSettings } from './settings.ts';

/** The result of a call: the value, or why there is none. */
export type Reply<Value> = { value: Value } | Failure;

export interface Failure {
  /** For the operator: the status and the error's code, never the body. */
  cause: string;
  status: number | null;
  code: string | null;
}

export interface Api {
  get<Schema extends TSchema>(path: string, schema: Schema): Promise<Reply<Static<Schema>>>;
  /** Calls with the same key are executed once. Repeated for a while if Mercado Pago says that it is not ready. */
  post<Schema extends TSchema>(
    path: string,
    key: string,
    body: object | null,
    schema: Schema,
  ): Promise<Reply<Static<Schema>>>;
}

/** A customer is waiting. */
const defaultTimeoutMs = 10_000;

/** Room for some hundred thousand movements. */
const maxFileBytes = 64 * 1024 * 1024;
const fileTimeoutMs = 120_000;

/**
 * The wait before each repetition, as a share of the deadline. A refund right after the payment took some seconds to
 * become possible.
 */
const waitShares = [1 / 40, 1 / 10];

/**
 * Codes that mean "not yet" for a call that changes something: the key is in use, the payment is still being booked, or
 * the party behind was away. A repeat under the same key succeeds.
 */
const passingCodes = new Set([
  'resource_locked',
  'processor_communication_error',
  'post_processing_operation_pending',
  'unprocessable_entity',
  'idempotency_validation_failed',
]);

/** The Orders API lists its errors; the older APIs name one. */
const ErrorBody = Type.Union([
  Type.Object({ errors: Type.Array(Type.Object({ code: Type.String() }), { minItems: 1 }) }),
  Type.Object({ error: Type.String() }),
]);

export interface Calls {
  /** One deadline over all its calls, because somebody waits for the answer. */
  begin(): Api;
  /** Each call has its own deadline. */
  each: Api;
}

export function createCalls({ url, accessToken, timeoutMs = defaultTimeoutMs }: MercadopagoSettings): Calls {
  const caller = createCaller(url, timeoutMs);
  const authorization = `Bearer ${accessToken}`;

  async function askPatiently(call: Omit<Call, 'timeoutMs'>, endsAt: number): Promise<Answer> {
    for (let attempt = 0; ; attempt++) {
      const leftMs = Math.ceil(endsAt - performance.now());
      if (leftMs <= 0)
        return { kind: 'failed', cause: `it did not answer within ${timeoutMs} ms`, wasSent: false };
      const answer = await caller({ ...call, timeoutMs: leftMs });
      const waitMs = timeoutMs * (waitShares[attempt] ?? Number.POSITIVE_INFINITY);
      if (!passes(answer) || performance.now() + waitMs >= endsAt) return answer;
      await wait(waitMs);
    }
  }

  function apiUntil(endsAt: () => number): Api {
    return {
      async get(path, schema) {
        const call = { method: 'GET', path, headers: { authorization }, body: null } as const;
        return toReply(await askPatiently(call, endsAt()), schema);
      },
      async post(path, key, body, schema) {
        const headers = {
          authorization,
          'x-idempotency-key': key,
          ...(body && { 'content-type': 'application/json' }),
        };
        const call = { method: 'POST', path, headers, body: body && JSON.stringify(body) } as const;
        return toReply(await askPatiently(call, endsAt()), schema);
      },
    };
  }

  return {
    begin() {
      const endsAt = performance.now() + timeoutMs;
      return apiUntil(() => endsAt);
    },
    each: apiUntil(() => performance.now() + timeoutMs),
  };
}

/** Reads files as text: larger ones, and with more time. */
export function createFileCalls({ url, accessToken }: MercadopagoSettings): Pick<Api, 'get'> {
  const caller = createCaller(url, fileTimeoutMs, { read: (text) => text, maxBytes: maxFileBytes });
  const headers = { authorization: `Bearer ${accessToken}` };
  return {
    get: async (path, schema) => toReply(await caller({ method: 'GET', path, headers, body: null }), schema),
  };
}

/** Whether the same call is likely to be answered differently in a moment. */
function passes(answer: Answer): boolean {
  // No connection was made, or it was cut.
  if (answer.kind === 'failed') return answer.wasSent;
  if (answer.status === 429 || answer.status >= 500 || answer.status === 423) return true;
  return passingCodes.has(codeOf(answer.body) ?? '');
}

function toReply<Schema extends TSchema>(answer: Answer, schema: Schema): Reply<Static<Schema>> {
  if (answer.kind === 'failed') return { cause: `Mercado Pago: ${answer.cause}`, status: null, code: null };
  const { status, body } = answer;
  if (status >= 200 && status < 300)
    return fits(schema, body)
      ? { value: body }
      : { cause: 'Mercado Pago gave an answer we do not understand', status, code: null };
  const code = codeOf(body);
  return { cause: `Mercado Pago answered HTTP ${status}${code ? ` (${code})` : ''}`, status, code };
}

/** Only an error's code: its message quotes what was sent. */
function codeOf(body: unknown): string | null {
  if (!fits(ErrorBody, body)) return null;
  const code = 'errors' in body ? body.errors[0]?.code : body.error;
  return code && /^[A-Za-z0-9_]{1,64}$/.test(code) ? code : null;
}
