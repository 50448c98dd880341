import { createBroadcaster } from './broadcast-transactions.ts';
import type { EngineDeps, Progress } from './engine-deps.ts';
import { createFollower, type Followed } from './follow-sendings.ts';
import { signTransactions } from './sign-transactions.ts';

/**
 * The life cycle of an outgoing transaction: planned → signed → sent → final | dead. Each part finds its work in the
 * database, so that after a crash another process continues with the same rows. The engine's users plan what to pay
 * (plan-sendings.ts). See docs/develop/decisions/0012.
 */
export interface Engine {
  /** Checks the fate of all sendings under way and acts on it; null: not yet time to check again. */
  follow(): Promise<Followed | null>;
  /** Signs planned transactions. */
  sign(): Promise<Progress>;
  /** Broadcasts signed transactions. */
  send(): Promise<Progress>;
  /** Sendings in a block that is not final, with its number, by id. */
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
