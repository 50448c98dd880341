import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { newId } from '../src/base/db/ids.ts';
import type { Sql } from '../src/base/db/pool.ts';
import { type Comparison, comparePairs } from './compare.ts';
import { chainId, type PreparedBlocks, type ReadResult, type ReadTask, token } from './watched-chain.ts';
import { vacuum, type World } from './world.ts';

/** About 280,000 logs per round, 280 of them ours. */
const blocksPerRound = 4_000;
const rounds = 15;
const warmUpRounds = 2;
/** Keeps a statement well within the pool's time limit. */
const chunkRows = 50_000;
/** Later than every block. */
const heldUntil = '2100-01-01';

interface Reader {
  /** Logs per second over the next blocks. */
  round(): Promise<number>;
  rssMegabytes(): number;
}

/** The watcher on a database with this many open deposit addresses, against only fetching and parsing. */
export async function watcherVsParse(world: World, addresses: number): Promise<Comparison & { rss: number }> {
  const ours = await startWatcher(world, `watched_${addresses}`, addresses);
  const baseline = await startParser(world);
  for (let round = 0; round < warmUpRounds; round++) {
    await ours.round();
    await baseline.round();
  }
  const comparison = await comparePairs(ours.round, baseline.round, rounds);
  return { ...comparison, rss: ours.rssMegabytes() };
}

/** The watcher with many open addresses against one with few. */
export async function watcherAddresses(
  world: World,
  many: number,
  few: number,
): Promise<Comparison & { rss: number }> {
  const ours = await startWatcher(world, `watched_many_${many}`, many);
  const baseline = await startWatcher(world, `watched_few_${few}`, few);
  for (let round = 0; round < warmUpRounds; round++) {
    await ours.round();
    await baseline.round();
  }
  const comparison = await comparePairs(ours.round, baseline.round, rounds);
  return { ...comparison, rss: ours.rssMegabytes() };
}

async function startWatcher(world: World, name: string, addresses: number): Promise<Reader> {
  return await watcherOn(world, await world.database(name), addresses);
}

/** Starts a watcher with this many open addresses on an existing database. */
export async function watcherOn(
  world: World,
  { url, sql }: { url: string; sql: Sql },
  addresses: number,
): Promise<Reader> {
  await fillAddresses(sql, addresses);
  return await startReader(world, 'watcher-process.ts', addresses, { DATABASE_URL: url }, async (chain) => {
    // The cursor starts where the prepared blocks start.
    const block = { number: chain.from - 1, hash: chain.hashBefore };
    await sql`
      INSERT INTO chain_cursors (network, block_number, block_hash, block_time, finalized_number, finalized_time)
      VALUES ('ERC20', ${block.number}, ${Buffer.from(block.hash.slice(2), 'hex')}, to_timestamp(${chain.startSeconds}),
              ${block.number}, to_timestamp(${chain.startSeconds}))
          ON CONFLICT (network) DO NOTHING`;
  });
}

function startParser(world: World): Promise<Reader> {
  return startReader(world, 'parse-process.ts', 1_000, {}, async () => {});
}

/** A reader with its own chain, so that both read the same blocks at their own pace. */
async function startReader(
  world: World,
  file: string,
  ourCount: number,
  env: Record<string, string>,
  begin: (chain: PreparedBlocks & { hashBefore: string }) => Promise<void>,
): Promise<Reader> {
  const chain = world.child('prepared-chain.ts', {});
  const [rpcUrl] = (await once(chain, 'message')) as [string];
  const reader = world.child(file, { ...env, RPC_URL: rpcUrl });
  await once(reader, 'message');
  const startSeconds = Math.floor(Date.now() / 1000) - 10_000_000;
  let next = 1;
  let rssMegabytes = 0;
  return {
    rssMegabytes: () => rssMegabytes,
    async round() {
      const blocks = { from: next, count: blocksPerRound, ourCount, token, chainId, startSeconds };
      await ask(chain, blocks);
      if (next === 1) await begin({ ...blocks, hashBefore: await hashOfBlock(rpcUrl, 0) });
      next += blocksPerRound;
      const task: ReadTask = { from: blocks.from, to: next - 1 };
      const result = (await ask(reader, task)) as ReadResult;
      rssMegabytes = result.rssMegabytes;
      return (blocksPerRound * 70) / result.seconds;
    },
  };
}

async function ask(child: ChildProcess, message: object): Promise<unknown> {
  child.send(message);
  const [answer] = await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(() => {
      throw new Error('a process that was measured ended');
    }),
  ]);
  return answer;
}

async function hashOfBlock(rpcUrl: string, number: number): Promise<string> {
  const response = await fetch(rpcUrl, {
    method: 'POST',
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'eth_getBlockByNumber',
      params: [`0x${number.toString(16)}`, false],
    }),
  });
  const { result } = (await response.json()) as { result: { hash: string } };
  return result.hash;
}

/** Orders that wait for a payment, each at its own address. */
async function fillAddresses(sql: Sql, count: number): Promise<void> {
  const merchantId = newId();
  for (let first = 0; first < count; first += chunkRows) {
    const end = Math.min(first + chunkRows, count) - 1;
    await sql`
      WITH made AS (
        INSERT INTO crypto_orders (
          merchant_id, id, status, country, origin, amount_minor, email, request_hash, opens_until, network, address,
          address_index, amount_units, rate_scaled, rate_at, rate_sources, held_until, created_at)
        SELECT ${merchantId}, gen_random_uuid(), 'awaiting', 'COL', 'api', 10000, 'ana@cliente.example', '',
               ${heldUntil}, 'ERC20', substring(sha256(('ours ' || n)::bytea) FOR 20), n, 100000000, 100000000, now(),
               '{fixed}', ${heldUntil}, now()
          FROM generate_series(${first}::int, ${end}::int) AS n
        RETURNING network, address, merchant_id, id, address_index
      )
      INSERT INTO deposit_addresses (network, address, merchant_id, order_id, number)
      SELECT network, address, merchant_id, id, address_index + 1 FROM made`;
    if ((end + 1) % 500_000 === 0) process.stderr.write(`  stored ${end + 1} of ${count} addresses\n`);
  }
  await vacuum(sql, 'crypto_orders, deposit_addresses');
}
