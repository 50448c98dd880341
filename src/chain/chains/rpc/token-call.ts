import type { FreezeFunction, Network } from '../networks.ts';
import { isHash } from './block.ts';
import type { RpcCall } from './rpc-client.ts';
import { RpcFault } from './rpc-fault.ts';

export const decimals = '0x313ce567'; // decimals()
export const feeRate = '0xdd644f72'; // basisPointsRate(), Tether's own
export const balanceOf = (address: string) => `0x70a08231${word(address)}`;
export const transfer = (to: string, parts: bigint) => `0xa9059cbb${word(to)}${uint(parts)}`;

/** Keyed by the issuer's function name. */
const freezeSelectors: Readonly<Record<Exclude<FreezeFunction, 'none'>, string>> = {
  isBlackListed: '0xe47d6060',
  isBlocked: '0xfbac3951',
  isBlacklisted: '0xfe575a87',
};
export const isFrozen = (freeze: keyof typeof freezeSelectors, address: string) =>
  `${freezeSelectors[freeze]}${word(address)}`;

export function uint(value: bigint): string {
  return value.toString(16).padStart(64, '0');
}

function word(address: string): string {
  return address.slice(2).padStart(64, '0');
}

export function callToken({ token }: Pick<Network, 'token'>, data: string, from?: string): RpcCall {
  // java-tron only answers for the state of the latest block.
  return { method: 'eth_call', params: [{ ...(from && { from }), to: token, data }, 'latest'] };
}

export function readWord(answer: unknown): bigint {
  if (!isHash(answer)) throw new RpcFault('garbage', 'eth_call answered with no 32 bytes');
  return BigInt(answer);
}
