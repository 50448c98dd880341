import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { useCli } from '../../../test/kit/cli.ts';
import { newId } from '../../base/db/ids.ts';
import { run } from './run.ts';

const { databaseUrl } = useCli();

const secretKey = randomBytes(32).toString('hex');
const create = ['merchants', 'create', '--name', 'A', '--email', 'a@b.example'];
const inLive = (argv: string[], env: Record<string, string> = {}) =>
  run(argv, { MODE: 'live', DATABASE_URL: databaseUrl(), ...env });

test('no command needs the addresses, certificates and processors of the server', async () => {
  const env = { SECRET_KEY: secretKey, BASE_URL: 'http://insecure', PORT: 'x', CARD_PROCESSOR: 'sandbox' };
  expect(await inLive(create, env)).toMatchObject({ exitCode: 0, stderr: '' });
  expect((await inLive(['merchants', 'list'], env)).stdout).toContain('a@b.example');
});

test('what makes keys is refused without the secret; looking and revoking is not', async () => {
  for (const argv of [create, ['keys', 'issue', newId()], ['keys', 'rotate', newId()]]) {
    const { exitCode, stderr } = await inLive(argv);
    expect(exitCode).toBe(1);
    expect(stderr).toMatch(/^SECRET_KEY: given nothing, expected .*\n$/);
  }
  expect(await inLive(['merchants', 'list'])).toMatchObject({ exitCode: 0 });
  expect((await inLive(['keys', 'revoke', 'abc'])).stderr).toMatch(/^There is no key abc/);
});

test('a placeholder for a secret is refused and not repeated', async () => {
  const placeholder = '00'.repeat(32);
  const { exitCode, stderr } = await inLive(create, { SECRET_KEY: placeholder });
  expect(exitCode).toBe(1);
  expect(stderr).toContain('SECRET_KEY');
  expect(stderr).not.toContain(placeholder);
});

test('a webhook URL must be https and public', async () => {
  for (const url of ['http://tienda.example/', 'https://127.0.0.1/']) {
    const { exitCode, stderr } = await inLive([...create, '--webhook-url', url], { SECRET_KEY: secretKey });
    expect(exitCode).toBe(1);
    expect(stderr).toMatch(/^--webhook-url: /);
  }
});

test('a live database is not taken for a sandbox, nor the embedded one for live', async () => {
  await inLive(create, { SECRET_KEY: secretKey });
  expect((await run(create, { DATABASE_URL: databaseUrl() })).stderr).toMatch(
    /belongs to a live installation/,
  );
  expect((await run(['merchants', 'list'], { MODE: 'live' })).stderr).toMatch(/^DATABASE_URL: given nothing/);
  expect((await run(['merchants', 'list'], { MODE: 'test' })).stderr).toMatch(/^MODE: given "test"/);
});
