import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isRoot } from '../../src/base/db/embedded/account.ts';
import { connect } from '../../src/base/db/pool.ts';
import { unusedPort } from '../kit/ports.ts';
import { createTestDatabase, type TestDatabase } from '../kit/postgres.ts';
import { cleanUp, launch, newDataDir } from '../kit/processes/child.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => {
  await cleanUp();
  await database.drop();
});

/** Starts the program with a fault; returns the lines of its refusal. */
async function refusal(env: Record<string, string>, dataDir?: string): Promise<string[]> {
  const program = await launch(
    { DATABASE_URL: database.url, LOG_LEVEL: 'silent', ...env },
    dataDir ? { dataDir } : {},
  );
  expect(await program.ended).toBe(1);
  expect(program.stdout()).toBe('');
  expect(program.stderr()).not.toMatch(/^ +at /m);
  return program.stderr().trimEnd().split('\n');
}

test('a port that is taken', async () => {
  const holder = createServer().listen(0, '127.0.0.1');
  await once(holder, 'listening');
  const { port } = holder.address() as AddressInfo;
  expect(await refusal({ PORT: String(port) })).toEqual([
    expect.stringMatching(new RegExp(`PORT: ${port} on 127\\.0\\.0\\.1 is taken`)),
  ]);
  holder.close();
});

test.each(['192.0.2.1', 'no-such-host.invalid'])('a HOST that is not this machine: %s', async (host) => {
  expect(await refusal({ HOST: host })).toEqual([
    expect.stringContaining(`HOST and PORT: cannot listen on ${host}`),
  ]);
});

test('a database that is not there, without a word of its password', async () => {
  const port = await unusedPort();
  const lines = await refusal({ DATABASE_URL: `postgres://someone:hunter2@127.0.0.1:${port}/shop` });
  expect(lines).toEqual([
    expect.stringContaining(`DATABASE_URL: no PostgreSQL answers at 127.0.0.1:${port} (ECONNREFUSED)`),
  ]);
  expect(lines.join()).not.toMatch(/someone|hunter2/);
});

test('a wrong password, which is not repeated', async () => {
  const url = new URL(database.url);
  url.password = 'hunter2';
  const lines = await refusal({ DATABASE_URL: url.href });
  expect(lines).toEqual([
    expect.stringMatching(
      /DATABASE_URL: PostgreSQL at 127\.0\.0\.1:\d+\/\S+: password authentication failed/,
    ),
  ]);
  expect(lines.join()).not.toContain('hunter2');
});

test('a database that does not exist', async () => {
  const url = new URL(database.url);
  url.pathname = '/nowhere';
  expect(await refusal({ DATABASE_URL: url.href })).toEqual([
    expect.stringMatching(/DATABASE_URL: .*database "nowhere" does not exist/),
  ]);
});

test('a database that a newer version has migrated, which is left as it was', async () => {
  const newer = await createTestDatabase();
  const sql = connect(newer.url, { max: 1 });
  await sql`INSERT INTO migrations (name) VALUES ('9999_from_the_future.sql')`;
  const before = await sql`SELECT * FROM migrations ORDER BY name`;
  expect(await refusal({ DATABASE_URL: newer.url })).toEqual([
    expect.stringMatching(/DATABASE_URL: .*newer version.*9999_from_the_future\.sql/),
  ]);
  expect(await sql`SELECT * FROM migrations ORDER BY name`).toEqual(before);
  await sql.end();
  await newer.drop();
});

test('several wrong variables at once, a line for each and no secret among them', async () => {
  const lines = await refusal({
    MODE: 'production',
    PORT: 'http',
    DATABASE_URL: 'mysql://someone:hunter2@db/shop',
    ROLES: 'api,cook',
    SECRET_KEY: 'correct horse battery staple',
    RATE_LIMITS: 'maybe',
  });
  expect(lines.sort()).toEqual([
    expect.stringMatching(/^DATABASE_URL: given .+, expected an address that starts with postgres/),
    expect.stringMatching(/^MODE: given "production", expected one of sandbox, live$/),
    expect.stringMatching(/^PORT: given "http", expected a whole number from 0 to 65535$/),
    expect.stringMatching(/^RATE_LIMITS: given "maybe", expected one of on, off$/),
    expect.stringMatching(/^ROLES: given "api,cook", expected any of api,worker,watcher$/),
    expect.stringMatching(/^SECRET_KEY: given \(hidden\), expected /),
  ]);
  expect(lines.join()).not.toMatch(/hunter2|horse/);
});

test('a card processor nobody knows', async () => {
  expect(await refusal({ CARD_PROCESSOR: 'acme' })).toEqual([
    expect.stringMatching(/CARD_PROCESSOR: given "acme", expected one of /),
  ]);
});

test('TLS files that are no certificate and key', async () => {
  const dataDir = await newDataDir();
  const path = join(dirname(dataDir), 'cert.pem');
  await writeFile(path, 'not a certificate');
  expect(await refusal({ TLS_CERT: path, TLS_KEY: path }, dataDir)).toEqual([
    expect.stringContaining('TLS_CERT and TLS_KEY: expected a certificate and its key in PEM'),
  ]);
});

test.each(['embedded', 'external'])('a DATA_DIR that is a file, with an %s database', async (kind) => {
  const dataDir = await newDataDir();
  await writeFile(dataDir, '');
  expect(await refusal(kind === 'embedded' ? { DATABASE_URL: '' } : {}, dataDir)).toEqual([
    expect.stringContaining(`DATA_DIR: given ${dataDir}, expected a folder to write to`),
  ]);
});

test.runIf(isRoot())('a DATA_DIR that may not be written', async () => {
  const program = await launch({ DATA_DIR: '/pasarela-data' }, { account: { uid: 65534, gid: 65534 } });
  expect(await program.ended).toBe(1);
  expect(program.stderr()).toMatch(/^Pasarela cannot start\. DATA_DIR: given \/pasarela-data, .*EACCES.*\n$/);
});
