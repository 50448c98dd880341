import { Agent } from 'undici';
import type { RpcAddress } from './rpc-address.ts';
import type { HttpAnswer } from './rpc-answer.ts';
import { RpcFault } from './rpc-fault.ts';

/** Covers connecting, headers and body. Providers cut off their own queries at 10 s. */
const defaultTimeoutMs = 12_000;
/** 10,000 logs, where providers stop, are 7 MB; a larger answer is requested again in parts. */
const maxBodyBytes = 24 * 1024 * 1024;
const maxOpenConnections = 8;

/**
 * Posts JSON to one node over kept-alive connections. A missing answer is an RpcFault; every HTTP answer is returned.
 */
export interface Poster {
  post(path: string, body: unknown): Promise<HttpAnswer>;
  close(): Promise<void>;
}

export function createPoster(address: RpcAddress, timeoutMs = defaultTimeoutMs): Poster {
  const agent = new Agent({
    allowH2: false,
    connections: maxOpenConnections,
    connect: { timeout: timeoutMs },
    // Our own deadline covers everything.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  return {
    async post(path, body) {
      try {
        const response = await agent.request({
          origin: address.origin,
          path,
          method: 'POST',
          headers: address.headers,
          body: JSON.stringify(body),
          signal: AbortSignal.timeout(timeoutMs),
        });
        const chunks: Buffer[] = [];
        let bytes = 0;
        for await (const chunk of response.body as AsyncIterable<Buffer>) {
          bytes += chunk.length;
          // Leaving the loop destroys the body and its connection.
          if (bytes > maxBodyBytes)
            throw new RpcFault('too_large', `an answer of over ${maxBodyBytes} bytes`);
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
    },
    async close() {
      if (!agent.destroyed) await agent.destroy();
    },
  };
}

function unreachable(error: unknown, timeoutMs: number): RpcFault {
  const name = error instanceof Error ? error.name : '';
  if (name === 'TimeoutError') return new RpcFault('timed_out', `no answer within ${timeoutMs} ms`);
  // undici's own message may contain the address; its code and the cause's do not.
  const code = error instanceof Error && 'code' in error ? String(error.code) : name;
  return new RpcFault('unreachable', `no answer: ${code}`);
}
