import type { Sql } from '../db/pool.ts';
import { postEntry } from '../ledger/ledger.ts';
import { queueReceipts } from '../mail/queue-receipts.ts';
import { findMerchant } from '../merchants/store.ts';
import { announceStatus } from './announce.ts';
import { findAttempt, saveAttempt } from './attempt-store.ts';
import { cardReceipt } from './card-receipt.ts';
import { type Attempt, type AttemptFinding, decideAttempt } from './charge.ts';
import { approvedEntry } from './post-charge.ts';
import { lockCharge, saveDecision } from './store.ts';

/**
 * Records what the processor said of an attempt: attempt, charge, ledger and event in one
 * transaction. Whoever comes second (the page, an inquiry, another process) finds the attempt
 * resolved and changes nothing.
 */
export async function settleAttempt(
  sql: Sql,
  attempt: Pick<Attempt, 'merchantId' | 'id' | 'chargeId'>,
  finding: AttemptFinding,
  now: Date,
): Promise<void> {
  await sql.begin(async (tx) => {
    const charge = await lockCharge(tx, attempt.merchantId, attempt.chargeId);
    const current = await findAttempt(tx, attempt.merchantId, attempt.id);
    const decision = charge && current && decideAttempt(charge, current, finding, now);
    if (!decision) return;

    await saveAttempt(tx, current, decision.attempt, now);
    await saveDecision(tx, charge, decision.charge, now);
    if (decision.charge.status === charge.status) return;
    if (decision.charge.status === 'approved') {
      const merchant = await findMerchant(tx, charge.merchantId);
      await postEntry(tx, approvedEntry(charge, merchant?.settings.cardFeeBasisPoints ?? 0));
    }
    await announceStatus(tx, [charge], decision.charge.status, now);
    if (decision.charge.status === 'approved') {
      await queueReceipts(tx, [cardReceipt('payment', charge, current, charge, now)]);
    }
  });
}
