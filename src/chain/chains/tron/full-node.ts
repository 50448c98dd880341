import type { Network } from '../networks.ts';
import type { PoolNode } from '../rpc/node-pool.ts';
import { createPoster } from '../rpc/poster.ts';
import { readRpcAddress } from '../rpc/rpc-address.ts';
import { type HttpAnswer, outsideEnvelope } from '../rpc/rpc-answer.ts';
import { kindOfWording, RpcFault } from '../rpc/rpc-fault.ts';
import { decimals } from '../rpc/token-call.ts';
import { readWhole } from './read-answer.ts';
import { simulateCall } from './simulate-call.ts';

export type Answer = Record<string, unknown>;

/** A Tron node through its native API: `wallet` reports the head of the chain, `walletsolidity` the final state. */
export interface FullNode extends PoolNode {
  /** Every failure is an RpcFault that reveals no secret of the node's address. */
  call(path: `wallet/${string}` | `walletsolidity/${string}`, body?: object): Promise<Answer>;
}

export function createFullNode(
  url: string,
  network: Network,
  /** A local chain has another genesis block than the network that it simulates. */
  isPublic: boolean,
  timeoutMs?: number,
): FullNode {
  const address = readRpcAddress(url, 'tron');
  const [path = '', query] = address.path.split('?');
  const poster = createPoster(address, timeoutMs);
  const node: FullNode = {
    host: address.host,
    async call(name, body = {}) {
      const to = `${path.replace(/\/$/, '')}/${name}${query === undefined ? '' : `?${query}`}`;
      const answer = await poster.post(to, body);
      try {
        return readAnswer(answer);
      } catch (error) {
        if (!(error instanceof RpcFault)) throw error;
        throw new RpcFault(error.kind, address.redact(error.message), { retryAfterMs: error.retryAfterMs });
      }
    },
    async identify() {
      if (isPublic) await checkGenesis(node, network);
      const told = await simulateCall(node, network, decimals);
      if (told.failed || BigInt(`0x${told.output || '0'}`) !== BigInt(network.tokenDecimals)) {
        throw new RpcFault(
          'wrong_chain',
          `has no token of ${network.tokenDecimals} decimals at ${network.token}`,
        );
      }
    },
    close: poster.close,
  };
  return node;
}

/** Tron's chain id is the end of its genesis block's id. */
async function checkGenesis(node: FullNode, { chainId }: Network): Promise<void> {
  const { blockID } = await node.call('wallet/getblockbynum', { num: 0 });
  const id = readWhole(typeof blockID === 'string' ? `0x${blockID.slice(-8)}` : undefined);
  if (id !== chainId) throw new RpcFault('wrong_chain', `is on chain ${id}, expected ${chainId}`);
}

function readAnswer(answer: HttpAnswer): Answer {
  const body = parse(answer);
  if (answer.status !== 200 || body === null) throw outsideEnvelope(answer);
  if (typeof body.Error !== 'string') return body;
  // java-tron and the gateways before it report most failures with status 200.
  const kind = kindOfWording(body.Error) === 'limited' ? 'limited' : 'refused';
  throw new RpcFault(kind, `it says: ${body.Error.slice(0, 200)}`);
}

function parse({ body }: HttpAnswer): Answer | null {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Answer) : null;
  } catch {
    return null;
  }
}
