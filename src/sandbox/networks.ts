import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { formatAddress } from '../chains/address/codec.ts';
import { type Network, networkById } from '../chains/networks.ts';
import type { ServedNetwork } from '../chains/served-network.ts';
import { ensureWallet } from '../crypto-orders/store.ts';
import { takeLock } from '../db/locks.ts';
import type { Sql } from '../db/pool.ts';
import { forgetChain } from '../deposits/cursor-store.ts';
import type { Logger } from '../ground/logger.ts';
import type { Secrets } from '../ground/secrets.ts';
import { readValue, replaceValue, setOnce } from '../installation/installation.ts';
import { retireHotWallets } from '../sending/enter-hot-wallet.ts';
import type { KeyFileConfig } from '../signers/signer-config.ts';
import { accountXprv, accountXpub } from '../wallets/account-xpub.ts';
import { findAnvil } from './chains/anvil-binary.ts';
import { type KeptChain, keepChain } from './chains/kept-chain.ts';
import { rpc } from './chains/rpc.ts';
import { ensureHotWallets, openHotWalletFile } from './hot-wallets.ts';
import { type RunningTronNode, startTronNode } from './tron-node/start.ts';

/** What tools need to pay on a local chain; addresses as its network writes them. */
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
  /** The keys of the hot wallets that its networks have from the start. */
  signer: KeyFileConfig | null;
  close(): Promise<void>;
}

/** A block a second, final after two: quick enough to watch, slow enough to see each step. */
const pace = { slotsInAnEpoch: 1, blockSeconds: 1 } as const;
const local = {
  ERC20: { folder: 'erc20', family: 'ethereum', chainId: 31_337 },
  // Tron's own test network has this id, and tronweb puts it into nothing that is signed.
  TRC20: { folder: 'trc20', family: 'tron', chainId: 3_448_148_188 },
} as const;

export interface NetworksOptions {
  sql: Sql;
  secrets: Secrets;
  logger: Logger;
  dataDir: string;
  /** Whether processes with other data folders may be on the same database. */
  sharedDatabase: boolean;
}

/** Two local chains, one for each network. Without the program that runs them there are none. */
export async function startNetworks(options: NetworksOptions): Promise<SandboxNetworks> {
  const { sql, logger } = options;
  try {
    findAnvil();
  } catch (error) {
    logger.warn(`There are no USDT networks: ${(error as Error).message}`);
    return { served: [], described: {}, signer: null, close: async () => {} };
  }
  const closers: (() => Promise<void>)[] = [];
  const close = async (): Promise<void> => {
    for (const step of closers.splice(0).reverse()) await step();
  };
  try {
    const file = await openHotWalletFile(options.dataDir, options.secrets);
    const folder = await chainsFolder(options);
    const start = async (id: keyof typeof local): Promise<KeptChain> => {
      const { folder: name, family, chainId } = local[id];
      const dataDir = join(folder, name);
      const chain = await keepChain({ family, chainId, dataDir, ...pace }, logger, (work) =>
        inTurn(sql, dataDir, work),
      );
      closers.push(chain.close);
      await forgetOtherChain(sql, id, chain.rpcUrl);
      return chain;
    };
    const starting = [start('ERC20'), start('TRC20'), ensureDepositWallets(options)] as const;
    const [erc20, trc20] = await Promise.all(starting).catch(async (error) => {
      // What is still on its way up would not be closed.
      await Promise.allSettled(starting);
      throw error;
    });
    const node = await startNode(sql, trc20.rpcUrl);
    closers.push(node.close);

    const served = [
      serve('ERC20', erc20, erc20.rpcUrl),
      serve('TRC20', trc20, node.rpcUrl, [node.fullNodeUrl]),
    ];
    await ensureHotWallets({
      ...options,
      file,
      networks: [
        { network: rowOf('ERC20'), chain: erc20 },
        { network: rowOf('TRC20'), chain: trc20 },
      ],
      inTurn: (work) => inTurn(sql, 'hot wallets', work),
    });
    return {
      served,
      signer: file.config,
      described: {
        ERC20: describe('ERC20', erc20, erc20.rpcUrl),
        TRC20: { ...describe('TRC20', trc20, node.rpcUrl), fullNodeUrl: node.fullNodeUrl },
      },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** The wallets that deposit addresses come from, and their keys in a file. */
async function ensureDepositWallets({ sql, secrets, dataDir }: NetworksOptions): Promise<void> {
  const depositKeys: string[] = [];
  for (const { id, coinType } of Object.keys(local).map(rowOf)) {
    const seed = secrets.derive(`sandbox-wallet-${id}`, 64);
    await ensureWallet(sql, id, accountXpub(seed, coinType, 0));
    depositKeys.push(accountXprv(seed, coinType, 0));
  }
  // What an operator keeps elsewhere, so that sweeping can be tried.
  await writeFile(join(dataDir, 'deposit-keys'), `${depositKeys.join('\n')}\n`, { mode: 0o600 });
}

/** All processes on one database share one pair of chains, in the folder of the first. */
async function chainsFolder({ sql, dataDir, sharedDatabase }: NetworksOptions): Promise<string> {
  const own = join(dataDir, 'chains');
  return sharedDatabase ? await setOnce(sql, 'sandbox_chains_folder', own) : own;
}

/** One process at a time starts a chain. No time limit: one that was killed takes a while to write its state. */
async function inTurn<T>(sql: Sql, folder: string, work: () => Promise<T>): Promise<T> {
  return (await sql.begin(async (tx) => {
    await tx`SET LOCAL lock_timeout = 0`;
    await tx`SET LOCAL statement_timeout = 0`;
    await tx`SET LOCAL idle_in_transaction_session_timeout = 0`;
    await takeLock(tx, 'sandbox chain', folder);
    return await work();
  })) as T;
}

/** Where the chain's folder was deleted and the database was not, all that was read is of another chain. */
async function forgetOtherChain(sql: Sql, network: string, rpcUrl: string): Promise<void> {
  // The block of the token's deployment, which no reorganisation reaches.
  const block = await rpc<{ hash: string }>(rpcUrl, 'eth_getBlockByNumber', ['0x1', false]);
  await sql.begin(async (tx) => {
    if (!(await replaceValue(tx, `sandbox_chain_${network}`, block.hash))) return;
    await forgetChain(tx, network);
    // Its wallets went with it: on the new chain another one sends.
    await retireHotWallets(tx, network);
  });
}

/** At the same port as last time if it can be had; it keeps nothing, so every process has its own. */
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
