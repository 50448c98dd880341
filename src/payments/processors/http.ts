import { Agent, request } from 'undici';
import { currentTraceparent } from '../../base/ground/trail.ts';

/** The result of a call. */
export type Answer =
  | { kind: 'answered'; status: number; headers: Headers; body: unknown }
  /** wasSent: the call may or may not have been executed. Otherwise it certainly was not. */
  | { kind: 'failed'; cause: string; wasSent: boolean };

/** Keys are header names in lower case. */
type Headers = Readonly<Record<string, string | string[] | undefined>>;

export interface Call {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Includes the query. */
  path: string;
  headers: Readonly<Record<string, string>>;
  /** The exact bytes on the wire; null: no body. */
  body: string | Buffer | null;
  /** Replaces the caller's own time-out if several calls share one deadline. */
  timeoutMs?: number;
}

export type Caller = (call: Call) => Promise<Answer>;

/** Room for some pages of a list. */
const maxAnswerBytes = 2 * 1024 * 1024;

/** Nothing was sent: no connection was made. */
const neverConnected = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ENETUNREACH',
  'EHOSTUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);

/**
 * Calls one processor: with a deadline, bounded answers, and causes that quote nothing that was sent. `read` parses an
 * answer's text.
 */
export function createCaller(
  url: string,
  timeoutMs: number,
  { read = parseJson as (text: string) => unknown, maxBytes = maxAnswerBytes } = {},
): Caller {
  // HTTP/2 may repeat a request by itself when a connection is lost.
  const agent = new Agent({
    allowH2: false,
    maxResponseSize: maxBytes,
    connect: { timeout: timeoutMs },
  });

  return async ({ method, path, headers, body, timeoutMs: callTimeoutMs = timeoutMs }) => {
    const traceparent = currentTraceparent();
    try {
      const response = await request(`${url}${path}`, {
        method,
        dispatcher: agent,
        headers: traceparent === null ? headers : { ...headers, traceparent },
        body,
        // One deadline over connecting, headers and body.
        signal: AbortSignal.timeout(callTimeoutMs),
      });
      const { statusCode: status, headers: answered } = response;
      return { kind: 'answered', status, headers: answered, body: read(await response.body.text()) };
    } catch (error) {
      return { kind: 'failed', ...causeOf(error, callTimeoutMs) };
    }
  };
}

/** undefined matches no known answer, so the answer counts as not understood. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Only names and codes: an error's message may quote what was sent, such as a card or a key. */
function causeOf(error: unknown, timeoutMs: number): { cause: string; wasSent: boolean } {
  if (!(error instanceof Error)) return { cause: 'it could not be asked', wasSent: true };
  if (error.name === 'TimeoutError')
    return { cause: `it did not answer within ${timeoutMs} ms`, wasSent: true };
  const code = 'code' in error ? String(error.code) : error.name;
  return { cause: `it could not be asked (${code})`, wasSent: !neverConnected.has(code) };
}
