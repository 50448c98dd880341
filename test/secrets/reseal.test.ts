import type { ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connect, type Sql } from '../../src/base/db/pool.ts';
import type { Secrets } from '../../src/base/ground/secrets.ts';
import { openInstallation } from '../../src/commerce/installation/installation.ts';
import { readConfig } from '../../src/config/config.ts';
import { newClaimSecret, openClaimSecret } from '../../src/crypto/payouts/claim/claim-secret.ts';
import { run } from '../../src/surfaces/cli/run.ts';
import { addFundedStore, queuePayout } from '../kit/payouts/queued-payouts.ts';
import { createTestDatabase, type TestDatabase } from '../kit/postgres.ts';
import { buildKilled, type KilledProgram, runUntilKilled } from '../kit/processes/killed-program.ts';
import type { ResealTask } from './reseal-process.ts';

/** `secrets reseal` when it is killed, and when a secret cannot be opened. */

const newKey = () => randomBytes(32).toString('hex');
const only = (key: string) => ({ SECRET_KEY: key });
const changing = (key: string, previous: string) => ({ SECRET_KEY: key, SECRET_KEY_PREVIOUS: previous });
const firstKey = newKey();

let database: TestDatabase;
let sql: Sql;
let program: KilledProgram;
const children = new Set<ChildProcess>();
/** The credentials that the command created; they never change. */
let merchant: { merchantId: string; apiKey: string; webhookSecret: string };

beforeAll(async () => {
  database = await createTestDatabase();
  sql = connect(database.url, { max: 2 });
  program = await buildKilled(new URL('./reseal-process.ts', import.meta.url));
  const created = await cli(
    only(firstKey),
    ...['merchants', 'create', '--name', 'T', '--email', 'a@b.example', '--json'],
  );
  merchant = JSON.parse(created.stdout);
  await cli(only(firstKey), 'webhooks', 'rotate-secret', merchant.merchantId);
  const secrets = await withKeys(only(firstKey));
  const store = await addFundedStore(sql, 'ERC20');
  await sql`UPDATE merchants SET webhook_secret = ${secrets.seal('whsec_x', 'webhook-secret')} WHERE id = ${store}`;
  for (const _ of [1, 2, 3]) await queuePayout(sql, 'ERC20', { merchantId: store });
  for (const { id } of await sql`SELECT id FROM payouts`) {
    await sql`UPDATE payouts SET link_sealed = ${newClaimSecret(secrets).linkSealed} WHERE id = ${id}`;
  }
  // Its claim link was reissued, and only its recipient has that.
  const { id } = await queuePayout(sql, 'ERC20', { merchantId: store });
  await sql`UPDATE payouts SET link_sealed = NULL WHERE id = ${id}`;
});
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  await sql.end();
  await database.drop();
  await program.close();
});

const cli = (keys: Record<string, string>, ...argv: string[]) =>
  run(argv, { DATABASE_URL: database.url, ...keys });
const withKeys = (keys: Record<string, string>) => openInstallation(sql, readConfig(keys));

async function expectAllOpens(secrets: Secrets): Promise<void> {
  const { merchantId, apiKey, webhookSecret } = merchant;
  const [row] = await sql`
    SELECT m.webhook_secret_previous, k.key_hash
      FROM merchants m
      JOIN api_keys k ON k.merchant_id = m.id
     WHERE m.id = ${merchantId}`;
  expect(secrets.open(row.webhook_secret_previous, 'webhook-secret')).toBe(webhookSecret);
  expect(secrets.matchesApiKey(apiKey, row.key_hash)).toBe(true);
  for (const { webhook_secret } of await sql`SELECT webhook_secret FROM merchants`) {
    expect(secrets.open(webhook_secret, 'webhook-secret')).toMatch(/^whsec_/);
  }
  for (const { link_sealed } of await sql`
    SELECT link_sealed FROM payouts WHERE link_sealed IS NOT NULL`)
    openClaimSecret(secrets, link_sealed);
}

let presentKey = firstKey;

test('killed at any step, it is finished by running it again; until it is, nothing starts without the old key', async () => {
  let steps = Number.POSITIVE_INFINITY;
  let refusals = 0;
  for (let stopAt = 0; stopAt <= steps; stopAt++) {
    const key = newKey();
    const env = changing(key, presentKey);
    presentKey = key;
    const task: ResealTask = { databaseUrl: database.url, env };
    const child = await program.prepare(task, children);
    // The first run is not killed, and shows how many steps there are.
    const done = await runUntilKilled(child, { stopAt: stopAt === 0 ? 1_000 : stopAt });
    if (stopAt === 0) steps = done as number;
    await expectAllOpens(await withKeys(env));
    await withKeys(only(key)).then(expectAllOpens, (error) => {
      expect(error.message).toContain('SECRET_KEY_PREVIOUS');
      refusals += 1;
    });
    expect((await cli(env, 'secrets', 'reseal')).exitCode).toBe(0);
    await expectAllOpens(await withKeys(only(key)));
  }
  expect(steps).toBeGreaterThan(8);
  expect(refusals).toBeGreaterThan(4);
});

test('what neither key opens is named, and keeps the old key from going', async () => {
  const key = newKey();
  const { merchantId } = merchant;
  await sql`UPDATE merchants SET webhook_secret = ${randomBytes(8)} WHERE id = ${merchantId}`;
  const failed = await cli(changing(key, presentKey), 'secrets', 'reseal');
  expect(failed.exitCode).toBe(1);
  expect(failed.stdout).toContain(`webhook secret of merchant ${merchantId}`);
  expect(failed.stdout).toContain('SECRET_KEY_PREVIOUS must stay');
  await expect(withKeys(only(key))).rejects.toThrow(/^SECRET_KEY_PREVIOUS: .*pasarela secrets reseal/);
  await cli(changing(key, presentKey), 'webhooks', 'rotate-secret', merchantId);
  // The previous secret is the one that cannot be opened, and it still signs too.
  await sql`UPDATE merchants SET webhook_secret_previous_until = now() WHERE id = ${merchantId}`;
  const mended = await cli(changing(key, presentKey), 'secrets', 'reseal');
  expect(mended.stdout).toContain('SECRET_KEY_PREVIOUS may go at');
  await withKeys(only(key));
});

test('a sandbox whose key is in its database has nothing to rotate', async () => {
  const other = await createTestDatabase();
  const { exitCode, stderr } = await run(['secrets', 'reseal'], { DATABASE_URL: other.url });
  expect({ exitCode, stderr }).toEqual({ exitCode: 1, stderr: expect.stringContaining('SECRET_KEY') });
  await other.drop();
});
