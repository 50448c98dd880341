import type { Hex } from 'viem';
import type { ChainIndex } from './chain-index.ts';
import { encodeTransaction, type TronTransaction } from './transaction.ts';

/** Tron's prices as of 2026, also returned by `getchainparameters`. */
export const energyPriceSun = 100n;
export const bandwidthPriceSun = 1_000n;
export const freeBandwidthBytes = 600n;
export const maxFeeLimitSun = 15_000_000_000n;
export const memoPriceSun = 1_000_000n;
export const createAccountFeeSun = 1_000_000n;
export const createAccountBandwidthFeeSun = 100_000n;

/** java-tron adds this to a transaction's size for its future result. */
const resultBytes = 64n;
/** Used bandwidth recovers evenly over a day. */
const bandwidthWindowMs = 24 * 60 * 60 * 1000;

export type TransactionFees = { netUsageBytes: bigint; netFeeSun: bigint; otherFeeSun: bigint };

/** The fees of a transaction besides the energy of its execution. */
export function chargeFor(options: {
  index: ChainIndex;
  transaction: TronTransaction;
  nowMs: number;
  opensAccount: boolean;
}): TransactionFees {
  const { transaction } = options;
  const sizeBytes = BigInt(encodeTransaction(transaction).length) + resultBytes;
  const memoFeeSun = transaction.raw.memo.length > 0 ? memoPriceSun : 0n;
  if (options.opensAccount) {
    return {
      netUsageBytes: 0n,
      netFeeSun: createAccountBandwidthFeeSun,
      otherFeeSun: memoFeeSun + createAccountFeeSun,
    };
  }
  const used = freeBandwidthUsed(options.index, transaction.raw.contract.owner, options.nowMs);
  const isFree = freeBandwidthBytes - used >= sizeBytes;
  return {
    netUsageBytes: isFree ? sizeBytes : 0n,
    netFeeSun: isFree ? 0n : sizeBytes * bandwidthPriceSun,
    otherFeeSun: memoFeeSun,
  };
}

/** The used part of an account's free daily share. */
export function freeBandwidthUsed(index: ChainIndex, owner: Hex, nowMs: number): bigint {
  let used = 0;
  let atMs = nowMs;
  const recover = (untilMs: number) => {
    used *= Math.max(0, 1 - (untilMs - atMs) / bandwidthWindowMs);
    atMs = untilMs;
  };
  for (const { block, netUsageBytes } of index.sentBy(owner, nowMs - bandwidthWindowMs)) {
    recover(block.timeMs);
    used += Number(netUsageBytes);
  }
  recover(nowMs);
  return BigInt(Math.round(used));
}
