import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { takeLock } from '../base/db/locks.ts';
import type { Sql } from '../base/db/pool.ts';
import type { Logger } from '../base/ground/logger.ts';
import type { Secrets } from '../base/ground/secrets.ts';
import { formatAddress } from '../chain/chains/address/codec.ts';
import { type Network, networkById } from '../chain/chains/networks.ts';
import type { ServedNetwork } from '../chain/chains/served-network.ts';
import { accountKey } from '../chain/wallets/account-xpub.ts';
import { readValue, replaceValue, setOnce } from '../commerce/installation/installation.ts';
import { forgetChain } from '../crypto/deposits/cursor-store.ts';
import { ensureWallet } from '../crypto/orders/store.ts';
import { retireHotWallets } from '../crypto/sending/enter-hot-wallet.ts';
import { findAnvil } from './chains/anvil-binary.ts';
import { type KeptChain, keepChain } from './chains/kept-chain.ts';
import { rpc } from './chains/rpc.ts';
import { ensureHotWallets, type SandboxKeyFile } from './hot-wallets.ts';
import type { WalletChains } from './test-wallet/send-tokens.ts';
import type { Faults } from './tron-node/faults.ts';
import { type RunningTronNode, startTronNode } from './tron-node/start.ts';

/** The data that tools need to pay on a local chain; addresses are in its network's notation. */
export interface DescribedNetwork {
  rpcUrl: string;
  /** Tron's native API. */
  fullNodeUrl?: string;
  token: string;
  funder: { address: string; privateKey: string };
}

export interface SandboxNetworks {
  served: ServedNetwork[];
  described: Record<string, DescribedNetwork>;
  /** The chains from whose funder the test wallet pays. */
  wallet: WalletChains;
  /** The keys of the networks' initial hot wallets. */
  signer: SandboxKeyFile | null;
  /** What the Tron node does wrong on command; null: there is none. */
  tronFaults: Faults | null;
  close(): Promise<void>;
}

/** A block a second, final after two: fast enough to watch, slow enough to see each step. */
const pace = { slotsInAnEpoch: 1, blockSeconds: 1 } as const;
const local = {
  ERC20: { folder: 'erc20', family: 'ethereum', chainId: 31_337 },
  // Tron's own test network has this id, and tronweb puts it into nothing that is signed.
  TRC20: { folder: 'trc20', family: 'tron', chainId: 3_448_148_188 },
} as const;

/** The local chains, started or starting. */
export interface LocalChains {
  started: Promise<{ erc20: KeptChain; trc20: KeptChain }>;
  close(): Promise<void>;
}

/**
 * Begins to start a local chain for each network, before there are tables: they are separate processes, which take
 * time. null: the program that runs them is missing.
 */
export function beginChains(options: {
  sql: Sql;
  logger: Logger;
  dataDir: string;
  /** Processes with other data folders may use the same database: then the database says where the chains are. */
  sharedDatabase: boolean;
  /** Resolves when the database has its tables. */
  migrating: Promise<unknown>;
}): LocalChains | null {
  const { sql, logger } = options;
  try {
    findAnvil();
  } catch (error) {
    logger.warn(`There are no USDT networks: ${(error as Error).message}`);
    return null;
  }
  const folder = chainsFolder(options);
  const start = async (id: keyof typeof local): Promise<KeptChain> => {
    const { folder: name, family, chainId } = local[id];
    const dataDir = join(await folder, name);
    return await keepChain({ family, chainId, dataDir, ...pace }, logger, (work) =>
      inTurn(sql, dataDir, work),
    );
  };
  const starting = [start('ERC20'), start('TRC20')] as const;
  const started = Promise.all(starting).then(([erc20, trc20]) => {
    // Deriving the first key takes as long as a hundred: done here while a new database gets its tables.
    accountKey(Buffer.alloc(64), 0, 0);
    return { erc20, trc20 };
  });
  // The error reaches the caller that awaits it.
  started.catch(() => {});
  return {
    started,
    async close() {
      for (const chain of await Promise.allSettled(starting)) {
        if (chain.status === 'fulfilled') await chain.value.close();
      }
    },
  };
}

export interface NetworksOptions {
  sql: Sql;
  secrets: Secrets;
  dataDir: string;
  chains: LocalChains;
}

