import type { Fate, KnownTransaction, OutgoingTransfer } from '../port/payout-chain.ts';
import type { NodePool, PoolNode } from './node-pool.ts';
import { RpcFault } from './rpc-fault.ts';

export interface FateQuestion {
  transactions: readonly KnownTransaction[];
  transfer: OutgoingTransfer;
}

/**
 * What one node says of each; with a quorum of two, what ends a payout counts only when two nodes say it. Until
 * then it is as if it were not so far yet.
 */
export async function agreedFates<Node extends PoolNode>(
  pool: NodePool<Node>,
  quorum: 1 | 2,
  read: (node: Node, questions: readonly FateQuestion[]) => Promise<Fate[]>,
  questions: readonly FateQuestion[],
): Promise<Fate[]> {
  if (quorum === 1) return pool.use((node) => read(node, questions));
  let firstNode: Node | undefined;
  const first = await pool.use((node) => {
    firstNode = node;
    return read(node, questions);
  });
  const open = first.map((fate, at) => ({ at, votes: [fate] })).filter(({ at }) => isDecisive(first[at]));
  const fates = first.map((fate) => (isDecisive(fate) ? undecided(fate) : fate));
  for (const node of pool.awake()) {
    const asked = open.filter(({ at }) => !isDecisive(fates[at]));
    if (node === firstNode || asked.length === 0) continue;
    const answers = await pool
      .ask(node, () =>
        read(
          node,
          asked.map(({ at }) => questions[at] as FateQuestion),
        ),
      )
      .catch(noAnswer);
    for (const [index, { at, votes }] of asked.entries()) {
      const fate = answers?.[index];
      if (fate === undefined) continue;
      if (isDecisive(fate) && votes.some((vote) => isSame(vote, fate))) fates[at] = fate;
      votes.push(fate);
    }
  }
  return fates;
}

function isDecisive(fate: Fate | undefined): boolean {
  return fate?.kind === 'impossible' || (fate?.kind === 'mined' && fate.isFinal);
}

function undecided(fate: Fate): Fate {
  return fate.kind === 'mined' ? { ...fate, isFinal: false } : { kind: 'waiting', known: false };
}

function isSame(a: Fate, b: Fate): boolean {
  if (a.kind !== 'mined' || b.kind !== 'mined') return a.kind === b.kind;
  return (
    a.hash === b.hash &&
    a.blockNumber === b.blockNumber &&
    a.isFinal === b.isFinal &&
    a.outcome === b.outcome &&
    a.networkFee === b.networkFee
  );
}

function noAnswer(error: unknown): null {
  if (error instanceof RpcFault) return null;
  throw error;
}
