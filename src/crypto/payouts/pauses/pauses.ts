import type { Db } from '../../../base/db/pool.ts';
import { readCluster } from '../../../base/db/standby/identity.ts';

/**
 * The paused scopes. A pause stops sending only: payouts are still made and confirmed, and wait. Payouts of a disabled
 * merchant wait too. In a restored database all wait until a person has confirmed it: it does not know what was sent
 * since the backup (docs/develop/decisions/0028).
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
     WHERE NOT enabled
     UNION ALL
    SELECT 'cluster:' || value
      FROM installation
     WHERE name = 'cluster'`;
  const named = (kind: string): Set<string> =>
    new Set(
      rows.flatMap(({ scope }) => (scope.startsWith(`${kind}:`) ? [scope.slice(kind.length + 1)] : [])),
    );
  const [cluster] = named('cluster');
  const isOther = cluster !== undefined && cluster !== (await readCluster(db));
  return {
    all: isOther || rows.some(({ scope }) => scope === 'all' || scope === 'restored'),
    networks: named('network'),
    merchants: named('merchant'),
  };
}

/** Whether the database was restored and no person has yet confirmed what was sent since its backup. */
export async function isRestored(db: Db): Promise<boolean> {
  const [row] = await db<{ isMarked: boolean; cluster: string | null }[]>`
    SELECT EXISTS (SELECT FROM payout_pauses WHERE scope = 'restored') AS "isMarked",
           (SELECT value FROM installation WHERE name = 'cluster') AS cluster`;
  if (row?.isMarked) return true;
  return row?.cluster != null && row.cluster !== (await readCluster(db));
}
