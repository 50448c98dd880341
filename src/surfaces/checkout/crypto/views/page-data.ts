import type { PageData } from '../../views/page-data.ts';

/** What the server tells the crypto page's script besides what every page's gets. */
export interface CryptoPageData extends PageData {
  /** What a wallet in the browser is asked to send; null: nothing is to be sent now. */
  payment: WalletPayment | null;
  blockSeconds: number;
}

export type WalletPayment =
  | { family: 'evm'; chainId: string; token: string; callData: string }
  | { family: 'tron'; token: string; address: string; amountParts: string };
