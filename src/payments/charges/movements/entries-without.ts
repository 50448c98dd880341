import type { Db } from '../../../base/db/pool.ts';
import type { Period } from './period.ts';
import { type BookedMovement, bookedAmong, keptOf } from './reconcile-store.ts';

/**
 * The entries that no stored movement outside of a period explains. A refund in the processor's panel, or a dispute, is
 * entered when it is read, which may be weeks after its movement.
 */
export async function entriesWithout(
  db: Db,
  entries: readonly BookedMovement[],
  near: Period,
): Promise<BookedMovement[]> {
  const merchants = [...new Set(entries.map(({ merchantId }) => merchantId))];
  const ids = entries.map(({ id }) => id);
  const left = await keptOf(db, merchants, ids, near);
  for (const [key, count] of await bookedAmong(db, merchants, ids, near)) {
    left.set(key, (left.get(key) ?? 0) - count);
  }
  return entries.filter(({ kind, id }) => {
    const count = left.get(`${kind} ${id}`) ?? 0;
    left.set(`${kind} ${id}`, count - 1);
    return count <= 0;
  });
}
