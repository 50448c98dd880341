import type { Hex } from 'viem';
import { getContractAddress } from 'viem/utils';
import { rpcBatch } from '../chains/rpc.ts';
import { type Envelope, openEnvelope } from './envelope.ts';
import { type RawTransaction, transactionOf } from './transaction.ts';

export interface IndexedBlock {
  number: number;
  /** java-tron's block id: eight bytes of height, then the tail of the hash. No 0x. */
  id: string;
  parentId: string;
  timeMs: number;
  hash: Hex;
  transactions: IndexedTransaction[];
}

export interface IndexedTransaction extends Envelope {
  hash: Hex;
  block: IndexedBlock;
  indexInBlock: number;
}

interface AnvilBlock {
  number: Hex;
  hash: Hex;
  timestamp: Hex;
  transactions: AnvilTransaction[];
}

interface AnvilTransaction {
  hash: Hex;
  from: Hex;
  to: Hex | null;
  nonce: Hex;
  value: Hex;
  input: Hex;
}

/** Limits each response, a few hundred full blocks, to some megabytes. */
const blocksPerBatch = 200;
const defaultExpiryMs = 60_000n;

/** The whole underlying chain in Tron's terms, in memory, updated with new blocks and reorganisations. */
export class ChainIndex {
  readonly #rpcUrl: string;
  readonly #blocks: IndexedBlock[] = [];
  readonly #byId = new Map<string, IndexedTransaction>();
  readonly #byHash = new Map<Hex, IndexedTransaction>();
  #running: Promise<void> | null = null;
  #queued: Promise<void> | null = null;
  #finalized = 0;

  constructor(rpcUrl: string) {
    this.#rpcUrl = rpcUrl;
  }

  get head(): IndexedBlock {
    const head = this.#blocks.at(-1);
    if (!head) throw new Error('The chain has not been read yet');
    return head;
  }

  /** Height of the newest final block, which Tron calls solidified. */
  get finalized(): number {
    return this.#finalized;
  }

  block(number: number): IndexedBlock | null {
    return this.#blocks[number] ?? null;
  }

  transaction(id: string): IndexedTransaction | null {
    return this.#byId.get(id) ?? null;
  }

  transactionByHash(hash: Hex): IndexedTransaction | null {
    return this.#byHash.get(hash) ?? null;
  }

  /** All of an account's own transactions since that time, oldest first. */
  *sentBy(owner: Hex, sinceMs: number): Generator<IndexedTransaction> {
    let first = this.#blocks.length;
    while (first > 0 && (this.#blocks[first - 1] as IndexedBlock).timeMs >= sinceMs) first--;
    for (const block of this.#blocks.slice(first)) {
      for (const indexed of block.transactions) {
        if (indexed.transaction.raw.contract.owner === owner) yield indexed;
      }
    }
  }

  /** Calls that arrive during a read share one more read after it: they may need newer data. */
  sync(): Promise<void> {
    if (!this.#running) return this.#start();
    this.#queued ??= this.#running
      .catch(() => {})
      .then(() => {
        this.#queued = null;
        return this.#running ?? this.#start();
      });
    return this.#queued;
  }

  #start(): Promise<void> {
    this.#running = this.#follow().finally(() => {
      this.#running = null;
    });
    return this.#running;
  }

  async #follow(): Promise<void> {
    const [head, finalized] = (await rpcBatch<AnvilBlock>(this.#rpcUrl, 'eth_getBlockByNumber', [
      ['latest', false],
      ['finalized', false],
    ])) as [AnvilBlock, AnvilBlock];
    if (head.hash !== this.#blocks.at(-1)?.hash) {
      await this.#dropOrphans();
      await this.#append(Number(head.number));
    }
    this.#finalized = Math.min(Number(finalized.number), this.head.number);
  }

  async #dropOrphans(): Promise<void> {
    for (;;) {
      const last = this.#blocks.at(-1);
      if (!last) return;
      const [now] = await this.#fetch(last.number, last.number);
      if (now?.hash === last.hash) return;
      this.#blocks.pop();
      for (const { transaction, hash } of last.transactions) {
        this.#byId.delete(transaction.id);
        this.#byHash.delete(hash);
      }
    }
  }

  async #append(to: number): Promise<void> {
    while (this.#blocks.length <= to) {
      const from = this.#blocks.length;
      const blocks = await this.#fetch(from, Math.min(to, from + blocksPerBatch - 1));
      for (const block of blocks) {
        // The chain was reorganised while it was read: the next call continues.
        if (!block) return;
        this.#add(block);
      }
    }
  }

  #fetch(from: number, to: number): Promise<(AnvilBlock | null)[]> {
    const calls = Array.from({ length: to - from + 1 }, (_, i) => [`0x${(from + i).toString(16)}`, true]);
    return rpcBatch(this.#rpcUrl, 'eth_getBlockByNumber', calls);
  }

  #add(source: AnvilBlock): void {
    const number = Number(source.number);
    const block: IndexedBlock = {
      number,
      id: blockId(number, source.hash),
      parentId: this.#blocks.at(-1)?.id ?? '0'.repeat(64),
      timeMs: Number(source.timestamp) * 1000,
      hash: source.hash,
      transactions: [],
    };
    for (const [indexInBlock, item] of source.transactions.entries()) {
      const envelope = openEnvelope(Buffer.from(item.input.slice(2), 'hex')) ?? foreignEnvelope(item, block);
      const indexed = { ...envelope, hash: item.hash, block, indexInBlock };
      block.transactions.push(indexed);
      this.#byId.set(envelope.transaction.id, indexed);
      this.#byHash.set(item.hash, indexed);
    }
    this.#blocks.push(block);
  }
}

function blockId(number: number, hash: Hex): string {
  return number.toString(16).padStart(16, '0') + hash.slice(2 + 16);
}

/** The part of a block's id by which transactions refer to it. */
export function blockReference(block: IndexedBlock): { bytes: Buffer; hash: Buffer } {
  const id = Buffer.from(block.id, 'hex');
  return { bytes: id.subarray(6, 8), hash: id.subarray(8, 16) };
}

/**
 * Represents a transaction on the underlying chain that bypassed the facade (the token's deployment, tests) as an
 * unsigned call. Its hash is in the memo, so that its id is the hash of its bytes like any other's, and unique.
 */
function foreignEnvelope(source: AnvilTransaction, block: IndexedBlock): Envelope {
  const { from } = source;
  const contract = source.to ?? getContractAddress({ from, nonce: BigInt(source.nonce) });
  const raw: RawTransaction = {
    contract: {
      type: 'TriggerSmartContract',
      owner: from,
      contract: contract.toLowerCase() as Hex,
      callValueSun: BigInt(source.value),
      data: source.to ? Buffer.from(source.input.slice(2), 'hex') : Buffer.alloc(0),
    },
    permissionId: 0n,
    refBlockBytes: Buffer.from(block.parentId.slice(12, 16), 'hex'),
    refBlockHash: Buffer.from(block.parentId.slice(16, 32), 'hex'),
    expirationMs: BigInt(block.timeMs) + defaultExpiryMs,
    timestampMs: BigInt(block.timeMs),
    feeLimitSun: 0n,
    memo: Buffer.from(source.hash.slice(2), 'hex'),
  };
  return { transaction: transactionOf(raw), netUsageBytes: 0n, netFeeSun: 0n, otherFeeSun: 0n };
}
