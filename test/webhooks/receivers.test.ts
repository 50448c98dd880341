import { execFile, spawn } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { signWebhook } from '../../sdk/typescript/src/webhooks.ts';
import { until } from '../kit/client.ts';
import { textOf } from '../kit/documents.ts';
import { unusedPort } from '../kit/ports.ts';

/** The receivers in the guide about webhooks, run as they stand there, each in its language. */

const run = promisify(execFile);
const secret = `whsec_${Buffer.from('a secret of a receiver, 32 bytes').toString('base64')}`;
const [, samples = ''] = /^## A receiver\n(.*?)^## /ms.exec(textOf('docs/integrate/webhooks.md')) ?? [];

interface Receiver {
  fence: string;
  file: string;
  command(port: number): [string, ...string[]];
  /** Shows whether the language is here. */
  probe: [string, string];
}

const receivers: Receiver[] = [
  {
    fence: 'ts',
    file: 'receiver.mjs',
    command: () => [process.execPath, 'receiver.mjs'],
    probe: ['node', '-v'],
  },
  {
    fence: 'python',
    file: 'receiver.py',
    command: () => ['python3', 'receiver.py'],
    probe: ['python3', '-V'],
  },
  {
    fence: 'php',
    file: 'receiver.php',
    command: (port) => ['php', '-S', `localhost:${port}`, 'receiver.php'],
    probe: ['php', '-v'],
  },
  { fence: 'go', file: 'receiver.go', command: () => ['./receiver'], probe: ['go', 'version'] },
];

let client: string;
beforeAll(async () => {
  const built = await build({
    entryPoints: [join(import.meta.dirname, '../../sdk/typescript/src/index.ts')],
    bundle: true,
    format: 'esm',
    platform: 'neutral',
    write: false,
  });
  client = built.outputFiles[0]?.text ?? '';
});

const ends: (() => Promise<unknown>)[] = [];
afterAll(() => Promise.all(ends.map((end) => end())));

/**
 * Without optimising: on a new machine Go first compiles its library, which takes 37 s of processor time with it and 26
 * without.
 */
async function buildGo(folder: string, file: string): Promise<void> {
  const env = { ...process.env, CGO_ENABLED: '0' };
  await run('go', ['build', '-gcflags=all=-N -l', '-ldflags=-s -w', '-o', 'receiver', file], {
    cwd: folder,
    env,
  });
}

/** Starts a receiver in a folder of its own; null: its language is missing on this machine. */
async function start(
  { fence, file, command, probe }: Receiver,
  environment: Record<string, string>,
): Promise<{ url: string; folder: string; isOver(): boolean } | null> {
  const isHere = await run(probe[0], [probe[1]]).then(
    () => true,
    () => false,
  );
  if (!isHere) return null;
  const folder = await mkdtemp(join(tmpdir(), 'pasarela-receiver-'));
  ends.push(() => rm(folder, { recursive: true, force: true }));
  const port = await unusedPort();
  const sample = new RegExp(`^\`\`\`${fence}\n(.*?)^\`\`\`$`, 'ms').exec(samples)?.[1] ?? '';
  expect(sample).toContain('3000');
  await writeFile(join(folder, file), sample.replaceAll('3000', String(port)));
  if (fence === 'ts') await installClient(folder);
  if (fence === 'go') await buildGo(folder, file);
  const [binary, ...args] = command(port);
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn(binary, args, { cwd: folder, env: { PATH, HOME, ...environment }, stdio: 'ignore' });
  ends.unshift(async () => child.kill('SIGKILL'));
  const url = `http://localhost:${port}/hook`;
  const isOver = () => child.exitCode !== null;
  // An unsigned request: it is refused as soon as somebody listens.
  await until(
    () =>
      fetch(url, { method: 'POST', body: '{}' }).then(
        ({ status }) => status,
        () => 0,
      ),
    (status) => status !== 0 || isOver(),
  );
  return { url, folder, isOver };
}

