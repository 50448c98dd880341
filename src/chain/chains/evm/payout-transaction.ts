import type { Hex } from 'viem';
import { keccak256, parseTransaction, serializeTransaction } from 'viem/utils';
import type { Network } from '../networks.ts';
import type { OutgoingTransfer, Sent } from '../port/payout-chain.ts';
import { transfer } from '../rpc/token-call.ts';
import { partsOf } from '../token-amount.ts';
import type { Fees } from './payout-fees.ts';

/** Gas of a plain coin transfer to an account without code. */
export const gasOfCoin = 21_000n;

/** The bytes to sign: a call of the token's `transfer` without ether, or a plain transfer of ether. */
export function unsignedTransfer(
  network: Pick<Network, 'chainId' | 'token' | 'tokenDecimals'>,
  sent: Sent,
  { to, amountUnits }: OutgoingTransfer,
  nonce: bigint,
  { maxFeeWei, tipWei, gas }: Fees,
): string {
  return serializeTransaction({
    type: 'eip1559',
    chainId: Number(network.chainId),
    nonce: Number(nonce),
    ...(sent === 'coin'
      ? { to: to as Hex, value: amountUnits }
      : { to: network.token as Hex, data: transfer(to, partsOf(network, amountUnits)) as Hex }),
    gas,
    maxFeePerGas: maxFeeWei,
    maxPriorityFeePerGas: tipWei,
  });
}

export function seal(
  unsigned: string,
  { r, s, yParity }: { r: string; s: string; yParity: 0 | 1 },
): { signed: string; hash: string } {
  const transaction = parseTransaction(unsigned as Hex);
  const signed = serializeTransaction(transaction, { r: r as Hex, s: s as Hex, yParity });
  return { signed, hash: keccak256(signed) };
}
