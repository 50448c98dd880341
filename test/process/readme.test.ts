import { execFile } from 'node:child_process';
import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { processorEntries } from '../../src/payments/processors/registry.ts';
import { deadlines } from '../kit/deadlines.ts';
import { pagesInOrder, shellBlocksOf, textOf } from '../kit/documents.ts';
import { cleanUp, startServer } from '../kit/processes/child.ts';

const checkout = join(import.meta.dirname, '../..');
afterAll(cleanUp);

/** Shell blocks for a running sandbox, in the order of the pages; the quick start has a test of its own, and translations have the same blocks. */
const blocks = pagesInOrder()
  .filter((page) => !/^docs\/integrate\/(quick-start\.md|\w\w\/)/.test(page))
  .flatMap(shellBlocksOf)
  .map((block) => block.replaceAll('{{sandboxFile}}', '.data/sandbox.json'))
  .filter((block) => !block.startsWith('npm install'));

const mark = '=== next block';
/** The page on payouts describes this step in words: the payment has reached success. */
const untilPaid = `until curl -s $page/state | grep -q '"status":"success"'; do sleep 0.2; done`;

test('every shell block of the README and of the pages works, pasted one after another into a shell beside a fresh sandbox', async () => {
  const server = await startServer({ SANDBOX_CHAINS: 'on' });
  const folder = await mkdtemp(join(tmpdir(), 'pasarela-readme-'));
  try {
    await symlink(server.dataDir, join(folder, '.data'));
    const script = [
      // Replaces `npx`, since this folder is not a checkout.
      `npx() { shift; node ${join(checkout, 'bin/pasarela.js')} "$@"; }`,
      ...blocks.map((block) => `echo '${mark}'\n${block.includes('cashout') ? untilPaid : ''}\n${block}`),
    ].join('\n');
    const { stdout } = await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', script], {
      cwd: folder,
      env: { PATH: process.env.PATH, DATA_DIR: server.dataDir },
      timeout: deadlines.test,
    });
    const [, ...answers] = stdout.split(`${mark}\n`);
    expect(answers).toHaveLength(18);
    // The block that only sets the shell up says nothing.
    const [card = '', , ...others] = answers;
    for (const answer of [card, ...others]) expect(answer).toMatch(/\S/);
    const [usdt = '', payment = '', payout = ''] = others;
    for (const answer of [card, usdt])
      expect(JSON.parse(answer)).toMatchObject({ status: 'Success', code: 200 });
    const page = await fetch(JSON.parse(usdt).data.urlCheckout);
    expect(page.url).toContain('/crypto/');
    expect(payment).toMatch(/"transaction":"0x[0-9a-f]{64}"/);
    expect(JSON.parse(payout)).toMatchObject({ status: true, url: expect.stringContaining('/payout/') });
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('the README says which live card processors there are', () => {
  const isNone = Object.keys(processorEntries).join() === 'sandbox';
  expect(/\*\*no live card processor is built in yet\*\*/i.test(textOf('README.md'))).toBe(isNone);
});
