import { hash } from 'node:crypto';
import type { Sql } from '../db/pool.ts';

/** Adds to the counts of all processes for these names in a window, and returns the sums, in the order of the names. */
export type AddCounts = (windowStart: Date, added: { name: string; count: number }[]) => Promise<number[]>;

/** How long the counts of a window are kept after its start: the clocks of two processes may differ. */
const keptMs = 60_000;

export function createSharedCounts(sql: Sql): AddCounts {
  let cleanedFor = 0;

  /** Runs at the first exchange of a window. */
  async function forgetBefore(windowStart: Date): Promise<void> {
    if (windowStart.getTime() === cleanedFor) return;
    cleanedFor = windowStart.getTime();
    await sql`
      DELETE FROM request_counts
       WHERE window_start < ${new Date(cleanedFor - keptMs)}`;
  }

  return async (windowStart, added) => {
    const rows = added.map(({ name, count }) => ({ digest: digestOf(windowStart, name), count }));
    // The same order in all processes: two that change the same rows wait for one another, but never deadlock.
    const sorted = rows.toSorted((a, b) => (a.digest < b.digest ? -1 : 1));
    const sums = await sql<{ digest: string; sum: bigint }[]>`
      INSERT INTO request_counts AS kept (name_digest, window_start, count)
      SELECT digest, ${windowStart}, count
        FROM unnest(
               ${sorted.map(({ digest }) => digest)}::uuid[],
               ${sorted.map(({ count }) => count)}::int[]
             ) AS told (digest, count)
      ON CONFLICT (name_digest) DO UPDATE
         SET count = kept.count + excluded.count
      RETURNING name_digest AS digest, count AS sum`;
    const byDigest = new Map(sums.map(({ digest, sum }) => [digest, Number(sum)]));
    void forgetBefore(windowStart).catch(() => {});
    return rows.map(({ digest }) => byDigest.get(digest) ?? 0);
  };
}

/** Hides the name, such as a customer's address, from readers of the table. */
function digestOf(windowStart: Date, name: string): string {
  const hex = hash('sha256', `${windowStart.getTime()} ${name}`).slice(0, 32);
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
