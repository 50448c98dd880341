import { isWorkerAway } from '../../../base/db/citus/reach.ts';
import type { Sql } from '../../../base/db/pool.ts';
import { sideBySide } from '../../../base/ground/side-by-side.ts';
import { attemptsOf } from '../attempts/attempt-store.ts';
import type { ResolveDeps } from '../attempts/resolve-attempt.ts';
import { insertHint, type NotifiedAccount } from '../notifications/notification-store.ts';
import type { Dispute } from '../payment-processor.ts';
import { accountName, type ProcessorAccount } from '../payment-processors.ts';
import { type KeptDispute, postponeDispute } from './dispute-store.ts';
import { nextAskAt, recordDispute } from './record-dispute.ts';

/** Accounts read in parallel. */
const maxAtOnce = 4;

/** Reads the new disputes of all accounts that are due. An account that fails does not hold up the rest. */
export async function readDueDisputes({ sql, processors, now }: ResolveDeps): Promise<number> {
  const resting = await restingAccounts(sql);
  const due = (await processors.accounts()).filter(
    (account) => account.processor.disputesIntervalMs !== null && !resting.has(accountName(account)),
  );
  const failures: unknown[] = [];
  let count = 0;
  await sideBySide(due, maxAtOnce, async (account) => {
    try {
      if (await claim(sql, account)) count += await readDisputes(sql, account, now());
    } catch (error) {
      failures.push(error);
    }
  });
  if (failures.length > 0) throw new AggregateError(failures, 'Disputes could not be read');
  return count;
}

/**
 * Reads an account's new disputes and records each one separately; the cursor moves when all are handled, and then the
 * next page may follow at once. After a crash they are read again, and nothing changes twice.
 */
export async function readDisputes(sql: Sql, account: ProcessorAccount, now: Date): Promise<number> {
  const { processor, accountId } = account;
  const name = accountName(account);
  const cursor = await readCursor(sql, name);
  // Taken before the call: the answer may be older than what another process reads meanwhile.
  const readAt = now;
  const page = await processor.disputesAfter(cursor);
  if (page.cursor === cursor) return 0;
  const notified = { processor: processor.name, accountId };
  for (const dispute of page.disputes) {
    if (await isDealtWith(sql, notified, dispute, readAt, now)) continue;
    await insertHint(sql, notified, { about: 'dispute', disputeId: dispute.disputeId }, now);
  }
  await sql`
    INSERT INTO dispute_cursors (processor, cursor, due_at)
    VALUES (${name}, ${page.cursor}, now())
        ON CONFLICT (processor) DO UPDATE SET cursor = excluded.cursor, due_at = excluded.due_at`;
  return page.disputes.length;
}

/** False: it must be read again, because its payment is not yet approved here, or its merchant's worker is away. */
async function isDealtWith(
  sql: Sql,
  account: NotifiedAccount,
  dispute: Dispute,
  readAt: Date,
  now: Date,
): Promise<boolean> {
  try {
    return (await sql.begin((tx) => recordDispute(tx, account, dispute, readAt, now))) !== 'too_early';
  } catch (error) {
    if (sql.isDistributed && isWorkerAway(error)) return false;
    throw error;
  }
}

async function restingAccounts(sql: Sql): Promise<Set<string>> {
  const rows = await sql<{ processor: string }[]>`
    SELECT processor
      FROM dispute_cursors
     WHERE due_at > now()`;
  return new Set(rows.map(({ processor }) => processor));
}

/** False: another process is reading it, or has just done so. */
async function claim(sql: Sql, account: ProcessorAccount): Promise<boolean> {
  const seconds = (account.processor.disputesIntervalMs ?? 0) / 1000;
  const name = accountName(account);
  await sql`
    INSERT INTO dispute_cursors (processor, cursor, due_at)
    VALUES (${name}, '', now())
        ON CONFLICT DO NOTHING`;
  const rows = await sql`
    UPDATE dispute_cursors
       SET due_at = now() + make_interval(secs => ${seconds})
     WHERE processor = ${name}
       AND due_at <= now()
    RETURNING processor`;
  return rows.length === 1;
}

async function readCursor(sql: Sql, name: string): Promise<string> {
  const [row] = await sql<{ cursor: string }[]>`
    SELECT cursor
      FROM dispute_cursors
     WHERE processor = ${name}`;
  return row?.cursor ?? '';
}

/** Asks the processor for a dispute's current state. */
export async function followDispute(deps: ResolveDeps, kept: KeptDispute): Promise<void> {
  const { sql, now } = deps;
  const attempts = await attemptsOf(sql, kept.merchantId, kept.chargeId);
  const attempt = attempts.find(({ id }) => id === kept.attemptId);
  const processor = attempt && (await deps.processors.of(attempt));
  const readAt = now();
  const dispute = await processor?.readDispute(kept.reference);
  if (attempt && dispute) {
    const account = { processor: kept.processor, accountId: attempt.accountId };
    await sql.begin((tx) => recordDispute(tx, account, dispute, readAt, now()));
  } else {
    // A dispute from before attempts were stored with disputes cannot be asked for.
    await postponeDispute(sql, kept, attempt ? nextAskAt(kept, now()) : null);
  }
}
