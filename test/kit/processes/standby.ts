import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { isRoot, unprivilegedAccount } from '../../../src/base/db/embedded/account.ts';
import { connect, type Sql } from '../../../src/base/db/pool.ts';
import { until } from '../client.ts';
import { databaseFolder } from '../database-folder.ts';
import { unusedPort } from '../ports.ts';
import { findPostgres } from '../programs.ts';

/** Two servers of Debian's PostgreSQL: a primary that confirms nothing before its standby has it, and the standby. */
export interface Pair {
  primary: Server;
  standby: Server;
  /** Archives the primary's log elsewhere from now on, and confirms commits like a standby. */
  keepLog(): Promise<void>;
  close(): Promise<void>;
}

export interface Server {
  /** `host:port`, for a URL with several hosts. */
  host: string;
  url: string;
  sql: Sql;
  /** Ends it and all its processes with SIGKILL. */
  kill(): Promise<void>;
  /** Stops answering without closing connections; the returned function resumes it. */
  freeze(): Promise<() => void>;
}

const user = 'pasarela';
/** No test cuts the power: data that the kernel has survives a SIGKILL. */
const settings = ['fsync=off', 'full_page_writes=off', 'shared_buffers=32MB', 'max_connections=200'];

/** The URL of a database on both, as an operator writes it. */
export function urlOfPair({ primary, standby }: Pair, query = ''): string {
  return `postgres://${user}@${primary.host},${standby.host}/postgres${query}`;
}

export async function startPair(): Promise<Pair> {
  const programs = findPostgres();
  if (!programs) throw new Error('There is no PostgreSQL: run scripts/ensure-programs.ts.');
  const account = isRoot() ? await unprivilegedAccount() : null;
  const root = await mkdtemp(join(databaseFolder(), 'pasarela-pair-'));
  await chmod(root, 0o755);
  const nodes: Server[] = [];
  const keepers: ChildProcess[] = [];

  async function run(program: string, ...options: string[]): Promise<void> {
    await promisify(execFile)(join(programs as string, program), options, {
      ...account,
      cwd: '/',
      env: { LC_ALL: 'C' },
    });
  }
  async function newFolder(name: string): Promise<string> {
    const folder = join(root, name);
    await mkdir(folder, { mode: 0o700 });
    if (account) await chown(folder, account.uid, account.gid);
    return folder;
  }
  async function start(folder: string, port: number): Promise<Server> {
    const given = [...settings, `port=${port}`, 'listen_addresses=127.0.0.1', 'unix_socket_directories='];
    const child = spawn(
      join(programs as string, 'postgres'),
      ['-D', folder, ...given.flatMap((each) => ['-c', each])],
      {
        ...account,
        cwd: '/',
        env: { LC_ALL: 'C' },
        stdio: 'ignore',
      },
    );
    const host = `127.0.0.1:${port}`;
    const url = `postgres://${user}@${host}/postgres`;
    const sql = connect(url, { max: 2 });
    const node = { host, url, sql, kill: () => killAll(child), freeze: () => freezeAll(child) };
    nodes.push(node);
    await until(
      () =>
        sql`SELECT 1`.then(
          () => true,
          () => false,
        ),
      (isUp) => isUp || child.exitCode !== null,
    );
    return node;
  }

  const folders = { primary: await newFolder('primary'), standby: await newFolder('standby') };
  await run(
    'initdb',
    '-D',
    folders.primary,
    '-U',
    user,
    '-A',
    'trust',
    '-E',
    'UTF8',
    '--locale=C',
    '--no-sync',
  );
  const primary = await start(folders.primary, await unusedPort());
  await run('pg_basebackup', '-d', primary.url, '-D', folders.standby, '-R', '-c', 'fast', '--no-sync');
  const standby = await start(folders.standby, await unusedPort());
  await waitForStandbys(primary, '*');
  await until(
    () => primary.sql`SELECT FROM pg_stat_replication WHERE sync_state = 'sync'`,
    (followers) => followers.length === 1,
  );
  return {
    primary,
    standby,
    async keepLog() {
      const options = ['-d', primary.url, '-D', await newFolder('log'), '--synchronous', '--no-loop'];
      const environment = { ...account, cwd: '/', env: { LC_ALL: 'C' }, stdio: 'ignore' as const };
      keepers.push(spawn(join(programs, 'pg_receivewal'), options, environment));
    },
    async close() {
      await Promise.all(nodes.map(({ kill }) => kill()));
      await Promise.all(keepers.map(killAll));
      await Promise.all(nodes.map(({ sql }) => sql.end({ timeout: 1 })));
      await rm(root, { recursive: true, force: true });
    },
  };
}

/** Sets the standbys that a commit waits for; '': none. */
export async function waitForStandbys({ sql }: Server, names: '*' | ''): Promise<void> {
  await set(sql, 'synchronous_standby_names', names);
}

/** Cuts the replication to the standby without blocking either of them. */
export async function cutOff({ primary, standby }: Pair): Promise<void> {
  await waitForStandbys(primary, '');
  await set(standby.sql, 'primary_conninfo', '');
  await until(
    () => primary.sql`SELECT FROM pg_stat_replication`,
    (followers) => followers.length === 0,
  );
}

async function set(sql: Sql, name: string, value: string): Promise<void> {
  await sql.unsafe(`ALTER SYSTEM SET ${name} = '${value}'`);
  await sql`SELECT pg_reload_conf()`;
  await until(
    () => sql`SELECT current_setting(${name}) AS value`,
    ([row]) => row?.value === value,
  );
}

/** Promotes the standby to primary. */
export async function promote({ sql }: Server): Promise<void> {
  await sql`SELECT pg_promote()`;
}

/** Includes its child processes: each would continue for a moment without its parent. */
async function processesOf({ pid }: ChildProcess): Promise<number[]> {
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '');
  return [pid as number, ...children.trim().split(' ').filter(Boolean).map(Number)];
}

function signal(pids: number[], name: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, name);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  }
}

async function killAll(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  signal(await processesOf(child), 'SIGKILL');
  await gone;
}

async function freezeAll(child: ChildProcess): Promise<() => void> {
  const pids = await processesOf(child);
  signal(pids, 'SIGSTOP');
  return () => signal(pids, 'SIGCONT');
}
