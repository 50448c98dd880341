import type { EvmFees } from '../networks.ts';

/** What a transaction offers for one unit of gas, and how much gas it may use. */
export interface Fees {
  maxFeeWei: bigint;
  tipWei: bigint;
  gas: bigint;
}

/** Half of those who paid in the last blocks tipped less; blocks with nobody in them tell nothing. */
export function usualTip(tipsWei: readonly bigint[], bounds: EvmFees['tipWei']): bigint {
  const tips = tipsWei.filter((tip) => tip > 0n).toSorted((a, b) => (a < b ? -1 : 1));
  return clamp(tips[Math.floor(tips.length / 2)] ?? bounds.usual, bounds.least, bounds.most);
}

/**
 * What to offer while a block asks for this base fee; it may double before the transaction is out of the running.
 * null: not even the present base fee lies below the cap.
 */
export function offer(baseFeeWei: bigint, tipWei: bigint, gas: bigint, capWei: bigint): Fees | null {
  if (baseFeeWei + tipWei > capWei) return null;
  return { maxFeeWei: lesser(2n * baseFeeWei + tipWei, capWei), tipWei, gas };
}

/** Nodes replace a transaction for 10 % more on both prices; an eighth more leaves no doubt. null: above the cap. */
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
