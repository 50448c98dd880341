import { archiveCharges } from '../src/payments/charges/archive/archive-charges.ts';
import { lockCharge } from '../src/payments/charges/store.ts';
import { awaitStart, countedSql, counting, readTask } from './kit/processes/killable.ts';

/** A process that archives charges, or restores one, and kills itself on the way. */
export interface ArchiveTask {
  databaseUrl: string;
  before: string;
  /** null: archives */
  restore: { merchantId: string; id: string } | null;
}

const { databaseUrl, before, restore } = readTask<ArchiveTask>();
const sql = countedSql(databaseUrl);
await sql`SELECT 1`;

awaitStart(
  () =>
    counting(async () => {
      if (restore) await sql.begin((tx) => lockCharge(tx, restore.merchantId, restore.id));
      else for await (const _ of archiveCharges(sql, new Date(before)));
    }),
  () => sql.end(),
);
