import { sideBySide } from '../../base/ground/side-by-side.ts';
import { ChainUnavailable } from '../../chain/chains/port/chain.ts';
import { type EngineDeps, type Progress, saveWaits } from './engine-deps.ts';
import { recordTaken } from './record-outcomes.ts';
import type { Purpose, SendingKey, SendingWait } from './sending.ts';
import { type SignedTransaction, signedBytesOf, transactionsToSend } from './signing-store.ts';
import type { TransactionKey } from './store.ts';

/** Started in nonce order; a node keeps a transaction that arrives a little early. */
const broadcastsAtOnce = 8;
/** The limit of transactions under way. */
const maxSent = 256;

export interface Broadcaster {
  /** Broadcasts signed transactions that no node is known to have, and records those accepted. */
  sendSigned(): Promise<Progress>;
  /** Broadcasts again transactions that no node holds any more. */
  sendAgain(keys: readonly TransactionKey[]): Promise<Progress>;
  forgetAllBut(hashes: ReadonlySet<string | null>): void;
}

/** `doubt` is called for transactions that a node declined: they may already be in a block, or never get into one. */
export function createBroadcaster(deps: EngineDeps, doubt: (sendingId: string) => void): Broadcaster {
  const { sql, lane } = deps;
  /** The earliest time of the next broadcast after a node declined a transaction, by hash. */
  const againAtMs = new Map<string, number>();

  /** Regardless of a node's answer, they may be on the chain: their fate is checked later. */
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
