import { formatDecimal } from '../money/money.ts';
import type { Family } from './family.ts';

/** What the fees of a network are paid in. */
export const feeCoins: Readonly<Record<Family, { name: string; decimals: number }>> = {
  evm: { name: 'ETH', decimals: 18 },
  tron: { name: 'TRX', decimals: 6 },
};

/** More decimals than these say nothing of a cost. */
const shownDecimals = 6;

export function formatFeeCoin(family: Family, units: bigint): string {
  const { name, decimals } = feeCoins[family];
  return `${formatDecimal(units / 10n ** BigInt(decimals - shownDecimals), shownDecimals)} ${name}`;
}
