import type { Hex } from 'viem';
import { toHex } from 'viem/utils';
import { runAnvil } from './anvil-process.ts';
import { ensureToken } from './deploy-token.ts';
import { paceBlocks } from './pace-blocks.ts';
import { rpc } from './rpc.ts';

/**
 * The phrase that every Ethereum tool knows as the test phrase. A secret one would protect nothing (the funder's key is
 * in `sandbox.json`, the money is worthless) and would look like something worth protecting.
 */
const mnemonic = 'test test test test test test test test test test test junk';
/** The first account of the phrase, as constants: deriving it took half of a second of every start. */
const funderAccount = {
  address: '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266',
  privateKey: '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80',
} as const;

const sunPerTrx = 1_000_000n;
/** Enough energy for a million transfers; well within the 2^53 that JSON clients read exactly. */
const funderTrx = 100_000_000n;

const families = {
  ethereum: {
    token: 'EthereumUsdt',
    flags: [],
    // Above the first blocks' base fee.
    gasPriceWei: 2_000_000_000n,
    funderBalance: null,
  },
  /**
   * The chain under the Tron node facade. One wei represents one sun; the facade sets the fees per transaction, so the
   * base fee is zero, and stays so because no block comes near half of its limit. The rules are of a fork before
   * Ethereum began to charge a floor for call data, which Tron does not.
   */
  tron: {
    token: 'TronUsdt',
    flags: [
      ...['--hardfork', 'cancun', '--balance', '0'],
      ...['--block-base-fee-per-gas', '0', '--gas-limit', '1000000000000'],
    ],
    gasPriceWei: 0n,
    funderBalance: funderTrx * sunPerTrx,
  },
} as const;

export interface LocalChainOptions {
  family: keyof typeof families;
  /** The chain's own folder. */
  dataDir: string;
  chainId: number;
  /** Blocks become final two epochs below the head. */
  slotsInAnEpoch: number;
  /** null: only transactions, and callers of `evm_mine`, make blocks. */
  blockSeconds: number | null;
  port?: number;
}

export interface LocalChain {
  rpcUrl: string;
  token: Hex;
  funder: { address: Hex; privateKey: Hex };
  /** Stops it and writes its state; the next start continues from there. */
  close(): Promise<void>;
}

/**
 * A local chain, kept over restarts in `dataDir`, with a test USDT and a funder who has plenty of it. It mines on every
 * transaction. When this process is killed the chain ends cleanly by itself; when anvil is killed the chain goes back
 * by up to ten seconds, which a watcher sees as a reorganisation.
 */
export async function startLocalChain(options: LocalChainOptions): Promise<LocalChain> {
  const { slotsInAnEpoch, blockSeconds } = options;
  const family = families[options.family];
  const anvil = await runAnvil({
    dataDir: options.dataDir,
    ...(options.port !== undefined && { port: options.port }),
    flags: [
      ...['--chain-id', String(options.chainId), '--mnemonic', mnemonic],
      ...['--slots-in-an-epoch', String(slotsInAnEpoch)],
      ...family.flags,
    ],
  });
  const { rpcUrl } = anvil;
  let stopPacing = () => {};
  try {
    if (family.funderBalance !== null) await fundOnce(rpcUrl, funderAccount.address, family.funderBalance);
    const token = await ensureToken({
      rpcUrl,
      name: family.token,
      funder: funderAccount.address,
      gasPrice: family.gasPriceWei,
    });
    if (blockSeconds !== null && !anvil.shared) {
      stopPacing = paceBlocks({ rpcUrl, blockSeconds, blocksToFinality: 2 * slotsInAnEpoch });
    }
    return {
      rpcUrl,
      token,
      funder: funderAccount,
      async close() {
        stopPacing();
        await anvil.stop();
      },
    };
  } catch (error) {
    await anvil.stop();
    throw error;
  }
}

/** Only before its first transaction: money that the funder has spent is not replaced. */
async function fundOnce(rpcUrl: string, address: Hex, balance: bigint): Promise<void> {
  const nonce = await rpc<Hex>(rpcUrl, 'eth_getTransactionCount', [address, 'latest']);
  if (BigInt(nonce) === 0n) await rpc(rpcUrl, 'anvil_setBalance', [address, toHex(balance)]);
}
