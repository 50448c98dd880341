import { RpcFault } from '../rpc/rpc-fault.ts';
import type { FullNode } from './full-node.ts';
import { readWhole } from './read-answer.ts';

export interface Prices {
  energySun: bigint;
  bandwidthByteSun: bigint;
  /** What whoever sends to an address that never had any TRX pays for opening its account. */
  openAccountSun: bigint;
}

/** They change by a vote of days. */
const maxAgeMs = 60_000;

/** What the network takes for energy and bandwidth, asked for once a minute. */
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
