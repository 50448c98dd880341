import { createHash } from 'node:crypto';
import type { Db, Sql, Tx } from '../../base/db/pool.ts';
import type { AuditAct } from './acts.ts';

/** An act on settings, keys or money. */
export interface Act {
  /** The actor: a person's name or e-mail, or `merchant <id>` for a merchant's own key. */
  actor: string;
  /** The act as a stable code: `payout_approved`. */
  act: AuditAct;
  /** The subject: `payout <id>`, `merchant <id>`, `network ERC20`. */
  subject: string;
  /** Further facts. Never a secret. */
  details: Readonly<Record<string, unknown>>;
}

export interface AuditRow {
  number: bigint;
  at: Date;
  actor: string;
  act: string;
  subject: string;
  /** JSON. */
  details: string;
}

interface DigestedRow extends AuditRow {
  digest: Buffer;
}

/**
 * Adds a row in the transaction of the act itself: neither exists without the other. Other transactions wait here until
 * that one ends, so call it last.
 */
export async function appendAudit(tx: Tx, act: Act, now: Date): Promise<void> {
  const [head] = await tx<{ number: bigint; digest: Buffer }[]>`
    SELECT number, digest
      FROM audit_head
       FOR UPDATE`;
  if (!head) throw new Error('the audit log has lost its head');
  const row: AuditRow = {
    number: head.number + 1n,
    at: now,
    actor: act.actor,
    act: act.act,
    subject: act.subject,
    details: JSON.stringify(act.details, (_, value) =>
      typeof value === 'bigint' ? value.toString() : value,
    ),
  };
  const digest = digestOf(head.digest, row);
  await tx`
    INSERT INTO audit_log (number, at, actor, act, subject, details, digest)
    VALUES (${row.number}, ${row.at}, ${row.actor}, ${row.act}, ${row.subject}, ${row.details}, ${digest})`;
  await tx`
    UPDATE audit_head
       SET number = ${row.number},
           digest = ${digest}`;
}

/** A row's digest includes the previous one: changing a row would change all that follow. */
function digestOf(previous: Buffer, { number, at, actor, act, subject, details }: AuditRow): Buffer {
  const written = JSON.stringify([number.toString(), at.toISOString(), actor, act, subject, details]);
  return createHash('sha256').update(previous).update(written).digest();
}

export interface AuditFilter {
  subject?: string;
  actor?: string;
  act?: string;
  /** `from` is inclusive, `to` exclusive. */
  from?: Date;
  to?: Date;
  beforeNumber?: bigint;
}

/** Newest first. */
export async function listAudit(db: Db, filter: AuditFilter, limit: number): Promise<AuditRow[]> {
  const { subject, actor, act, from, to, beforeNumber } = filter;
  return await db<AuditRow[]>`
    SELECT number, at, actor, act, subject, details
      FROM audit_log
     WHERE true
           ${subject === undefined ? db`` : db`AND subject = ${subject}`}
           ${actor === undefined ? db`` : db`AND actor = ${actor}`}
           ${act === undefined ? db`` : db`AND act = ${act}`}
           ${from === undefined ? db`` : db`AND at >= ${from}`}
           ${to === undefined ? db`` : db`AND at < ${to}`}
           ${beforeNumber === undefined ? db`` : db`AND number < ${beforeNumber}`}
     ORDER BY number DESC
     LIMIT ${limit}`;
}

export interface AuditReport {
  rows: bigint;
  /** Digest of the last row, in hex: recorded elsewhere, it proves later that nothing before it was changed. */
  digest: string;
  faults: { number: bigint; fault: string }[];
  /** Whether the expected digest is in the log; null: none was given. */
  isExpectedFound: boolean | null;
}

const pageSize = 1_000;
/** After the first few, further faults add nothing. */
const maxFaults = 20;

/** Reads the whole log in one snapshot, and checks every row against its digest, its number and the head. */
export async function verifyAudit(
  tx: Tx,
  expected: string | null,
  progress: (done: bigint, total: bigint) => void = () => {},
): Promise<AuditReport> {
  const [head] = await tx<{ number: bigint; digest: Buffer }[]>`SELECT number, digest FROM audit_head`;
  const faults: AuditReport['faults'] = [];
  const complain = (number: bigint, fault: string): void => {
    if (faults.length < maxFaults) faults.push({ number, fault });
  };
  let last: { number: bigint; digest: Buffer } = { number: 0n, digest: Buffer.alloc(0) };
  let rows = 0n;
  let isExpectedFound = expected === null ? null : false;
  for (;;) {
    const page = await tx<DigestedRow[]>`
      SELECT number, at, actor, act, subject, details, digest
        FROM audit_log
       WHERE number > ${last.number}
       ORDER BY number
       LIMIT ${pageSize}`;
    for (const row of page) {
      if (row.number !== last.number + 1n) {
        complain(row.number, `${row.number - last.number - 1n} rows before it are missing`);
      }
      if (!digestOf(last.digest, row).equals(row.digest)) {
        complain(row.number, 'it, or the row before it, is not what was written');
      }
      if (row.digest.toString('hex') === expected) isExpectedFound = true;
      last = row;
      rows += 1n;
    }
    progress(rows, head?.number ?? rows);
    if (page.length < pageSize) break;
  }
  if (!head || head.number !== last.number || !head.digest.equals(last.digest)) {
    complain(last.number, `it is the last row, but ${head?.number ?? 'none'} was written last`);
  }
  return { rows, digest: last.digest.toString('hex'), faults, isExpectedFound };
}

/** The same in a snapshot of its own, without a time limit. */
export async function verifyAuditLog(
  sql: Sql,
  expected: string | null,
  progress?: (done: bigint, total: bigint) => void,
): Promise<AuditReport> {
  return await sql.begin('ISOLATION LEVEL REPEATABLE READ READ ONLY', async (tx) => {
    await tx`SET LOCAL statement_timeout = 0`;
    return await verifyAudit(tx, expected, progress);
  });
}
