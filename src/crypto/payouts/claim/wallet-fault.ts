import type { Db } from '../../../base/db/pool.ts';
import { ChainUnavailable } from '../../../chain/chains/port/chain.ts';
import type { PayoutChain } from '../../../chain/chains/port/payout-chain.ts';
import { listFault } from '../approval/address-lists.ts';
import type { Wallet } from './claim.ts';
import { isOurAddress } from './claim-store.ts';

export interface WalletFaultDeps {
  /** All networks that recipients may choose, by id. */
  chains: ReadonlyMap<string, Pick<PayoutChain, 'isBlacklisted' | 'isContract'>>;
  /** Whether no wallet may be accepted on a network now: the books may lack what was sent on it. */
  isOnHold(network: string): Promise<boolean>;
}

export type WalletFault =
  /** A deposit address, a hot wallet or the treasury of this installation. */
  | 'ours'
  | 'blocked'
  | 'not_allowed'
  /** Frozen by the token's issuer: no transfer can arrive there. */
  | 'frozen'
  /** The books may lack what was sent: this payout may already have gone to a wallet. */
  | 'on_hold'
  /** No node answers whether it is frozen. */
  | 'unavailable';

/** The reason why nothing may be sent to a well-formed address; null: it may be sent. Asks a node. */
export async function walletFault(
  db: Db,
  { chains, isOnHold }: WalletFaultDeps,
  merchantId: string,
  { network, address }: Wallet,
): Promise<WalletFault | null> {
  const chain = chains.get(network);
  if (!chain) throw new Error(`nothing is sent on ${network}`);
  if (await isOurAddress(db, [...chains.keys()], address)) return 'ours';
  const listed = await listFault(db, { merchantId, network, address });
  if (listed) return listed;
  try {
    if (await isOnHold(network)) return 'on_hold';
    return (await chain.isBlacklisted(address)) ? 'frozen' : null;
  } catch (error) {
    if (error instanceof ChainUnavailable) return 'unavailable';
    throw error;
  }
}
