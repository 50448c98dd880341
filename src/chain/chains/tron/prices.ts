import { RpcFault } from '../rpc/rpc-fault.ts';
import type { FullNode } from './full-node.ts';
import { readWhole } from './read-answer.ts';

export interface Prices {
  energySun: bigint;
  bandwidthByteSun: bigint;
  /** The sender's fee for opening the account of an address that never had TRX. */
  openAccountSun: bigint;
}

/** Prices change by a vote that takes days. */
const maxAgeMs = 60_000;

/** The network's prices of energy and bandwidth, read once a minute. */
export function createPrices(): (node: FullNode) => Promise<Prices> {
  let known: { prices: Prices; readAtMs: number } | null = null;
  return async (node) => {
    if (known && Date.now() - known.readAtMs < maxAgeMs) return known.prices;
    const { chainParameter } = await node.call('wallet/getchainparameters');
    const list = Array.isArray(chainParameter) ? (chainParameter as { key: string; value?: unknown }[]) : [];
    const priceOf = (key: string) => readWhole(list.find((parameter) => parameter.key === key)?.value);
    const prices = {
      energySun: priceOf('getEnergyFee'),
      bandwidthByteSun: priceOf('getTransactionFee'),
      openAccountSun: priceOf('getCreateNewAccountFeeInSystemContract') + priceOf('getCreateAccountFee'),
    };
    if (prices.energySun === 0n) throw new RpcFault('garbage', 'no price of energy');
    known = { prices, readAtMs: Date.now() };
    return prices;
  };
}
