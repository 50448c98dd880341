import type { Family } from '../family.ts';
import { createPoster } from './poster.ts';
import { readRpcAddress } from './rpc-address.ts';
import { type HttpAnswer, readBatch, readSingle } from './rpc-answer.ts';
import { kindOfWording, RpcFault } from './rpc-fault.ts';

export interface RpcCall {
  method: string;
  params: unknown[];
}

/** One node's JSON-RPC. Every failure is an RpcFault that reveals no secret of the node's address. */
export interface RpcClient {
  readonly host: string;
  call(call: RpcCall): Promise<unknown>;
  /**
   * Results in order, in one request if the node accepts batches, so that one machine behind a gateway answers all.
   * `thin` may shorten the text of an answer before it is parsed.
   */
  batch(calls: readonly RpcCall[], thin?: (body: string) => string): Promise<unknown[]>;
  close(): Promise<void>;
}

export function createRpcClient(
  url: string,
  { family, timeoutMs }: { family: Family; timeoutMs?: number | undefined },
): RpcClient {
  const address = readRpcAddress(url, family);
  const poster = createPoster(address, timeoutMs);
  let nextId = 1;
  let takesBatches = true;

  async function call({ method, params }: RpcCall, thin?: (body: string) => string): Promise<unknown> {
    const id = nextId++;
    const answer = thinned(await post({ jsonrpc: '2.0', id, method, params }), thin);
    return withoutSecrets(() => readSingle(answer, id));
  }

  async function callEach(calls: readonly RpcCall[], thin?: (body: string) => string): Promise<unknown[]> {
    const results: unknown[] = [];
    for (const one of calls) results.push(await call(one, thin));
    return results;
  }

  async function batch(calls: readonly RpcCall[], thin?: (body: string) => string): Promise<unknown[]> {
    if (!takesBatches || calls.length === 1) return callEach(calls, thin);
    const ids = calls.map(() => nextId++);
    const answer = await post(
      calls.map(({ method, params }, index) => ({ jsonrpc: '2.0', id: ids[index], method, params })),
    );
    if (!isBatchRefusal(answer)) return withoutSecrets(() => readBatch(thinned(answer, thin), ids));
    const results = await callEach(calls, thin);
    // Only now is it certain that the node refused the batch and not the calls in it.
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

  const post = (body: unknown): Promise<HttpAnswer> => poster.post(address.path, body);

  return {
    host: address.host,
    call,
    batch,
    close: poster.close,
  };
}

function thinned(answer: HttpAnswer, thin?: (body: string) => string): HttpAnswer {
  return thin ? { ...answer, body: thin(answer.body) } : answer;
}

/** A gateway without batches answers them with a single error object. */
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
