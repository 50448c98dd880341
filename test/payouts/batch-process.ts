import { createSecrets } from '../../src/base/ground/secrets.ts';
import { usdToUnitsAtMost } from '../../src/chain/rates/convert.ts';
import { makeRowsJob } from '../../src/crypto/payouts/batches/make-rows.ts';
import { awaitStart, countedSql, counting, readTask } from '../kit/processes/killable.ts';

/** A process that creates the payouts of a batch and kills itself on the way. */
export interface BatchTask {
  databaseUrl: string;
}

const sql = countedSql(readTask<BatchTask>().databaseUrl);
const job = makeRowsJob({
  sql,
  secrets: createSecrets([Buffer.alloc(32, 1)]),
  isServed: () => true,
  freshRate: async () => ({ priceScaled: 100_000_000n, at: new Date(), sources: ['fixed'] }),
  toUnits: usdToUnitsAtMost,
  now: () => new Date(),
});
await sql`SELECT 1`;

awaitStart(
  async () => {
    await counting(() => job.run());
  },
  () => sql.end(),
);
