import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { encodeDeployData, encodeFunctionData, type Hex } from 'viem';
import { afterEach, expect, test, vi } from 'vitest';
import { deadlines } from '../../../test/kit/deadlines.ts';
import { type ContractName, contracts } from './contracts.ts';
import { type LocalChain, startLocalChain } from './local-chain.ts';
import { rpc } from './rpc.ts';

const recipient: Hex = '0x00000000000000000000000000000000000000aa';
const cleanups: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

async function folder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'pasarela-chain-'));
  cleanups.push(() => rm(path, { recursive: true }));
  return path;
}

async function start(
  dataDir: string,
  options: Partial<Parameters<typeof startLocalChain>[0]> = {},
): Promise<LocalChain> {
  const chain = await startLocalChain({
    family: 'ethereum',
    dataDir,
    chainId: 31_337,
    slotsInAnEpoch: 1,
    blockSeconds: null,
    ...options,
  });
  cleanups.push(() => chain.close());
  return chain;
}

type Receipt = { status: Hex; contractAddress: Hex; logs: { address: Hex; topics: Hex[]; data: Hex }[] };

function send(chain: LocalChain, transaction: { from?: Hex; to?: Hex; data: Hex }): Promise<Receipt> {
  return rpc(chain.rpcUrl, 'eth_sendTransactionSync', [{ from: chain.funder.address, ...transaction }]);
}

const call = (name: ContractName, functionName: string, args: unknown[] = []) =>
  encodeFunctionData({ abi: contracts[name].abi, functionName, args });

const pay = (chain: LocalChain, units: bigint) =>
  send(chain, { to: chain.token, data: call('EthereumUsdt', 'transfer', [recipient, units]) });

const balance = async (chain: LocalChain, owner: Hex) =>
  BigInt(
    await rpc<Hex>(chain.rpcUrl, 'eth_call', [
      { to: chain.token, data: call('EthereumUsdt', 'balanceOf', [owner]) },
      'latest',
    ]),
  );

const height = async (chain: LocalChain) => Number(await rpc(chain.rpcUrl, 'eth_blockNumber'));

test('a new chain has a test USDT of six decimals and a funder with a billion of it', async () => {
  const chain = await start(await folder());
  expect(await balance(chain, chain.funder.address)).toBe(1_000_000_000_000_000n);
  const decimals = await rpc<Hex>(chain.rpcUrl, 'eth_call', [
    { to: chain.token, data: call('EthereumUsdt', 'decimals') },
    'latest',
  ]);
  expect(BigInt(decimals)).toBe(6n);
});

test('a transfer of the Ethereum USDT returns nothing, of the Tron USDT false; both log it', async () => {
  for (const [family, returned] of [
    ['ethereum', '0x'],
    ['tron', `0x${'0'.repeat(64)}`],
  ] as const) {
    const chain = await start(await folder(), { family });
    const data = call('TronUsdt', 'transfer', [recipient, 5n]);
    expect(
      await rpc(chain.rpcUrl, 'eth_call', [{ from: chain.funder.address, to: chain.token, data }, 'latest']),
    ).toBe(returned);
    expect((await pay(chain, 5n)).logs).toHaveLength(1);
    expect(await balance(chain, recipient)).toBe(5n);
  }
});

test('a blacklisted account cannot send, and nobody can while the token is paused', async () => {
  const chain = await start(await folder());
  const attempt = () =>
    rpc(chain.rpcUrl, 'eth_call', [
      {
        from: chain.funder.address,
        to: chain.token,
        data: call('EthereumUsdt', 'transfer', [recipient, 1n]),
      },
      'latest',
    ]);
  await send(chain, { to: chain.token, data: call('EthereumUsdt', 'addBlackList', [chain.funder.address]) });
  await expect(attempt()).rejects.toThrow('blacklisted');
  await send(chain, {
    to: chain.token,
    data: call('EthereumUsdt', 'removeBlackList', [chain.funder.address]),
  });
  await send(chain, { to: chain.token, data: call('EthereumUsdt', 'pause') });
  await expect(attempt()).rejects.toThrow('paused');
});

