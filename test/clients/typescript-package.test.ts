import { execFile } from 'node:child_process';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';

/** The package of the TypeScript client, as somebody else installs it. */

const run = promisify(execFile);
const root = fileURLToPath(new URL('../../', import.meta.url));
const client = join(root, 'sdk/typescript');
const tool = (name: string): string => join(root, 'node_modules/.bin', name);

let shop: string;
let archive: string;
beforeAll(async () => {
  shop = await mkdtemp(join(tmpdir(), 'pasarela-client-'));
  const { stdout } = await run('npm', ['pack', '--json', '--pack-destination', shop], { cwd: client });
  const [packed] = JSON.parse(stdout.slice(stdout.indexOf('[\n'))) as { filename: string }[];
  archive = join(shop, packed?.filename ?? '');
});
afterAll(() => rm(shop, { recursive: true, force: true }));

test('has nothing that publint and Are the types wrong find fault with', async () => {
  const checks = await Promise.all([
    run(tool('publint'), ['--strict', archive]),
    run(tool('attw'), [archive, '--format', 'ascii', '--no-emoji']),
  ]);
  for (const { stdout } of checks) expect(stdout).toMatch(/All good|No problems found/);
});

test('is imported and required, with its types, where nothing else is installed', async () => {
  const installed = join(shop, 'node_modules/@pasarela/client');
  await run('tar', ['-xzf', archive, '-C', shop]);
  await cp(join(shop, 'package'), installed, { recursive: true });
  const say =
    'console.log(typeof new Pasarela({ baseUrl: "http://x", apiKey: "k", merchantId: "m" }).charges.create)';
  await writeFile(join(shop, 'a.mjs'), `import { Pasarela } from '@pasarela/client';\n${say}`);
  await writeFile(join(shop, 'b.cjs'), `const { Pasarela } = require('@pasarela/client');\n${say}`);
  for (const file of ['a.mjs', 'b.cjs']) {
    expect((await run(process.execPath, [file], { cwd: shop })).stdout).toBe('function\n');
  }
  const typed = `
    import { Pasarela, verifyWebhook } from '@pasarela/client';
    const client = new Pasarela({ baseUrl: '', apiKey: '', merchantId: '' });
    const made: { reference: string; url: string } = await client.charges.create({ amount: '1', currency: 'USD', country: 'COL' });
    // @ts-expect-error: there is no such field
    client.charges.create({ amount: '1', currency: 'USD', country: 'COL', amonut: '1' });
    // @ts-expect-error: the amount is missing
    client.charges.create({ currency: 'USD', country: 'COL' });
    const event = await verifyWebhook('', {}, '');
    if (event.eventType === 'charge.approved') console.log(event.transactionId, made.url);
    if (event.eventType === 'payout.failed') console.log(event.orderId);`;
  await writeFile(join(shop, 'c.mts'), typed);
  const options = '--noEmit --strict --target es2022 --module nodenext --types node --skipLibCheck false';
  const compiler = join(root, 'node_modules/typescript-native/bin/tsc');
  const roots = ['--typeRoots', join(root, 'node_modules/@types'), 'c.mts'];
  await run(process.execPath, [compiler, ...options.split(' '), ...roots], { cwd: shop }).catch((error) => {
    throw new Error(error.stdout);
  });
});
