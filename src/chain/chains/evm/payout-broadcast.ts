import type { Hex } from 'viem';
import { keccak256 } from 'viem/utils';
import type { BroadcastAnswer } from '../port/payout-chain.ts';
import type { RpcClient } from '../rpc/rpc-client.ts';
import { RpcFault } from '../rpc/rpc-fault.ts';

/** geth, erigon, besu: "already known", "Known transaction"; nethermind: AlreadyKnown; anvil: "already imported". */
const held =
  /already.?(?:known|imported|exists?|in (?:the )?(?:tx|mem|transaction) ?pool)|known transaction|same hash was already/i;
/** A node gives this error both if the transaction is in a block and if another one used its nonce. */
const nonceUsed = /nonce.{0,4}too.{0,4}low|OldNonce|nonce is (?:too low|less)|nonce has already been used/i;
const tooPoor =
  /insufficient.?(?:funds|balance)|(?:upfront cost|cost|value).{0,30}exceeds?.{0,20}balance|(?:not|doesn't have) enough (?:funds|balance)/i;

/** Sends signed bytes to this node. */
export async function sendRaw(rpc: RpcClient, signed: string): Promise<BroadcastAnswer> {
  try {
    await rpc.call({ method: 'eth_sendRawTransaction', params: [signed] });
    return { taken: true };
  } catch (error) {
    if (!(error instanceof RpcFault) || !isRefusal(error)) throw error;
    const { message } = error;
    if (held.test(message)) return { taken: true };
    if (nonceUsed.test(message) && (await knows(rpc, keccak256(signed as Hex)))) return { taken: true };
    return { taken: false, reason: message, wait: tooPoor.test(message) ? 'low_gas' : null };
  }
}

/**
 * Whether the node itself refused, as opposed to a gateway before it. The fault kinds are made for reading: a fault
 * classified as too large a range may be about a price here.
 */
function isRefusal({ kind, message }: RpcFault): boolean {
  return kind !== 'limited' && message.startsWith('JSON-RPC error');
}

async function knows(rpc: RpcClient, hash: string): Promise<boolean> {
  return (await rpc.call({ method: 'eth_getTransactionByHash', params: [hash] })) !== null;
}
