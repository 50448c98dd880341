/** The nouns of a sweep's life. See docs/GLOSSARY.md. */

/** Where swept deposits go. */
export type SweepPlace = 'hot' | 'treasury';

export type ItemStatus =
  /** Nothing was sent for it. */
  | 'planned'
  /** Gas is on its way to the address. */
  | 'topping_up'
  /** Its USDT has a transaction; nothing but the chain can end it now. */
  | 'moving'
  | 'swept'
  /** The chain mined the transfer and refused it. */
  | 'failed'
  /** Not to be moved any more; the note says why. */
  | 'skipped';

/** Every allowed change of status; the database holds the same rows. */
export const itemTransitions: Readonly<Record<ItemStatus, readonly ItemStatus[]>> = {
  planned: ['topping_up', 'moving', 'skipped'],
  topping_up: ['moving', 'skipped'],
  moving: ['swept', 'failed'],
  swept: [],
  failed: [],
  skipped: [],
};

export interface Sweep {
  id: string;
  network: string;
  place: SweepPlace;
  /** Where to. */
  address: string;
  status: 'planned' | 'running' | 'done';
  /** The wallet that gives addresses the gas they lack; null: none was needed yet. */
  gasPayer: string | null;
  plannedBy: string;
  createdAt: Date;
}

/** One deposit address of a sweep. */
export interface SweepItem {
  merchantId: string;
  id: string;
  number: number;
  orderId: string;
  address: string;
  /** Where its key is: the account, and the index below it. */
  xpub: string;
  addressIndex: bigint;
  status: ItemStatus;
  note: string | null;
  plannedUnits: bigint;
  suspenseUnits: bigint;
  /** What its transaction moves. */
  amountUnits: bigint | null;
  likelyFee: bigint;
  likelyTopUp: bigint;
}

/** top_up: gas to the address. move: its USDT. */
export type Purpose = 'top_up' | 'move';

/** A transaction that was made for an item, without its bytes. */
export interface ItemTransaction {
  number: number;
  purpose: Purpose;
  wallet: string;
  to: string;
  /** Of gas or USDT, by its purpose. */
  amount: bigint;
  nonce: bigint | null;
  status: 'planned' | 'signed' | 'sent' | 'final' | 'dead';
  /** null: never signed, so nobody can have it. */
  hash: string | null;
  terms: string;
  expiresAt: Date | null;
  since: Date;
  networkFee: bigint | null;
}

export interface ItemUnderWay extends SweepItem {
  /** By number: the last is the newest. */
  transactions: ItemTransaction[];
}

/** Transactions of which at most one can come true: outbids of each other. */
export interface Errand {
  item: ItemUnderWay;
  purpose: Purpose;
  /** Those that were given up belong to a move as well: that they never come is what sending anew rests on. */
  transactions: ItemTransaction[];
  /** The newest that may still come true. */
  newest: ItemTransaction;
}

export function isAlive({ status }: ItemTransaction): boolean {
  return status === 'planned' || status === 'signed' || status === 'sent';
}

/** What is on its way for an item. */
export function errandsOf(item: ItemUnderWay): Errand[] {
  return (['top_up', 'move'] as const).flatMap((purpose) => {
    const all = item.transactions.filter((each) => each.purpose === purpose);
    const newest = all.findLast(isAlive);
    if (!newest) return [];
    const sameWallet = all.filter(({ wallet }) => wallet === newest.wallet);
    const transactions = purpose === 'move' ? sameWallet : sameWallet.filter(isAlive);
    return [{ item, purpose, transactions, newest }];
  });
}
