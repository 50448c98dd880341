import type { Sql } from '../db/pool.ts';
import { isNodeAway } from '../db/reach.ts';
import { attemptsOf } from './attempt-store.ts';
import type { Dispute } from './card-processor.ts';
import type { ProcessorAccount } from './card-processors.ts';
import { type KeptDispute, postponeDispute } from './dispute-store.ts';
import { insertHint, type NotifiedAccount } from './notification-store.ts';
import { disputeIntervalMs, recordDispute } from './record-dispute.ts';
import type { ResolveDeps } from './resolve-attempt.ts';

/**
 * Reads an account's new disputes and records each by itself; the cursor moves when all are dealt with. A crash in between
 * reads them again, and changes nothing twice.
 */
export async function readDisputes(
  sql: Sql,
  { processor, accountId }: ProcessorAccount,
  now: Date,
): Promise<number> {
  const name = accountId === null ? processor.name : `${processor.name} ${accountId}`;
  const cursor = await readCursor(sql, name);
  const page = await processor.disputesAfter(cursor);
  if (page.cursor === cursor) return 0;
  const account = { processor: processor.name, accountId };
  for (const dispute of page.disputes) {
    if (await isDealtWith(sql, account, dispute, now)) continue;
    await insertHint(sql, account, { about: 'dispute', disputeId: dispute.disputeId }, now);
  }
  await sql`
    INSERT INTO dispute_cursors (processor, cursor)
    VALUES (${name}, ${page.cursor})
        ON CONFLICT (processor) DO UPDATE SET cursor = excluded.cursor`;
  return page.disputes.length;
}

/** False: it has to be asked for again, as its payment is not yet approved here, or its merchant's node is away. */
async function isDealtWith(
  sql: Sql,
  account: NotifiedAccount,
  dispute: Dispute,
  now: Date,
): Promise<boolean> {
  try {
    return (await sql.begin((tx) => recordDispute(tx, account, dispute, now))) !== 'too_early';
  } catch (error) {
    if (sql.isDistributed && isNodeAway(error)) return false;
    throw error;
  }
}

async function readCursor(sql: Sql, name: string): Promise<string> {
  const [row] = await sql<{ cursor: string }[]>`
    SELECT cursor
      FROM dispute_cursors
     WHERE processor = ${name}`;
  return row?.cursor ?? '';
}

/** Asks the processor about a dispute that was open when it was last heard of. */
export async function followDispute(deps: ResolveDeps, kept: KeptDispute): Promise<void> {
  const { sql, now } = deps;
  const attempts = await attemptsOf(sql, kept.merchantId, kept.chargeId);
  const attempt = attempts.find(({ id }) => id === kept.attemptId);
  const processor = attempt && (await deps.cards.of(attempt));
  const dispute = await processor?.readDispute(kept.reference);
  if (dispute && dispute.status !== 'open') {
    const account = { processor: kept.processor, accountId: attempt?.accountId ?? null };
    await sql.begin((tx) => recordDispute(tx, account, dispute, now()));
  } else {
    await postponeDispute(sql, kept, new Date(now().getTime() + disputeIntervalMs));
  }
}
