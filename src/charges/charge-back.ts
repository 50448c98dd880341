import type { Sql, Tx } from '../db/pool.ts';
import { postEntry } from '../ledger/ledger.ts';
import { announceStatus } from './announce.ts';
import { findChargeOfAttempt } from './attempt-store.ts';
import type { CardProcessor, Dispute } from './card-processor.ts';
import { chargedBackMinor } from './charge.ts';
import { givenBackEntry } from './post-charge.ts';
import { lockCharge, saveDecision } from './store.ts';

/**
 * Reads the processor's new disputes and charges back what they name. The cursor moves in the
 * transaction that records them: a crash in between reads them again, and changes nothing twice.
 */
export async function readDisputes(sql: Sql, processor: CardProcessor, now: Date): Promise<number> {
  const cursor = await readCursor(sql, processor.name);
  const page = await processor.disputesAfter(cursor);
  if (page.cursor === cursor) return 0;
  await sql.begin(async (tx) => {
    for (const dispute of page.disputes) await chargeBack(tx, dispute, now);
    await tx`
      INSERT INTO dispute_cursors (processor, cursor)
      VALUES (${processor.name}, ${page.cursor})
          ON CONFLICT (processor) DO UPDATE SET cursor = excluded.cursor`;
  });
  return page.disputes.length;
}

async function readCursor(sql: Sql, processor: string): Promise<string> {
  const [row] = await sql<{ cursor: string }[]>`
    SELECT cursor
      FROM dispute_cursors
     WHERE processor = ${processor}`;
  return row?.cursor ?? '';
}

async function chargeBack(tx: Tx, dispute: Dispute, now: Date): Promise<void> {
  const paid = await findChargeOfAttempt(tx, dispute.attemptId);
  const charge = paid && (await lockCharge(tx, paid.merchantId, paid.chargeId));
  const takenMinor = charge && chargedBackMinor(charge);
  // Already charged back, or refunded in full: there is nothing more to take.
  if (!charge || takenMinor === null) return;

  await saveDecision(tx, charge, { status: 'charged_back' }, now);
  await postEntry(tx, givenBackEntry(charge, 'charge_back', charge.id, takenMinor));
  await announceStatus(tx, [charge], 'charged_back', now);
}
