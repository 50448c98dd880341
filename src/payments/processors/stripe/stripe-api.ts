import { setTimeout as wait } from 'node:timers/promises';
import Type, { type Static, type TSchema } from 'typebox';
import { fits } from '../answers.ts';
import { type Answer, createCaller } from '../http.ts';
import { encodeFile, encodeForm, type FormFields } from './form.ts';
import { realApiUrl, type StripeSettings } from './settings.ts';

/**
 * Calls Stripe's API with our own caller, not its SDK: for the dozen calls made here, loading the SDK costs more than
 * all of them (docs/operate/processors/stripe.md has the figures), and it would decide by itself when to repeat a
 * request.
 */

/** The API version of the answers, whatever the account's setting is. */
const apiVersion = '2026-08-26.dahlia';

const filesUrl = 'https://files.stripe.com';

/** A customer is waiting: all attempts of one call fit into this. */
const defaultTimeoutMs = 10_000;
/**
 * The waits before each further attempt of a call that Stripe could not execute, as shares of the time-out: 0.2 and 0.8
 * s.
 */
const retryShares = [0.02, 0.08];

/** Stripe's errors. The message is not read: it may quote what was sent. */
export const StripeError = Type.Object({
  type: Type.Optional(Type.String()),
  code: Type.Optional(Type.String()),
  decline_code: Type.Optional(Type.String()),
  param: Type.Optional(Type.String()),
});
const ErrorBody = Type.Object({ error: StripeError });

export type Reply<Value> =
  | { kind: 'done'; value: Value }
  /** Stripe says that it did not execute the call, this time. */
  | {
      kind: 'refused';
      status: number;
      error: Static<typeof StripeError>;
      cause: string;
      mayHaveRun: boolean;
    }
  /** Another request was made under the same key: this answer says nothing of it. */
  | { kind: 'key_taken'; cause: string }
  /** Stripe failed on the call, and repeats that answer: under this key the outcome can never be learned. */
  | { kind: 'broken'; cause: string }
  /** The outcome is unknown, unless the call never reached Stripe, or was rejected before it was read. */
  | { kind: 'unanswered'; cause: string; mayHaveRun: boolean };

export interface Deadline {
  remainingMs(): number;
}

export interface StripeApi {
  /** For calls that together must not take longer than one. */
  deadline(ms?: number): Deadline;
  get<Schema extends TSchema>(
    schema: Schema,
    path: string,
    query: FormFields,
    deadline?: Deadline,
  ): Promise<Reply<Static<Schema>>>;
  /** Without a key: only for calls that are safe to repeat. */
  post<Schema extends TSchema>(
    schema: Schema,
    path: string,
    fields: FormFields,
    options?: { key?: string; deadline?: Deadline },
  ): Promise<Reply<Static<Schema>>>;
  /** Uploads a file to Stripe's own host for files. The same key and file give the same answer. */
  upload<Schema extends TSchema>(
    schema: Schema,
    file: FilePart,
    purpose: string,
    options: { key: string; deadline: Deadline },
  ): Promise<Reply<Static<Schema>>>;
}

export interface FilePart {
  name: string;
  mediaType: string;
  content: Buffer;
}

