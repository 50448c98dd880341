import { appendAudit } from '../../../accounts/audit/audit-log.ts';
import { PasarelaError } from '../../../base/ground/errors.ts';
import { formatDecimal } from '../../../base/money/money.ts';
import { payoutsNotEnabled } from '../approval/limits.ts';
import type { OpenPayoutDeps } from '../request/open-payout.ts';
import { assessBatch, type BatchProblem } from './assess-batch.ts';
import { lockBatch, type PayoutBatch, saveConfirmed } from './batch-store.ts';

const refusals: Readonly<Record<BatchProblem, PasarelaError>> = {
  payouts_off: payoutsNotEnabled(),
  method_off: new PasarelaError(
    'method_not_available',
    'What these payouts are made in is not available in all of their countries.',
  ),
  no_rate: new PasarelaError(
    'rate_unavailable',
    'There is no fresh exchange rate right now. Try again shortly.',
    {
      retryAfterSeconds: 10,
    },
  ),
  single_limit: new PasarelaError('payout_limit_exceeded', 'One of the payouts is above the limit for one.'),
  daily_limit: new PasarelaError(
    'payout_limit_exceeded',
    'Together they are above what is left of the limit of today.',
  ),
  monthly_limit: new PasarelaError(
    'payout_limit_exceeded',
    'Together they are above what is left of the limit of this month.',
  ),
  balance: new PasarelaError(
    'insufficient_balance',
    'The balance is less than the payouts and their fees come to.',
  ),
};

/**
 * Confirms all payouts of a batch at once: from then on they are made even if the page is closed. A repeated
 * confirmation counts once.
 */
export async function confirmBatch(
  deps: OpenPayoutDeps,
  { merchantId, id, asset }: Pick<PayoutBatch, 'merchantId' | 'id' | 'asset'>,
  actor: string,
): Promise<void> {
  const rate = await deps.freshRate(asset);
  const now = deps.now();
  await deps.sql.begin(async (tx) => {
    const batch = await lockBatch(tx, merchantId, id);
    if (!batch) throw new PasarelaError('not_found', 'There is no such batch of payouts here.');
    if (batch.confirmedAt !== null) return;
    const [problem] = (await assessBatch(deps, tx, batch, rate)).problems;
    if (problem) throw refusals[problem];
    await saveConfirmed(tx, batch, actor, now);
    const details = { merchantId, lines: batch.lineCount, amount: formatDecimal(batch.amountMinor, 2) };
    await appendAudit(
      tx,
      { actor, act: 'payout_batch_confirmed', subject: `payout batch ${id}`, details },
      now,
    );
  });
}
