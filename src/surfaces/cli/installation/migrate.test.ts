import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { useCli } from '../../../../test/kit/cli.ts';
import { connect } from '../../../base/db/pool.ts';
import { decideUpgrade } from '../../../base/db/schema/plan-upgrade.ts';
import { run } from '../run.ts';

const { databaseUrl, sql } = useCli();

test('migrate fills an empty database and does not decide its mode', async () => {
  const name = `empty_${randomBytes(6).toString('hex')}`;
  await sql()`CREATE DATABASE ${sql()(name)}`;
  const url = Object.assign(new URL(databaseUrl()), { pathname: `/${name}` }).href;
  try {
    const { exitCode, stdout } = await run(['migrate'], { DATABASE_URL: url });
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(/^0001_merchants\.sql /m);
    expect(stdout).toContain('The database is up to date.');
    const empty = connect(url, { max: 1 });
    expect(await empty`SELECT name FROM installation`).toEqual([]);
    await empty.end();
  } finally {
    await sql()`DROP DATABASE ${sql()(name)} WITH (FORCE)`;
  }
});

test('upgrade check tells whether the version that runs can go on, and changes nothing', async () => {
  const check = async (env: Record<string, string> = {}) => {
    const outcome = await run(['upgrade', 'check'], { DATABASE_URL: databaseUrl(), ...env });
    return { exitCode: outcome.exitCode, text: outcome.stdout };
  };
  expect(await check()).toMatchObject({
    exitCode: 0,
    text: expect.stringContaining('No migration is missing'),
  });
  const [last] = await sql()<{ name: string; checksum: string }[]>`
    SELECT name, checksum FROM migrations ORDER BY name DESC LIMIT 1`;
  await sql()`DELETE FROM migrations WHERE name = ${last?.name ?? ''}`;
  const rolling = await check();
  expect(rolling).toMatchObject({
    exitCode: 0,
    text: expect.stringMatching(/Rolling: every migration only adds/),
  });
  expect(rolling.text).toContain(`  ${last?.name}`);
  expect(await sql()`SELECT 1 FROM migrations WHERE name = ${last?.name ?? ''}`).toEqual([]);
  await sql()`INSERT INTO migrations (name, checksum, is_additive) VALUES (${last?.name ?? ''}, 'another', true)`;
  expect(await check()).toMatchObject({
    exitCode: 1,
    text: expect.stringMatching(/was applied from another text/),
  });
  await sql()`UPDATE migrations SET checksum = ${last?.checksum ?? ''} WHERE name = ${last?.name ?? ''}`;
  const refused = await check({ PORT: 'many' });
  expect(refused).toMatchObject({
    exitCode: 1,
    text: expect.stringMatching(/Settings that this version refuses:\n {2}PORT: /),
  });
});

test('a breaking migration asks for a stop, and one of a newer version is refused', () => {
  const own = (name: string, isAdditive: boolean) => ({
    ...{ name, text: '', checksum: name, isOutside: false },
    isAdditive,
  });
  const applied = [{ name: '1', checksum: '1', isAdditive: true }];
  expect(decideUpgrade([own('1', true), own('2', false)], applied).way).toBe('stop');
  expect(decideUpgrade([own('1', true), own('2', true)], applied).way).toBe('rolling');
  expect(decideUpgrade([own('1', true)], []).way).toBe('new');
  const newer = (isAdditive: boolean | null) => [...applied, { name: '3', checksum: '3', isAdditive }];
  expect(decideUpgrade([own('1', true)], newer(true)).way).toBe('none');
  expect(decideUpgrade([own('1', true)], newer(false)).way).toBe('refused');
  expect(decideUpgrade([own('1', true)], newer(null)).way).toBe('refused');
});
