import { formatDecimal } from './money.ts';

/**
 * The assets that are paid in and out on chains. A new one needs a code here, its price sources and its rows of
 * networks.
 */
export const assetCodes = ['USDT', 'USDC'] as const;
export type AssetCode = (typeof assetCodes)[number];

/**
 * Books and typed amounts use millionths of each asset: the unit of all internal amounts. If a contract has smaller
 * units, its chain's reader and writer convert them.
 */
export const assetDecimals = 6;

export function isAsset(code: string): code is AssetCode {
  return (assetCodes as readonly string[]).includes(code);
}

/** "25.500000": the notation of books and commands. */
export function formatUnits(units: bigint): string {
  return formatDecimal(units, assetDecimals);
}

/** "25.500000 USDT". */
export function formatAsset(units: bigint, asset: AssetCode): string {
  return `${formatUnits(units)} ${asset}`;
}
