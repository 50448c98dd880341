import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  type Act,
  type AuditReport,
  appendAudit,
  listAudit,
  verifyAudit,
} from '../../src/accounts/audit/audit-log.ts';
import { connect, type Sql } from '../../src/base/db/pool.ts';
import { createTestDatabase, type TestDatabase } from '../kit/postgres.ts';

let database: TestDatabase;
let sql: Sql;

beforeAll(async () => {
  database = await createTestDatabase();
  sql = connect(database.url);
});
afterAll(async () => {
  await sql.end();
  await database.drop();
});

async function append(subject: string): Promise<void> {
  const act: Act = { actor: 'Ana', act: 'payout_approved', subject, details: { units: 5n, note: 'sí' } };
  await sql.begin((tx) => appendAudit(tx, act, new Date()));
}

async function verify(expected: string | null = null): Promise<AuditReport> {
  return await sql.begin((tx) => verifyAudit(tx, expected));
}

/** Tampers as the owner of the database could. */
async function tamper(change: (tx: Sql) => PromiseLike<unknown>): Promise<void> {
  await sql`ALTER TABLE audit_log DISABLE TRIGGER USER`;
  await change(sql);
  await sql`ALTER TABLE audit_log ENABLE TRIGGER USER`;
}

beforeEach(async () => {
  await tamper((tx) => tx`TRUNCATE audit_log`);
  await sql`UPDATE audit_head SET number = 0, digest = ''`;
  for (const subject of ['payout 1', 'payout 2', 'payout 3', 'payout 4']) await append(subject);
});

test('rows that came together are numbered without a gap, and all is as it was written', async () => {
  await Promise.all(Array.from({ length: 20 }, (_, at) => append(`payout ${at}`)));
  const report = await verify();
  expect(report).toMatchObject({ rows: 24n, faults: [], isExpectedFound: null });
  expect(report.digest).toMatch(/^[0-9a-f]{64}$/);
  const [last] = await listAudit(sql, {}, 1);
  expect(last).toMatchObject({ number: 24n, actor: 'Ana', details: '{"units":"5","note":"sí"}' });
});

test('an act that did not happen leaves no row', async () => {
  const failing = sql.begin(async (tx) => {
    await appendAudit(tx, { actor: 'Ana', act: 'signed_in', subject: 'y', details: {} }, new Date());
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  expect(await verify()).toMatchObject({ rows: 4n, faults: [] });
});

test.each([
  ['UPDATE', (tx: Sql) => tx`UPDATE audit_log SET actor = 'Eva'`],
  ['UPDATE of no row', (tx: Sql) => tx`UPDATE audit_log SET actor = 'Eva' WHERE false`],
  ['DELETE', (tx: Sql) => tx`DELETE FROM audit_log WHERE number = 4`],
  ['TRUNCATE', (tx: Sql) => tx`TRUNCATE audit_log`],
])('%s is refused by the database', async (_name, change) => {
  await expect(change(sql)).rejects.toThrow('the audit log only appends');
  expect(await verify()).toMatchObject({ rows: 4n, faults: [] });
});

describe('what somebody did with the powers of the owner is found', () => {
  test.each<[string, (tx: Sql) => PromiseLike<unknown>, bigint[]]>([
    ['another actor', (tx) => tx`UPDATE audit_log SET actor = 'Eva' WHERE number = 2`, [2n]],
    ['another act', (tx) => tx`UPDATE audit_log SET act = 'x' WHERE number = 1`, [1n]],
    ['another subject', (tx) => tx`UPDATE audit_log SET subject = 'x' WHERE number = 4`, [4n]],
    ['other details', (tx) => tx`UPDATE audit_log SET details = '{}' WHERE number = 3`, [3n]],
    ['another time', (tx) => tx`UPDATE audit_log SET at = '2026-01-01' WHERE number = 2`, [2n]],
    ['another digest', (tx) => tx`UPDATE audit_log SET digest = '\\x00' WHERE number = 2`, [2n, 3n]],
    ['a row removed', (tx) => tx`DELETE FROM audit_log WHERE number = 2`, [3n, 3n]],
    ['the first removed', (tx) => tx`DELETE FROM audit_log WHERE number = 1`, [2n, 2n]],
    ['the last removed', (tx) => tx`DELETE FROM audit_log WHERE number = 4`, [3n]],
    ['all removed', (tx) => tx`DELETE FROM audit_log`, [0n]],
    [
      'two exchanged',
      (tx) => tx`
        UPDATE audit_log AS row
           SET subject = other.subject
          FROM audit_log AS other
         WHERE row.number IN (2, 3)
           AND other.number = 5 - row.number`,
      [2n, 3n],
    ],
    [
      'a row put in at the end',
      (tx) => tx`
        INSERT INTO audit_log (number, at, actor, act, subject, details, digest)
        SELECT 5, at, actor, act, subject, details, digest FROM audit_log WHERE number = 4`,
      [5n, 5n],
    ],
  ])('%s', async (_name, change, numbers) => {
    await tamper(change);
    expect((await verify()).faults.map(({ number }) => number)).toEqual(numbers);
  });

  test('a log that was rewritten from its first row to its head, by a digest noted elsewhere', async () => {
    const { digest: early } = await verify();
    await append('payout 5');
    const { digest } = await verify(early);
    expect((await verify(early)).isExpectedFound).toBe(true);
    expect((await verify(digest)).isExpectedFound).toBe(true);
    await tamper((tx) => tx`TRUNCATE audit_log`);
    await sql`UPDATE audit_head SET number = 0, digest = ''`;
    for (const subject of ['payout 1', 'payout 2', 'payout 3', 'payout 4', 'payout 5']) await append(subject);
    expect(await verify(digest)).toMatchObject({ faults: [], isExpectedFound: false });
  });
});
