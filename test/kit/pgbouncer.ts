import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect as dial } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from './client.ts';
import { unusedPort } from './ports.ts';
import { findPgBouncer } from './programs.ts';

export interface Pooler {
  /** The database's URL through the pooler. */
  url: string;
  stop(): Promise<void>;
}

/** A real PgBouncer in transaction mode with a minimal configuration, with fewer connections than its clients have. */
export async function startPgBouncer(databaseUrl: string): Promise<Pooler> {
  const folder = await mkdtemp(join(tmpdir(), 'pasarela-pgbouncer-'));
  await chmod(folder, 0o755);
  const port = await unusedPort();
  const { hostname, port: serverPort, username, password } = new URL(databaseUrl);
  const file = join(folder, 'pgbouncer.ini');
  await writeFile(
    file,
    `[databases]
* = host=${hostname} port=${serverPort} user=${username}${password && ` password=${password}`}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 8
max_client_conn = 200
server_login_retry = 0
logfile =
`,
  );
  // It refuses to run as root.
  const account = process.getuid?.() === 0 ? ['--user', 'nobody'] : [];
  const program = findPgBouncer();
  if (!program) throw new Error('There is no PgBouncer: run scripts/ensure-programs.ts.');
  const child = spawn(program, [...account, file], { stdio: 'ignore' });
  await until(
    () => isListening(port),
    (yes) => yes || child.exitCode !== null,
  );
  const url = new URL(databaseUrl);
  url.host = `127.0.0.1:${port}`;
  return {
    url: url.href,
    async stop() {
      if (child.exitCode === null) {
        const gone = once(child, 'exit');
        child.kill('SIGKILL');
        await gone;
      }
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function isListening(port: number): Promise<boolean> {
  return new Promise((tell) => {
    const socket = dial(port, '127.0.0.1', () => {
      socket.destroy();
      tell(true);
    });
    socket.on('error', () => tell(false));
  });
}
