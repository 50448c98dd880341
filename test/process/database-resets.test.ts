import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { connect, type Sql } from '../../src/db/pool.ts';
import { checkLedger } from '../../src/ledger/check-ledger.ts';
import { type Answer, call, keyHeaders, sampleCharge, until } from '../kit/client.ts';
import { deadlines } from '../kit/deadlines.ts';
import { type Pooler, startPgBouncer } from '../kit/pgbouncer.ts';
import { createTestDatabase, type TestDatabase } from '../kit/postgres.ts';
import { cleanUp, newCharge, type RunningServer, startServer, stop } from '../kit/processes/child.ts';
import { openWire, type Wire } from '../kit/wire.ts';

/** Minutes of it: RESETS_SECONDS=180 npx vitest run test/process/database-resets.test.ts */
const seconds = Number(process.env.RESETS_SECONDS ?? 8);
const merchants = 12;
const card = { number: '4242424242424242', expiry: '12/39', code: '123', name: 'Ana Test' };
const asForm = { accept: 'application/json', 'content-type': 'application/x-www-form-urlencoded' };

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

/** What merchants and customers noted down. */
interface Notes {
  charges: Set<string>;
  approved: Set<string>;
  statuses: Map<number, number>;
}

/** Charges and payments, one after the other, until told to stop. What got a 503 is sent again just as it was. */
async function trade(notes: Notes, isOver: () => boolean): Promise<void> {
  const note = (answer: Answer): Answer => {
    notes.statuses.set(answer.httpStatus, (notes.statuses.get(answer.httpStatus) ?? 0) + 1);
    return answer;
  };
  while (!isOver()) {
    const opened = note(await call(server, 'POST', '/api/auth/token', keyHeaders(server.merchant)));
    if (opened.httpStatus !== 200) continue;
    const token = {
      authorization: `Bearer ${opened.body.data.access_token}`,
      'x-session-id': opened.body.data.session_id,
    };
    const made = note(await call(server, 'POST', '/api/transactions/charges', token, sampleCharge));
    if (made.httpStatus !== 200) continue;
    const { reference } = made.body.data;
    notes.charges.add(reference);
    const paid = note(
      await call(server, 'POST', `/pay/${reference}`, asForm, new URLSearchParams(card).toString()),
    );
    if (paid.body.status === 'approved') notes.approved.add(reference);
  }
}

describe.each(['PostgreSQL', 'PgBouncer in transaction mode'])('with %s behind a bad wire', (kind) => {
  test('resets by chance are 503s outside, nothing acknowledged is lost, and all is well at once after', {
    timeout: deadlines.longTest + seconds * 1_000,
  }, async () => {
    pooler = kind === 'PostgreSQL' ? null : await startPgBouncer(database.url);
    wire = await openWire(pooler?.url ?? database.url);
    server = await startServer({ DATABASE_URL: wire.url });
    const notes: Notes = { charges: new Set(), approved: new Set(), statuses: new Map() };
    const endsAt = Date.now() + seconds * 1_000;
    const isOver = (): boolean => Date.now() > endsAt && notes.approved.size >= 20;

    let resets = 0;
    const breakSome = (): void => {
      if (isOver()) return;
      const count = 1 + Math.floor(Math.random() * 3);
      wire.reset(count);
      resets += count;
      setTimeout(breakSome, 30 + Math.random() * 120);
    };
    breakSome();
    await Promise.all(Array.from({ length: merchants }, () => trade(notes, isOver)));

    // At once: not one refusal, however many come together.
    const after = await Promise.all(Array.from({ length: 40 }, () => newCharge(server)));
    expect(after.every((reference) => /^[0-9a-f-]{36}$/.test(reference))).toBe(true);

    expect([...notes.statuses.keys()].sort()).toEqual([200, 503]);
    expect(resets).toBeGreaterThan(seconds * 5);
    const stored = await sql<{ id: string }[]>`SELECT id FROM charges`;
    const ids = new Set(stored.map(({ id }) => id));
    expect([...notes.charges].filter((reference) => !ids.has(reference))).toEqual([]);

    // What was cut off on its way to the acquirer is found out by inquiry.
    await sql`
        UPDATE attempts
           SET created_at = created_at - interval '2 minutes', due_at = now(), lease_until = NULL
         WHERE status IN ('created', 'authenticating', 'unknown')`;
    await until(
      () => sql`SELECT FROM attempts WHERE status IN ('created', 'authenticating', 'unknown')`,
      (unresolved) => unresolved.length === 0,
    );
    const payments = await sql`
        SELECT charge.id,
               charge.status = 'approved' AS paid,
               (SELECT count(*)::int FROM sandbox_acquirer.payments AS payment
                  JOIN attempts ON attempts.id::text = payment.id
                 WHERE attempts.charge_id = charge.id AND payment.status = 'approved') AS acquired,
               (SELECT count(*)::int FROM ledger_entries WHERE subject_id = charge.id AND kind = 'charge_approved') AS posted,
               (SELECT count(*)::int FROM events WHERE subject_id = charge.id AND status = 'approved') AS told
          FROM charges AS charge`;
    for (const { id, paid, ...times } of payments) {
      const once = paid ? 1 : 0;
      expect({ id, ...times }).toEqual({ id, acquired: once, posted: once, told: once });
      if (notes.approved.has(id)) expect({ id, paid }).toEqual({ id, paid: true });
    }
    const { wrongBalances, lopsidedEntries, unexplainedCharges } = await checkLedger(sql);
    expect({ wrongBalances, lopsidedEntries, unexplainedCharges }).toEqual({
      wrongBalances: [],
      lopsidedEntries: [],
      unexplainedCharges: [],
    });
    expect(await stop(server)).toBe(0);
    expect(server.stderr()).toBe('');
  });
});
