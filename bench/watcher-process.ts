import { connect } from '../src/base/db/pool.ts';
import { createMemoryLogger } from '../src/base/ground/logger.ts';
import { createChain } from '../src/chain/chains/create-chain.ts';
import { networks } from '../src/chain/chains/networks.ts';
import { notation } from '../src/chain/chains/notation.ts';
import { hotWalletOutflows } from '../src/crypto/custody/unknown-outflows.ts';
import { readCursor } from '../src/crypto/deposits/cursor-store.ts';
import { createWatcher } from '../src/crypto/deposits/watch-network.ts';
import type { ReadResult, ReadTask } from './watched-chain.ts';

/** The real watcher on the real reader, in its own process, so that its memory and its time can be measured. */

const { RPC_URL = '', DATABASE_URL = '' } = process.env;
const [network] = networks;
if (!network) throw new Error('no network');
const sql = connect(DATABASE_URL);
const chain = createChain(network, { rpcUrls: [RPC_URL] });
const watcher = createWatcher({
  ...notation,
  outflows: hotWalletOutflows(notation),
  logger: createMemoryLogger([]),
  alertEmail: null,
  sql,
  chain,
  startBlock: null,
  now: () => new Date(),
});

process.on('message', async ({ to }: ReadTask) => {
  const startedAt = performance.now();
  while (Number((await readCursor(sql, network.id))?.blockNumber ?? 0) < to) await watcher.step();
  const outcome: ReadResult = {
    seconds: (performance.now() - startedAt) / 1000,
    rssMegabytes: process.resourceUsage().maxRSS / 1024,
  };
  process.send?.(outcome);
});
process.send?.('ready');
