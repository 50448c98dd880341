import { assetDecimals } from '../../base/money/asset.ts';
import { formatDecimal } from '../../base/money/money.ts';
import type { Network } from './networks.ts';

/**
 * Contracts count in parts of their own size; everything internal counts in units of the asset. Only code that reads or
 * writes a chain converts.
 */
type Sized = Pick<Network, 'tokenDecimals'>;

/** Rounded down: parts below a whole unit do not count. */
export function unitsOf({ tokenDecimals }: Sized, parts: bigint): bigint {
  return tokenDecimals === assetDecimals ? parts : parts / partsPerUnit(tokenDecimals);
}

export function partsOf({ tokenDecimals }: Sized, units: bigint): bigint {
  return tokenDecimals === assetDecimals ? units : units * partsPerUnit(tokenDecimals);
}

/** With the contract's decimals, for merchants, who compare it with the amount on the chain. */
export function formatParts(network: Sized, units: bigint): string {
  return formatDecimal(partsOf(network, units), network.tokenDecimals);
}

function partsPerUnit(tokenDecimals: number): bigint {
  return 10n ** BigInt(tokenDecimals - assetDecimals);
}
