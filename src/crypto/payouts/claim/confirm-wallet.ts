import type { Sql } from '../../../base/db/pool.ts';
import type { Language } from '../../../base/money/language.ts';
import { lockPayout, type Payout } from '../store.ts';
import { type ClaimHashes, isProven, isSameWallet, type Wallet } from './claim.ts';
import { dropClaim, lockClaim } from './claim-store.ts';
import { type ConfirmResult, confirmPayout } from './confirm-payout.ts';
import { type WalletFault, type WalletFaultDeps, walletFault } from './wallet-fault.ts';

export interface ConfirmWalletRequest {
  payout: Payout;
  /** The wallet shown for review. */
  wallet: Wallet;
  codeRequired: boolean;
  /** The browser's proof of a right code. */
  proof: string | null;
  language: Language;
}

export type ConfirmWalletResult =
  | { kind: 'confirmed' | 'already_confirmed' | 'not_open' }
  | { kind: 'refused'; fault: WalletFault }
  /** The wallet has changed since the recipient saw it. */
  | { kind: 'changed' }
  /** No right code was entered for it in this browser, or it was too long ago. */
  | { kind: 'unproven' };

/** Confirms the reviewed wallet for good. */
export async function confirmWallet(
  deps: WalletFaultDeps & { sql: Sql; hashes: ClaimHashes; now(): Date },
  { payout, wallet, codeRequired, proof, language }: ConfirmWalletRequest,
): Promise<ConfirmWalletResult> {
  const { merchantId, id } = payout;
  const fault = await walletFault(deps.sql, deps, merchantId, wallet);
  if (fault) return { kind: 'refused', fault };
  const now = deps.now();
  return await deps.sql.begin(async (tx): Promise<ConfirmWalletResult> => {
    // Locks the payout before its claim, as everywhere, to prevent deadlocks.
    const locked = await lockPayout(tx, merchantId, id);
    if (locked?.status === 'open') {
      const claim = await lockClaim(tx, payout);
      if (!claim || !isSameWallet(claim, wallet)) return { kind: 'changed' };
      if (codeRequired && !isProven(claim, proof, deps.hashes.proofs(claim), now))
        return { kind: 'unproven' };
    }
    const result = await confirmPayout(tx, { merchantId, payoutId: id, ...wallet, language }, now);
    if (result === 'confirmed') await dropClaim(tx, payout);
    return outcomeOf(result);
  });
}

function outcomeOf(result: ConfirmResult): ConfirmWalletResult {
  return result === 'blocked' || result === 'not_allowed' || result === 'on_hold'
    ? { kind: 'refused', fault: result }
    : { kind: result };
}
