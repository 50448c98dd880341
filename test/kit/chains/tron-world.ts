import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TronWeb } from 'tronweb';
import { type LocalChain, startLocalChain } from '../../../src/sandbox/chains/local-chain.ts';
import { rpc } from '../../../src/sandbox/chains/rpc.ts';
import { type RunningTronNode, startTronNode } from '../../../src/sandbox/tron-node/start.ts';

export const usualFeeLimitSun = 100_000_000;

/** A Tron world for one test, which makes blocks only on request. */
export interface TronWorld {
  chain: LocalChain;
  node: RunningTronNode;
  /** Unmodified, and signing as the funder. */
  tronWeb: TronWeb;
  token: string;
  mine(blocks: number): Promise<void>;
  /** Moves the chain's clock, and makes a block at that time. */
  passSeconds(seconds: number): Promise<void>;
  restart(): Promise<void>;
  close(): Promise<void>;
}

export async function startTronWorld(): Promise<TronWorld> {
  const dataDir = await mkdtemp(join(tmpdir(), 'pasarela-tron-'));
  const open = async () => {
    const chain = await startLocalChain({
      family: 'tron',
      dataDir,
      chainId: 3_448_148_188,
      slotsInAnEpoch: 1,
      blockSeconds: null,
    });
    const node = await startTronNode({ rpcUrl: chain.rpcUrl });
    const tronWeb = new TronWeb({
      fullHost: node.fullNodeUrl,
      privateKey: chain.funder.privateKey.slice(2),
    });
    return { chain, node, tronWeb };
  };
  const shut = async ({ node, chain }: { node: RunningTronNode; chain: LocalChain }) => {
    await node.close();
    await chain.close();
  };
  const world: TronWorld = {
    ...(await open()),
    token: '',
    async mine(blocks) {
      for (let i = 0; i < blocks; i++) await rpc(world.chain.rpcUrl, 'evm_mine');
    },
    async passSeconds(seconds) {
      await rpc(world.chain.rpcUrl, 'evm_increaseTime', [seconds]);
      await world.mine(1);
    },
    async restart() {
      await shut(world);
      Object.assign(world, await open());
    },
    async close() {
      await shut(world);
      await rm(dataDir, { recursive: true });
    },
  };
  world.token = TronWeb.address.fromHex(`41${world.chain.token.slice(2)}`);
  return world;
}

/** An unsigned token transfer, as a payout builds it. */
export async function draftTransfer(
  { tronWeb, token }: TronWorld,
  transfer: { from?: string; to: string; units: number; feeLimitSun?: number },
) {
  const from = transfer.from ?? (tronWeb.defaultAddress.base58 as string);
  const built = await tronWeb.transactionBuilder.triggerSmartContract(
    token,
    'transfer(address,uint256)',
    { feeLimit: transfer.feeLimitSun ?? usualFeeLimitSun, callValue: 0 },
    [
      { type: 'address', value: transfer.to },
      { type: 'uint256', value: transfer.units },
    ],
    from,
  );
  return built.transaction;
}

export async function sendTransfer(
  world: TronWorld,
  transfer: {
    from?: { address: string; privateKey: string };
    to: string;
    units: number;
    feeLimitSun?: number;
  },
) {
  const draft = await draftTransfer(world, {
    ...transfer,
    from: transfer.from?.address ?? (world.tronWeb.defaultAddress.base58 as string),
  });
  const signed = await world.tronWeb.trx.sign(draft, transfer.from?.privateKey);
  return world.tronWeb.trx.sendRawTransaction(signed);
}

/** An account with TRX for fees. */
export async function fundedAccount({ chain }: TronWorld, sun: bigint) {
  const { address, privateKey } = await TronWeb.createAccount();
  await rpc(chain.rpcUrl, 'anvil_setBalance', [`0x${address.hex.slice(2)}`, `0x${sun.toString(16)}`]);
  return { address: address.base58, privateKey };
}

export async function jsonRpc<T>(world: TronWorld, method: string, params: unknown[] = []): Promise<T> {
  return rpc<T>(world.node.rpcUrl, method, params);
}
