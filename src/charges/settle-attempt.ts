import type { Sql } from '../db/pool.ts';
import { postEntry } from '../ledger/ledger.ts';
import { queueReceipts } from '../mail/queue-receipts.ts';
import { findMerchant } from '../merchants/store.ts';
import type { Money } from '../money/money.ts';
import { announceStatus } from './announce.ts';
import { findAttempt, saveAttempt } from './attempt-store.ts';
import type { AttemptFinding } from './card-processor.ts';
import { cardReceipt } from './card-receipt.ts';
import { type Attempt, decideAttempt, type ProcessorTimes } from './charge.ts';
import { approvedEntry } from './post-charge.ts';
import { lockCharge, saveDecision } from './store.ts';

/** What an attempt came to, for the metrics. */
export interface SettledAttempt {
  processor: string;
  status: Attempt['status'];
  refusal: Attempt['refusal'];
  amount: Money;
}

export interface SettleAttemptDeps {
  sql: Sql;
  /** Told once it is committed, by the one process that settled it. */
  onSettled?(settled: SettledAttempt): void;
}

/**
 * Records what the processor said of an attempt: attempt, charge, ledger and event in one
 * transaction. Whoever comes second (the page, an inquiry, another process) finds the attempt
 * resolved and changes nothing.
 */
export async function settleAttempt(
  { sql, onSettled }: SettleAttemptDeps,
  attempt: Pick<Attempt, 'merchantId' | 'id' | 'chargeId'>,
  finding: AttemptFinding,
  times: ProcessorTimes,
  now: Date,
): Promise<void> {
  const settled = await sql.begin(async (tx): Promise<SettledAttempt | null> => {
    const charge = await lockCharge(tx, attempt.merchantId, attempt.chargeId);
    const current = await findAttempt(tx, attempt.merchantId, attempt.id);
    const decision = charge && current && decideAttempt(charge, current, finding, times, now);
    if (!decision) return null;

    await saveAttempt(tx, current, decision.attempt, now);
    await saveDecision(tx, charge, decision.charge, now);
    if (decision.charge.status !== charge.status) {
      if (decision.charge.status === 'approved') {
        const merchant = await findMerchant(tx, charge.merchantId);
        const fee = merchant?.settings.cardFeeBasisPoints ?? 0;
        await postEntry(tx, approvedEntry(charge, current, fee));
      }
      await announceStatus(tx, [charge], decision.charge.status, now);
      if (decision.charge.status === 'approved') {
        await queueReceipts(tx, [cardReceipt('payment', charge, decision.attempt, charge, now)]);
      }
    }
    const { status, refusal } = decision.attempt;
    if (status === 'pending' && current.status !== 'pending')
      await announceStatus(tx, [charge], 'pending', now);
    // Asked again and still the same: nothing new to count.
    return status === current.status
      ? null
      : { processor: current.processor, status, refusal, amount: charge.amount };
  });
  if (settled) onSettled?.(settled);
}
