import { appendAudit } from '../../accounts/audit/audit-log.ts';
import type { Sql } from '../../base/db/pool.ts';
import type { Sweep } from './sweep.ts';
import { endUnbegun } from './sweep-store.ts';

/** Ends a sweep that was planned but never run; nothing of it was sent. False if it was run or is over. */
export async function cancelSweep(
  sql: Sql,
  { id }: Pick<Sweep, 'id'>,
  { person, note }: { person: string; note: string },
  now: Date,
): Promise<boolean> {
  return await sql.begin(async (tx) => {
    if (!(await endUnbegun(tx, id, `canceled: ${note}`, now))) return false;
    await appendAudit(
      tx,
      { actor: person, act: 'sweep_canceled', subject: `sweep ${id}`, details: { note } },
      now,
    );
    return true;
  });
}
