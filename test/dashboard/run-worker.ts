import { connect } from '../../src/base/db/pool.ts';
import { createReads } from '../../src/base/db/reads.ts';
import { createMemoryLogger } from '../../src/base/ground/logger.ts';
import { runJobs } from '../../src/surfaces/operator/runs/run-job.ts';

/** A worker that only runs jobs started by people, until it is killed. */

const [url = ''] = process.argv.slice(2);
const sql = connect(url, { max: 2 });
const jobs = runJobs({
  sql,
  reads: createReads(sql, null),
  alertEmail: null,
  processors: { accounts: async () => [] },
  logger: createMemoryLogger([]),
  now: () => new Date(),
});
await Promise.all(jobs.map((job) => job.run()));
