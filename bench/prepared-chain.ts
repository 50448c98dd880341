import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ourAddress, type PreparedBlocks } from './watched-chain.ts';

/**
 * An RPC node whose blocks are written beforehand, so that serving them takes almost no time and the figure measures
 * the client. It has the contents of the newest blocks, which it was asked to prepare; for older blocks it only knows
 * that they exist.
 */

/** Between 60 and 80, because a list of exactly a thousand logs looks truncated. */
const logsPerBlock = 70;
const spread = 10;
const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';

let prepared: PreparedBlocks = { from: 1, count: 0, ourCount: 1, token: '', chainId: 0, startSeconds: 0 };
let logsOf: string[] = [];

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

const hashOf = (number: number): string => `0x${sha256(`block ${number}`)}`;
const hex = (number: number): string => `0x${number.toString(16)}`;

function blockJson(number: number): string {
  const seconds = prepared.startSeconds + number;
  return `{"number":"${hex(number)}","hash":"${hashOf(number)}","parentHash":"${hashOf(number - 1)}","timestamp":"${hex(seconds)}"}`;
}

let logCount = 0;
/** One log in a thousand pays one of our addresses. */
function logJson(number: number, index: number): string {
  logCount += 1;
  const random = sha256(`log ${number} ${index}`);
  const to = logCount % 1000 === 0 ? ourAddress((logCount / 1000) % prepared.ourCount) : random.slice(0, 40);
  return `{"address":"${prepared.token}","topics":["${transferTopic}","0x${'0'.repeat(24)}${random.slice(24)}","0x${'0'.repeat(24)}${to}"],"data":"0x${(100_000_000).toString(16).padStart(64, '0')}","blockNumber":"${hex(number)}","transactionHash":"0x${random}","transactionIndex":"${hex(index)}","blockHash":"${hashOf(number)}","logIndex":"${hex(index)}","removed":false}`;
}

function prepare(blocks: PreparedBlocks): void {
  prepared = blocks;
  logsOf = Array.from({ length: blocks.count }, (_, at) => {
    const number = blocks.from + at;
    const count = logsPerBlock - spread + ((number * 7) % (2 * spread + 1));
    return Array.from({ length: count }, (_, index) => logJson(number, index)).join(',');
  });
}

/** Blocks below this depth are final and read in ranges. */
const finalDepth = 64;

function answer(method: string, params: unknown[]): string {
  const last = prepared.from + prepared.count - 1;
  switch (method) {
    case 'eth_chainId':
      return `"${hex(prepared.chainId)}"`;
    case 'eth_getCode':
      return '"0x6080"';
    case 'eth_call':
      return `"0x${'6'.padStart(64, '0')}"`;
    case 'eth_getBlockByNumber': {
      const [tag] = params;
      if (tag === 'latest') return blockJson(last);
      return blockJson(tag === 'finalized' ? last - finalDepth : Number(tag));
    }
    case 'eth_getLogs': {
      const [filter] = params as [{ fromBlock: string; toBlock: string; blockHash?: string }];
      const from = filter.blockHash ? numberOf(filter.blockHash) : Number(filter.fromBlock);
      const to = filter.blockHash ? from : Number(filter.toBlock);
      return `[${logsOf.slice(from - prepared.from, to - prepared.from + 1).join(',')}]`;
    }
    default:
      throw new Error(`the prepared chain does not know ${method}`);
  }
}

function numberOf(blockHash: string): number {
  for (let number = prepared.from; number < prepared.from + prepared.count; number++) {
    if (hashOf(number) === blockHash) return number;
  }
  throw new Error('a block that was not prepared');
}

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', () => {
    const body = JSON.parse(Buffer.concat(chunks).toString());
    const reply = (call: { id: number; method: string; params: unknown[] }): string =>
      `{"jsonrpc":"2.0","id":${call.id},"result":${answer(call.method, call.params)}}`;
    response.setHeader('content-type', 'application/json');
    response.end(Array.isArray(body) ? `[${body.map(reply).join(',')}]` : reply(body));
  });
});
server.listen(0, '127.0.0.1', () => {
  process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
process.on('message', (blocks: PreparedBlocks) => {
  prepare(blocks);
  process.send?.('prepared');
});
