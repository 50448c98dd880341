import type { AssetCode } from '../../../base/money/asset.ts';
import type { Language } from '../../../base/money/language.ts';
import type { CheckResult } from '../../../crypto/payouts/claim/check-code.ts';
import {
  type Claim,
  isUsedUp,
  type Mailing,
  mayBeEntered,
  type Wallet,
} from '../../../crypto/payouts/claim/claim.ts';
import type { ConfirmWalletResult } from '../../../crypto/payouts/claim/confirm-wallet.ts';
import type { ProposeResult } from '../../../crypto/payouts/claim/propose-wallet.ts';
import type { ResendResult } from '../../../crypto/payouts/claim/resend-code.ts';
import type { PayoutStatus } from '../../../crypto/payouts/payout.ts';
import type { Payout } from '../../../crypto/payouts/store.ts';
import { assetText, rateText } from '../crypto/amounts.ts';
import type { Confirmations, NetworkChoice } from '../crypto/crypto-checkout.ts';
import type { Payee } from '../payee.ts';

/** All data of the recipient's page. The claim token leads to it; the query string is ignored. */
export interface PayoutCheckout extends Payee {
  payout: Payout;
  codeRequired: boolean;
  /** The wallet that was entered and not yet confirmed. */
  claim: Claim | null;
  /** Whether the claim's code was entered in this browser. */
  isProven: boolean;
  /** Whether another code may be mailed for the claim. */
  mailing: Mailing;
  /** Networks to choose from, and the chosen one. */
  networks: NetworkChoice[];
  /** The transaction that pays it, 0x hex; null: there is none yet. */
  transactionHash: string | null;
  confirmations: Confirmations | null;
}

export interface PayoutCheckoutDeps {
  /** null: no such claim. `proof` is the browser's proof of a correct code. */
  load(token: string, proof: string | null): Promise<PayoutCheckout | null>;
  /** Throws if one address requests too many unknown claims. */
  takeMiss(clientAddress: string): Promise<void>;
  /** Throws if one claim's forms are sent too often: they call RPC nodes and mail codes. */
  takeForm(payoutId: string): Promise<void>;
  propose(checkout: PayoutCheckout, wallet: Wallet, language: Language): Promise<ProposeResult>;
  resend(checkout: PayoutCheckout, wallet: Wallet, language: Language): Promise<ResendResult>;
  checkCode(checkout: PayoutCheckout, wallet: Wallet, text: string): Promise<CheckResult>;
  confirm(
    checkout: PayoutCheckout,
    wallet: Wallet,
    proof: string | null,
    language: Language,
  ): Promise<ConfirmWalletResult>;
  /** The tokens' contracts, 0x and 40 hex digits: they are not wallets. */
  tokens: ReadonlySet<string>;
  now(): Date;
  mode: 'sandbox' | 'live';
  operatorName: string | null;
}

/** The states of the page. */
export type PayoutView =
  | 'choose'
  /** No network can be chosen now. */
  | 'no_network'
  | 'code'
  /** The mail server of the recipient's address refused the code. */
  | 'undelivered'
  | 'review'
  /** A person reviews it before it is sent. */
  | 'checking'
  | 'queued'
  /** A temporary obstacle must pass first, or a person must act. */
  | 'waiting'
  | 'sending'
  | 'confirming'
  | 'success'
  | 'expired'
  | 'canceled'
  | 'rejected'
  | 'failed';

export function payoutViewOf(checkout: PayoutCheckout, now: Date): PayoutView {
  const { payout } = checkout;
  switch (payout.status) {
    case 'open':
      return payout.opensUntil <= now ? 'expired' : openView(checkout);
    case 'review':
      return 'checking';
    case 'queued':
      return payout.waitReason === null ? 'queued' : 'waiting';
    case 'sending':
      return isUnproven(payout) ? 'waiting' : 'sending';
    case 'pending':
      return isUnproven(payout) ? 'waiting' : 'confirming';
    case 'success':
      return 'success';
    case 'failed':
      switch (payout.failure) {
        case 'expired':
        case 'canceled':
        case 'rejected':
          return payout.failure;
        default:
          return 'failed';
      }
  }
}

