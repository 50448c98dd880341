import { parse } from 'lossless-json';
import { Agent, request } from 'undici';
import { RateUnavailable } from '../rate-source.ts';
import { excerpt } from './read-price.ts';

interface Answer {
  /** Numbers are LosslessNumber: their original text. */
  body: unknown;
  /**
   * When the source made the answer, estimated conservatively early: when we asked, less the age that a cache reports.
   */
  madeAt: Date;
}

export type GetJson = (path: string, signal?: AbortSignal) => Promise<Answer>;

/** A slower quote is soon too old anyway, and a customer waits for it. */
const askTimeoutMs = 5_000;

/** The largest real answer is below 1 KB. */
const maxAnswerBytes = 64 * 1024;

/** Asks one host for JSON: one deadline over everything, no redirects, a bounded body. */
export function createGetJson(baseUrl: string, timeoutMs = askTimeoutMs): GetJson {
  if (!['https:', 'http:'].includes(URL.parse(baseUrl)?.protocol ?? '')) {
    throw new RangeError(`"${baseUrl}" is not an address that starts with https://`);
  }
  const agent = new Agent({ allowH2: false, maxResponseSize: maxAnswerBytes });
  const base = baseUrl.replace(/\/+$/, '');

  return async (path, signal) => {
    const askedAtMs = Date.now();
    const deadline = AbortSignal.timeout(timeoutMs);
    let status: number;
    let text: string;
    let age: unknown;
    try {
      const response = await request(base + path, {
        dispatcher: agent,
        // CoinGecko answers 403 to a request without a user agent.
        headers: { accept: 'application/json', 'user-agent': 'pasarela' },
        signal: signal ? AbortSignal.any([signal, deadline]) : deadline,
      });
      status = response.statusCode;
      age = response.headers.age;
      text = await response.body.text();
    } catch (error) {
      throw new RateUnavailable(whyNoAnswer(error, timeoutMs), error);
    }
    if (status !== 200) throw new RateUnavailable(`answered HTTP ${status}: ${excerpt(text)}`);
    return { body: parseAnswer(text), madeAt: new Date(askedAtMs - ageMs(age)) };
  };
}

function parseAnswer(text: string): unknown {
  try {
    return parse(text);
  } catch (error) {
    throw new RateUnavailable(`answered no JSON: ${excerpt(text)}`, error);
  }
}

/** Public price endpoints are behind caches, which report how long they have held the answer. */
function ageMs(age: unknown): number {
  return typeof age === 'string' && /^\d{1,9}$/.test(age) ? Number(age) * 1_000 : 0;
}

function whyNoAnswer(error: unknown, timeoutMs: number): string {
  if (!(error instanceof Error)) return 'could not be asked';
  if (error.name === 'TimeoutError') return `did not answer within ${timeoutMs} ms`;
  if (error.name === 'ResponseExceededMaxSizeError') return `answered more than ${maxAnswerBytes} bytes`;
  return `could not be asked (${'code' in error ? String(error.code) : error.name})`;
}
