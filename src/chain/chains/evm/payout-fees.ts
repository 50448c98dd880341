import type { EvmFees } from '../networks.ts';

/** The price that a transaction offers per unit of gas, and its gas limit. */
export interface Fees {
  maxFeeWei: bigint;
  tipWei: bigint;
  gas: bigint;
}

/** The median tip of the last blocks; blocks without transactions do not count. */
export function usualTip(tipsWei: readonly bigint[], bounds: EvmFees['tipWei']): bigint {
  const tips = tipsWei.filter((tip) => tip > 0n).toSorted((a, b) => (a < b ? -1 : 1));
  return clamp(tips[Math.floor(tips.length / 2)] ?? bounds.usual, bounds.least, bounds.most);
}

/**
 * The fees to offer at this base fee, which may double before the transaction is obsolete. null: even the present base
 * fee with the tip exceeds the cap.
 */
export function offer(baseFeeWei: bigint, tipWei: bigint, gas: bigint, capWei: bigint): Fees | null {
  if (baseFeeWei + tipWei > capWei) return null;
  return { maxFeeWei: lesser(2n * baseFeeWei + tipWei, capWei), tipWei, gas };
}

/** Nodes replace a transaction for 10 % more on both prices; an eighth more is safely above. null: above the cap. */
export function replacementFees(before: Fees, now: Fees, capWei: bigint): Fees | null {
  const maxFeeWei = greater(now.maxFeeWei, anEighthMore(before.maxFeeWei));
  const tipWei = greater(now.tipWei, anEighthMore(before.tipWei));
  const least = greater(anEighthMore(before.maxFeeWei), tipWei);
  if (least > capWei) return null;
  return { maxFeeWei: clamp(maxFeeWei, least, capWei), tipWei, gas: greater(now.gas, before.gas) };
}

export function writeTerms({ maxFeeWei, tipWei, gas }: Fees): string {
  return JSON.stringify({ maxFeeWei: String(maxFeeWei), tipWei: String(tipWei), gas: String(gas) });
}

export function readTerms(terms: string): Fees {
  const { maxFeeWei, tipWei, gas } = JSON.parse(terms) as Record<keyof Fees, string>;
  return { maxFeeWei: BigInt(maxFeeWei), tipWei: BigInt(tipWei), gas: BigInt(gas) };
}

function anEighthMore(wei: bigint): bigint {
  return (wei * 9n + 7n) / 8n;
}

function clamp(value: bigint, least: bigint, most: bigint): bigint {
  return lesser(greater(value, least), most);
}

function lesser(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}

function greater(a: bigint, b: bigint): bigint {
  return a > b ? a : b;
}
