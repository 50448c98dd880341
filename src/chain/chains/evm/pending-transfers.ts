import type { PendingTransfer } from '../port/chain.ts';
import type { RpcClient } from '../rpc/rpc-client.ts';
import { RpcFault } from '../rpc/rpc-fault.ts';

/** `transfer(to, amount)`, and `transferFrom(from, to, amount)` as contracts' wallets call it. */
const calls = [
  /^0xa9059cbb0{24}(?<to>[0-9a-f]{40})(?<amount>[0-9a-f]{64})/,
  /^0x23b872dd[0-9a-f]{64}0{24}(?<to>[0-9a-f]{40})(?<amount>[0-9a-f]{64})/,
];

/**
 * Transfers of the token that the node has, but no block yet. null: it does not say, which is no fault of a node. Proof
 * of nothing: it is for the eyes of the one who waits.
 */
export async function readPendingTransfers(rpc: RpcClient, token: string): Promise<PendingTransfer[] | null> {
  try {
    const block = await rpc.call({ method: 'eth_getBlockByNumber', params: ['pending', true] });
    const { transactions } = (block ?? {}) as { transactions?: unknown };
    if (!Array.isArray(transactions)) return null;
    return transactions.flatMap((transaction) => transferIn(transaction, token));
  } catch (error) {
    if (error instanceof RpcFault) return null;
    throw error;
  }
}

function transferIn(transaction: unknown, token: string): PendingTransfer[] {
  const { to, input } = (transaction ?? {}) as { to?: unknown; input?: unknown };
  if (typeof to !== 'string' || to.toLowerCase() !== token || typeof input !== 'string') return [];
  const { to: recipient, amount } = calls.map((call) => call.exec(input)).find(Boolean)?.groups ?? {};
  return recipient && amount ? [{ to: `0x${recipient}`, amountUnits: BigInt(`0x${amount}`) }] : [];
}
