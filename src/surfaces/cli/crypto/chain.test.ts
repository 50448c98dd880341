import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  ethereum,
  startTestChain,
  type TestChain,
  testChainId,
} from '../../../../test/kit/chains/test-chain.ts';
import { useCli } from '../../../../test/kit/cli.ts';
import { aHeldOrder, amountUnits, unheard } from '../../../../test/kit/crypto/held-orders.ts';
import { machineUser } from '../../../../test/kit/machine-user.ts';
import { type ChainReader, createChain } from '../../../chain/chains/create-chain.ts';
import { networks } from '../../../chain/chains/networks.ts';
import { notation } from '../../../chain/chains/notation.ts';
import { createWatcher, type Watcher } from '../../../crypto/deposits/watch-network.ts';
import { type Outcome, run } from '../run.ts';

const { newMerchant, sql, databaseUrl } = useCli();

let local: TestChain;
let chain: ChainReader;
let watcher: Watcher;
let dataDir: string;
let merchant: string;
let progress: string[];

beforeAll(async () => {
  local = await startTestChain();
  chain = createChain(ethereum, { rpcUrls: [local.url], token: local.token, chainId: testChainId });
  watcher = createWatcher({
    ...notation,
    ...unheard,
    sql: sql(),
    chain,
    startBlock: null,
    now: () => new Date(),
  });
  dataDir = await mkdtemp(join(tmpdir(), 'pasarela-cli-'));
  // The file in which a running sandbox describes its chains.
  await writeFile(
    join(dataDir, 'sandbox.json'),
    JSON.stringify({ networks: { ERC20: { rpcUrl: local.url, token: local.token } } }),
  );
});
afterAll(async () => {
  await chain.close();
  await local.close();
  await rm(dataDir, { recursive: true });
});
beforeEach(async () => {
  progress = [];
  await sql()`TRUNCATE crypto_orders, transfers, deposit_addresses, chain_gaps`;
  merchant = await newMerchant();
});

function cli(...argv: string[]): Promise<Outcome> {
  const env = { DATABASE_URL: databaseUrl(), DATA_DIR: dataDir };
  return run(argv, env, (line) => progress.push(line));
}

async function watch(): Promise<void> {
  while ((await watcher.step()) > 0);
}

/** An order whose payment the watcher misses. */
async function missedPayment(): Promise<{ orderId: string; address: string; block: bigint }> {
  const order = await aHeldOrder(sql(), merchant);
  await sql()`UPDATE deposit_addresses SET network = 'elsewhere' WHERE order_id = ${order.orderId}`;
  await local.pay(order.address, amountUnits);
  const block = await local.height();
  await local.mine(3);
  await watch();
  await sql()`UPDATE deposit_addresses SET network = 'ERC20'`;
  return { orderId: order.orderId, address: notation.formatAddress('ERC20', order.address), block };
}

describe('chain status', () => {
  test('tells of the nodes, the head, what was read and who reads', async () => {
    await watch();
    await local.mine(4);
    const head = await local.height();
    const { exitCode, stdout } = await cli('chain', 'status');
    expect(exitCode).toBe(0);
    const [erc20, trc20] = stdout.split('\n\n');
    expect(erc20).toMatch(/Nodes +127\.0\.0\.1:\d+ is well/);
    expect(erc20).toMatch(new RegExp(`Head +block ${head}\n`));
    expect(erc20).toMatch(new RegExp(`Read to +block ${head - 4n} of `));
    expect(erc20).toMatch(/Behind +4 blocks, \d+ s since/);
    expect(erc20).toMatch(/Watcher +one leads/);
    expect(trc20).toMatch(/Read to +never read/);
  });

  test('does without nodes that answer', async () => {
    const { exitCode, stdout } = await run(['chain', 'status'], {
      DATABASE_URL: databaseUrl(),
      ERC20_RPC_URLS: 'http://127.0.0.1:1/key-of-ours',
    });
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(/Nodes +127\.0\.0\.1:1 no answer/);
    expect(stdout).toMatch(/Head +unknown/);
    expect(stdout).not.toContain('key-of-ours');
  });
});

