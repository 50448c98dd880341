import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFile,
  chmod,
  chown,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  realpath,
  rm,
  stat,
  truncate,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeBackupFile } from '../../src/base/db/embedded/backup-file.ts';
import { locateBinaries } from '../../src/base/db/embedded/binaries.ts';
import { type Outcome, run } from '../../src/surfaces/cli/run.ts';
import { pay, until } from '../kit/client.ts';
import { actingUser, machineUser } from '../kit/machine-user.ts';
import {
  cleanUp,
  newCharge,
  newDataDir,
  type RunningServer,
  readCharge,
  startServer,
  stop,
} from '../kit/processes/child.ts';

/** A backup of a server in use, and its restoration elsewhere. */

let folder: string;
let server: RunningServer;
let file: string;
let restoredDir: string;
const before: string[] = [];

const cli = (dataDir: string, ...argv: string[]): Promise<Outcome> => run(argv, { DATA_DIR: dataDir });

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pasarela-backup-'));
  file = join(folder, 'one.backup');
  server = await startServer();
  for (let count = 0; count < 20; count++) before.push(await newCharge(server));
  await pay(server, before[0] as string, '4242424242424242');
  await cli(server.dataDir, 'merchants', 'create', '--name', 'Tienda', '--email', 'ana@tienda.example');
  let isOver = false;
  const writing = (async () => {
    while (!isOver) await newCharge(server);
  })();
  const { exitCode, stderr } = await cli(server.dataDir, 'backup', file);
  isOver = true;
  await writing;
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
});
afterAll(async () => {
  await cleanUp();
  await rm(folder, { recursive: true });
});

test('it is for its owner alone, and nothing lies beside it', async () => {
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(await readdir(folder)).toEqual(['one.backup']);
  expect((await cli(server.dataDir, 'backup', file)).stderr).toContain('is there already');
});

test('restored elsewhere, everything of before is there, checked, and payouts wait', async () => {
  const dataDir = await newDataDir();
  const { exitCode, stdout } = await cli(dataDir, 'restore', file, '--by', machineUser);
  expect(exitCode).toBe(0);
  expect(stdout).toMatch(/^1 entries with \d postings\.\nAll is right: every entry sums to zero/m);
  expect(stdout).toContain('all as they were written');
  expect((await readdir(dataDir)).toSorted()).toEqual(['postgres']);

  const other = await startServer({}, { dataDir });
  for (const reference of before) expect((await readCharge(other, reference)).httpStatus).toBe(200);
  expect((await cli(dataDir, 'payouts', 'pauses')).stdout).toMatch(/^restored .* Restored from a backup of/m);
  expect((await cli(dataDir, 'audit', 'list')).stdout).toMatch(/user .+ +database_restored/);
  const resumed = await cli(
    dataDir,
    'payouts',
    'resume',
    'all',
    '--by',
    machineUser,
    '--reason',
    'in a hurry',
  );
  expect(resumed.stderr).toContain('are not paused');
  await newCharge(other);
  expect(await stop(other)).toBe(0);
  restoredDir = dataDir;

  const again = await cli(dataDir, 'restore', file);
  expect(again).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('is there already') });
});

test('the newest of a folder is tried out, and the installation knows what came of it', async () => {
  const noted = async () => {
    const checks = JSON.parse((await cli(server.dataDir, 'checks', '--json')).stdout);
    return checks.filter(({ check }: { check: string }) => check === 'backup_verification');
  };
  const { exitCode, stdout } = await cli(server.dataDir, 'backup', 'verify', folder, '--scratch', folder);
  expect({ exitCode, stdout }).toEqual({
    exitCode: 0,
    stdout: expect.stringMatching(
      /^.*one\.backup holds entries until .*All is right: every entry.*is noted/s,
    ),
  });
  expect(await noted()).toMatchObject([{ check: 'backup_verification', found: 0 }]);
  const broken = join(folder, 'two.backup');
  await writeFile(broken, (await readFile(file)).subarray(0, 10_000));
  const failed = await cli(server.dataDir, 'backup', 'verify', folder);
  expect(failed).toMatchObject({
    exitCode: 1,
    stdout: expect.stringContaining('two.backup is no whole backup'),
  });
  expect(await noted()).toMatchObject([{ check: 'backup_verification', found: 1 }]);
  await rm(broken);
  expect(await readdir(folder)).toEqual(['one.backup']);
});

test('a database that was recovered to a new timeline is noticed by the next start', async () => {
  const marked = async () =>
    (await cli(restoredDir, 'audit', 'list', '--subject', 'installation', '--json')).stdout;
  expect(JSON.parse(await marked())).toHaveLength(1);
  const cluster = join(restoredDir, 'postgres');
  const { uid, gid } = await stat(cluster);
  // Requests a point-in-time recovery: PostgreSQL replays to the end of the log and starts a new timeline there.
  await appendFile(join(cluster, 'postgresql.auto.conf'), "restore_command = 'false'\n");
  await writeFile(join(cluster, 'recovery.signal'), '');
  await chown(join(cluster, 'recovery.signal'), uid, gid);
  const started = await startServer({}, { dataDir: restoredDir });
  await expect.poll(() => started.stdout()).toContain('not the one that was used before');
  expect(await stop(started)).toBe(0);
  expect(JSON.parse(await marked())).toMatchObject([{ actor: 'pasarela' }, { actor: actingUser }]);
});

