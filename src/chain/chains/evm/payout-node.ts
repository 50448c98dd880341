import type { Network } from '../networks.ts';
import type { PoolNode } from '../rpc/node-pool.ts';
import { createRpcClient, type RpcClient } from '../rpc/rpc-client.ts';
import { RpcFault } from '../rpc/rpc-fault.ts';
import { identify } from './identify.ts';

/** A node through which transactions are sent. */
export interface PayoutNode extends PoolNode {
  readonly rpc: RpcClient;
}

export function createPayoutNode(url: string, network: Network, timeoutMs?: number): PayoutNode {
  const rpc = createRpcClient(url, { family: network.family, timeoutMs });
  return { host: rpc.host, rpc, identify: () => identify(rpc, network), close: rpc.close };
}

/** The node ran the call and the contract reverted it, in the wordings of geth, erigon, nethermind, besu and anvil. */
export function isRevert(error: unknown): boolean {
  return (
    error instanceof RpcFault &&
    /revert|invalid opcode|bad instruction|VM execution error|out of gas/i.test(error.message)
  );
}

/** Amounts in wei do not fit into the 64 bits of a block number. */
export function readAmount(answer: unknown): bigint {
  if (typeof answer === 'string' && /^0x[0-9a-f]{1,64}$/.test(answer)) return BigInt(answer);
  throw new RpcFault('garbage', 'no number where one was expected');
}
