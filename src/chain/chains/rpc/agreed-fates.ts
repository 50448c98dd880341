import type { Fate, KnownTransaction, OutgoingTransfer, Witness } from '../port/payout-chain.ts';
import type { NodePool, PoolNode } from './node-pool.ts';
import { RpcFault } from './rpc-fault.ts';

export interface FateQuestion {
  transactions: readonly KnownTransaction[];
  transfer: OutgoingTransfer;
}

interface Vote {
  node: string;
  fate: Fate;
}

/**
 * Decides each fate from the nodes' answers. A transfer shown by its log counts if as many nodes as the quorum report
 * it. A finding that nothing moved releases money, so it takes two nodes wherever there are two. Until then it counts
 * as undecided. Nodes that contradict each other, or show a success without its transfer, leave it unproven.
 */
export async function agreedFates<Node extends PoolNode>(
  pool: NodePool<Node>,
  quorum: 1 | 2,
  read: (node: Node, questions: readonly FateQuestion[]) => Promise<Fate[]>,
  questions: readonly FateQuestion[],
): Promise<Fate[]> {
  let firstNode: Node | undefined;
  const first = await pool.use((node) => {
    firstNode = node;
    return read(node, questions);
  });
  const needed = { transfer: quorum, ending: Math.max(quorum, Math.min(2, pool.nodes.length)) };
  const all = questions.map((question, at) => ({
    question,
    votes: [{ node: firstNode?.host ?? '', fate: first[at] as Fate }],
  }));
  for (const node of pool.awake()) {
    const open = all.filter(({ votes }) => isDecisive(votes[0]?.fate) && agreed(votes, needed) === null);
    if (node === firstNode || open.length === 0) continue;
    const answers = await pool
      .ask(node, () =>
        read(
          node,
          open.map(({ question }) => question),
        ),
      )
      .catch(noAnswer);
    for (const [index, { votes }] of open.entries()) {
      const fate = answers?.[index];
      if (fate !== undefined) votes.push({ node: node.host, fate });
    }
  }
  return all.map(({ question, votes }) => {
    const [{ fate }] = votes as [Vote];
    if (!isDecisive(fate)) return fate;
    return agreed(votes, needed) ?? unproven(question, votes) ?? undecided(fate);
  });
}

/** The fate that enough nodes agree on and none contradicts; null: none. */
function agreed(votes: readonly Vote[], needed: { transfer: number; ending: number }): Fate | null {
  if (contradict(votes)) return null;
  for (const { fate } of votes) {
    if (!isDecisive(fate) || (fate.kind === 'mined' && fate.outcome === 'unproven')) continue;
    const isTransfer = fate.kind === 'mined' && fate.outcome === 'transferred';
    // A node without the receipt may have lost it: a transaction that another node shows in a block is not impossible.
    if (fate.kind === 'impossible' && votes.some((vote) => vote.fate.kind === 'mined')) continue;
    const alike = votes.filter((vote) => isSame(vote.fate, fate)).length;
    if (alike >= (isTransfer ? needed.transfer : needed.ending)) return fate;
  }
  return null;
}

/** A missing log or receipt contradicts no other node: nodes omit logs and lose receipts. */
function contradict(votes: readonly Vote[]): boolean {
  const told = new Set(
    votes.flatMap(({ fate }) => (fate.kind === 'mined' && fate.isFinal ? [fate.outcome] : [])),
  );
  return [...told].filter((outcome) => outcome !== 'unproven').length > 1;
}

/** Held for a person, with each node's account; null: some nodes are merely not that far yet. */
function unproven({ transfer }: FateQuestion, votes: readonly Vote[]): Fate | null {
  const mined = votes.flatMap(({ fate }) => (fate.kind === 'mined' && fate.isFinal ? [fate] : []));
  const shown =
    mined.find(({ outcome }) => outcome === 'unproven') ?? (contradict(votes) ? mined[0] : undefined);
  if (!shown) return null;
  const witnesses = votes
    .filter(({ fate }) => isDecisive(fate))
    .flatMap(({ node, fate }): readonly Witness[] => {
      if (fate.kind === 'mined' && fate.witnesses) return fate.witnesses;
      const outcome = fate.kind === 'mined' ? fate.outcome : 'impossible';
      const units = outcome === 'transferred' ? transfer.amountUnits : 0n;
      const unknown = { bloomShowsTransfer: null, walletChangeUnits: null, recipientChangeUnits: null };
      return [{ node, outcome, leftUnits: units, arrivedUnits: units, ...unknown }];
    });
  return { ...shown, outcome: 'unproven', witnesses };
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
