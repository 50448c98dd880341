import { execFile } from 'node:child_process';
import { createHash, generateKeyPairSync } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, type TestContext, test } from 'vitest';
import { pythonTypes } from '../../sdk/python/generate.ts';
import { statusOf } from '../../src/base/http/status.ts';
import { call } from '../kit/client.ts';
import { addKey } from '../kit/merchants.ts';
import { type ReachableCode, refusals } from '../kit/refusals.ts';
import { startTestServer, type TestServer } from '../kit/server.ts';

/** The Python client against the real server: its own tests are in test/clients/python. */

const run = promisify(execFile);
const root = fileURLToPath(new URL('../../', import.meta.url));
const client = join(root, 'sdk/python');
const scripts = join(root, 'test/clients/python');
const packages = [
  'anyio==4.16.0',
  'cryptography==50.0.2',
  'hatchling==1.33.0',
  'httpx==0.28.1',
  'mypy==2.4.1',
  'typing_extensions==4.16.0',
];

let server: TestServer;
let folder: string;
/** Where the client is installed; null: Python is missing. */
let python: { binary: string; env: NodeJS.ProcessEnv } | null = null;
let missing = '';

beforeAll(async () => {
  [server, folder] = await Promise.all([
    startTestServer({ SANDBOX_CHAINS: 'on' }),
    mkdtemp(join(tmpdir(), 'pasarela-python-')),
  ]);
  const binary = await environment().catch((error: Error) => {
    missing = `python3 with venv and pip, and the packages of PyPI, are needed: ${error.message.split('\n')[0]}`;
    return null;
  });
  if (binary === null) return;
  const target = ['--no-deps', '--no-index', '--no-build-isolation', '--quiet', '--target', folder];
  await run(binary, ['-m', 'pip', 'install', ...target, client]);
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const signingKey = Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url');
  const { apiKey, merchantId } = server.merchant;
  const signing = await addKey(server, merchantId, { signingKey });
  const world = {
    base_url: server.url,
    api_key: apiKey,
    merchant_id: merchantId,
    signing_api_key: signing.apiKey,
    signing_key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    statuses: statusOf,
  };
  // Python writes its compiled files here, not into the sources.
  const env = { ...process.env, PYTHONPATH: folder, PYTHONPYCACHEPREFIX: join(folder, 'compiled') };
  python = { binary, env: { ...env, PASARELA_WORLD: JSON.stringify(world) } };
});
afterAll(() => Promise.all([server.stop(), rm(folder, { recursive: true, force: true })]));

/** A virtual environment with what the client needs, kept for the next run. */
async function environment(): Promise<string> {
  const { stdout: version } = await run('python3', ['-c', 'import sys, venv, ensurepip; print(sys.version)']);
  const name = createHash('sha256').update(version).update(packages.join()).digest('hex').slice(0, 16);
  const place = join(root, 'node_modules/.cache/pasarela-python', name);
  const binary = join(place, 'bin/python');
  const whole = join(place, 'whole');
  if (existsSync(whole)) return binary;
  await rm(place, { recursive: true, force: true });
  await mkdir(place, { recursive: true });
  await run('python3', ['-m', 'venv', place]);
  // Compiling all that is installed took 4 s of processor time; Python compiles what it runs.
  const quietly = ['--quiet', '--disable-pip-version-check', '--no-compile'];
  await run(binary, ['-m', 'pip', 'install', ...quietly, ...packages]);
  await writeFile(whole, '');
  return binary;
}

/** Runs Python, and gives what it wrote; where it is missing, the test is skipped. */
async function runPython(context: TestContext, ...args: string[]): Promise<string> {
  if (python === null) return context.skip(missing);
  try {
    const { stdout, stderr } = await run(python.binary, args, { cwd: scripts, env: python.env });
    return stdout + stderr;
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    throw new Error(`${stdout}\n${stderr}`);
  }
}

test('is typed by the description that the server publishes, and has its version', async () => {
  const { body } = await call(server, 'GET', '/openapi.json');
  await expect(pythonTypes(body)).toMatchFileSnapshot('../../sdk/python/src/pasarela/api.py');
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
  expect(await readFile(join(client, 'pyproject.toml'), 'utf8')).toContain(`\nversion = "${version}"\n`);
  expect(await readFile(join(client, 'src/pasarela/_core.py'), 'utf8')).toContain(`VERSION = "${version}"\n`);
});

test('does each operation, once, and says what failed', async (context) => {
  expect(await runPython(context, 'sync_half.py')).toMatch(/^OK$/m);
});

test('does the same in asyncio', async (context) => {
  expect(await runPython(context, 'async_half.py')).toMatch(/^OK$/m);
});

test('raises each refusal of the server with its class and code', async (context) => {
  // This server has no limits.
  const { rate_limited: _, ...others } = refusals;
  const refused: object[] = [];
  for (const [code, prepare] of Object.entries(others)) {
    refused.push({ code, status: statusOf[code as ReachableCode], ...(await prepare(server)) });
  }
  const file = join(folder, 'refused.json');
  await writeFile(file, JSON.stringify(refused));
  expect(await runPython(context, 'refusals.py', file)).toMatch(/^OK$/m);
});

test('has types that mypy knows, in the package and in a merchant’s program', async (context) => {
  const settings = ['--config-file', join(client, 'pyproject.toml')];
  const cache = ['--cache-dir', join(root, 'node_modules/.cache/pasarela-python/mypy')];
  const checked = [join(client, 'src/pasarela'), 'typed.py'];
  expect(await runPython(context, '-m', 'mypy', ...settings, ...cache, ...checked)).toContain(
    'no issues found',
  );
});