describe.each(receivers)('the receiver in $fence', (receiver) => {
  test('keeps each event once, as it arrived, and refuses what is forged, old or changed', async (context) => {
    const started = await start(receiver, { PASARELA_WEBHOOK_SECRET: secret });
    if (started === null) return context.skip(`${receiver.probe[0]} is not installed on this machine`);
    const { url, folder } = started;
    const send = async (body: string, headers: Record<string, string>): Promise<number> =>
      (await fetch(url, { method: 'POST', body, headers })).status;
    const kept = async () => await readdir(join(folder, 'inbox')).catch(() => []);
    // Nobody's JSON writer would write it like this again.
    const body =
      '{ "eventId":"evt-1",\n "eventType":"charge.approved", "amount":1.50, "name":"Jos\\u00e9 ñ" }';
    const good = await signWebhook(body, secret, { id: 'evt-1' });

    const old = await signWebhook(body, secret, { id: 'evt-1', now: new Date(Date.now() - 301_000) });
    const ahead = await signWebhook(body, secret, { id: 'evt-1', now: new Date(Date.now() + 310_000) });
    const foreign = await signWebhook(body, `whsec_${Buffer.alloc(32).toString('base64')}`, { id: 'evt-1' });
    const refused: Record<string, [string, Record<string, string>]> = {
      'without a signature': [body, {}],
      'with the signature of another secret': [body, foreign],
      'older than five minutes': [body, old],
      'of the future': [body, ahead],
      'with a newer time than it was signed with': [
        body,
        { ...old, 'webhook-timestamp': good['webhook-timestamp'] ?? '' },
      ],
      'with another id': [body, { ...good, 'webhook-id': 'evt-2' }],
      'with a changed body': [body.replace('1.50', '9.50'), good],
      'with the same JSON, written otherwise': [JSON.stringify(JSON.parse(body)), good],
      'with an empty signature': [body, { ...good, 'webhook-signature': 'v1,' }],
    };
    for (const [what, [sent, headers]] of Object.entries(refused)) {
      expect([what, await send(sent, headers)]).toEqual([what, 400]);
    }
    expect(await kept()).toEqual([]);

    // While a secret is replaced, there are two signatures.
    const both = {
      ...good,
      'webhook-signature': `${foreign['webhook-signature']} ${good['webhook-signature']}`,
    };
    expect(await send(body, both)).toBe(200);
    expect(await kept()).toEqual(['evt-1.json']);
    const path = join(folder, 'inbox/evt-1.json');
    expect(await readFile(path, 'utf8')).toBe(body);
    // What was worked on stays as it is.
    await writeFile(path, 'done');
    expect(await send(body, good)).toBe(200);
    expect(await kept()).toEqual(['evt-1.json']);
    expect(await readFile(path, 'utf8')).toBe('done');
  });

  test('takes nothing without a secret, also what was signed with none', async (context) => {
    const started = await start(receiver, {});
    if (started === null) return context.skip(`${receiver.probe[0]} is not installed on this machine`);
    const timestamp = String(Math.floor(Date.now() / 1000));
    const signature = createHmac('sha256', '').update(`evt-1.${timestamp}.{}`).digest('base64');
    const headers = {
      'webhook-id': 'evt-1',
      'webhook-timestamp': timestamp,
      'webhook-signature': `v1,${signature}`,
    };
    const status = await fetch(started.url, { method: 'POST', body: '{}', headers }).then(
      (answer) => answer.status,
      () => 'it has ended',
    );
    expect([400, 500, 'it has ended']).toContain(status);
  });
});

async function installClient(folder: string): Promise<void> {
  const place = join(folder, 'node_modules/@pasarela/client');
  await mkdir(place, { recursive: true });
  await writeFile(join(place, 'package.json'), '{"type":"module","exports":"./index.mjs"}');
  await writeFile(join(place, 'index.mjs'), client);
}