test('a base backup is restored to a scratch server by the script for it, and verified there', async () => {
  const base = await mkdtemp(join(tmpdir(), 'pasarela-base-'));
  const { uid, gid } = await stat(join(restoredDir, 'postgres'));
  await chmod(base, 0o755);
  await mkdir(join(base, 'base/monday'), { recursive: true });
  const cluster = await realpath(join(restoredDir, 'postgres'));
  const archive = join(base, 'base/monday/base.tar.gz');
  await promisify(execFile)('tar', ['-czf', archive, '-C', cluster, '.']);
  await chmod(archive, 0o644);
  const PGDATA = join(base, 'scratch/data');
  await mkdir(join(base, 'scratch'));
  await chown(join(base, 'scratch'), uid, gid);
  const script = 'ops/kubernetes/components/backup-verify/restore-newest.sh';
  const env = { PATH: process.env.PATH, BASE_DIR: join(base, 'base'), PGDATA, PGPORT: '54999' };
  const shell = ['-s'];
  const restoring = spawn('sh', shell, { uid, gid, cwd: '/', env, stdio: ['pipe', 'ignore', 'inherit'] });
  restoring.stdin.end(await readFile(join(import.meta.dirname, '../..', script)));
  expect(await once(restoring, 'exit')).toEqual([0, null]);
  const binaries = await locateBinaries({ uid, gid });
  const scratch = spawn(join(binaries, 'postgres'), ['-D', PGDATA, '-k', join(base, 'scratch')], {
    ...{ uid, gid, cwd: '/', env, stdio: 'ignore' as const },
  });
  const ended = once(scratch, 'exit');
  try {
    const url = 'postgres://pasarela@127.0.0.1:54999/pasarela';
    const verify = () => cli(server.dataDir, 'backup', 'verify', '--database', url);
    const { exitCode, stdout } = await until(verify, (outcome) => outcome.exitCode === 0);
    expect([exitCode, stdout]).toEqual([0, expect.stringMatching(/All is right.*is noted/s)]);
    const own = await run(['backup', 'verify', '--database', url], { DATABASE_URL: url });
    expect(own.stderr).toContain('is DATABASE_URL itself');
  } finally {
    scratch.kill('SIGINT');
    await ended;
    await rm(base, { recursive: true });
  }
});

test.each([
  ['cut off', async (path: string) => truncate(path, (await stat(path)).size - 1_000)],
  ['cut off in the middle', async (path: string) => truncate(path, (await stat(path)).size >> 1)],
  [
    'changed by a bit',
    async (path: string) => {
      const bytes = await readFile(path);
      bytes.writeUInt8((bytes.at(bytes.length >> 1) as number) ^ 1, bytes.length >> 1);
      await writeFile(path, bytes);
    },
  ],
  ['something else', async (path: string) => writeFile(path, 'no backup at all')],
])('a backup that is %s is refused, and nothing is left of it', async (_, damage) => {
  const copy = join(folder, 'damaged.backup');
  await writeFile(copy, await readFile(file));
  await damage(copy);
  const dataDir = await newDataDir();
  const { exitCode, stderr } = await cli(dataDir, 'restore', copy);
  expect({ exitCode, stderr }).toEqual({
    exitCode: 1,
    stderr: expect.stringContaining('is no whole backup'),
  });
  expect(await readdir(dataDir)).toEqual([]);
});

test('one of a newer version, or of another kind of machine, is refused by name', async () => {
  const facts = {
    takenAt: new Date(),
    mode: 'sandbox',
    serverVersion: '18.4',
    platform: `${process.platform}-${process.arch}`,
    systemIdentifier: '1',
    migrations: ['9999_from_the_future.sql'],
  };
  async function* nothing() {}
  const newer = join(folder, 'newer.backup');
  await writeBackupFile(newer, facts, nothing());
  expect((await cli(await newDataDir(), 'restore', newer)).stderr).toContain('9999_from_the_future.sql');
  const foreign = join(folder, 'foreign.backup');
  await writeBackupFile(foreign, { ...facts, migrations: [], platform: 'plan9-vax' }, nothing());
  expect((await cli(await newDataDir(), 'restore', foreign)).stderr).toContain('plan9-vax');
});

test('an external database is none of its business', async () => {
  const env = { DATABASE_URL: 'postgres://127.0.0.1:1/nowhere' };
  for (const command of ['backup', 'restore']) {
    expect((await run([command, join(folder, 'x')], env)).stderr).toContain('docs/operate/backup.md');
  }
});

test('killed half-way, a restore leaves no database; a start begins empty and clears the rest away', async () => {
  const dataDir = await newDataDir();
  const main = join(import.meta.dirname, '../../src/surfaces/cli/main.ts');
  const env = { PATH: process.env.PATH, DATA_DIR: dataDir };
  const child = spawn(process.execPath, [main, 'restore', file], { env, stdio: 'ignore' });
  const gone = once(child, 'exit');
  await until(
    async () => (await readdir(dataDir).catch(() => [])).some((name) => name.startsWith('postgres.init-')),
    (isThere) => isThere,
  );
  child.kill('SIGKILL');
  await gone;
  expect(await lstat(join(dataDir, 'postgres')).catch(() => null)).toBeNull();
  expect(await readdir(dataDir)).toHaveLength(1);
  const { exitCode, stdout } = await cli(dataDir, 'merchants', 'list');
  expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: expect.not.stringContaining('Demo') });
  expect(await readdir(dataDir)).toEqual(['postgres']);
});
