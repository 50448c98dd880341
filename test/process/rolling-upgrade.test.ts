import { execFileSync, spawnSync } from 'node:child_process';
import { mkdir, readdir, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  cleanUp,
  newCharge,
  newDataDir,
  type RunningServer,
  readCharge,
  startServer,
  stop,
} from '../kit/processes/child.ts';
import { type EmptyDatabase, openEmptyDatabase } from '../kit/processes/database.ts';
import { expectWhole, startTrading } from './trader.ts';
import versionBefore from './version-before.json' with { type: 'json' };

/**
 * The previous version, whose processes run while those of this one are started. Its commit moves forward with every
 * release, and before a migration that is marked as breaking.
 */

const checkout = join(import.meta.dirname, '../..');
const git = (...words: string[]) => spawnSync('git', ['-C', checkout, ...words]);
const isKnown = git('cat-file', '-e', `${versionBefore.commit}^{commit}`).status === 0;
if (!isKnown) {
  console.warn(`Skipped: this checkout has no commit ${versionBefore.commit}. Its history is cut off.`);
}

let database: EmptyDatabase;
let before: string;

beforeAll(async () => {
  if (!isKnown) return;
  database = await openEmptyDatabase();
  // The previous version uses the server's session defaults, and other tests set unusual ones.
  const name = new URL(database.url).pathname.slice(1);
  for (const [setting, value] of Object.entries(plainSessions)) {
    await database.sql.unsafe(`ALTER DATABASE "${name}" SET ${setting} = '${value}'`);
  }
  before = await checkOut(versionBefore.commit);
});
afterAll(async () => {
  await cleanUp();
  await database?.drop();
});

const plainSessions = {
  datestyle: 'ISO, MDY',
  intervalstyle: 'postgres',
  timezone: 'UTC',
  bytea_output: 'hex',
  extra_float_digits: '1',
  default_transaction_isolation: 'read committed',
};

/** Uses the packages of this checkout, so it needs no network. */
async function checkOut(commit: string): Promise<string> {
  const folder = join(dirname(await newDataDir()), 'checkout');
  await mkdir(folder);
  const packed = execFileSync('git', ['-C', checkout, 'archive', commit], { maxBuffer: 1 << 28 });
  execFileSync('tar', ['-x', '-C', folder], { input: packed });
  for (const name of ['node_modules', 'dist']) await symlink(join(checkout, name), join(folder, name));
  return folder;
}

test.skipIf(!isKnown)(
  'this version migrates and starts beside the one before under load, and that one goes on and starts again',
  async () => {
    const env = { DATABASE_URL: database.url };
    const startOld = () => startServer(env, { checkout: before });
    const old = await startOld();
    let alive: RunningServer[] = [old];
    const trading = startTrading(() => alive, old.merchant, 6);
    await trading.more(20);

    const ours = await startServer(env);
    const applied = await database.sql<{ name: string }[]>`SELECT name FROM migrations ORDER BY name`;
    const own = (await readdir(join(checkout, 'migrations'))).sort();
    expect(applied.map(({ name }) => name)).toEqual(own);
    alive = [old, ours];
    await trading.more(40);
    // Each version reads the other's charges.
    const reference = await newCharge(old);
    expect((await readCharge(ours, reference)).httpStatus).toBe(200);

    alive = [ours];
    expect(await stop(old, 'SIGKILL')).toBe('SIGKILL');
    await trading.more(20);

    // A downgrade: the old version starts on a database with a newer schema.
    const again = await startOld();
    alive = [again, ours];
    await trading.more(20);
    await trading.stop();
    // While a table is changed, some requests may get a 503.
    expect([...trading.trades.statuses.keys()].filter((status) => status !== 503)).toEqual([200]);
    await expectWhole(database.sql, trading.trades);
    expect(await Promise.all([again, ours].map((each) => stop(each)))).toEqual([0, 0]);
    expect(again.stderr() + ours.stderr()).toBe('');
  },
);
