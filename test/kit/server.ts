import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect, type Sql } from '../../src/base/db/pool.ts';
import { createMemoryLogger } from '../../src/base/ground/logger.ts';
import { start } from '../../src/compose/start.ts';
import { readConfig } from '../../src/config/config.ts';
import type { SandboxFacts } from '../../src/sandbox/announce.ts';
import { createTestDatabase } from './postgres.ts';

export interface TestServer {
  url: string;
  /** The database it runs on, for direct inspection. */
  sql: Sql;
  databaseUrl: string;
  merchant: SandboxFacts['merchant'];
  /** Owner of that merchant and administrator of the installation. */
  person: SandboxFacts['person'];
  /** Empty unless it was started with SANDBOX_CHAINS=on. */
  networks: SandboxFacts['networks'];
  metricsToken: string;
  /** Everything it logged, one JSON object per line. */
  logs: string[];
  stop(): Promise<void>;
}

/** The whole service, in this process, on its own database and port; without chains unless requested. */
export async function startTestServer(env: Record<string, string> = {}): Promise<TestServer> {
  const database = await createTestDatabase();
  const logs: string[] = [];
  const dataDir = await mkdtemp(join(tmpdir(), 'pasarela-server-'));
  const config = readConfig({
    PORT: '0',
    DATABASE_URL: database.url,
    DATA_DIR: dataDir,
    RATE_LIMITS: 'off',
    ...(env.MODE !== 'live' && { SANDBOX_CHAINS: 'off' }),
    ...env,
  });
  const pasarela = await start(config, createMemoryLogger(logs));
  const sql = connect(database.url, { max: 2 });
  return {
    url: pasarela.addresses.baseUrl,
    sql,
    databaseUrl: database.url,
    ...(pasarela.sandbox as SandboxFacts),
    metricsToken: pasarela.metricsToken as string,
    logs,
    async stop() {
      await sql.end();
      await pasarela.stop();
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
