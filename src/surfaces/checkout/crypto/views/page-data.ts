import type { PageData } from '../../views/page-data.ts';

/** The crypto page's data for its script, in addition to every page's. */
export interface CryptoPageData extends PageData {
  /** The payment to request from a wallet in the browser; null: nothing is to be sent now. */
  payment: WalletPayment | null;
  blockSeconds: number;
}

export type WalletPayment =
  | { family: 'evm'; chainId: string; token: string; callData: string }
  | { family: 'tron'; token: string; address: string; amountParts: string };
