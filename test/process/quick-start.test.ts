import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { deadlines } from '../kit/deadlines.ts';
import { unusedPort } from '../kit/ports.ts';
import { cleanUp, startServer } from '../kit/processes/child.ts';

/** The quick start, followed as its reader does: from the page that the sandbox serves. */

const checkout = join(import.meta.dirname, '../..');
const mark = '=== next step';
/** `npx` builds a checkout that it does not know yet, beside the other tests. */
const npx = `npx() { shift; node ${join(checkout, 'bin/pasarela.js')} "$@"; }`;
const mostSteps = 8;
/** Twelve on an idle machine, 44 were seen on a busy one. The page promises five minutes, most of them for its reader. */
const mostSeconds = 120;

let folder: string;
afterAll(async () => {
  await cleanUp();
  await rm(folder, { recursive: true, force: true });
});

test('the quick start leads, as pasted, to a verified webhook, in few steps and within two minutes', async () => {
  const begun = performance.now();
  folder = await mkdtemp(join(tmpdir(), 'pasarela-quick-start-'));
  const [server, port] = await Promise.all([startServer(), unusedPort(), layOut()]);
  // The receiver's port may be taken on this machine.
  const page = (await (await fetch(`${server.url}/docs/en/quick-start.md`)).text()).replaceAll(
    /(?<=localhost:|listen\()3000/g,
    String(port),
  );
  const blocks = [...page.matchAll(/^```(sh|ts)\n(.*?)^```$/gms)].map(([, kind, text = '']) => ({
    isFile: kind === 'ts',
    text,
  }));
  expect(blocks.filter(({ isFile }) => isFile)).toHaveLength(2);
  const script = blocks.map(({ isFile, text }) => (isFile ? saving(text) : text));
  const withCurl = script.pop();
  const { stdout } = await promisify(execFile)(
    'bash',
    ['-euo', 'pipefail', '-c', [npx, ...script, `trap 'kill $!' EXIT; echo '${mark}'`, withCurl].join('\n')],
    { cwd: join(folder, 'pasarela'), env: { PATH: process.env.PATH, HOME: folder }, timeout: deadlines.test },
  );
  const seconds = (performance.now() - begun) / 1000;
  const [receiving = '', charged = ''] = stdout.split(`${mark}\n`);
  expect(receiving).toContain('verified: charge.approved\n');
  expect(receiving).toMatch(/charge\.approved .*\n {2}confirmed/);
  expect(JSON.parse(charged)).toMatchObject({ status: 'Success', data: { urlCheckout: expect.any(String) } });
  // The start of the sandbox is a step, too.
  const steps = script.length + 1;
  console.info(`The quick start took ${steps} steps and ${seconds.toFixed(1)} seconds.`);
  expect(steps).toBeLessThanOrEqual(mostSteps);
  expect(seconds).toBeLessThanOrEqual(mostSeconds);
});

/** A folder like the checkout. The client is copied, because packing writes beside it. */
async function layOut(): Promise<void> {
  const place = join(folder, 'pasarela');
  await mkdir(join(place, 'sdk'), { recursive: true });
  await cp(join(checkout, 'sdk/typescript'), join(place, 'sdk/typescript'), { recursive: true });
  for (const name of ['node_modules', 'tsconfig.json']) {
    await symlink(join(checkout, name), join(place, name));
  }
}

/** What the reader does who saves a sample under the name in its first line. */
function saving(text: string): string {
  const [, name = ''] = /^\/\/ (\S+\.mjs)\n/.exec(text) ?? [];
  expect(name).not.toBe('');
  return `cat > ../shop/${name} <<'END OF FILE'\n${text}END OF FILE`;
}
