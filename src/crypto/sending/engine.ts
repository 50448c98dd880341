import { createBroadcaster } from './broadcast-transactions.ts';
import type { EngineDeps, Progress } from './engine-deps.ts';
import { createFollower, type Followed } from './follow-sendings.ts';
import { signTransactions } from './sign-transactions.ts';

/**
 * The one life of an outgoing transaction: planned → signed → sent → final | dead. Each part finds its work in the
 * database, so that a process that dies between any two is followed by one that goes on with the same rows. What to pay
 * is planned by the engine's users (plan-sendings.ts). See docs/develop/decisions/0012.
 */
export interface Engine {
  /** Asks the chain what became of all that is under way, and does what follows from it; null: it is not yet time to ask again. */
  follow(): Promise<Followed | null>;
  /** Signs what is planned. */
  sign(): Promise<Progress>;
  /** Hands what is signed to a node. */
  send(): Promise<Progress>;
  /** Those seen in a block that is not final, by their ids. */
  mined(): ReadonlyMap<string, bigint>;
}

export function createEngine(deps: EngineDeps): Engine {
  const follower = createFollower(deps);
  let followAtMs = 0;
  const broadcaster = createBroadcaster(deps, (id) => {
    follower.doubt(id);
    followAtMs = 0;
  });
  return {
    async follow() {
      const nowMs = deps.now().getTime();
      if (nowMs < followAtMs) return null;
      followAtMs = nowMs + deps.paceMs;
      const followed = await follower.follow();
      const hashes = followed.all.flatMap(({ transactions }) => transactions.map(({ hash }) => hash));
      broadcaster.forgetAllBut(new Set(hashes));
      const { reasons } = await broadcaster.sendAgain(followed.again);
      for (const reason of reasons) followed.reasons.add(reason);
      return followed;
    },
    sign: () => signTransactions(deps),
    send: () => broadcaster.sendSigned(),
    mined: () => follower.mined(),
  };
}
