import { Agent, request } from 'undici';

/** What came of a call. `failed`: nobody can say whether it was done. */
export type Answer = { kind: 'answered'; status: number; body: unknown } | { kind: 'failed'; cause: string };

export type Call = (method: 'GET' | 'POST', path: string, body?: object) => Promise<Answer>;

/** A full page of disputes is below 20 KB. */
const maxAnswerBytes = 256 * 1024;

export function createCaller(url: string, secret: string, timeoutMs: number): Call {
  // HTTP/2 may send a request again by itself when a connection goes away.
  const agent = new Agent({ allowH2: false, maxResponseSize: maxAnswerBytes });

  return async (method, path, body) => {
    try {
      const response = await request(new URL(path, url), {
        method,
        dispatcher: agent,
        headers: {
          authorization: `Bearer ${secret}`,
          ...(body ? { 'content-type': 'application/json' } : {}),
        },
        body: body ? JSON.stringify(body) : null,
        // One deadline over connecting, headers and body.
        signal: AbortSignal.timeout(timeoutMs),
      });
      return { kind: 'answered', status: response.statusCode, body: parseJson(await response.body.text()) };
    } catch (error) {
      return { kind: 'failed', cause: causeOf(error, timeoutMs) };
    }
  };
}

/** undefined fits no answer we know, so it ends as one not understood. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Only names and codes: an error's message may quote what was sent, and that is a card. */
function causeOf(error: unknown, timeoutMs: number): string {
  if (!(error instanceof Error)) return 'the acquirer could not be asked';
  if (error.name === 'TimeoutError') return `the acquirer did not answer within ${timeoutMs} ms`;
  return `the acquirer could not be asked (${'code' in error ? String(error.code) : error.name})`;
}
