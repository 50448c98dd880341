import { firstId } from '../../../base/db/ids.ts';
import { startLockIfFree } from '../../../base/db/locks.ts';
import type { Sql } from '../../../base/db/pool.ts';
import type { Job } from '../../../base/worker/worker.ts';
import { lockArchivable, makeYear, missingYears, moveToArchive } from './store.ts';

/** Rows per transaction: locks stay short, and an interrupted batch repeats little work. */
const batchSize = 200;

/**
 * Archives charges that ended before that day, merchant by merchant; yields the number archived after each batch. An
 * interrupted run resumes where it stopped, because archived charges are no longer found. Ends early if another process
 * is archiving.
 */
export async function* archiveCharges(sql: Sql, before: Date): AsyncGenerator<number> {
  for (let merchantId = firstId; ; ) {
    const [merchant] = await sql<{ id: string }[]>`
      SELECT id
        FROM merchants
       WHERE id > ${merchantId}
       ORDER BY id
       LIMIT 1`;
    if (!merchant) return;
    merchantId = merchant.id;
    for (let afterId: string | undefined = firstId; afterId !== undefined; ) {
      const batch = await archiveBatch(sql, merchantId, afterId, before);
      if (!batch) return;
      for (const year of batch.missingYears) await makeYear(sql, year);
      if (batch.missingYears.length > 0) continue;
      yield batch.ids.length;
      afterId = batch.ids.length < batchSize ? undefined : batch.ids.at(-1);
    }
  }
}

interface Batch {
  ids: string[];
  /** Years whose partitions have to be created first: nothing was archived. */
  missingYears: number[];
}

/** null: another process is archiving. */
async function archiveBatch(
  sql: Sql,
  merchantId: string,
  afterId: string,
  before: Date,
): Promise<Batch | null> {
  return await sql.begin(async (tx) => {
    if (!(await startLockIfFree(tx, 'archive'))) return null;
    const leaving = await lockArchivable(tx, merchantId, afterId, before, batchSize);
    const ids = leaving.map(({ id }) => id);
    const years = ids.length > 0 ? await missingYears(tx, ids) : [];
    if (ids.length > 0 && years.length === 0) await moveToArchive(tx, merchantId, leaving);
    return { ids, missingYears: years };
  });
}

/** Goes through all merchants every hour, a batch at a time, so that the job can be stopped after each batch. */
export function archiveJob(sql: Sql, days: number, now: () => Date): Job {
  let pass: AsyncGenerator<number> | null = null;
  return {
    name: 'archive-charges',
    idleMs: 60 * 60 * 1000,
    isSteady: true,
    async run() {
      pass ??= archiveCharges(sql, new Date(now().getTime() - days * 24 * 60 * 60 * 1000));
      const { done } = await pass.next();
      if (!done) return 1;
      pass = null;
      return 0;
    },
  };
}
