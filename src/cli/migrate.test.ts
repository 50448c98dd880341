import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { useCli } from '../../test/kit/cli.ts';
import { connect } from '../db/pool.ts';
import { run } from './run.ts';

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