describe('chain reconcile, chain rescan and wallet list-funds', () => {
  test('find a missed payment, recover it, and agree afterwards', async () => {
    await watch();
    const { orderId, address, block } = await missedPayment();

    const gaps = await cli('chain', 'reconcile');
    expect(gaps.exitCode).toBe(1);
    expect(gaps.stdout).toMatch(
      new RegExp(`ERC20 +${address} +100\\.000000 USDT +0\\.000000 USDT +${orderId}`),
    );
    expect(gaps.stdout).toMatch(/\nGaps: 1\.\n$/);

    const to = String(block + 1n);
    const rescan = await cli('chain', 'rescan', 'erc20', '--from', '0', '--to', to, '--by', machineUser);
    expect(rescan.stdout).toMatch(
      new RegExp(
        `^1 payments in blocks 0 to ${to}, 1 of them recorded only now\\.\n100\\.000000 USDT in block ${block} for order ${orderId}: 0x`,
      ),
    );
    expect(progress.at(-1)).toBe(`ERC20: done to block ${to} of ${to}, 1 recovered`);
    expect((await cli('audit', 'list')).stdout).toMatch(/user .+ +blocks_rescanned +network ERC20/);
    expect((await cli('chain', 'rescan', 'ERC20', '--from', '0', '--to', to)).stdout).toContain(
      '0 of them recorded only now.',
    );

    const clean = await cli('chain', 'reconcile', '--network', 'ERC20');
    expect(clean).toMatchObject({ exitCode: 0 });
    expect(clean.stdout).toBe(
      '1 addresses compared.\nAll is right: each holds what the recorded transfers add up to.\n',
    );
    const funds = await cli('wallet', 'list-funds');
    expect(funds.stdout).toMatch(
      new RegExp(
        `ERC20 +${address} +100\\.000000 USDT +100\\.000000 USDT +${orderId} +${merchant}\n\n1 addresses hold 100`,
      ),
    );
  });

  test('addresses that are old and unpaid are looked at when all are asked for', async () => {
    await watch();
    const { orderId } = await missedPayment();
    await sql()`UPDATE crypto_orders SET held_until = now() - interval '8 days' WHERE id = ${orderId}`;
    expect((await cli('wallet', 'list-funds')).stdout).toBe('No deposit address holds anything.\n');
    expect((await cli('wallet', 'list-funds', '--all')).stdout).toContain(orderId);
    expect((await cli('chain', 'reconcile')).stdout).toContain('0 addresses compared.');
    expect((await cli('chain', 'reconcile', '--all')).exitCode).toBe(1);
  });
});

test.each([
  [['chain', 'rescan', 'ERC20', '--from', '5', '--to', '4'], '--from: must not be above --to.'],
  [['chain', 'rescan', 'ERC20', '--from', 'x', '--to', '4'], '--from: "x" is not the number of a block.'],
  [
    ['chain', 'rescan', 'ERC20', '--from', '1', '--to', '99999999'],
    /^ERC20 is final up to block \d+; rescan no further\.$/,
  ],
  [
    ['chain', 'rescan', 'TRC20', '--from', '1', '--to', '2'],
    /^TRC20 is not within reach: set ERC20_RPC_URLS/,
  ],
  [
    ['chain', 'reconcile', '--network', 'x'],
    `There is no network "x". There are: ${networks.map(({ id }) => id).join(', ')}.`,
  ],
])('%j is refused in one line', async (argv, line) => {
  await watch();
  const { exitCode, stdout, stderr } = await cli(...argv);
  expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: '' });
  if (typeof line === 'string') expect(stderr).toBe(`${line}\n`);
  else expect(stderr.trimEnd()).toMatch(line);
});
