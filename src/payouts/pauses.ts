import type { Db } from '../db/pool.ts';

/**
 * What is paused. A pause stops the sending; payouts are made and confirmed as before, and wait. Those of a merchant
 * whose account was disabled wait too: no money leaves by a closed door.
 */
export interface PausedScopes {
  all: boolean;
  networks: ReadonlySet<string>;
  merchants: ReadonlySet<string>;
}

export async function pausedScopes(db: Db): Promise<PausedScopes> {
  const rows = await db<{ scope: string }[]>`
    SELECT scope
      FROM payout_pauses
     UNION ALL
    SELECT 'merchant:' || id
      FROM merchants
     WHERE NOT enabled`;
  const named = (kind: string): Set<string> =>
    new Set(
      rows.flatMap(({ scope }) => (scope.startsWith(`${kind}:`) ? [scope.slice(kind.length + 1)] : [])),
    );
  return {
    all: rows.some(({ scope }) => scope === 'all'),
    networks: named('network'),
    merchants: named('merchant'),
  };
}
