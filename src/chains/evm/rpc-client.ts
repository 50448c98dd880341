import { Agent } from 'undici';
import type { Family } from '../family.ts';
import { readRpcAddress } from './rpc-address.ts';
import { type HttpAnswer, readBatch, readSingle } from './rpc-answer.ts';
import { kindOfWording, RpcFault } from './rpc-fault.ts';

/** Connecting, headers and body together. Providers cut their own queries off at 10 s. */
const DEFAULT_TIMEOUT_MS = 12_000;
/** 10,000 logs, where providers stop, are 7 MB; a fuller answer is asked for again in parts. */
const MAX_BODY_BYTES = 24 * 1024 * 1024;
const MAX_CONNECTIONS = 8;

export interface RpcCall {
  method: string;
  params: unknown[];
}

/** One node's JSON-RPC. Every failure is an RpcFault that tells no secret of the node's address. */
export interface RpcClient {
  readonly host: string;
  call(call: RpcCall): Promise<unknown>;
  /** In order, in one request where the node takes one, so that one machine behind a gateway answers all. */
  batch(calls: readonly RpcCall[]): Promise<unknown[]>;
  close(): Promise<void>;
}

export function createRpcClient(
  url: string,
  { family, timeoutMs = DEFAULT_TIMEOUT_MS }: { family: Family; timeoutMs?: number | undefined },
): RpcClient {
  const address = readRpcAddress(url, family);
  const agent = new Agent({
    connections: MAX_CONNECTIONS,
    connect: { timeout: timeoutMs },
    // The one deadline is ours.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  let nextId = 1;
  let takesBatches = true;

  async function call({ method, params }: RpcCall): Promise<unknown> {
    const id = nextId++;
    const answer = await post({ jsonrpc: '2.0', id, method, params });
    return withoutSecrets(() => readSingle(answer, id));
  }

  async function callEach(calls: readonly RpcCall[]): Promise<unknown[]> {
    const results: unknown[] = [];
    for (const one of calls) results.push(await call(one));
    return results;
  }

  async function batch(calls: readonly RpcCall[]): Promise<unknown[]> {
    if (!takesBatches || calls.length === 1) return callEach(calls);
    const ids = calls.map(() => nextId++);
    const answer = await post(
      calls.map(({ method, params }, index) => ({ jsonrpc: '2.0', id: ids[index], method, params })),
    );
    if (!isBatchRefusal(answer)) return withoutSecrets(() => readBatch(answer, ids));
    const results = await callEach(calls);
    // Only now is it known that the batch, and not the calls in it, was what the node declined.
    takesBatches = false;
    return results;
  }

  function withoutSecrets<T>(read: () => T): T {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof RpcFault)) throw error;
      throw new RpcFault(error.kind, address.redact(error.message), { retryAfterMs: error.retryAfterMs });
    }
  }

  async function post(body: unknown): Promise<HttpAnswer> {
    try {
      const response = await agent.request({
        origin: address.origin,
        path: address.path,
        method: 'POST',
        headers: address.headers,
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(timeoutMs),
      });
      const chunks: Buffer[] = [];
      let bytes = 0;
      for await (const chunk of response.body as AsyncIterable<Buffer>) {
        bytes += chunk.length;
        // Leaving the loop destroys the body and with it the connection.
        if (bytes > MAX_BODY_BYTES)
          throw new RpcFault('too_large', `an answer of over ${MAX_BODY_BYTES} bytes`);
        chunks.push(chunk);
      }
      const retryAfter = response.headers['retry-after'];
      return {
        status: response.statusCode,
        retryAfter: typeof retryAfter === 'string' ? retryAfter : undefined,
        body: Buffer.concat(chunks).toString('utf8'),
      };
    } catch (error) {
      throw error instanceof RpcFault ? error : unreachable(error, timeoutMs);
    }
  }

  return {
    host: address.host,
    call,
    batch,
    close: async () => {
      if (!agent.destroyed) await agent.destroy();
    },
  };
}

/** A gateway without batches answers one with a single error object. */
function isBatchRefusal({ status, body }: HttpAnswer): boolean {
  if (status === 429 || status >= 500 || !body.startsWith('{') || kindOfWording(body) === 'limited')
    return false;
  return isJson(body);
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function unreachable(error: unknown, timeoutMs: number): RpcFault {
  const name = error instanceof Error ? error.name : '';
  if (name === 'TimeoutError') return new RpcFault('timed_out', `no answer within ${timeoutMs} ms`);
  // undici's own message may name the address; its code and the cause's do not.
  const code = error instanceof Error && 'code' in error ? String(error.code) : name;
  return new RpcFault('unreachable', `no answer: ${code}`);
}
