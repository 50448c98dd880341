import { createBatcher } from '../../../base/db/batch.ts';
import type { Sql } from '../../../base/db/pool.ts';
import type { OrderKey } from '../order.ts';
import { payableNetworks, saveAddresses, takeAddressIndexes } from '../store.ts';
import type { OrderAddress } from './address-store.ts';

/** Their keys are derived while other requests wait for the wallet's row: about a millisecond each. */
const maxAtOnce = 32;

/** Reserves a new address for an order on a network, for good; null: the network has no wallet, or is not read. */
export type ReserveAddress = (network: string, order: OrderKey) => Promise<OrderAddress | null>;

/**
 * Hands out addresses before their orders show them. Orders that arrive during a transaction share the next block of
 * indexes in one transaction, so the wallet's row, which all processes contend for, is locked once per block. An order
 * that never shows its address leaves a gap in the indexes and keeps the address (docs/develop/decisions/0090).
 */
export function createAddressReserve(
  sql: Sql,
  deriveAddress: (xpub: string, index: bigint) => string,
): ReserveAddress {
  const batcher = createBatcher<{ network: string; order: OrderKey }, OrderAddress | null>(
    (wanted, network) =>
      sql.begin(async (tx): Promise<(OrderAddress | null)[]> => {
        const isPayable = (await payableNetworks(tx)).has(network);
        const block = isPayable ? await takeAddressIndexes(tx, network, wanted.length) : null;
        if (!block) return wanted.map(() => null);
        const { xpub, index, number } = block;
        const taken = wanted.map(({ order }, at) => {
          const addressIndex = index + BigInt(at);
          const address = deriveAddress(xpub, addressIndex);
          return { network, address, addressIndex, number: number + BigInt(at), ...order };
        });
        await saveAddresses(tx, network, taken);
        return taken.map(({ address, addressIndex }) => ({ network, address, addressIndex }));
      }),
    { maxItems: maxAtOnce, laneOf: ({ network }) => network },
  );
  return (network, { merchantId, orderId }) => batcher.add({ network, order: { merchantId, orderId } });
}
