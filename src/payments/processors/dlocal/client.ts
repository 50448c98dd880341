import { setTimeout as wait } from 'node:timers/promises';
import { stringify } from 'lossless-json';
import { type Answer, type Call, createCaller } from '../http.ts';
import type { DlocalSettings } from './settings.ts';
import { signatureOf, toAuthorization } from './signature.ts';

/** The requests to dLocal for one call of ours, under one common deadline. */
export interface Conversation {
  /** Repeated if dLocal is busy or fails: reading changes nothing. */
  get(path: string): Promise<Answer>;
  /** Repeated only if dLocal says that it did not process it. Amounts are LosslessNumbers, written as they are. */
  post(path: string, body: object | null): Promise<Answer>;
  /** Waits a little before a request is repeated; false: no time is left. */
  mayRepeat(): Promise<boolean>;
}

const maxRepeats = 2;
const repeatAfterMs = 200;

/** A call with less time left is not worth making. */
const leastTimeMs = 100;

export function createClient({ login, transKey, secretKey, apiUrl, timeoutMs = 10_000 }: DlocalSettings) {
  const caller = createCaller(apiUrl, timeoutMs);

  /** Signs every attempt separately: the date is part of the signature. */
  function signed(method: Call['method'], path: string, body: string): Call {
    const date = new Date().toISOString();
    return {
      method,
      path,
      headers: {
        'x-date': date,
        'x-login': login,
        'x-trans-key': transKey,
        'x-version': '2.1',
        'user-agent': 'pasarela',
        ...(body && { 'content-type': 'application/json' }),
        authorization: toAuthorization(signatureOf({ login, secretKey }, date, body)),
      },
      body: body || null,
    };
  }

  return function converse(): Conversation {
    const endsAtMs = performance.now() + timeoutMs;
    const leftMs = () => Math.floor(endsAtMs - performance.now());
    let repeats = 0;

    async function mayRepeat(): Promise<boolean> {
      if (repeats === maxRepeats || leftMs() < repeatAfterMs + leastTimeMs) return false;
      repeats++;
      await wait(repeatAfterMs);
      return true;
    }

    async function ask(
      method: Call['method'],
      path: string,
      body: string,
      mayAskAgain: (status: number) => boolean,
    ): Promise<Answer> {
      for (;;) {
        if (leftMs() < leastTimeMs) {
          return { kind: 'failed', cause: `it did not answer within ${timeoutMs} ms`, wasSent: false };
        }
        const answer = await caller({ ...signed(method, path, body), timeoutMs: leftMs() });
        if (answer.kind === 'failed' || !mayAskAgain(answer.status) || !(await mayRepeat())) return answer;
      }
    }

    return {
      get: (path) => ask('GET', path, '', (status) => status === 429 || status >= 500),
      post: (path, body) =>
        ask('POST', path, body ? (stringify(body) ?? '') : '', (status) => status === 429),
      mayRepeat,
    };
  };
}
