import type { Sql } from '../../../base/db/pool.ts';
import { ChainUnavailable } from '../../../chain/chains/port/chain.ts';
import { lockPayout } from '../store.ts';
import { isSameWallet, type Mailing, mailingOf, mayBeEntered, type Wallet } from './claim.ts';
import { lockClaim, saveIsContract, saveWallet } from './claim-store.ts';
import { type CodeRequest, type MailCodeDeps, mailCode } from './mail-code.ts';
import { type WalletFault, type WalletFaultDeps, walletFault } from './wallet-fault.ts';

export interface ProposeDeps extends MailCodeDeps, WalletFaultDeps {
  sql: Sql;
  now(): Date;
}

export type ProposeResult =
  | { kind: 'proposed' }
  | { kind: 'not_open' }
  | { kind: 'refused'; fault: WalletFault }
  /** No further code may be mailed; the earlier proposal stays. */
  | Extract<Mailing, { kind: 'locked' | 'spent' }>;

/** Saves the wallet that a recipient entered and mails its code if one is required. */
export async function proposeWallet(
  deps: ProposeDeps,
  request: CodeRequest & { codeRequired: boolean },
): Promise<ProposeResult> {
  const { payout, wallet } = request;
  const fault = await walletFault(deps.sql, deps, payout.merchantId, wallet);
  if (fault) return { kind: 'refused', fault };
  const isContract = await looksLikeContract(deps, wallet);
  const now = deps.now();
  return await deps.sql.begin(async (tx): Promise<ProposeResult> => {
    const locked = await lockPayout(tx, payout.merchantId, payout.id);
    if (locked?.status !== 'open' || locked.opensUntil <= now) return { kind: 'not_open' };
    const claim = await lockClaim(tx, payout);
    if (!request.codeRequired) {
      await saveWallet(tx, payout, wallet);
      await saveIsContract(tx, payout, isContract);
      return { kind: 'proposed' };
    }
    const isSame = claim !== null && isSameWallet(claim, wallet);
    // Entered again, by the back button or in another tab: the code already mailed stays valid.
    if (isSame && mayBeEntered(claim, now)) return { kind: 'proposed' };
    const mailing = mailingOf(claim, now, !isSame);
    if (mailing.kind === 'locked' || mailing.kind === 'spent') return mailing;
    if (mailing.kind === 'may') {
      // Uses the locked row: its e-mail address may have been corrected since the page was loaded.
      await mailCode(deps, tx, { ...request, payout: locked }, claim, now);
      await saveIsContract(tx, payout, isContract);
    }
    return { kind: 'proposed' };
  });
}

/**
 * Exchanges and shared wallets use contracts too. The result is shown; neither a contract nor a missing answer refuses
 * the wallet.
 */
async function looksLikeContract(
  { chains }: WalletFaultDeps,
  { network, address }: Wallet,
): Promise<boolean> {
  try {
    return (await chains.get(network)?.isContract(address)) ?? false;
  } catch (error) {
    if (error instanceof ChainUnavailable) return false;
    throw error;
  }
}
