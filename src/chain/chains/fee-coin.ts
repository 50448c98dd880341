import { formatDecimal } from '../../base/money/money.ts';
import type { Network } from './networks.ts';

/** Further decimals do not matter in a cost. */
const shownDecimals = 6;

export function formatFeeCoin({ coin }: Pick<Network, 'coin'>, units: bigint): string {
  const { code, decimals } = coin;
  return `${formatDecimal(units / 10n ** BigInt(decimals - shownDecimals), shownDecimals)} ${code}`;
}
