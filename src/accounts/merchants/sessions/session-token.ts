import { isId, newIdOf } from '../../../base/db/ids.ts';
import { PasarelaError } from '../../../base/ground/errors.ts';
import { isSame } from '../../../base/ground/is-same.ts';
import { createSignedToken, type TokenHolder } from './signed-token.ts';

/**
 * The access token of E1: it lets a merchant act in one session for a minute. The session becomes
 * known to the database with the charge it makes.
 */
export interface SessionTokens {
  issue(holder: TokenHolder, now: Date): { accessToken: string; sessionId: string };
  verify(token: string): Session;
  /** The same of a token as it was issued, with its session, and for less; null: ask `verify`. */
  recognize(token: string, sessionId: string): Session | null;
}

export interface Session extends TokenHolder {
  sessionId: string;
}

export const tokenLifetimeSeconds = 60;

/**
 * Issued here and not shown yet, so many of the newest at least. Most are shown a moment later, and to compare them takes less
 * than a third of verifying them (0.9 and 3.1 µs).
 */
const keptUnused = 500;

interface Unused {
  accessToken: string;
  session: Session;
  untilMs: number;
}

export function createSessionTokens(keys: Buffer[]): SessionTokens {
  const token = createSignedToken(keys, 'pasarela:session', tokenLifetimeSeconds);
  let unused = new Map<string, Unused>();
  /** Let go all together: to look for the oldest each time takes longer than what it spares. */
  let olderUnused = new Map<string, Unused>();

  /** Once: whoever shows it again is verified. */
  function recall(accessToken: string, sessionId: string): Session | null {
    const kept = unused.has(sessionId) ? unused : olderUnused;
    const known = kept.get(sessionId);
    if (!known || !isSame(Buffer.from(known.accessToken), Buffer.from(accessToken))) return null;
    kept.delete(sessionId);
    return Date.now() < known.untilMs ? known.session : null;
  }

  return {
    issue({ merchantId, keyId }, now) {
      const sessionId = newIdOf(merchantId);
      const session = { merchantId, keyId, sessionId };
      const accessToken = token.sign(session, sessionId, now);
      if (unused.size >= keptUnused) {
        olderUnused = unused;
        unused = new Map();
      }
      unused.set(sessionId, { accessToken, session, untilMs: now.getTime() + tokenLifetimeSeconds * 1000 });
      return { accessToken, sessionId };
    },
    verify(text) {
      const session = toSession(token.verify(text));
      if (session) return session;
      throw new PasarelaError('token_invalid', 'The access token is not valid. Request a new one.');
    },
    recognize(text, sessionId) {
      const recalled = recall(text, sessionId);
      if (recalled) return recalled;
      const known = token.recognize(text);
      return known?.subject === sessionId ? toSession(known) : null;
    },
  };
}

/** The session becomes the charge's id, which the database takes as nothing else. */
function toSession({ merchantId, keyId, subject }: TokenHolder & { subject: string }): Session | null {
  return isId(subject) ? { merchantId, keyId, sessionId: subject } : null;
}
