import { readConfig } from '../src/config.ts';
import { connect, type Sql } from '../src/db/pool.ts';
import { createMemoryLogger } from '../src/logger.ts';
import type { DemoMerchant } from '../src/sandbox/demo-merchant.ts';
import { start } from '../src/start.ts';
import { createTestDatabase } from './postgres.ts';

export interface TestServer {
  url: string;
  /** The database it runs on, for looking behind the scenes. */
  sql: Sql;
  databaseUrl: string;
  merchant: DemoMerchant;
  metricsToken: string;
  /** Everything it logged, one JSON object a line. */
  logs: string[];
  stop(): Promise<void>;
}

/** The whole service, in this process, on a database and a port of its own. */
export async function startTestServer(env: Record<string, string> = {}): Promise<TestServer> {
  const database = await createTestDatabase();
  const logs: string[] = [];
  const config = readConfig({ PORT: '0', DATABASE_URL: database.url, RATE_LIMITS: 'off', ...env });
  const pasarela = await start(config, createMemoryLogger(logs));
  const sql = connect(database.url, { max: 2 });
  return {
    url: pasarela.addresses.baseUrl,
    sql,
    databaseUrl: database.url,
    merchant: pasarela.demoMerchant as DemoMerchant,
    metricsToken: pasarela.metricsToken as string,
    logs,
    async stop() {
      await sql.end();
      await pasarela.stop();
      await database.drop();
    },
  };
}
