import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { connect, type Sql } from '../../src/base/db/pool.ts';
import { deadlines } from '../kit/deadlines.ts';
import { type Pooler, startPgBouncer } from '../kit/pgbouncer.ts';
import { createTestDatabase, type TestDatabase } from '../kit/postgres.ts';
import { cleanUp, newCharge, type RunningServer, startServer, stop } from '../kit/processes/child.ts';
import { openWire, type Wire } from '../kit/wire.ts';
import { expectWhole, startTrading } from './trader.ts';

/** For minutes of it: RESETS_SECONDS=180 npx vitest run test/process/database-resets.test.ts */
const seconds = Number(process.env.RESETS_SECONDS ?? 8);
const traders = 12;

let database: TestDatabase;
let pooler: Pooler | null = null;
let wire: Wire;
let sql: Sql;
let server: RunningServer;

beforeEach(async () => {
  database = await createTestDatabase();
  sql = connect(database.url, { max: 2 });
});
afterEach(async () => {
  await cleanUp();
  await wire.close();
  await pooler?.stop();
  pooler = null;
  await sql.end();
  await database.drop();
});
afterAll(cleanUp);

describe.each(['PostgreSQL', 'PgBouncer in transaction mode'])('with %s behind a bad wire', (kind) => {
  test('resets by chance are 503s outside, nothing acknowledged is lost, and all is well at once after', {
    timeout: deadlines.longTest + seconds * 1_000,
  }, async () => {
    pooler = kind === 'PostgreSQL' ? null : await startPgBouncer(database.url);
    wire = await openWire(pooler?.url ?? database.url);
    server = await startServer({ DATABASE_URL: wire.url });
    const { trades, more, stop: stopTrading } = startTrading(() => [server], server.merchant, traders);

    let isEnough = false;
    onTestFinished(() => {
      isEnough = true;
    });
    let resets = 0;
    const breakSome = (): void => {
      if (isEnough) return;
      const count = 1 + Math.floor(Math.random() * 3);
      wire.reset(count);
      resets += count;
      setTimeout(breakSome, 30 + Math.random() * 120);
    };
    breakSome();
    await Promise.all([delay(seconds * 1_000), more(20)]);
    isEnough = true;
    await stopTrading();

    // Immediately: not one refusal, however many come together.
    const after = await Promise.all(Array.from({ length: 40 }, () => newCharge(server)));
    expect(after.every((reference) => /^[0-9a-f-]{36}$/.test(reference))).toBe(true);

    expect([...trades.statuses.keys()].sort()).toEqual([200, 503]);
    expect(trades.cuts).toBe(0);
    expect(resets).toBeGreaterThan(seconds * 5);
    await expectWhole(sql, trades);
    expect(await stop(server)).toBe(0);
    expect(server.stderr()).toBe('');
  });
});