/** It is in a final block, but what arrived is not yet proven: more blocks change nothing. */
function isUnproven({ waitReason }: PayoutCheckout['payout']): boolean {
  return waitReason === 'outcome_unproven';
}

function openView({ claim, codeRequired, isProven, networks }: PayoutCheckout): PayoutView {
  if (networks.length === 0) return 'no_network';
  if (!claim || !networks.some(({ id }) => id === claim.network)) return 'choose';
  if (!codeRequired || isProven) return 'review';
  return claim.refusedAt === null ? 'code' : 'undelivered';
}

/** The displayed wallet: the confirmed one, else the entered one. */
export function walletOf({ payout, claim }: PayoutCheckout): Wallet | null {
  const { network, address } = payout;
  return network !== null && address !== null ? { network, address } : claim;
}

export function networkOf(checkout: PayoutCheckout, id: string): NetworkChoice {
  const network = checkout.networks.find((choice) => choice.id === id);
  if (!network) throw new Error(`payout ${checkout.payout.id} is on ${id}, which is not set up here`);
  return network;
}

/** "ana@mail.example" becomes "a***@mail.example": its owner recognises it, nobody else learns it. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@');
  return `${Array.from(email)[0] ?? ''}***${email.slice(at)}`;
}

export type CodeState =
  | 'mailed'
  /** Too many wrong codes. */
  | 'used_up'
  | 'expired';

export function codeStateOf(claim: Claim, now: Date): CodeState {
  if (isUsedUp(claim)) return 'used_up';
  return mayBeEntered(claim, now) ? 'mailed' : 'expired';
}

/** The state that the page's script polls while the recipient waits. Amounts are in the payout's asset. */
export interface PayoutState {
  status: PayoutStatus;
  view: PayoutView;
  /** Unique to this payout; changes whenever the page's content changes, apart from the count of confirmations. */
  version: string;
  network: string | null;
  /** In the network's notation. */
  address: string | null;
  amount: string;
  asset: AssetCode;
  amountUnits: string;
  /** USD for one unit of the asset. */
  rate: string;
  /** Time left to confirm a wallet. */
  secondsLeft: number;
  /** Time until another code may be requested; null: not applicable, or never. */
  resendSeconds: number | null;
  confirmations: Confirmations | null;
  transaction: { hash: string; explorer: string | null } | null;
}

export function payoutStateOf(checkout: PayoutCheckout, now: Date): PayoutState {
  const { payout, claim, transactionHash } = checkout;
  const view = payoutViewOf(checkout, now);
  const wallet = view === 'choose' || view === 'no_network' ? null : walletOf(checkout);
  const network = wallet && networkOf(checkout, wallet.network);
  const confirmations = view === 'confirming' ? checkout.confirmations : null;
  const version = [payout.id, view, wallet?.network, wallet?.address, payout.waitReason, transactionHash];
  const awaitsCode = view === 'code' || view === 'undelivered';
  if (awaitsCode) version.push(String(claim?.lastCodeAt?.getTime()));
  return {
    status: payout.status,
    view,
    version: [...version, confirmations !== null].join('.'),
    network: wallet?.network ?? null,
    address: wallet && network ? network.formatAddress(wallet.address) : null,
    amount: assetText(payout.amountUnits),
    asset: payout.asset,
    amountUnits: String(payout.amountUnits),
    rate: rateText(payout.rateScaled),
    secondsLeft: payout.status === 'open' ? secondsUntil(payout.opensUntil, now) : 0,
    resendSeconds: awaitsCode ? resendSeconds(checkout.mailing, now) : null,
    confirmations,
    transaction:
      network && transactionHash !== null
        ? {
            hash: network.formatTransaction(transactionHash),
            explorer: network.explorerTransaction(transactionHash),
          }
        : null,
  };
}

function resendSeconds(mailing: Mailing, now: Date): number | null {
  switch (mailing.kind) {
    case 'may':
      return 0;
    case 'too_soon':
    case 'locked':
      return secondsUntil(mailing.until, now);
    case 'spent':
      return null;
  }
}

export function secondsUntil(time: Date, now: Date): number {
  return Math.max(0, Math.ceil((time.getTime() - now.getTime()) / 1000));
}
