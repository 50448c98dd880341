import { Agent, request } from 'undici';
import { type ReadResult, type ReadTask, token } from './watched-chain.ts';

/** The baseline of the watcher: fetches the same logs in ranges of the same size and parses the JSON. */

const { RPC_URL = '' } = process.env;
const agent = new Agent({ connections: 8, keepAliveTimeout: 10_000 });
/** The range that the watcher requests in one call. */
const blocksPerCall = 100;

process.on('message', async ({ from, to }: ReadTask) => {
  const startedAt = performance.now();
  for (let first = from; first <= to; first += blocksPerCall) {
    const last = Math.min(to, first + blocksPerCall - 1);
    const filter = {
      address: token,
      fromBlock: `0x${first.toString(16)}`,
      toBlock: `0x${last.toString(16)}`,
    };
    const response = await request(RPC_URL, {
      method: 'POST',
      dispatcher: agent,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_getLogs', params: [filter] }),
    });
    const { result } = (await response.body.json()) as { result: unknown[] };
    if (result.length === 0) throw new Error('no logs to parse');
  }
  const outcome: ReadResult = {
    seconds: (performance.now() - startedAt) / 1000,
    rssMegabytes: process.resourceUsage().maxRSS / 1024,
  };
  process.send?.(outcome);
});
process.send?.('ready');
