import type { View } from './node.ts';
import type { TronContract } from './transaction.ts';

type CoinTransfer = Extract<TronContract, { type: 'TransferContract' }>;

/**
 * Why a transfer of TRX is not possible, in java-tron's words; checked when a draft is requested and when it is
 * broadcast.
 */
export async function transferFault(
  view: View,
  transfer: CoinTransfer,
  feesSun: bigint,
): Promise<string | null> {
  const { owner, to, amountSun } = transfer;
  if (!(await view.accountExists(owner))) return 'Validate TransferContract error, no OwnerAccount.';
  if (amountSun <= 0n) return 'Amount must be greater than 0.';
  if (to === owner) return 'Cannot transfer TRX to yourself.';
  if ((await view.code(to)) !== '0x') return 'Cannot transfer TRX to a smartContract.';
  if ((await view.balanceSun(owner)) < amountSun + feesSun) {
    return 'Validate TransferContract error, balance is not sufficient.';
  }
  return null;
}
