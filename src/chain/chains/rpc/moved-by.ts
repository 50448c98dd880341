import type { Network } from '../networks.ts';
import { unitsOf } from '../token-amount.ts';
import { transferTopic } from './transfer-logs.ts';

/** A log of a receipt; all values lower-case hex with 0x. */
export interface ReceiptLog {
  address: string;
  topics: readonly string[];
  data: string;
}

/**
 * Sums the amounts that the token's logs of one transaction took from a wallet and gave to a recipient. A token that
 * charges a fee shows two transfers: the rest to the recipient, and the fee to the issuer.
 */
export function movedBy(
  network: Network,
  logs: readonly ReceiptLog[],
  wallet: string,
  to: string,
): { leftUnits: bigint; arrivedUnits: bigint } {
  const own = logs.filter(
    ({ address, topics: [topic, from] }) =>
      address === network.token && topic === transferTopic && `0x${from?.slice(-40)}` === wallet,
  );
  const sum = (some: readonly ReceiptLog[]): bigint =>
    unitsOf(
      network,
      some.reduce((all, { data }) => all + BigInt(data), 0n),
    );
  return {
    leftUnits: sum(own),
    arrivedUnits: sum(own.filter(({ topics: [, , recipient] }) => `0x${recipient?.slice(-40)}` === to)),
  };
}
