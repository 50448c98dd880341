import type { Network } from '../networks.ts';
import type { Block } from '../port/chain.ts';
import type { Fate, OutgoingTransfer, Sent, Witness } from '../port/payout-chain.ts';
import type { FateQuestion } from '../rpc/agreed-fates.ts';
import { getBlock, hexOf, isHash, isQuantity, readBlock } from '../rpc/block.ts';
import { movedBy } from '../rpc/moved-by.ts';
import type { RpcClient } from '../rpc/rpc-client.ts';
import { RpcFault } from '../rpc/rpc-fault.ts';
import { balanceOf, callToken, readWord } from '../rpc/token-call.ts';
import { transferTopic } from '../rpc/transfer-logs.ts';
import { partsOf, unitsOf } from '../token-amount.ts';
import { mayHold, readBloom } from './bloom.ts';
import { readAmount } from './payout-node.ts';

interface Receipt {
  hash: string;
  blockNumber: bigint;
  blockHash: string;
  succeeded: boolean;
  networkFee: bigint;
  logs: { address: string; topics: string[]; data: string }[];
  bloom: Buffer | null;
}

type Mined = Extract<Fate, { kind: 'mined' }>;

/**
 * Reads the fates of several payouts' transactions from one node. The order of the requests makes the answer safe: if a
 * final block used up a nonce before the receipts were requested, its receipt exists.
 */
export async function readFates(
  { rpc, host }: { rpc: RpcClient; host: string },
  network: Network,
  sent: Sent,
  questions: readonly FateQuestion[],
): Promise<Fate[]> {
  const end = await readEnd(rpc, network);
  const wallets = [...new Set(questions.map(({ transfer }) => transfer.wallet))];
  const nonces = new Map<string, bigint | null>();
  for (const wallet of wallets) nonces.set(wallet, await nonceAt(rpc, wallet, end));

  const hashes = [...new Set(questions.flatMap(({ transactions }) => transactions.map(({ hash }) => hash)))];
  const answers = await rpc.batch(
    hashes.map((hash) => ({ method: 'eth_getTransactionReceipt', params: [hash] })),
  );
  const receipts = new Map(hashes.map((hash, at) => [hash, readReceipt(hash, answers[at])]));
  const blooms = await checkBlocks(rpc, [...receipts.values()]);
  const held = await heldAmong(
    rpc,
    hashes.filter((hash) => receipts.get(hash) === null),
  );

  const fateOf = async (question: FateQuestion): Promise<Fate> => {
    const mined = question.transactions.flatMap(({ hash }) => receipts.get(hash) ?? []);
    const fates = mined.map((receipt) => ({
      receipt,
      fate: fateOfMined(receipt, question, sent, network, end),
    }));
    const found = fates.find(({ fate }) => fate.outcome === 'transferred') ?? fates[0];
    if (found && (found.fate.outcome !== 'unproven' || !found.fate.isFinal)) return found.fate;
    if (found) {
      const { receipt, fate } = found;
      const witness = await bearWitness(rpc, network, question.transfer, receipt, blooms);
      return { ...fate, witnesses: [{ node: host, outcome: fate.outcome, ...witness }] };
    }
    const finalNonce = nonces.get(question.transfer.wallet) ?? null;
    const isLost = question.transactions.every(
      ({ nonce }) => nonce !== null && finalNonce !== null && finalNonce > nonce,
    );
    if (isLost && question.transactions.length > 0) return { kind: 'impossible' };
    return { kind: 'waiting', known: question.transactions.some(({ hash }) => held.has(hash)) };
  };
  const fates: Fate[] = [];
  for (const question of questions) fates.push(await fateOf(question));
  return fates;
}

/**
 * Collects the node's evidence for a transaction that succeeded without the expected log: its logs, the blooms, which a
 * node that omits logs often still reports, and both balances before and after the block.
 */
async function bearWitness(
  rpc: RpcClient,
  network: Network,
  { wallet, to }: OutgoingTransfer,
  { logs, bloom, blockNumber }: Receipt,
  blocks: ReadonlyMap<bigint, Buffer | null>,
): Promise<Omit<Witness, 'node' | 'outcome'>> {
  const topics = [transferTopic, ...[wallet, to].map((address) => `0x${address.slice(2).padStart(64, '0')}`)];
  const told = [bloom, blocks.get(blockNumber) ?? null].filter((each) => each !== null);
  const [walletChangeUnits, recipientChangeUnits] = await Promise.all(
    [wallet, to].map((address) => balanceChange(rpc, network, address, blockNumber)),
  );
  return {
    ...movedBy(network, logs, wallet, to),
    bloomShowsTransfer:
      told.length === 0 ? null : told.some((each) => mayHold(each, [network.token, ...topics])),
    walletChangeUnits: walletChangeUnits ?? null,
    recipientChangeUnits: recipientChangeUnits ?? null,
  };
}

