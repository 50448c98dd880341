import { afterAll, beforeAll, expect } from 'vitest';
import type { InstallationRole } from '../../src/accounts/people/roles.ts';
import { connect, type Sql } from '../../src/base/db/pool.ts';
import { type Outcome, run } from '../../src/surfaces/cli/run.ts';
import { addPerson, giveSecondFactor } from './people.ts';
import { createTestDatabase, type TestDatabase } from './postgres.ts';

export interface TestCli {
  cli(...argv: string[]): Promise<Outcome>;
  /** The --json output of a command that must succeed. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look at whatever a command prints
  json(...argv: string[]): Promise<any>;
  /** The e-mail of a new account with this role in the installation; the command line's prompts for it are answered. */
  account(role: InstallationRole, how?: 'with a second factor'): Promise<string>;
  /** The id of a new merchant called Tienda. */
  newMerchant(): Promise<string>;
  /** The database it works on, for direct inspection. */
  sql(): Sql;
  databaseUrl(): string;
}

/** The command line in this process, on one database for all tests of a file. */
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

  const secretOf = new Map<string, () => string>();
  const ask = async (prompt: string): Promise<string> =>
    [...secretOf].find(([email]) => prompt.includes(email))?.[1]() ?? '';
  const cli: TestCli['cli'] = (...argv) => run(argv, { DATABASE_URL: database.url }, () => {}, ask);
  const json: TestCli['json'] = async (...argv) => {
    const { exitCode, stdout, stderr } = await cli(...argv, '--json');
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    return JSON.parse(stdout);
  };
  return {
    cli,
    json,
    async account(role, how) {
      const person = await addPerson({ sql }, { merchantId: null, role });
      secretOf.set(person.email, how ? await giveSecondFactor({ sql }, person) : () => person.password);
      return person.email;
    },
    newMerchant: async () =>
      (await json('merchants', 'create', '--name', 'Tienda', '--email', 'ana@tienda.example')).merchantId,
    sql: () => sql,
    databaseUrl: () => database.url,
  };
}
