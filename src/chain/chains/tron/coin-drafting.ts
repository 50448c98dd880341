import type { Drafting } from '../port/payout-chain.ts';
import { nextTimestamp, readFrame, type TronBounds } from './drafting.ts';
import type { FullNode } from './full-node.ts';
import type { Prices } from './prices.ts';
import { tronHex, unsignedCoinTransfer } from './transaction.ts';

/** A signed transfer of TRX, with java-tron's result field, takes about 270 bytes of bandwidth. */
const transferBytes = 300n;

/**
 * Costs of a TRX transfer. For an address that never had TRX they include opening its account; this is not deducted
 * from the amount that arrives.
 */
export async function readCoinDrafting(
  node: FullNode,
  to: string | undefined,
  prices: Prices,
  bounds: TronBounds,
): Promise<Drafting> {
  const { referenceBlockId, expiresAt } = await readFrame(node, bounds);
  const account = to === undefined ? {} : await node.call('wallet/getaccount', { address: tronHex(to) });
  const isOpen = Object.keys(account).length > 0;
  const maxCost = transferBytes * prices.bandwidthByteSun + (isOpen ? 0n : prices.openAccountSun);
  return {
    maxCost,
    likelyCost: maxCost,
    wait: null,
    draft({ wallet, to: recipient, amountUnits }) {
      const unsigned = unsignedCoinTransfer({
        owner: wallet,
        to: recipient,
        amountSun: amountUnits,
        referenceBlockId,
        expiresAt,
        timestampMs: nextTimestamp(),
      });
      return { unsigned, terms: '{}', expiresAt, maxCost };
    },
    outbid: () => null,
  };
}
