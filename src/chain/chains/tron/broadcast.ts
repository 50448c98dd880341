import type { BroadcastAnswer } from '../port/payout-chain.ts';
import { RpcFault } from '../rpc/rpc-fault.ts';
import type { FullNode } from './full-node.ts';
import { readWords } from './read-answer.ts';

/** The node cannot accept anything now: another may. */
const unfit = new Set([
  'SERVER_BUSY',
  'NO_CONNECTION',
  'NOT_ENOUGH_EFFECTIVE_CONNECTION',
  'BLOCK_UNSOLIDIFIED',
]);

/** Sends signed bytes to this node. */
export async function broadcastHex(node: FullNode, signed: string): Promise<BroadcastAnswer> {
  const { result, code, message } = await node.call('wallet/broadcasthex', { transaction: signed.slice(2) });
  if (result === true || code === 'DUP_TRANSACTION_ERROR') return { taken: true };
  if (typeof code !== 'string') throw new RpcFault('garbage', 'a broadcast was answered without a code');
  const words = readWords(message);
  if (unfit.has(code)) throw new RpcFault('unreachable', `it says: ${code} ${words}`);
  // On Tron an account without TRX does not exist.
  const isPoor =
    code === 'BANDWITH_ERROR' || /account .{0,60}does not exist|balance is not suffi/i.test(words);
  return { taken: false, reason: `${code}: ${words.slice(0, 200)}`, wait: isPoor ? 'low_gas' : null };
}
