import type { Network } from '../networks.ts';
import { RpcFault } from '../rpc/rpc-fault.ts';
import { readWhole, readWords } from './read-answer.ts';
import { tronHex } from './transaction.ts';

/** A client of Tron's native API. */
interface Callable {
  call(path: `wallet/${string}`, body: object): Promise<Record<string, unknown>>;
}

export interface Trial {
  /** The contract reverted the call. */
  failed: boolean;
  energy: bigint;
  /** The return value, hex without 0x. */
  output: string;
}

const nobody = `0x${'0'.repeat(40)}`;

/** Runs a call of the token on the head's state without changing it. */
export async function simulateCall(
  node: Callable,
  { token }: Pick<Network, 'token'>,
  data: string,
  from = nobody,
): Promise<Trial> {
  const answer = await node.call('wallet/triggerconstantcontract', {
    owner_address: tronHex(from),
    contract_address: tronHex(token),
    data: data.slice(2),
  });
  const { result, transaction } = answer as {
    result?: { result?: unknown; code?: unknown; message?: unknown };
    transaction?: { ret?: { ret?: unknown }[] };
  };
  const output = (answer.constant_result as unknown[] | undefined)?.[0];
  const failed = result?.code === 'CONTRACT_EXE_ERROR' || transaction?.ret?.[0]?.ret === 'FAILED';
  if (!failed && result?.result !== true) {
    throw new RpcFault('refused', `it says: ${String(result?.code)} ${readWords(result?.message)}`);
  }
  return {
    failed,
    energy: readWhole(answer.energy_used),
    output: typeof output === 'string' ? output : '',
  };
}
