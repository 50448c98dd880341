import { openInstallation } from '../../src/commerce/installation/installation.ts';
import { resealSecrets } from '../../src/commerce/installation/reseal-secrets.ts';
import { readConfig } from '../../src/config/config.ts';
import { awaitStart, countedSql, counting, readTask } from '../kit/processes/killable.ts';

/** A process that reseals and kills itself on the way. */
export interface ResealTask {
  databaseUrl: string;
  env: Record<string, string>;
}

const task = readTask<ResealTask>();
const sql = countedSql(task.databaseUrl);
const secrets = await openInstallation(sql, readConfig(task.env));

awaitStart(
  async () => {
    await counting(() => resealSecrets({ sql, secrets, now: () => new Date() }, 'ana', () => {}));
  },
  () => sql.end(),
);
