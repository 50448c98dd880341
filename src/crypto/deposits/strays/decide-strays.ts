import type { AssetCode } from '../../../base/money/asset.ts';
import { dustUnits } from '../../orders/order.ts';

/** A transfer to an order's address on a network where the order has none, with the facts needed to decide about it. */
export interface OpenStray {
  address: string;
  blockNumber: bigint;
  /** null if an earlier version recorded it without the hash. */
  blockHash: string | null;
  amountUnits: bigint;
  orphaned: boolean;
  decision: string | null;
}

export interface StrayFacts<Stray extends OpenStray> {
  /** All strays of one order on one network. */
  strays: readonly Stray[];
  orderAsset: AssetCode;
  strayAsset: AssetCode;
  /** The network is final up to this block. */
  finalizedNumber: bigint;
  /** The order has its own address on this network. */
  hasAddress: boolean;
}

export type StrayVerdict<Stray extends OpenStray> =
  | { address: string; strays: Stray[]; units: bigint }
  | { fault: StrayFault };

export type StrayFault =
  | 'nothing'
  | 'not_final'
  /** A reorganisation that removes the transfer can be noticed only with the hash of its block. */
  | 'no_block_hash'
  | 'other_asset'
  | 'has_address';

/**
 * One decision of the operator covers all undecided strays at one address. From then on the address belongs to an order
 * on that network, so later transfers there are ordinary and need no second decision.
 */
export function decideStrays<Stray extends OpenStray>(
  word: 'adopt' | 'return',
  facts: StrayFacts<Stray>,
): StrayVerdict<Stray> {
  const open = facts.strays.filter(({ orphaned, decision }) => !orphaned && decision === null);
  const first = open.find(({ amountUnits }) => amountUnits >= dustUnits);
  if (!first) return { fault: 'nothing' };
  const strays = open.filter(({ address }) => address === first.address);
  if (strays.some(({ blockNumber }) => blockNumber > facts.finalizedNumber)) return { fault: 'not_final' };
  if (strays.some(({ blockHash }) => blockHash === null)) return { fault: 'no_block_hash' };
  if (word === 'adopt') {
    // An order has one asset, and it holds no rate between two assets.
    if (facts.strayAsset !== facts.orderAsset) return { fault: 'other_asset' };
    if (facts.hasAddress) return { fault: 'has_address' };
  }
  const units = strays.reduce((sum, { amountUnits }) => sum + amountUnits, 0n);
  return { address: first.address, strays, units };
}
