import type { Sql } from '../pool.ts';
import { type Migration, ownMigrations } from './migrate.ts';

/** The effect of this version on a database, and whether the version that runs on it could continue. */
export interface UpgradePlan {
  /** `new`: an empty database. `refused`: this version would not start. */
  way: 'none' | 'new' | 'rolling' | 'stop' | 'refused';
  pending: Pick<Migration, 'name' | 'isAdditive' | 'isOutside'>[];
  /** Applied by a newer version. */
  newer: { name: string; isAdditive: boolean }[];
  /** Applied from a text other than this version's. */
  changed: string[];
}

export interface AppliedMigration {
  name: string;
  checksum: string | null;
  isAdditive: boolean | null;
}

export function decideUpgrade(own: readonly Migration[], applied: readonly AppliedMigration[]): UpgradePlan {
  const known = new Map(own.map((migration) => [migration.name, migration]));
  const done = new Set(applied.map(({ name }) => name));
  const pending = own
    .filter(({ name }) => !done.has(name))
    .map(({ name, isAdditive, isOutside }) => ({ name, isAdditive, isOutside }));
  const newer = applied
    .filter(({ name }) => !known.has(name))
    .map(({ name, isAdditive }) => ({ name, isAdditive: isAdditive === true }));
  const changed = applied
    .filter(
      ({ name, checksum }) => checksum !== null && known.has(name) && known.get(name)?.checksum !== checksum,
    )
    .map(({ name }) => name);
  return { way: wayOf(), pending, newer, changed };

  function wayOf(): UpgradePlan['way'] {
    if (changed.length > 0 || newer.some(({ isAdditive }) => !isAdditive)) return 'refused';
    if (applied.length === 0) return 'new';
    if (pending.length === 0) return 'none';
    return pending.every(({ isAdditive }) => isAdditive) ? 'rolling' : 'stop';
  }
}

/** Changes nothing: reads the tables as the running version left them. */
export async function planUpgrade(sql: Sql): Promise<UpgradePlan> {
  const [table] = await sql<{ isThere: boolean; hasChecksums: boolean }[]>`
    SELECT to_regclass('migrations') IS NOT NULL AS "isThere",
           EXISTS (
             SELECT 1
               FROM pg_attribute
              WHERE attrelid = to_regclass('migrations')
                AND attname = 'checksum'
           ) AS "hasChecksums"`;
  const columns = table?.hasChecksums
    ? sql`name, checksum, is_additive AS "isAdditive"`
    : sql`name, NULL AS checksum, NULL::boolean AS "isAdditive"`;
  const applied = table?.isThere
    ? await sql<AppliedMigration[]>`
        SELECT ${columns}
          FROM migrations
         ORDER BY name`
    : [];
  return decideUpgrade(await ownMigrations(), applied);
}
