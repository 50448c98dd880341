import { setTimeout as wait } from 'node:timers/promises';
import Type, { type Static, type TSchema } from 'typebox';
import { fits } from '../answers.ts';
import { type Answer, createCaller } from '../http.ts';
import { encodeForm, type FormFields } from './form.ts';
import type { StripeSettings } from './settings.ts';

/**
 * Stripe's API over our own caller, not by its SDK: for the dozen calls made here loading that costs more than all of them
 * (docs/operate/processors/stripe.md has the figures), and it would decide by itself when to send something again.
 */

/** The version whose words the answers are read by, whatever the account is set to. */
const apiVersion = '2026-08-26.dahlia';

/** A customer is waiting: all tries of one call fit into this. */
const defaultTimeoutMs = 10_000;
/** Waits before each further try of what Stripe could not do right now, as shares of that: 0.2 and 0.8 s. */
const retryShares = [0.02, 0.08];

/** Stripe's errors. Its message is not read: it may quote what was sent. */
export const StripeError = Type.Object({
  type: Type.Optional(Type.String()),
  code: Type.Optional(Type.String()),
  decline_code: Type.Optional(Type.String()),
  param: Type.Optional(Type.String()),
});
const ErrorBody = Type.Object({ error: StripeError });

export type Reply<Value> =
  | { kind: 'done'; value: Value }
  /** Stripe's own word that it did not do it, this time. */
  | {
      kind: 'refused';
      status: number;
      error: Static<typeof StripeError>;
      cause: string;
      mayHaveRun: boolean;
    }
  /** Another request was made under the same key: of that one this tells nothing. */
  | { kind: 'key_taken'; cause: string }
  /** Stripe broke down over it, and keeps to that: nobody ever hears under this key what came of it. */
  | { kind: 'broken'; cause: string }
  /** Nobody can say, unless it never reached Stripe, or was turned away before it was read. */
  | { kind: 'unanswered'; cause: string; mayHaveRun: boolean };

export interface Deadline {
  remainingMs(): number;
}

export interface StripeApi {
  /** For calls that together must not take longer than one. */
  deadline(): Deadline;
  get<Schema extends TSchema>(
    schema: Schema,
    path: string,
    query: FormFields,
    deadline?: Deadline,
  ): Promise<Reply<Static<Schema>>>;
  /** Without a key: only what may be done again without harm. */
  post<Schema extends TSchema>(
    schema: Schema,
    path: string,
    fields: FormFields,
    options?: { key?: string; deadline?: Deadline },
  ): Promise<Reply<Static<Schema>>>;
}

export function createStripeApi({
  secretKey,
  apiUrl,
  timeoutMs = defaultTimeoutMs,
}: StripeSettings): StripeApi {
  const caller = createCaller(apiUrl, timeoutMs);
  const headers = {
    authorization: `Bearer ${secretKey}`,
    'stripe-version': apiVersion,
    'user-agent': 'Pasarela',
  };

  function deadline(): Deadline {
    const endsAt = performance.now() + timeoutMs;
    return { remainingMs: () => Math.floor(endsAt - performance.now()) };
  }

  /** Asks until there is an answer that stays, or the time is over. */
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
  };
}

interface Asked {
  answer: Answer;
  /** Whether an earlier try may have done it already. */
  hadRun: boolean;
}

/** 409: the same is under way. The same key keeps what was done once from being done twice. */
function isWorthRepeating(answer: Answer): boolean {
  if (answer.kind === 'failed') return true;
  return answer.status === 409 || answer.status === 429 || (answer.status >= 500 && !isReplayed(answer));
}

/** Whether it is the answer that an earlier request got under the same key. */
function isReplayed({ headers }: Extract<Answer, { kind: 'answered' }>): boolean {
  return headers['idempotent-replayed'] === 'true';
}

/** Whether it certainly came to nothing. A 429 for a lock says that something else is under way with the same thing. */
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
  // Another server that answers in Stripe's place (a proxy, a wrong address) says nothing of what was done.
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

/** Which error it was, as far as its words are plain ones: nothing that was sent comes back by them. */
function wordsOf({ type, code, decline_code, param }: Static<typeof StripeError>): string {
  const words = [type, code, decline_code, param].filter((word) => word !== undefined);
  return words
    .map((word) => (/^[a-z_[\]0-9]{1,60}$/.test(word) && !/\d{6}/.test(word) ? word : '?'))
    .join(', ');
}
