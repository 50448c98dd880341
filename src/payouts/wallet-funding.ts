import type { Entry } from '../ledger/ledger.ts';
import { everyMerchant } from './address-lists.ts';

/** The operator's own USDT came into a hot wallet from outside. */
export function walletFunded(network: string, subjectId: string, amountUnits: bigint): Entry {
  return {
    merchantId: everyMerchant,
    kind: 'wallet_funded',
    subjectId,
    postings: [
      { account: `custody_${network}_hot`, asset: 'USDT', amount: -amountUnits },
      { account: 'operator_funds', asset: 'USDT', amount: amountUnits },
    ],
  };
}
