import type { Network } from '../networks.ts';
import { isHash, isQuantity } from '../rpc/block.ts';
import type { RpcClient } from '../rpc/rpc-client.ts';
import { RpcFault } from '../rpc/rpc-fault.ts';
import { callToken, decimals, isFrozen } from '../rpc/token-call.ts';

/** Throws 'wrong_chain' unless the node belongs to this network and has our token, with all facts of the row. */
export async function identify(rpc: RpcClient, network: Network): Promise<void> {
  const chainId = await rpc.call({ method: 'eth_chainId', params: [] });
  if (!isQuantity(chainId)) throw new RpcFault('garbage', 'eth_chainId answered with no number');
  if (BigInt(chainId) !== network.chainId) {
    throw new RpcFault('wrong_chain', `is on chain ${BigInt(chainId)}, expected ${network.chainId}`);
  }
  const code = await rpc.call({ method: 'eth_getCode', params: [network.token, 'latest'] });
  if (typeof code !== 'string' || code.length <= 2) {
    throw new RpcFault('wrong_chain', `has no contract at the token's address ${network.token}`);
  }
  const told = await wordOf(rpc, network, decimals);
  if (told !== BigInt(network.tokenDecimals)) {
    throw new RpcFault(
      'wrong_chain',
      `has a token of ${told ?? 'no'} decimals at ${network.token}, expected ${network.tokenDecimals}`,
    );
  }
  const { freeze } = network;
  // Checked now and not at a payout: a wrong row must not look like a node that is down.
  if (freeze !== 'none' && (await wordOf(rpc, network, isFrozen(freeze, network.token))) === null) {
    throw new RpcFault('wrong_chain', `has a token without ${freeze} at ${network.token}`);
  }
}

/** null: the contract has no such function. */
async function wordOf(rpc: RpcClient, network: Network, data: string): Promise<bigint | null> {
  try {
    const answer = await rpc.call(callToken(network, data));
    return isHash(answer) ? BigInt(answer) : null;
  } catch (error) {
    if (error instanceof RpcFault && /revert/i.test(error.message)) return null;
    throw error;
  }
}
