import { findMerchant } from '../../../accounts/merchants/store.ts';
import type { Sql } from '../../../base/db/pool.ts';
import type { Language } from '../../../base/money/language.ts';
import { type Network, networkById, networks } from '../../../chain/chains/networks.ts';
import type { PayoutChain } from '../../../chain/chains/port/payout-chain.ts';
import { readCursor } from '../../../crypto/deposits/cursor-store.ts';
import { checkCode } from '../../../crypto/payouts/claim/check-code.ts';
import { type ClaimHashes, isProven, mailingOf, type Wallet } from '../../../crypto/payouts/claim/claim.ts';
import { findPayoutByClaim } from '../../../crypto/payouts/claim/claim-secret.ts';
import { findClaim } from '../../../crypto/payouts/claim/claim-store.ts';
import { networksForPayout } from '../../../crypto/payouts/claim/confirm-payout.ts';
import { confirmWallet } from '../../../crypto/payouts/claim/confirm-wallet.ts';
import type { MailCodeDeps } from '../../../crypto/payouts/claim/mail-code.ts';
import { proposeWallet } from '../../../crypto/payouts/claim/propose-wallet.ts';
import { resendCode } from '../../../crypto/payouts/claim/resend-code.ts';
import type { WalletFaultDeps } from '../../../crypto/payouts/claim/wallet-fault.ts';
import { createMinedBlocks, type MinedBlock } from '../../../crypto/payouts/sending/mined-blocks.ts';
import { shownTransactions } from '../../../crypto/payouts/shown-transactions.ts';
import type { Payout } from '../../../crypto/payouts/store.ts';
import { type Confirmations, depthOf, type NetworkChoice } from '../crypto/crypto-checkout.ts';
import { networkChoice } from '../crypto/network-choice.ts';
import { payeeOf } from '../payee.ts';
import type { PayoutCheckout, PayoutCheckoutDeps } from './payout-checkout.ts';

export interface PayoutActionsDeps extends MailCodeDeps, WalletFaultDeps {
  sql: Sql;
  chains: ReadonlyMap<string, Pick<PayoutChain, 'isBlacklisted' | 'isContract' | 'fateOf'>>;
  hashes: ClaimHashes;
  /** The networks of this installation, in the page's order. */
  served: readonly { network: Network; isPublic: boolean }[];
  takeMiss(clientAddress: string): Promise<void>;
  takeForm(payoutId: string): Promise<void>;
  now(): Date;
  mode: 'sandbox' | 'live';
  operatorName: string | null;
}

/** The recipient page's actions on a payout, which it knows only by its claim token. */
export function createPayoutActions(deps: PayoutActionsDeps): PayoutCheckoutDeps {
  const { sql, hashes } = deps;
  const minedBlocks = createMinedBlocks(deps.chains, deps.now);
  const choices = new Map(
    deps.served.map(({ network, isPublic }) => [network.id, networkChoice(network, isPublic)]),
  );

  async function choicesFor(payout: Payout): Promise<NetworkChoice[]> {
    if (payout.network === null) {
      const ids = await networksForPayout(sql, [...deps.chains.keys()], payout.networks);
      return ids.flatMap((id) => choices.get(id) ?? []).filter(({ asset }) => asset === payout.asset);
    }
    // A payout stays visible to its end, even if its network is no longer offered.
    const row = networkById(payout.network);
    const choice = choices.get(payout.network) ?? (row && networkChoice(row, true));
    return choice ? [choice] : [];
  }

  const requestOf = (
    { payout, merchantName, codeRequired }: PayoutCheckout,
    wallet: Wallet,
    language: Language,
  ) => ({ payout, merchantName, codeRequired, wallet, language });

  return {
    now: deps.now,
    mode: deps.mode,
    operatorName: deps.operatorName,
    takeMiss: deps.takeMiss,
    takeForm: deps.takeForm,
    tokens: new Set([
      ...deps.served.map(({ network }) => network.token),
      ...networks.map(({ token }) => token),
    ]),
    async load(token, proof) {
      const payout = await findPayoutByClaim(sql, token);
      if (!payout) return null;
      const isOpen = payout.status === 'open';
      const [merchant, claim, shown, transactions] = await Promise.all([
        findMerchant(sql, payout.merchantId),
        isOpen ? findClaim(sql, payout) : null,
        choicesFor(payout),
        isOpen ? [] : shownTransactions(sql, payout),
      ]);
      const mined = payout.status === 'pending' ? minedBlocks.find(payout, transactions) : null;
      const now = deps.now();
      return {
        payout,
        ...payeeOf(merchant),
        codeRequired: merchant?.settings.payoutCodeRequired ?? true,
        claim,
        isProven: claim !== null && isProven(claim, proof, hashes.proofs(claim), now),
        mailing: mailingOf(claim, now, false),
        networks: shown,
        transactionHash: mined?.hash ?? transactions[0]?.hash ?? null,
        confirmations: await confirmationsOf(payout, mined),
      };
    },
    propose: (checkout, wallet, language) => proposeWallet(deps, requestOf(checkout, wallet, language)),
    resend: (checkout, wallet, language) => resendCode(deps, requestOf(checkout, wallet, language)),
    checkCode: ({ payout }, wallet, text) =>
      checkCode(deps, { merchantId: payout.merchantId, payoutId: payout.id, wallet, text }),
    confirm: (checkout, wallet, proof, language) =>
      confirmWallet(deps, { ...requestOf(checkout, wallet, language), proof }),
  };

  /** The depth of its transaction and the depth needed. */
  async function confirmationsOf(
    { network }: Payout,
    mined: MinedBlock | null,
  ): Promise<Confirmations | null> {
    const cursor = network !== null && mined ? await readCursor(sql, network) : null;
    return (
      cursor &&
      mined &&
      depthOf(mined.blockNumber, { readNumber: cursor.blockNumber, finalizedNumber: cursor.finalizedNumber })
    );
  }
}