test('a contract wallet pays several in one transaction; a foreign token logs under its own address', async () => {
  const chain = await start(await folder());
  const deploy = async (name: ContractName) =>
    (await send(chain, { data: encodeDeployData({ ...contracts[name], args: [] }) })).contractAddress;
  const wallet = await deploy('ContractWallet');
  await send(chain, { to: chain.token, data: call('EthereumUsdt', 'transfer', [wallet, 100n]) });
  const payments = [
    { to: recipient, value: 30n },
    { to: recipient, value: 20n },
  ];
  const paid = await send(chain, {
    to: wallet,
    data: call('ContractWallet', 'pay', [chain.token, payments]),
  });
  expect(paid.logs.map((log) => BigInt(log.data))).toEqual([30n, 20n]);
  expect(await balance(chain, recipient)).toBe(50n);

  const foreign = await deploy('ForeignToken');
  const minted = await send(chain, { to: foreign, data: call('ForeignToken', 'mint', [recipient, 9n]) });
  expect(minted.logs[0]?.address).toBe(foreign);
  expect(await balance(chain, recipient)).toBe(50n);
});

test('a restart finds the blocks, the token and the balances, at the same address', async () => {
  const dataDir = await folder();
  const first = await start(dataDir);
  await pay(first, 7n);
  const before = await rpc(first.rpcUrl, 'eth_getBlockByNumber', ['latest', true]);
  await first.close();
  const second = await start(dataDir);
  expect(second.rpcUrl).toBe(first.rpcUrl);
  expect(second.token).toBe(first.token);
  expect(await rpc(second.rpcUrl, 'eth_getBlockByNumber', ['latest', true])).toEqual(before);
  expect(await balance(second, recipient)).toBe(7n);
});

test('blocks come by themselves until a payment is final', async () => {
  const chain = await start(await folder(), { blockSeconds: 0.02, slotsInAnEpoch: 2 });
  await pay(chain, 1n);
  const paidIn = await height(chain);
  await vi.waitFor(
    async () => {
      const finalized = await rpc<{ number: Hex }>(chain.rpcUrl, 'eth_getBlockByNumber', [
        'finalized',
        false,
      ]);
      expect(Number(finalized.number)).toBeGreaterThanOrEqual(paidIn);
    },
    { timeout: deadlines.state },
  );
});

/** A process that starts a chain, pays on it, and keeps running. */
async function startElsewhere(dataDir: string): Promise<{ kill(): Promise<void> }> {
  const module = new URL('./local-chain.ts', import.meta.url).href;
  const script = `
    const { startLocalChain } = await import(${JSON.stringify(module)});
    const options = { family: 'ethereum', chainId: 31337, slotsInAnEpoch: 1, blockSeconds: null };
    await startLocalChain({ ...options, dataDir: ${JSON.stringify(dataDir)} });
    console.log('ready');
    setInterval(() => {}, 1000);
  `;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  return {
    async kill() {
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
}

const anvilPid = async (dataDir: string): Promise<number> =>
  JSON.parse(await readFile(join(dataDir, 'anvil.json'), 'utf8')).pid;

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

test('a second process on the same folder shares the chain; when the first is killed the chain ends and nothing is lost', async () => {
  const dataDir = await folder();
  const owner = await startElsewhere(dataDir);
  const guest = await start(dataDir);
  await pay(guest, 11n);
  const pid = await anvilPid(dataDir);
  await owner.kill();
  await vi.waitFor(() => expect(isAlive(pid)).toBe(false), { timeout: deadlines.state });
  expect(await balance(await start(dataDir), recipient)).toBe(11n);
});

test('a start right after a kill waits for the old chain to write its state', async () => {
  const dataDir = await folder();
  const owner = await startElsewhere(dataDir);
  await pay(await start(dataDir), 13n);
  await owner.kill();
  expect(await balance(await start(dataDir), recipient)).toBe(13n);
});

test('half a state file, as a killed anvil can leave it, is replaced by the copy of the last start', async () => {
  const dataDir = await folder();
  const first = await start(dataDir);
  await pay(first, 17n);
  await first.close();
  const second = await start(dataDir);
  await pay(second, 4n);
  await second.close();
  await truncate(join(dataDir, 'state.json'), 1_000);
  expect(await balance(await start(dataDir), recipient)).toBe(17n);
});
