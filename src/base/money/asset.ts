import { formatDecimal } from './money.ts';

/** What is paid and paid out on chains. A further one is a code here, its price sources and its rows of networks. */
export const assetCodes = ['USDT', 'USDC'] as const;
export type AssetCode = (typeof assetCodes)[number];

/**
 * Books are kept, and people type, in millionths of each: these are the units of all amounts inside. A contract that
 * counts in smaller parts is converted where its chain is read and written.
 */
export const assetDecimals = 6;

export function isAsset(code: string): code is AssetCode {
  return (assetCodes as readonly string[]).includes(code);
}

/** "25.500000": as books and commands write it. */
export function formatUnits(units: bigint): string {
  return formatDecimal(units, assetDecimals);
}

/** "25.500000 USDT". */
export function formatAsset(units: bigint, asset: AssetCode): string {
  return `${formatUnits(units)} ${asset}`;
}
