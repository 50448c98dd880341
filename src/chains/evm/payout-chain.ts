import type { Network } from '../networks.ts';
import { agreedFates, type FateQuestion } from '../nodes/agreed-fates.ts';
import { gather } from '../nodes/gather.ts';
import { createNodePool } from '../nodes/node-pool.ts';
import type { RpcClient } from '../nodes/rpc-client.ts';
import { RpcFault } from '../nodes/rpc-fault.ts';
import { balanceOf, callToken, isBlackListed, readWord } from '../nodes/token-call.ts';
import { ChainUnavailable } from '../port/chain.ts';
import type { Asset, PayoutChain, WalletFacts } from '../port/payout-chain.ts';
import { sendRaw } from './payout-broadcast.ts';
import { readDrafting } from './payout-drafting.ts';
import { readFates } from './payout-fate.ts';
import { createPayoutNode, isRevert, readAmount } from './payout-node.ts';
import { seal } from './payout-transaction.ts';

export interface EvmPayoutOptions {
  rpcUrls: readonly string[];
  quorum: 1 | 2;
  maxFeeWei: bigint;
  timeoutMs?: number | undefined;
}

/** Sends on Ethereum and its kin. */
export function createEvmPayoutChain(network: Network, asset: Asset, options: EvmPayoutOptions): PayoutChain {
  const { rpcUrls, quorum, maxFeeWei, timeoutMs } = options;
  const pool = createNodePool(rpcUrls.map((url) => createPayoutNode(url, network, timeoutMs)));

  /** Callers know one failure; what a node said is its cause. */
  async function guarded<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      throw error instanceof RpcFault ? new ChainUnavailable(network.id, error.message, error) : error;
    }
  }
  const ask = <T>(work: (rpc: RpcClient) => Promise<T>) => guarded(() => pool.use(({ rpc }) => work(rpc)));

  const fateOf = gather((questions: FateQuestion[]) =>
    guarded(() =>
      agreedFates(pool, quorum, ({ rpc }, some) => readFates(rpc, network, asset, some), questions),
    ),
  );

  return {
    network: network.id,
    chainName: network.chain,
    family: 'evm',
    hasNonces: true,
    wallet: (address) => ask((rpc) => readWallet(rpc, network, address)),
    isBlacklisted: gather((addresses: string[]) => ask((rpc) => readBlacklisted(rpc, network, addresses))),
    isContract: (address) => ask((rpc) => readIsContract(rpc, address)),
    drafting: (wallet, to) => ask((rpc) => readDrafting(rpc, network, asset, { wallet, to }, maxFeeWei)),
    seal,
    broadcast: (signed) => ask((rpc) => sendRaw(rpc, signed)),
    fateOf: (transactions, transfer) => fateOf({ transactions, transfer }),
    close: pool.close,
  };
}

async function readWallet(rpc: RpcClient, network: Network, address: string): Promise<WalletFacts> {
  // Of the head, never of the final block: what is spent in between is spent.
  // The nonce first: what comes into a block in between is then counted as still to be paid, never as paid twice.
  const [nonce, usdt, wei] = await rpc.batch([
    { method: 'eth_getTransactionCount', params: [address, 'latest'] },
    callToken(network, balanceOf(address)),
    { method: 'eth_getBalance', params: [address, 'latest'] },
  ]);
  return { usdtUnits: readWord(usdt), gasUnits: readAmount(wei), nextNonce: readAmount(nonce) };
}

/** A token without a blacklist has nobody on it. */
async function readBlacklisted(rpc: RpcClient, network: Network, addresses: string[]): Promise<boolean[]> {
  try {
    const answers = await rpc.batch(addresses.map((address) => callToken(network, isBlackListed(address))));
    return answers.map((answer) => answer !== '0x' && readWord(answer) !== 0n);
  } catch (error) {
    if (isRevert(error)) return addresses.map(() => false);
    throw error;
  }
}

/** A plain account that lends itself a contract's code (EIP-7702) is still its key's. */
async function readIsContract(rpc: RpcClient, address: string): Promise<boolean> {
  const code = await rpc.call({ method: 'eth_getCode', params: [address, 'latest'] });
  if (typeof code !== 'string') throw new RpcFault('garbage', 'no code where some was expected');
  return code !== '0x' && !code.startsWith('0xef0100');
}
