import type { EvmNetwork } from '../networks.ts';
import { ChainUnavailable } from '../port/chain.ts';
import type { PayoutChain, Sent, WalletFacts } from '../port/payout-chain.ts';
import { agreedFates, type FateQuestion } from '../rpc/agreed-fates.ts';
import { gather } from '../rpc/gather.ts';
import { createNodePool } from '../rpc/node-pool.ts';
import type { RpcClient } from '../rpc/rpc-client.ts';
import { RpcFault } from '../rpc/rpc-fault.ts';
import { balanceOf, callToken, isFrozen, readWord } from '../rpc/token-call.ts';
import { unitsOf } from '../token-amount.ts';
import { sendRaw } from './payout-broadcast.ts';
import { readDrafting } from './payout-drafting.ts';
import { readFates } from './payout-fate.ts';
import { createPayoutNode, readAmount } from './payout-node.ts';
import { seal } from './payout-transaction.ts';

export interface EvmPayoutOptions {
  rpcUrls: readonly string[];
  quorum: 1 | 2;
  maxFeeWei: bigint;
  timeoutMs?: number | undefined;
}

/** Sends on Ethereum and compatible chains. */
export function createEvmPayoutChain(
  network: EvmNetwork,
  sent: Sent,
  options: EvmPayoutOptions,
): PayoutChain {
  const { rpcUrls, quorum, maxFeeWei, timeoutMs } = options;
  const pool = createNodePool(rpcUrls.map((url) => createPayoutNode(url, network, timeoutMs)));

  /** Converts an RpcFault to ChainUnavailable, with the fault as its cause. */
  async function guarded<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      throw error instanceof RpcFault ? new ChainUnavailable(network.id, error.message, error) : error;
    }
  }
  const ask = <T>(work: (rpc: RpcClient) => Promise<T>) => guarded(() => pool.use(({ rpc }) => work(rpc)));

  const fateOf = gather((questions: FateQuestion[]) =>
    guarded(() => agreedFates(pool, quorum, (node, some) => readFates(node, network, sent, some), questions)),
  );

  return {
    network: network.id,
    chainName: network.chain,
    family: 'evm',
    hasNonces: true,
    wallet: (address) => ask((rpc) => readWallet(rpc, network, address)),
    isBlacklisted: gather((addresses: string[]) => ask((rpc) => readBlacklisted(rpc, network, addresses))),
    isContract: (address) => ask((rpc) => readIsContract(rpc, address)),
    drafting: (wallet, to) => ask((rpc) => readDrafting(rpc, network, sent, { wallet, to }, maxFeeWei)),
    seal,
    broadcast: (signed) => ask((rpc) => sendRaw(rpc, signed)),
    fateOf: (transactions, transfer) => fateOf({ transactions, transfer }),
    usedNonces: (wallet, made) => ask((rpc) => readUsedNonces(rpc, wallet, made)),
    nonceOf: (hash) => ask((rpc) => readNonceOf(rpc, hash)),
    close: pool.close,
  };
}

async function readWallet(rpc: RpcClient, network: EvmNetwork, address: string): Promise<WalletFacts> {
  // Reads the head, never the final block: money spent in between is spent. The nonce comes first: a transaction mined
  // in between then counts as still to be paid, never as paid twice.
  const [nonce, held, wei] = await rpc.batch([
    { method: 'eth_getTransactionCount', params: [address, 'latest'] },
    callToken(network, balanceOf(address)),
    { method: 'eth_getBalance', params: [address, 'latest'] },
  ]);
  return {
    usdtUnits: unitsOf(network, readWord(held)),
    gasUnits: readAmount(wei),
    nextNonce: readAmount(nonce),
  };
}

/** Reads the count first: every counted transaction then has its block when it is requested. */
async function readUsedNonces(
  rpc: RpcClient,
  wallet: string,
  made: readonly { nonce: bigint; hash: string }[],
): Promise<{ nextNonce: bigint; mined: Set<string> }> {
  const count = { method: 'eth_getTransactionCount', params: [wallet, 'latest'] };
  const nextNonce = readAmount(await rpc.call(count));
  // A transaction at or above the next nonce cannot be in a block yet.
  const hashes = made.filter(({ nonce }) => nonce < nextNonce).map(({ hash }) => hash);
  if (hashes.length === 0) return { nextNonce, mined: new Set() };
  const answers = await rpc.batch(
    hashes.map((hash) => ({ method: 'eth_getTransactionReceipt', params: [hash] })),
  );
  return { nextNonce, mined: new Set(hashes.filter((_, at) => answers[at] !== null)) };
}

async function readNonceOf(rpc: RpcClient, hash: string): Promise<{ wallet: string; nonce: bigint } | null> {
  const answer = await rpc.call({ method: 'eth_getTransactionByHash', params: [hash] });
  if (answer === null) return null;
  const { from, nonce, blockHash } = answer as Record<string, unknown>;
  if (typeof from !== 'string') throw new RpcFault('garbage', 'a transaction without a sender');
  return blockHash === null ? null : { wallet: from.toLowerCase(), nonce: readAmount(nonce) };
}

/** If the contract lacks the row's freeze function, this fails: it must never look as if no address were frozen. */
async function readBlacklisted(rpc: RpcClient, network: EvmNetwork, addresses: string[]): Promise<boolean[]> {
  const { freeze } = network;
  if (freeze === 'none') return addresses.map(() => false);
  const answers = await rpc.batch(addresses.map((address) => callToken(network, isFrozen(freeze, address))));
  return answers.map((answer) => readWord(answer) !== 0n);
}

/** An account that delegates to a contract's code (EIP-7702) still belongs to its key. */
async function readIsContract(rpc: RpcClient, address: string): Promise<boolean> {
  const code = await rpc.call({ method: 'eth_getCode', params: [address, 'latest'] });
  if (typeof code !== 'string') throw new RpcFault('garbage', 'no code where some was expected');
  return code !== '0x' && !code.startsWith('0xef0100');
}