/** The networks of the sandbox, on its local chains. */
export async function startNetworks(options: NetworksOptions): Promise<SandboxNetworks> {
  const { sql, chains } = options;
  await mkdir(options.dataDir, { recursive: true }).catch((error: Error) => {
    throw new Error(`DATA_DIR: given ${options.dataDir}, expected a folder to write to (${error.message}).`);
  });
  const [{ erc20, trc20 }] = await Promise.all([chains.started, ensureDepositWallets(options)]);
  await Promise.all([
    forgetOtherChain(sql, 'ERC20', erc20.rpcUrl),
    forgetOtherChain(sql, 'TRC20', trc20.rpcUrl),
  ]);
  const node = await startNode(sql, trc20.rpcUrl);
  try {
    const signer = await ensureHotWallets({
      ...options,
      networks: [
        { network: rowOf('ERC20'), chain: erc20 },
        { network: rowOf('TRC20'), chain: trc20 },
      ],
      inTurn: (work) => inTurn(sql, 'hot wallets', work),
    });
    return {
      served: [serve('ERC20', erc20, erc20.rpcUrl), serve('TRC20', trc20, node.rpcUrl, [node.fullNodeUrl])],
      signer,
      tronFaults: node.faults,
      described: {
        ERC20: describe('ERC20', erc20, erc20.rpcUrl),
        TRC20: { ...describe('TRC20', trc20, node.rpcUrl), fullNodeUrl: node.fullNodeUrl },
      },
      wallet: new Map([
        ['ERC20', erc20],
        ['TRC20', trc20],
      ]),
      close: node.close,
    };
  } catch (error) {
    await node.close();
    throw error;
  }
}

/** Creates the wallets of deposit addresses, with their keys in a file. */
async function ensureDepositWallets({ sql, secrets, dataDir }: NetworksOptions): Promise<void> {
  const depositKeys: string[] = [];
  for (const { id, coinType } of Object.keys(local).map(rowOf)) {
    const { publicExtendedKey, privateExtendedKey } = accountKey(
      secrets.derive(`sandbox-wallet-${id}`, 64),
      coinType,
      0,
    );
    await ensureWallet(sql, id, publicExtendedKey);
    depositKeys.push(privateExtendedKey);
  }
  // An operator keeps these keys elsewhere; here they allow tests of sweeping.
  await writeFile(join(dataDir, 'deposit-keys'), `${depositKeys.join('\n')}\n`, { mode: 0o600 });
}

/** All processes on one database share one pair of chains, in the folder of the first. */
async function chainsFolder({
  sql,
  dataDir,
  sharedDatabase,
  migrating,
}: Parameters<typeof beginChains>[0]): Promise<string> {
  const own = join(dataDir, 'chains');
  if (!sharedDatabase) return own;
  await migrating;
  return await setOnce(sql, 'sandbox_chains_folder', own);
}

/** One process at a time starts a chain. No time limit: a killed one takes a while to write its state. */
async function inTurn<T>(sql: Sql, folder: string, work: () => Promise<T>): Promise<T> {
  return (await sql.begin(async (tx) => {
    await tx`SET LOCAL lock_timeout = 0`;
    await tx`SET LOCAL statement_timeout = 0`;
    await tx`SET LOCAL idle_in_transaction_session_timeout = 0`;
    await takeLock(tx, 'sandbox chain', folder);
    return await work();
  })) as T;
}

/** If the chain's folder was deleted and the database was not, all data read so far belongs to another chain. */
async function forgetOtherChain(sql: Sql, network: string, rpcUrl: string): Promise<void> {
  // The block of the token's deployment, which no reorganisation reaches.
  const block = await rpc<{ hash: string }>(rpcUrl, 'eth_getBlockByNumber', ['0x1', false]);
  await sql.begin(async (tx) => {
    if (!(await replaceValue(tx, `sandbox_chain_${network}`, block.hash))) return;
    await forgetChain(tx, network);
    // Its wallets are gone with it: on the new chain another one sends.
    await retireHotWallets(tx, network);
  });
}

/** Uses the last port if it is free; it stores nothing, so every process has its own. */
async function startNode(sql: Sql, rpcUrl: string): Promise<RunningTronNode> {
  const port = await readValue(sql, 'sandbox_tron_port');
  const node = await startTronNode({ rpcUrl, ...(port !== null && { port: Number(port) }) }).catch(() =>
    startTronNode({ rpcUrl }),
  );
  await setOnce(sql, 'sandbox_tron_port', new URL(node.fullNodeUrl).port);
  return node;
}

function serve(
  id: keyof typeof local,
  chain: KeptChain,
  rpcUrl: string,
  fullNodeUrls: string[] = [],
): ServedNetwork {
  const network = { ...rowOf(id), token: chain.token, chainId: BigInt(local[id].chainId) };
  return { network, rpcUrls: [rpcUrl], fullNodeUrls, quorum: 1, startBlock: 0n, isPublic: false };
}

function describe(id: keyof typeof local, chain: KeptChain, rpcUrl: string): DescribedNetwork {
  const { family } = rowOf(id);
  return {
    rpcUrl,
    token: formatAddress(family, chain.token),
    funder: { ...chain.funder, address: formatAddress(family, chain.funder.address) },
  };
}

function rowOf(id: string): Network {
  const row = networkById(id);
  if (!row) throw new Error(`there is no network ${id}`);
  return row;
}
