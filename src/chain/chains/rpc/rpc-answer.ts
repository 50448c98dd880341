import { kindOfWording, pauseInWords, RpcFault, type RpcFaultKind } from './rpc-fault.ts';

export interface HttpAnswer {
  status: number;
  retryAfter: string | undefined;
  body: string;
}

/** Enough to recognise a gateway's message, too little to fill a log. */
const excerptChars = 200;

/** The result of the one call with this id; anything else is thrown as a fault. */
export function readSingle(answer: HttpAnswer, id: number): unknown {
  const body = parseBody(answer);
  if (isObject(body) && 'result' in body && body.id === id && !body.error) return body.result;
  throw faultIn(answer, body);
}

/** The results of a batch in the order of its calls, independent of the order of the answer. */
export function readBatch(answer: HttpAnswer, ids: readonly number[]): unknown[] {
  const body = parseBody(answer);
  if (!Array.isArray(body)) throw faultIn(answer, body);
  const byId = new Map(body.filter(isObject).map((item) => [item.id, item]));
  return ids.map((id) => {
    const item = byId.get(id);
    if (item && 'result' in item && !item.error) return item.result;
    throw faultIn(answer, item);
  });
}

function parseBody(answer: HttpAnswer): unknown {
  try {
    return JSON.parse(answer.body);
  } catch {
    throw outsideEnvelope(answer, answer.body);
  }
}

function faultIn(answer: HttpAnswer, body: unknown): RpcFault {
  if (!isObject(body)) return outsideEnvelope(answer, JSON.stringify(body) ?? 'no answer to this call');
  // An error has a code and a message, and optional "data" of the provider; some explain only there.
  if (isObject(body.error) && typeof body.error.message === 'string') {
    const { code, message, data } = body.error;
    const text = `${message}${data === undefined || data === '{}' ? '' : ` ${JSON.stringify(data)}`}`;
    return new RpcFault(kindOfError(answer.status, code, text), `JSON-RPC error ${code}: ${excerpt(text)}`, {
      retryAfterMs: pauseOf(answer, text),
    });
  }
  return outsideEnvelope(answer, answer.body);
}

function kindOfError(status: number, code: unknown, text: string): RpcFaultKind {
  if (code === 429 || code === -32029) return 'limited';
  if (status === 429) return kindOfWording(text) === 'too_large' ? 'too_large' : 'limited';
  return kindOfWording(text) ?? 'refused';
}

/** Rate limiters, gateways and error pages answer in their own shape, some with HTTP 200. */
export function outsideEnvelope(answer: HttpAnswer, text = answer.body): RpcFault {
  const message = `HTTP ${answer.status}: ${excerpt(text) || '(empty)'}`;
  const details = { retryAfterMs: pauseOf(answer, text) };
  const { status } = answer;
  if (status === 413) return new RpcFault('too_large', message, details);
  const worded = kindOfWording(text.slice(0, 2000));
  if (status === 429 || worded === 'limited') return new RpcFault('limited', message, details);
  // 524 is a well-known gateway's status for a node behind it that took too long.
  if (status === 408 || status === 504 || status === 524) return new RpcFault('timed_out', message, details);
  if (status >= 500) return new RpcFault('unreachable', message, details);
  if (worded === 'too_large' && status >= 400) return new RpcFault('too_large', message, details);
  if (status === 401 || status === 403 || status === 404 || status === 405)
    return new RpcFault('refused', message, details);
  return new RpcFault('garbage', message, details);
}

function pauseOf(answer: HttpAnswer, text: string): number | undefined {
  const header = answer.retryAfter;
  if (header !== undefined) {
    if (/^\d{1,6}$/.test(header)) return Number(header) * 1000;
    const at = Date.parse(header);
    if (!Number.isNaN(at)) return Math.max(0, at - Date.now());
  }
  return pauseInWords(text);
}

function excerpt(text: string): string {
  return text.replace(/\s+/g, ' ').trim().slice(0, excerptChars);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
