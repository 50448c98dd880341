import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { postEntry } from '../../src/accounts/ledger/ledger.ts';
import { startEmbeddedPostgres } from '../../src/base/db/embedded/embedded.ts';
import { newId } from '../../src/base/db/ids.ts';
import { connect, type Sql } from '../../src/base/db/pool.ts';
import { cleanUp, type RunningServer, startServer, untilReady } from '../../test/kit/processes/child.ts';
import { type Receiver, startReceiver } from '../../test/kit/webhooks/receiver.ts';
import { openWire, type Wire } from '../../test/kit/wire.ts';

/** Two processes that answer and two that work, as an installation of some size has them. */
const roles = { 'api 1': 'api', 'api 2': 'api', 'worker 1': 'worker,watcher', 'worker 2': 'worker,watcher' };
export type ProcessName = keyof typeof roles;
export const processNames = Object.keys(roles) as ProcessName[];

export interface World {
  /** The database itself, whatever happens to the program's connections. */
  sql: Sql;
  /** The proxy between the program and the database. */
  wire: Wire;
  receiver: Receiver;
  /** The events that the merchant's server has confirmed. */
  confirmed: Set<string>;
  merchant: RunningServer['merchant'];
  person: { email: string; password: string };
  networks: RunningServer['networks'];
  /** The running processes; one that was killed is missing until it is back. */
  running: Map<ProcessName, RunningServer>;
  /** Ends it as by `kill -9`, and starts it again at the same address. */
  killAndRestart(name: ProcessName): Promise<void>;
  close(): Promise<void>;
}

/** Starts of a process, one after another. */
const mostStarts = 10;
/** More than all payouts of a long run. */
const fundedUnits = 1_000_000_000_000n;

export async function openWorld(firstPort: number): Promise<World> {
  const folder = await mkdtemp(join(tmpdir(), 'pasarela-soak-'));
  // If this runs as root, PostgreSQL runs under another account, which must be able to read the folder.
  await chmod(folder, 0o755);
  const postgres = await startEmbeddedPostgres({
    dataDir: folder,
    settings: { max_connections: '200', fsync: 'on', synchronous_commit: 'on' },
  });
  const wire = await openWire(postgres.url);
  const receiver = await startReceiver();
  const sql = connect(postgres.url, { max: 3 });
  const running = new Map<ProcessName, RunningServer>();
  let closing: Promise<void> | null = null;

  async function begin(name: ProcessName): Promise<RunningServer> {
    const at = processNames.indexOf(name);
    const address = `http://127.0.0.1:${firstPort}`;
    const env = {
      DATABASE_URL: wire.url,
      PORT: String(firstPort + at),
      // All have the same addresses: behind a load balancer they are one.
      ...Object.fromEntries(
        ['BASE_URL', 'LEGACY_AUTH_URL', 'CRYPTO_BASE_URL', 'CHECKOUT_URL'].map((each) => [each, address]),
      ),
      ROLES: roles[name],
      DEMO_WEBHOOK_URL: `${receiver.url}/hook`,
      WEBHOOK_RETRY_DELAYS: '5,15,30',
      SANDBOX_CHAINS: 'on',
      RATE_LIMITS: 'on',
      // One merchant and one person make all the requests; per address the limits are the usual ones.
      LIMIT_PER_MERCHANT: '100000',
    };
    const started = await startServer(env, { dataDir: join(folder, name.replace(' ', '-')) });
    const server = { ...started, url: `http://127.0.0.1:${firstPort + at}` };
    await untilReady(server);
    running.set(name, server);
    return server;
  }
  function close(): Promise<void> {
    closing ??= (async () => {
      for (const server of running.values()) server.kill('SIGTERM');
      await Promise.all([...running.values()].map(({ ended }) => ended));
      await cleanUp();
      await receiver.close();
      await sql.end();
      await wire.close();
      await postgres.stop();
      await rm(folder, { recursive: true, force: true, maxRetries: 10 });
    })();
    return closing;
  }

  try {
    const first = await begin('api 1');
    await Promise.all(processNames.slice(1).map(begin));
    const { merchantId } = first.merchant;
    await sql.begin((tx) =>
      postEntry(tx, {
        merchantId,
        kind: 'wallet_funded',
        subjectId: newId(),
        postings: [
          { account: 'operator_funds', asset: 'USDT', amount: -fundedUnits },
          { account: 'merchant_available', asset: 'USDT', amount: fundedUnits },
        ],
      }),
    );
    const [, email = '', password = ''] = /Sign in as (\S+) with (\S+)/.exec(first.stdout()) ?? [];
    return {
      sql,
      wire,
      receiver,
      confirmed: new Set(),
      merchant: first.merchant,
      person: { email, password },
      networks: first.networks,
      running,
      async killAndRestart(name) {
        const old = running.get(name);
        if (!old || closing) return;
        running.delete(name);
        old.kill('SIGKILL');
        await old.ended;
        // As a supervisor does: a process that starts while the connections are cut ends by itself.
        for (let tries = 0; !closing && !running.has(name); tries++) {
          await begin(name).catch((error: Error) => {
            if (tries === mostStarts) throw error;
          });
        }
      },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}
