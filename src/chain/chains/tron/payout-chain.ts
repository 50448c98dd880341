import type { TronNetwork } from '../networks.ts';
import { ChainUnavailable } from '../port/chain.ts';
import type { PayoutChain, Sent, WalletFacts } from '../port/payout-chain.ts';
import { agreedFates, type FateQuestion } from '../rpc/agreed-fates.ts';
import { gather } from '../rpc/gather.ts';
import { createNodePool } from '../rpc/node-pool.ts';
import { RpcFault } from '../rpc/rpc-fault.ts';
import { balanceOf, isFrozen } from '../rpc/token-call.ts';
import { unitsOf } from '../token-amount.ts';
import { broadcastHex } from './broadcast.ts';
import { readCoinDrafting } from './coin-drafting.ts';
import { readDrafting, type TronBounds } from './drafting.ts';
import { readFates } from './fate.ts';
import { createFullNode, type FullNode } from './full-node.ts';
import { createPrices, type Prices } from './prices.ts';
import { readWhole } from './read-answer.ts';
import { simulateCall } from './simulate-call.ts';
import { seal, tronHex } from './transaction.ts';

export interface TronPayoutOptions extends TronBounds {
  fullNodeUrls: readonly string[];
  quorum: 1 | 2;
  isPublic: boolean;
  timeoutMs?: number | undefined;
}

/** Sends on Tron. Transactions are built here: a node supplies facts, never the bytes to sign. */
export function createTronPayoutChain(
  network: TronNetwork,
  sent: Sent,
  options: TronPayoutOptions,
): PayoutChain {
  const { fullNodeUrls, quorum, isPublic, timeoutMs } = options;
  const pool = createNodePool(fullNodeUrls.map((url) => createFullNode(url, network, isPublic, timeoutMs)));
  const pricesOf = createPrices();

  /** Converts an RpcFault to ChainUnavailable, with the fault as its cause. */
  async function guarded<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      throw error instanceof RpcFault ? new ChainUnavailable(network.id, error.message, error) : error;
    }
  }
  const ask = <T>(work: (node: FullNode) => Promise<T>) => guarded(() => pool.use(work));

  const fateOf = gather((questions: FateQuestion[]) =>
    guarded(() => agreedFates(pool, quorum, (node, some) => readFates(node, network, sent, some), questions)),
  );

  return {
    network: network.id,
    chainName: network.chain,
    family: 'tron',
    hasNonces: false,
    wallet: (address) => ask(async (node) => readWallet(node, network, address, await pricesOf(node))),
    isBlacklisted: (address) => ask((node) => readBlacklisted(node, network, address)),
    isContract: (address) => ask((node) => readIsContract(node, address)),
    drafting: (wallet, to) =>
      ask(async (node) => {
        const prices = await pricesOf(node);
        return sent === 'coin'
          ? readCoinDrafting(node, to, prices, options)
          : readDrafting(node, network, { wallet, to }, prices, options);
      }),
    seal,
    broadcast: (signed) => ask((node) => broadcastHex(node, signed)),
    fateOf: (transactions, transfer) => fateOf({ transactions, transfer }),
    usedNonces: () => Promise.reject(new Error(`${network.id} has no nonces`)),
    nonceOf: async () => null,
    close: pool.close,
  };
}

/** Energy from stake or rent pays like TRX, so it counts at its price. */
async function readWallet(
  node: FullNode,
  network: TronNetwork,
  address: string,
  { energySun }: Prices,
): Promise<WalletFacts> {
  const [held, account, resource] = await Promise.all([
    simulateCall(node, network, balanceOf(address)),
    node.call('wallet/getaccount', { address: tronHex(address) }),
    node.call('wallet/getaccountresource', { address: tronHex(address) }),
  ]);
  if (held.failed || !/^[0-9a-f]{64}$/.test(held.output)) {
    throw new RpcFault('garbage', 'no balance of the token');
  }
  const energy = readWhole(resource.EnergyLimit) - readWhole(resource.EnergyUsed);
  return {
    usdtUnits: unitsOf(network, BigInt(`0x${held.output}`)),
    gasUnits: readWhole(account.balance) + (energy > 0n ? energy * energySun : 0n),
    nextNonce: null,
  };
}

/** If the contract lacks the row's freeze function, this fails: it must never look as if no address were frozen. */
async function readBlacklisted(node: FullNode, network: TronNetwork, address: string): Promise<boolean> {
  if (network.freeze === 'none') return false;
  const { failed, output } = await simulateCall(node, network, isFrozen(network.freeze, address));
  if (failed || !/^[0-9a-f]{64}$/.test(output)) {
    throw new RpcFault('garbage', 'no word on whether an address is frozen');
  }
  return BigInt(`0x${output}`) !== 0n;
}

/** java-tron answers with an empty object if there is no contract. */
async function readIsContract(node: FullNode, address: string): Promise<boolean> {
  return Object.keys(await node.call('wallet/getcontract', { value: tronHex(address) })).length > 0;
}
