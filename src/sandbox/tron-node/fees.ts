import type { Hex } from 'viem';
import type { ChainIndex } from './chain-index.ts';
import { encodeTransaction, type TronTransaction } from './transaction.ts';

/** Tron's prices as of 2026, also told by `getchainparameters`. */
export const ENERGY_PRICE_SUN = 100n;
export const BANDWIDTH_PRICE_SUN = 1_000n;
export const FREE_BANDWIDTH_BYTES = 600n;
export const MAX_FEE_LIMIT_SUN = 15_000_000_000n;
export const MEMO_FEE_SUN = 1_000_000n;
export const CREATE_ACCOUNT_FEE_SUN = 1_000_000n;
export const CREATE_ACCOUNT_BANDWIDTH_FEE_SUN = 100_000n;

/** java-tron adds this to a transaction's size for the result it will carry. */
const RESULT_BYTES = 64n;
/** Bandwidth used comes back evenly over a day. */
const BANDWIDTH_WINDOW_MS = 24 * 60 * 60 * 1000;

export type TransactionFees = { netUsageBytes: bigint; netFeeSun: bigint; otherFeeSun: bigint };

/** What a transaction costs beside the energy its execution takes. */
export function chargeFor(options: {
  index: ChainIndex;
  transaction: TronTransaction;
  nowMs: number;
  opensAccount: boolean;
}): TransactionFees {
  const { transaction } = options;
  const sizeBytes = BigInt(encodeTransaction(transaction).length) + RESULT_BYTES;
  const memoFeeSun = transaction.raw.memo.length > 0 ? MEMO_FEE_SUN : 0n;
  if (options.opensAccount) {
    return {
      netUsageBytes: 0n,
      netFeeSun: CREATE_ACCOUNT_BANDWIDTH_FEE_SUN,
      otherFeeSun: memoFeeSun + CREATE_ACCOUNT_FEE_SUN,
    };
  }
  const used = freeBandwidthUsed(options.index, transaction.raw.contract.owner, options.nowMs);
  const isFree = FREE_BANDWIDTH_BYTES - used >= sizeBytes;
  return {
    netUsageBytes: isFree ? sizeBytes : 0n,
    netFeeSun: isFree ? 0n : sizeBytes * BANDWIDTH_PRICE_SUN,
    otherFeeSun: memoFeeSun,
  };
}

/** Of an account's free daily share. */
export function freeBandwidthUsed(index: ChainIndex, owner: Hex, nowMs: number): bigint {
  let used = 0;
  let atMs = nowMs;
  const recover = (untilMs: number) => {
    used *= Math.max(0, 1 - (untilMs - atMs) / BANDWIDTH_WINDOW_MS);
    atMs = untilMs;
  };
  for (const { block, netUsageBytes } of index.sentBy(owner, nowMs - BANDWIDTH_WINDOW_MS)) {
    recover(block.timeMs);
    used += Number(netUsageBytes);
  }
  recover(nowMs);
  return BigInt(Math.round(used));
}
