import { assetDecimals } from '../../base/money/asset.ts';
import { formatDecimal } from '../../base/money/money.ts';
import type { Network } from './networks.ts';

/**
 * Contracts count in parts of their own size; everything inside counts in units of the asset. Only what reads and
 * writes a chain converts.
 */
type Sized = Pick<Network, 'tokenDecimals'>;

/** Rounded down: parts that make no whole unit are nothing. */
export function unitsOf({ tokenDecimals }: Sized, parts: bigint): bigint {
  return tokenDecimals === assetDecimals ? parts : parts / partsPerUnit(tokenDecimals);
}

export function partsOf({ tokenDecimals }: Sized, units: bigint): bigint {
  return tokenDecimals === assetDecimals ? units : units * partsPerUnit(tokenDecimals);
}

/** With as many decimals as the contract has, for merchants, who compare it with what they see on the chain. */
export function formatParts(network: Sized, units: bigint): string {
  return formatDecimal(partsOf(network, units), network.tokenDecimals);
}

function partsPerUnit(tokenDecimals: number): bigint {
  return 10n ** BigInt(tokenDecimals - assetDecimals);
}