export function createStripeApi({
  secretKey,
  apiUrl,
  timeoutMs = defaultTimeoutMs,
}: StripeSettings): StripeApi {
  const caller = createCaller(apiUrl, timeoutMs);
  const fileCaller = createCaller(apiUrl === realApiUrl ? filesUrl : apiUrl, timeoutMs);
  const headers = {
    authorization: `Bearer ${secretKey}`,
    'stripe-version': apiVersion,
    'user-agent': 'Pasarela',
  };

  function deadline(ms = timeoutMs): Deadline {
    const endsAt = performance.now() + ms;
    return { remainingMs: () => Math.floor(endsAt - performance.now()) };
  }

  /** Repeats the call until there is a final answer, or the time is over. */
  async function ask(
    send: (timeoutMs: number) => Promise<Answer>,
    { remainingMs }: Deadline,
  ): Promise<Asked> {
    let hadRun = false;
    for (let tries = 0; ; tries++) {
      const answer = await send(Math.max(remainingMs(), 1));
      const waitMs = timeoutMs * (retryShares[tries] ?? Number.POSITIVE_INFINITY);
      if (!isWorthRepeating(answer) || remainingMs() <= waitMs) return { answer, hadRun };
      hadRun ||= !isTurnedAway(answer);
      await wait(waitMs);
    }
  }

  return {
    deadline,

    async get(schema, path, query, until = deadline()) {
      const text = encodeForm(query);
      const call = { method: 'GET', path: text ? `${path}?${text}` : path, headers, body: null } as const;
      return read(schema, await ask((timeoutMs) => caller({ ...call, timeoutMs }), until));
    },

    async post(schema, path, fields, { key, deadline: until = deadline() } = {}) {
      const call = {
        method: 'POST',
        path,
        headers: {
          ...headers,
          'content-type': 'application/x-www-form-urlencoded',
          ...(key !== undefined && { 'idempotency-key': key }),
        },
        body: encodeForm(fields),
      } as const;
      return read(schema, await ask((timeoutMs) => caller({ ...call, timeoutMs }), until));
    },

    async upload(schema, file, purpose, { key, deadline: until }) {
      const { boundary, body } = encodeFile(file, purpose, key);
      const type = `multipart/form-data; boundary=${boundary}`;
      const call = {
        method: 'POST',
        path: '/v1/files',
        headers: { ...headers, 'content-type': type, 'idempotency-key': key },
        body,
      } as const;
      return read(schema, await ask((timeoutMs) => fileCaller({ ...call, timeoutMs }), until));
    },
  };
}

interface Asked {
  answer: Answer;
  /** Whether an earlier attempt may have executed it. */
  hadRun: boolean;
}

/** 409: the same call is under way. The same key prevents a second execution. */
function isWorthRepeating(answer: Answer): boolean {
  if (answer.kind === 'failed') return true;
  return answer.status === 409 || answer.status === 429 || (answer.status >= 500 && !isReplayed(answer));
}

/** Whether Stripe replayed the answer of an earlier request under the same key. */
function isReplayed({ headers }: Extract<Answer, { kind: 'answered' }>): boolean {
  return headers['idempotent-replayed'] === 'true';
}

/** Whether the call certainly had no effect. A 429 for a lock means that another call works on the same object. */
function isTurnedAway(answer: Answer): boolean {
  if (answer.kind === 'failed') return !answer.wasSent;
  return answer.status === 429 && fits(ErrorBody, answer.body) && answer.body.error.code !== 'lock_timeout';
}

function read<Schema extends TSchema>(schema: Schema, { answer, hadRun }: Asked): Reply<Static<Schema>> {
  const mayHaveRun = hadRun || !isTurnedAway(answer);
  if (answer.kind === 'failed') return { kind: 'unanswered', cause: `Stripe: ${answer.cause}`, mayHaveRun };
  const { status, body } = answer;
  if (status === 200) {
    if (fits(schema, body)) return { kind: 'done', value: body };
    return { kind: 'unanswered', cause: 'Stripe gave an answer we do not understand', mayHaveRun };
  }
  // Another server in Stripe's place (a proxy, a wrong URL) says nothing of what was executed.
  if (!fits(ErrorBody, body))
    return { kind: 'unanswered', cause: `Stripe answered HTTP ${status}`, mayHaveRun };
  const { error } = body;
  const cause = `Stripe answered HTTP ${status} (${wordsOf(error)})`;
  if (status >= 500 && isReplayed(answer)) return { kind: 'broken', cause };
  const isFinal = status < 500 && status !== 409 && status !== 429;
  if (isFinal && error.type === 'idempotency_error') return { kind: 'key_taken', cause };
  if (isFinal && (error.type === 'card_error' || error.type === 'invalid_request_error')) {
    return { kind: 'refused', status, error, cause, mayHaveRun: hadRun };
  }
  return { kind: 'unanswered', cause, mayHaveRun };
}

/** The error's codes, if they are plain words: nothing that was sent is quoted. */
function wordsOf({ type, code, decline_code, param }: Static<typeof StripeError>): string {
  const words = [type, code, decline_code, param].filter((word) => word !== undefined);
  return words
    .map((word) => (/^[a-z_[\]0-9]{1,60}$/.test(word) && !/\d{6}/.test(word) ? word : '?'))
    .join(', ');
}
