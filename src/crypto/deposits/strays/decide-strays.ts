import type { AssetCode } from '../../../base/money/asset.ts';
import { dustUnits } from '../../orders/order.ts';

/** A transfer to an order's address on a network where the order has none, as far as deciding about it goes. */
export interface OpenStray {
  address: string;
  blockNumber: bigint;
  /** null: recorded by a version that did not keep it. */
  blockHash: string | null;
  amountUnits: bigint;
  orphaned: boolean;
  decision: string | null;
}

export interface StrayFacts<Stray extends OpenStray> {
  /** All of one order on one network. */
  strays: readonly Stray[];
  orderAsset: AssetCode;
  strayAsset: AssetCode;
  /** Up to here the network is final. */
  finalizedNumber: bigint;
  /** The order has an address of its own on this network. */
  hasAddress: boolean;
}

export type StrayVerdict<Stray extends OpenStray> =
  | { address: string; strays: Stray[]; units: bigint }
  | { fault: StrayFault };

export type StrayFault =
  | 'nothing'
  | 'not_final'
  /** Only with the hash of its block can it be noticed when a reorganisation takes it back. */
  | 'no_block_hash'
  | 'other_asset'
  | 'has_address';

/**
 * What one word of the operator is about: everything undecided that came to one address. From then on the address is an
 * order's on that network, so what comes there later is an ordinary transfer and no second word is needed.
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
    // An order has one asset, and no rate between two of them was held with it.
    if (facts.strayAsset !== facts.orderAsset) return { fault: 'other_asset' };
    if (facts.hasAddress) return { fault: 'has_address' };
  }
  const units = strays.reduce((sum, { amountUnits }) => sum + amountUnits, 0n);
  return { address: first.address, strays, units };
}
