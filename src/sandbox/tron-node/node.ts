import type { Hex } from 'viem';
import { RpcFault, rpc } from '../chains/rpc.ts';
import type { ChainIndex, IndexedBlock, IndexedTransaction } from './chain-index.ts';
import type { Faults } from './faults.ts';
import type { TronTransaction } from './transaction.ts';

/** The state that all parts of the facade share. */
export interface TronNode {
  /** The underlying chain. */
  rpcUrl: string;
  chainId: number;
  index: ChainIndex;
  faults: Faults;
  /** Accepted, but not in a block. */
  held: Map<string, TronTransaction>;
  /** Broadcasts run one after the other: each sees the result of the previous one. */
  inTurn<T>(work: () => Promise<T>): Promise<T>;
}

export function createInTurn(): TronNode['inTurn'] {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const result = last.then(work);
    last = result.catch(() => {});
    return result;
  };
}

/** The chain as one request may see it: up to its head, or up to the solidified block. */
export class View {
  readonly node: TronNode;
  readonly head: IndexedBlock;
  readonly solidified: number;
  readonly #isLatest: boolean;

  private constructor(node: TronNode, onlySolidified: boolean) {
    const { index, faults } = node;
    const head = Math.max(0, index.head.number - faults.lagBlocks);
    this.node = node;
    this.solidified = Math.min(index.finalized, head);
    this.head = index.block(onlySolidified ? this.solidified : head) as IndexedBlock;
    this.#isLatest = this.head.number === index.head.number;
  }

  static async open(node: TronNode, onlySolidified = false): Promise<View> {
    await node.index.sync();
    return new View(node, onlySolidified);
  }

  block(number: number): IndexedBlock | null {
    return number <= this.head.number ? this.node.index.block(number) : null;
  }

  blockById(id: string): IndexedBlock | null {
    const block = this.block(Number.parseInt(id.slice(0, 16), 16));
    return block?.id === id ? block : null;
  }

  transaction(id: string): IndexedTransaction | null {
    if (this.node.faults.forgotten.has(id)) return null;
    const found = this.node.index.transaction(id);
    return found && found.block.number <= this.head.number ? found : null;
  }

  balanceSun(address: Hex): Promise<bigint> {
    return this.state<Hex>('eth_getBalance', [address]).then(BigInt);
  }

  code(address: Hex): Promise<Hex> {
    return this.state<Hex>('eth_getCode', [address]);
  }

  /** On Tron an account exists once it gets TRX or a contract, not when it gets tokens. */
  async accountExists(address: Hex): Promise<boolean> {
    const [balance, nonce, code] = await Promise.all([
      this.balanceSun(address),
      this.state<Hex>('eth_getTransactionCount', [address]),
      this.code(address),
    ]);
    return balance > 0n || BigInt(nonce) > 0n || code !== '0x';
  }

  /** Calls a method that reads the state, at this view's head. */
  async state<T>(method: string, params: unknown[], more: unknown[] = []): Promise<T> {
    const { rpcUrl } = this.node;
    const tag = this.#isLatest ? 'latest' : `0x${this.head.number.toString(16)}`;
    try {
      return await rpc<T>(rpcUrl, method, [...params, tag, ...more]);
    } catch (error) {
      // A restarted chain has the state of its head only; its past is in blocks and receipts.
      if (error instanceof RpcFault && /BlockOutOfRange/.test(error.message)) {
        return rpc<T>(rpcUrl, method, [...params, 'latest', ...more]);
      }
      throw error;
    }
  }
}
