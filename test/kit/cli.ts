import { afterAll, beforeAll, expect } from 'vitest';
import { type Outcome, run } from '../../src/cli/run.ts';
import { connect, type Sql } from '../../src/db/pool.ts';
import { createTestDatabase, type TestDatabase } from './postgres.ts';

export interface TestCli {
  cli(...argv: string[]): Promise<Outcome>;
  /** What a command that must work printed with --json. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look at whatever a command prints
  json(...argv: string[]): Promise<any>;
  /** The id of a new merchant called Tienda. */
  newMerchant(): Promise<string>;
  /** The database it works on, for looking behind the scenes. */
  sql(): Sql;
  databaseUrl(): string;
}

/** The command line in this process, on a database that lives as long as the tests of a file. */
export function useCli(): TestCli {
  let database: TestDatabase;
  let sql: Sql;
  beforeAll(async () => {
    database = await createTestDatabase();
    sql = connect(database.url, { max: 2 });
  });
  afterAll(async () => {
    await sql.end();
    await database.drop();
  });

  const cli: TestCli['cli'] = (...argv) => run(argv, { DATABASE_URL: database.url });
  const json: TestCli['json'] = async (...argv) => {
    const { exitCode, stdout, stderr } = await cli(...argv, '--json');
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    return JSON.parse(stdout);
  };
  return {
    cli,
    json,
    newMerchant: async () =>
      (await json('merchants', 'create', '--name', 'Tienda', '--email', 'ana@tienda.example')).merchantId,
    sql: () => sql,
    databaseUrl: () => database.url,
  };
}
