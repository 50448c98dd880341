import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { type Abi, encodeDeployData, encodeFunctionData, type Hex } from 'viem';
import { type Network, networks } from '../../../src/chain/chains/networks.ts';
import { findAnvil } from '../../../src/sandbox/chains/anvil-binary.ts';
import { type ContractName, contracts } from '../../../src/sandbox/chains/contracts.ts';

export const testChainId = 31_337n;

/** A real chain with the test USDT. Each transaction gets its own block; finalized is two blocks behind. */
export interface TestChain {
  url: string;
  token: string;
  accounts: string[];
  rpc<T = unknown>(method: string, ...params: unknown[]): Promise<T>;
  mine(blocks?: number): Promise<void>;
  height(): Promise<bigint>;
  deploy(name: ContractName): Promise<string>;
  send(
    contract: ContractName,
    to: string,
    functionName: string,
    args: unknown[],
    from?: string,
  ): Promise<string>;
  /** Pays USDT from the first account; returns the transaction's hash. */
  pay(to: string, amountUnits: bigint): Promise<string>;
  close(): Promise<void>;
}

/** The Ethereum row, for a local chain. */
export const ethereum = networks[0] as Network;

export async function startTestChain(flags: string[] = []): Promise<TestChain> {
  const child = spawn(
    findAnvil(),
    ['--port', '0', '--chain-id', String(testChainId), '--slots-in-an-epoch', '1', '--no-mining', ...flags],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const url = await listeningUrl(child);

  async function rpc<T>(method: string, ...params: unknown[]): Promise<T> {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    });
    const { result, error } = (await response.json()) as { result: T; error?: { message: string } };
    if (error) throw new Error(`${method}: ${error.message}`);
    return result;
  }

  const accounts = await rpc<string[]>('eth_accounts');
  const first = accounts[0] as string;

  async function transact(transaction: { to?: string; data: Hex; from?: string }): Promise<string> {
    const hash = await rpc<string>('eth_sendTransaction', { from: first, gas: '0x4c4b40', ...transaction });
    await rpc('evm_mine');
    return hash;
  }

  async function deploy(name: ContractName): Promise<string> {
    const { abi, bytecode } = contracts[name];
    const hash = await transact({ data: encodeDeployData({ abi: abi as Abi, bytecode }) });
    const receipt = await rpc<{ contractAddress: string }>('eth_getTransactionReceipt', hash);
    return receipt.contractAddress.toLowerCase();
  }

  const send: TestChain['send'] = (contract, to, functionName, args, from = first) =>
    transact({
      to,
      from,
      data: encodeFunctionData({ abi: contracts[contract].abi as Abi, functionName, args }),
    });

  const token = await deploy('EthereumUsdt');
  await send('EthereumUsdt', token, 'mint', [first, 10n ** 15n]);

  return {
    url,
    token,
    accounts,
    rpc,
    deploy,
    send,
    mine: async (blocks = 1) => void (await rpc('anvil_mine', `0x${blocks.toString(16)}`)),
    height: async () => BigInt(await rpc<string>('eth_blockNumber')),
    pay: (to, amountUnits) => send('EthereumUsdt', token, 'transfer', [to, amountUnits]),
    async close() {
      if (child.exitCode !== null) return;
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
}

async function listeningUrl(child: ChildProcess): Promise<string> {
  if (!child.stdout) throw new Error('anvil has no output');
  for await (const line of createInterface({ input: child.stdout })) {
    const port = /^Listening on 127\.0\.0\.1:(\d+)/.exec(line)?.[1];
    if (!port) continue;
    // Discards further output: it must not fill the pipe and stop the chain.
    child.stdout.resume();
    return `http://127.0.0.1:${port}`;
  }
  throw new Error('anvil ended before it listened');
}
