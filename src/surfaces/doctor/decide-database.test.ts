import { expect, test } from 'vitest';
import { type DatabaseFacts, decideDatabase } from './decide-database.ts';
import { type Finding, reportOf } from './finding.ts';

const well: DatabaseFacts = {
  version: 180_000,
  versionText: '18.0',
  isEncrypted: true,
  isLocal: false,
  isReadOnly: false,
  canCreate: true,
  fsync: 'on',
  fullPageWrites: 'on',
  synchronousCommit: 'on',
  encoding: 'UTF8',
  maxConnections: 100,
  processes: 3,
  isPooled: false,
  isDistributed: false,
  clockAheadMs: -200,
  roundTripMs: 1,
  migrations: { pending: 0, unknown: 0 },
  mode: 'live',
};
const settings = { mode: 'live', poolSize: 20, clockBounds: { warnMs: 30_000, stopMs: 300_000 } };

function decide(change: Partial<DatabaseFacts>): Finding[] {
  const findings: Finding[] = [];
  decideDatabase({ ...well, ...change }, settings, reportOf('database', findings));
  return findings;
}

test('nothing is wrong with one that is well', () => {
  expect(decide({}).every(({ status }) => status === 'ok')).toBe(true);
});

test.each<[Partial<DatabaseFacts>, Finding['status'], RegExp, string | null]>([
  [{ version: 140_005, versionText: '14.5' }, 'fault', /14\.5 is too old/, 'DATABASE_URL'],
  [{ isEncrypted: false }, 'warning', /not encrypted/, 'DATABASE_URL'],
  [{ isReadOnly: true }, 'fault', /takes no writes/, 'DATABASE_URL'],
  [{ canCreate: false }, 'fault', /may not create tables/, 'DATABASE_URL'],
  [{ encoding: 'SQL_ASCII' }, 'fault', /SQL_ASCII/, 'DATABASE_URL'],
  [{ fsync: 'off' }, 'fault', /fsync off/, null],
  [{ synchronousCommit: 'off' }, 'fault', /synchronous_commit is off/, null],
  [{ clockAheadMs: 40_000 }, 'warning', /40 s ahead of/, null],
  [{ clockAheadMs: -400_000 }, 'fault', /400 s behind/, null],
  [{ roundTripMs: 35 }, 'warning', /35 ms/, null],
  [{ processes: 4 }, 'warning', /5 processes may open 105 connections, of 100/, 'DATABASE_POOL_SIZE'],
  [{ migrations: { pending: 0, unknown: 2 } }, 'warning', /2 migrations are of a newer version/, null],
  [{ mode: 'sandbox' }, 'fault', /belongs to a sandbox installation/, 'MODE'],
])('%j is told, with what to do', (change, status, text, variable) => {
  const [wrong, ...others] = decide(change).filter((finding) => finding.status !== 'ok');
  expect(wrong).toMatchObject({ status, variable, text: expect.stringMatching(text) });
  expect(wrong?.advice).toMatch(/\.$/);
  expect(others).toEqual([]);
});

test.each<Partial<DatabaseFacts>>([
  { isEncrypted: false, isLocal: true },
  { isPooled: true, processes: 50 },
  { migrations: null, mode: null },
  { migrations: { pending: 3, unknown: 0 } },
])('%j is no fault', (change) => {
  expect(decide(change).every(({ status }) => status === 'ok')).toBe(true);
});
