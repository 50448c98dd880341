import type { Entry } from '../../accounts/ledger/ledger.ts';
import { assetOn } from '../../chain/chains/networks.ts';
import { everyMerchant } from '../payouts/approval/address-lists.ts';
import type { CustodyWallet } from './custody.ts';

export type WalletEntry = Entry & { kind: 'wallet_funded' | 'wallet_drawn' | 'wallet_moved' };

/** The operator's own money that came to a wallet from outside, left a wallet, or moved from one place to another. */
export function walletEntry(
  network: string,
  subjectId: string,
  amountUnits: bigint,
  /** undefined: outside. */
  from: CustodyWallet['place'] | undefined,
  to: CustodyWallet['place'] | undefined,
): WalletEntry {
  const account = (place: CustodyWallet['place'] | undefined) =>
    place === undefined ? ('operator_funds' as const) : (`custody_${network}_${place}` as const);
  const asset = assetOn(network);
  return {
    merchantId: everyMerchant,
    kind: from === undefined ? 'wallet_funded' : to === undefined ? 'wallet_drawn' : 'wallet_moved',
    subjectId,
    // A custody account is negative by the units it holds: they are owed to us there.
    postings: [
      { account: account(from), asset, amount: amountUnits },
      { account: account(to), asset, amount: -amountUnits },
    ],
  };
}
