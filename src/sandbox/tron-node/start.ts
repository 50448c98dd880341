import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { stringify } from 'lossless-json';
import { rpc } from '../chains/rpc.ts';
import { releaseHeld } from './broadcast.ts';
import { ChainIndex } from './chain-index.ts';
import type { Faults } from './faults.ts';
import { answerJsonRpc } from './json-rpc.ts';
import { nativeCall } from './native.ts';
import { createInTurn, type TronNode, View } from './node.ts';
import { Params, ParseFault } from './params.ts';

/** java-tron's own limit (`node.http.maxMessageSize`). */
const maxBodyBytes = 4 * 1024 * 1024;

export interface RunningTronNode {
  /** For tronweb, and other clients of java-tron's native API. */
  fullNodeUrl: string;
  /** For clients of the Ethereum JSON-RPC. */
  rpcUrl: string;
  faults: Faults;
  close(): Promise<void>;
}

/**
 * A node with java-tron's APIs over a local chain, which must be of the `tron` family. It stores nothing of its own.
 */
export async function startTronNode(options: { rpcUrl: string; port?: number }): Promise<RunningTronNode> {
  const node = await openNode(options.rpcUrl);
  const server = createServer((request, response) => {
    answer(node, request, response).catch((error) => {
      if (!response.headersSent) send(response, 200, { Error: describe(error) });
    });
  });
  server.listen(options.port ?? 0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const fullNodeUrl = `http://127.0.0.1:${port}`;
  return {
    fullNodeUrl,
    rpcUrl: `${fullNodeUrl}/jsonrpc`,
    faults: node.faults,
    async close() {
      const closed = once(server, 'close');
      server.close();
      // Some callers never get a response, on command.
      server.closeAllConnections();
      await closed;
    },
  };
}

async function openNode(rpcUrl: string): Promise<TronNode> {
  const chainId = Number(await rpc<string>(rpcUrl, 'eth_chainId'));
  // Signatures are checked here; on the underlying chain anybody may act in anybody's name.
  await rpc(rpcUrl, 'anvil_autoImpersonateAccount', [true]);
  const held: TronNode['held'] = new Map();
  const faults: Faults = {
    lagBlocks: 0,
    headLieBlocks: 0,
    rateLimit: null,
    maxLogRangeBlocks: null,
    away: false,
    broadcasts: 'normal',
    releaseHeld: () => releaseHeld(node),
    dropHeld: () => held.clear(),
    thinReceipts: false,
    forgotten: new Set(),
  };
  const node: TronNode = {
    rpcUrl,
    chainId,
    index: new ChainIndex(rpcUrl),
    faults,
    held,
    inTurn: createInTurn(),
  };
  await node.index.sync();
  return node;
}

async function answer(node: TronNode, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { faults } = node;
  if (faults.away) {
    request.socket.destroy();
    return;
  }
  const body = await readBody(request);
  if (body === null)
    return send(response, 413, '<h1>Bad Message 413</h1><pre>reason: Payload Too Large</pre>');
  if (faults.rateLimit !== null) return refuse(response, faults.rateLimit);

  const url = new URL(request.url ?? '/', 'http://node');
  if (url.pathname === '/jsonrpc') return send(response, 200, await answerJsonRpc(node, body));
  const call = nativeCall(url.pathname);
  // java-tron's response for an API that its operator switched off.
  if (!call) return send(response, 404, { Error: 'this API is unavailable due to config' });

  const params =
    request.method === 'POST' && body !== ''
      ? Params.fromJson(body)
      : new Params(Object.fromEntries(url.searchParams));
  const result = await call.handler(await View.open(node, call.onlySolidified), params);
  if (call.isBroadcast && faults.broadcasts === 'unanswered') return;
  send(response, 200, result, url.searchParams.get('int64_as_string') === 'true');
}

function refuse(response: ServerResponse, how: NonNullable<Faults['rateLimit']>): void {
  if (how === 'body') {
    send(response, 200, { Error: 'class java.lang.IllegalAccessException : lack of computing resources' });
    return;
  }
  if (how === 429) response.setHeader('retry-after', '1');
  send(response, how, {
    Success: false,
    Error: 'request rate exceeded the allowed_rps(3), and the query server is suspended for 1s',
    StatusCode: how,
  });
}

/** null: too large. */
async function readBody(request: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    if (size > maxBodyBytes) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function describe(error: unknown): string {
  if (error instanceof ParseFault) return `class ${error.javaClass} : ${error.message}`;
  return `class java.lang.RuntimeException : ${(error as Error).message}`;
}

/** int64 values are bigint in here: numbers on the wire, whatever their size, unless the caller asked for text. */
function send(response: ServerResponse, status: number, body: unknown, int64AsText = false): void {
  if (typeof body === 'string') {
    response.writeHead(status, { 'content-type': 'text/html;charset=utf-8' }).end(body);
    return;
  }
  const replacer = (_key: string, value: unknown) => (typeof value === 'bigint' ? String(value) : value);
  response
    .writeHead(status, { 'content-type': 'application/json; charset=utf-8' })
    .end(stringify(body, int64AsText ? replacer : null));
}
