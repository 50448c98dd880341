import { resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { isDatabaseUnavailable } from '../errors.ts';
import { connect } from '../pool.ts';
import { openCluster, superuser } from './cluster.ts';
import {
  isPostmaster,
  type LaunchedPostmaster,
  launchPostmaster,
  pollIntervalMs,
  readPostmasterFile,
  stopPostmaster,
} from './postmaster.ts';

export type EmbeddedPostgres = {
  url: string;
  /** It already ran: another process uses it, or an earlier one died and left it running. */
  adopted: boolean;
  /** Stops the database for all users of this data folder, adopted or not. */
  stop(): Promise<void>;
};

const database = 'pasarela';

/** Recovery after a crash replays up to `max_wal_size`: such a slow start must not be cut off. */
const startTimeoutMs = 300_000;

/** Other causes of a failed launch do not pass by themselves. */
const passingCauses = [
  /Address already in use/, // another program took the port we had found free
  /lock file "postmaster.pid" already exists/, // another process launched at the same moment
  /lock file "postmaster.pid" is empty/, // … and has only just begun to write it
  /pre-existing shared memory block/, // the postmaster was killed and its children are still exiting
];
/** Spread over about ten seconds, far longer than any passing cause lasts. */
const maxLaunches = 20;
const relaunchDelayMs = 500;

/**
 * Runs a real PostgreSQL on `<dataDir>/postgres`, or joins the one that already runs there. Needs no lock of our own:
 * if two processes launch at once, PostgreSQL lets one through, and the other finds it running at its next attempt.
 */
export async function startEmbeddedPostgres(options: {
  dataDir: string;
  settings?: Record<string, string>;
  /** Called while PostgreSQL is busy and the caller has time for something else. */
  onWait?: () => void;
}): Promise<EmbeddedPostgres> {
  const { settings = {}, onWait = () => {} } = options;
  const cluster = await openCluster(resolve(options.dataDir), settings.fsync !== 'off', onWait);
  const { folder } = cluster;
  const deadline = Date.now() + startTimeoutMs;
  let launched: LaunchedPostmaster | null = null;
  let launches = 0;

  for (;;) {
    const file = await readPostmasterFile(folder);
    const running = file !== null && (await isPostmaster(file.pid, folder));

    if (running && file.status === 'ready') {
      const server = `postgres://${superuser}:${cluster.password}@127.0.0.1:${file.port}`;
      const adopted = file.pid !== launched?.pid;
      const stop = () => stopPostmaster(file.pid, folder);
      try {
        await ensureDatabase(server);
        return { url: `${server}/${database}`, adopted, stop };
      } catch (error) {
        // It may stop at the moment in which it was found ready.
        if (!isDatabaseUnavailable(error)) {
          if (!adopted) await stop();
          throw new Error(`The embedded PostgreSQL in ${folder} runs but refuses us`, { cause: error });
        }
      }
    }

    if (launched?.hasExited()) {
      const words = await launched.lastWords();
      launched = null;
      if (!running) {
        if (launches >= maxLaunches || !passingCauses.some((cause) => cause.test(words))) {
          throw new Error(`The embedded PostgreSQL in ${folder} did not start:\n${words}`);
        }
        await delay(relaunchDelayMs);
        continue;
      }
    }

    if (!running && launched === null) {
      launches += 1;
      launched = await launchPostmaster({ ...cluster, settings, impostorPid: file?.pid ?? null });
      onWait();
    }
    if (Date.now() > deadline) {
      throw new Error(
        `The embedded PostgreSQL in ${folder} is not ready after ${startTimeoutMs / 1000} s; ` +
          'it goes on by itself, and the next start finds it',
      );
    }
    await delay(pollIntervalMs);
  }
}

/** Renames the database that initdb makes to ours: a copy would take a tenth of a second. */
async function ensureDatabase(server: string): Promise<void> {
  if (await isThere(server)) return;
  const sql = connect(`${server}/template1`, { max: 1 });
  try {
    await sql.unsafe(`ALTER DATABASE postgres RENAME TO ${database}`);
  } catch (error) {
    // Another process that starts on the same folder was faster.
    if (!(await isThere(server))) throw error;
  } finally {
    await sql.end();
  }
}

async function isThere(server: string): Promise<boolean> {
  const sql = connect(`${server}/${database}`, { max: 1 });
  try {
    await sql`SELECT 1`;
    return true;
  } catch (error) {
    if ((error as { code?: string }).code !== '3D000') throw error;
    return false;
  } finally {
    await sql.end();
  }
}
