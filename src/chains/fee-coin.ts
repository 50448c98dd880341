import { formatDecimal } from '../money/money.ts';

/** What the fees of a network are paid in. */
export interface FeeCoin {
  readonly name: string;
  readonly decimals: number;
}

/** More decimals than these say nothing of a cost. */
const shownDecimals = 6;

export function formatFeeCoin({ name, decimals }: FeeCoin, units: bigint): string {
  return `${formatDecimal(units / 10n ** BigInt(decimals - shownDecimals), shownDecimals)} ${name}`;
}