/** null if the node no longer has the state of these blocks. */
async function balanceChange(
  rpc: RpcClient,
  network: Network,
  address: string,
  blockNumber: bigint,
): Promise<bigint | null> {
  try {
    const [before, after] = await Promise.all(
      [blockNumber - 1n, blockNumber].map(async (number) => {
        const { method, params } = callToken(network, balanceOf(address));
        return readWord(await rpc.call({ method, params: [params[0], hexOf(number)] }));
      }),
    );
    return unitsOf(network, after as bigint) - unitsOf(network, before as bigint);
  } catch (error) {
    if (error instanceof RpcFault) return null;
    throw error;
  }
}

/** The last final block. */
async function readEnd(rpc: RpcClient, { finality }: Network): Promise<Block> {
  if (finality === 'accepted') return present(readBlock(await rpc.call(getBlock('latest'))));
  if (finality === 'finalized_tag') return present(readBlock(await rpc.call(getBlock('finalized'))));
  const head = present(readBlock(await rpc.call(getBlock('latest'))));
  const depth = BigInt(finality.depthBlocks);
  return present(readBlock(await rpc.call(getBlock(head.number > depth ? head.number - depth : 0n))));
}

/**
 * The next nonce as of that block; null if the node no longer has its state (networks that stopped finalizing, a chain
 * just restored). Then nothing counts as impossible, which costs time but no money.
 */
async function nonceAt(rpc: RpcClient, wallet: string, { number }: Block): Promise<bigint | null> {
  try {
    return readAmount(await rpc.call({ method: 'eth_getTransactionCount', params: [wallet, hexOf(number)] }));
  } catch (error) {
    const isStateless = error instanceof RpcFault && (error.kind === 'behind' || error.kind === 'refused');
    if (isStateless && error.message.startsWith('JSON-RPC error')) return null;
    throw error;
  }
}

/** A node may still report a block that was reorganised away. Returns the blooms of the valid blocks. */
async function checkBlocks(
  rpc: RpcClient,
  receipts: readonly (Receipt | null)[],
): Promise<Map<bigint, Buffer | null>> {
  const mined = receipts.filter((receipt) => receipt !== null);
  const numbers = [...new Set(mined.map(({ blockNumber }) => blockNumber))];
  if (numbers.length === 0) return new Map();
  const answers = await rpc.batch(numbers.map(getBlock));
  const hashes = new Map(numbers.map((number, at) => [number, readBlock(answers[at])?.hash]));
  if (mined.some(({ blockNumber, blockHash }) => hashes.get(blockNumber) !== blockHash)) {
    throw new RpcFault('behind', 'its chain changed while it was read');
  }
  return new Map(numbers.map((number, at) => [number, readBloom(answers[at])]));
}

async function heldAmong(rpc: RpcClient, hashes: string[]): Promise<Set<string>> {
  if (hashes.length === 0) return new Set();
  const answers = await rpc.batch(
    hashes.map((hash) => ({ method: 'eth_getTransactionByHash', params: [hash] })),
  );
  return new Set(hashes.filter((_, at) => answers[at] !== null));
}

function fateOfMined(
  { hash, blockNumber, succeeded, networkFee, logs }: Receipt,
  { transfer }: FateQuestion,
  sent: Sent,
  network: Network,
  end: Block,
): Mined {
  const parts = partsOf(network, transfer.amountUnits);
  const moved = logs.some(
    ({ address, topics: [topic, from, to], data }) =>
      address === network.token &&
      topic === transferTopic &&
      `0x${from?.slice(-40)}` === transfer.wallet &&
      `0x${to?.slice(-40)}` === transfer.to &&
      BigInt(data) === parts,
  );
  // A coin transfer has no log: if the transaction succeeded, the transfer happened.
  const isMoved = sent === 'coin' || moved;
  const outcome = !succeeded ? 'reverted' : isMoved ? 'transferred' : 'unproven';
  const isFinal = blockNumber <= end.number;
  return { kind: 'mined', hash, blockNumber, isFinal, outcome, networkFee };
}

function readReceipt(hash: string, answer: unknown): Receipt | null {
  if (answer === null) return null;
  const { transactionHash, blockNumber, blockHash, status, gasUsed, effectiveGasPrice, l1Fee, logs } =
    answer as Record<string, unknown>;
  const isWhole =
    transactionHash === hash && isQuantity(blockNumber) && isHash(blockHash) && isQuantity(status);
  if (!isWhole || !Array.isArray(logs)) throw new RpcFault('garbage', 'a receipt that cannot be read');
  return {
    hash,
    blockNumber: BigInt(blockNumber),
    blockHash,
    succeeded: BigInt(status) === 1n,
    // Chains that write to a parent chain report its fee separately.
    networkFee:
      readAmount(gasUsed) * readAmount(effectiveGasPrice) +
      (l1Fee === undefined || l1Fee === null ? 0n : readAmount(l1Fee)),
    logs: logs.map(({ address, topics, data }) => ({
      address: String(address).toLowerCase(),
      topics: topics as string[],
      data: data === '0x' ? '0x0' : String(data),
    })),
    bloom: readBloom(answer),
  };
}

function present(block: Block | null): Block {
  if (block === null) throw new RpcFault('behind', 'has no final block yet');
  return block;
}
