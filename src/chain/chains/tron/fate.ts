import type { Network } from '../networks.ts';
import type { Fate, Sent, Witness } from '../port/payout-chain.ts';
import type { FateQuestion } from '../rpc/agreed-fates.ts';
import { movedBy, type ReceiptLog } from '../rpc/moved-by.ts';
import { RpcFault } from '../rpc/rpc-fault.ts';
import { transferTopic } from '../rpc/transfer-logs.ts';
import { partsOf } from '../token-amount.ts';
import type { Answer, FullNode } from './full-node.ts';
import { readTronBlock, readWhole, type TronBlock } from './read-answer.ts';

type Mined = Extract<Fate, { kind: 'mined' }>;
type Log = { address?: string; topics?: string[]; data?: string };

/**
 * Reads the fates of several payouts' transactions from one node, the solidified block first. A transaction that
 * expires before that block's time is in it or below it, or nowhere: java-tron puts none into a block whose parent's
 * time has reached the expiration.
 */
export async function readFates(
  node: FullNode,
  network: Network,
  sent: Sent,
  questions: readonly FateQuestion[],
): Promise<Fate[]> {
  const solid = readTronBlock(await node.call('walletsolidity/getnowblock'));
  return await Promise.all(questions.map((question) => readFate(node, network, sent, question, solid)));
}

async function readFate(
  node: FullNode,
  network: Network,
  sent: Sent,
  { transactions, transfer }: FateQuestion,
  solid: TronBlock,
): Promise<Fate> {
  const mined: Mined[] = [];
  for (const { hash } of transactions) {
    const info = await findInfo(node, hash.slice(2), solid);
    if (!info) continue;
    const outcome = sent === 'coin' ? outcomeOfCoin(info.answer) : outcomeOf(info.answer, network, transfer);
    const fate = fateOfMined(hash, info.answer, info.isFinal, outcome);
    if (outcome === 'unproven' && info.isFinal)
      fate.witnesses = [bearWitness(node, network, info.answer, transfer)];
    mined.push(fate);
  }
  if (mined.length > 0) {
    return mined.find(({ outcome }) => outcome === 'transferred') ?? (mined[0] as Fate);
  }
  const isOver = transactions.every(({ expiresAt }) => expiresAt !== null && expiresAt < solid.time);
  if (isOver && transactions.length > 0) return { kind: 'impossible' };
  const held = await Promise.all(transactions.map(({ hash }) => isHeld(node, hash.slice(2))));
  return { kind: 'waiting', known: held.includes(true) };
}

/** The receipt as of the solidified block, if that has it, otherwise as of the head. */
async function findInfo(
  node: FullNode,
  id: string,
  solid: TronBlock,
): Promise<{ answer: Answer; isFinal: boolean } | null> {
  const atHead = await node.call('wallet/gettransactioninfobyid', { value: id });
  if (isInfo(atHead, id) && readWhole(atHead.blockNumber) > solid.number) {
    return { answer: atHead, isFinal: false };
  }
  // It counts as unknown only if neither knows it: the node stores the two apart.
  const atSolid = await node.call('walletsolidity/gettransactioninfobyid', { value: id });
  if (isInfo(atSolid, id)) return { answer: atSolid, isFinal: true };
  return isInfo(atHead, id) ? { answer: atHead, isFinal: false } : null;
}

/** java-tron answers with an empty object for anything that it does not have. */
function isInfo(answer: Answer, id: string): boolean {
  if (answer.id === id) return true;
  if (Object.keys(answer).length === 0) return false;
  throw new RpcFault('garbage', 'a receipt of another transaction');
}

/** Whether it is in the node's pending pool. Some gateways do not say, which counts as no. */
async function isHeld(node: FullNode, id: string): Promise<boolean> {
  try {
    const answer = await node.call('wallet/gettransactionfrompending', { value: id });
    return answer.txID === id;
  } catch (error) {
    if (error instanceof RpcFault && error.kind === 'refused') return false;
    throw error;
  }
}

function fateOfMined(hash: string, info: Answer, isFinal: boolean, outcome: Mined['outcome']): Mined {
  return {
    kind: 'mined',
    hash,
    blockNumber: readWhole(info.blockNumber),
    isFinal,
    outcome,
    networkFee: readWhole(info.fee),
  };
}

/** Tron's nodes report neither blooms nor balances of a past block: the logs are all the evidence. */
function bearWitness(
  node: FullNode,
  network: Network,
  info: Answer,
  { wallet, to }: FateQuestion['transfer'],
): Witness {
  return {
    node: node.host,
    outcome: 'unproven',
    ...movedBy(network, logsOf(info), wallet, to),
    bloomShowsTransfer: null,
    walletChangeUnits: null,
    recipientChangeUnits: null,
  };
}

/** A TRX transfer runs no contract: the receipt mentions its result only if it failed. */
function outcomeOfCoin(info: Answer): Mined['outcome'] {
  return info.result === 'FAILED' ? 'reverted' : 'transferred';
}

function outcomeOf(info: Answer, network: Network, transfer: FateQuestion['transfer']): Mined['outcome'] {
  const result = (info.receipt as { result?: unknown } | undefined)?.result;
  if (typeof result !== 'string') throw new RpcFault('garbage', 'a receipt without a result');
  if (result === 'OUT_OF_ENERGY') return 'out_of_energy';
  if (result !== 'SUCCESS') return 'reverted';
  const parts = partsOf(network, transfer.amountUnits);
  const moved = logsOf(info).some(
    ({ address, topics: [topic, from, to], data }) =>
      address === network.token &&
      topic === transferTopic &&
      `0x${from?.slice(-40)}` === transfer.wallet &&
      `0x${to?.slice(-40)}` === transfer.to &&
      BigInt(data) === parts,
  );
  return moved ? 'transferred' : 'unproven';
}

function logsOf(info: Answer): ReceiptLog[] {
  return ((info.log ?? []) as Log[]).map(({ address, topics = [], data }) => ({
    address: `0x${address}`,
    topics: topics.map((topic) => `0x${topic}`),
    data: `0x${data || '0'}`,
  }));
}
