import { sideBySide } from '../../base/ground/side-by-side.ts';
import { ChainUnavailable } from '../../chain/chains/port/chain.ts';
import { type EngineDeps, type Progress, saveWaits } from './engine-deps.ts';
import { recordTaken } from './record-outcomes.ts';
import type { Purpose, SendingKey, SendingWait } from './sending.ts';
import { type SignedTransaction, signedBytesOf, transactionsToSend } from './signing-store.ts';
import type { TransactionKey } from './store.ts';

/** Begun in the order of nonces; a node keeps one that arrives a little early. */
const broadcastsAtOnce = 8;
/** As many as may be on their way. */
const maxSent = 256;

export interface Broadcaster {
  /** Hands over what is signed and not known to be with a node, and records what was taken. */
  sendSigned(): Promise<Progress>;
  /** The same with what no node holds any more. */
  sendAgain(keys: readonly TransactionKey[]): Promise<Progress>;
  forgetAllBut(hashes: ReadonlySet<string | null>): void;
}

/** `doubt` is told of those that a node declined: they may be in a block already, or never come into one. */
export function createBroadcaster(deps: EngineDeps, doubt: (sendingId: string) => void): Broadcaster {
  const { sql, lane } = deps;
  /** Not before then is a transaction handed over again that a node declined, by its hash. */
  const againAtMs = new Map<string, number>();

  /** However a node answers, they may be on the chain: what became of them is asked later. */
  async function broadcast(transactions: readonly SignedTransaction[]): Promise<Progress> {
    const taken: SignedTransaction[] = [];
    const declined: (SendingKey & { purpose: Purpose; reason: SendingWait })[] = [];
    const reasons: Progress['reasons'] = new Set();
    if (transactions.length === 0 || !(await deps.mayLeave())) return { count: 0, reasons };
    try {
      await sideBySide(transactions, broadcastsAtOnce, async (transaction) => {
        const { merchantId, id, purpose, hash, signed } = transaction;
        const answer = await deps.chainOf(purpose).broadcast(signed);
        if (answer.taken) {
          taken.push(transaction);
          return;
        }
        const sending = { merchantId, id, purpose };
        deps.tell({ kind: 'declined', sending, hash, reason: answer.reason });
        againAtMs.set(hash, deps.now().getTime() + deps.paceMs);
        doubt(id);
        if (answer.wait) declined.push({ ...sending, reason: answer.wait });
      });
    } catch (error) {
      if (!(error instanceof ChainUnavailable)) throw error;
      reasons.add('node_unavailable');
      deps.tell({ kind: 'node_away', error });
    }
    const recorded = await recordTaken(deps, taken);
    await saveWaits(deps, declined);
    for (const { hash } of taken) againAtMs.set(hash, deps.now().getTime() + deps.paceMs);
    for (const { hash, ...sending } of recorded) {
      againAtMs.delete(hash);
      deps.tell({ kind: 'taken', sending, hash });
    }
    for (const { reason } of declined) reasons.add(reason);
    return { count: recorded.length, reasons };
  }

  return {
    async sendSigned() {
      const nowMs = deps.now().getTime();
      const signed = await transactionsToSend(sql, lane, maxSent);
      return await broadcast(signed.filter(({ hash }) => (againAtMs.get(hash) ?? 0) <= nowMs));
    },
    async sendAgain(keys) {
      return keys.length === 0
        ? { count: 0, reasons: new Set() }
        : await broadcast(await signedBytesOf(sql, keys));
    },
    forgetAllBut(hashes) {
      for (const hash of againAtMs.keys()) if (!hashes.has(hash)) againAtMs.delete(hash);
    },
  };
}
