import { appendAudit } from '../../accounts/audit/audit-log.ts';
import { PasarelaError } from '../../base/ground/errors.ts';
import type { ReviewDeps } from './approval/approve-payout.ts';
import { getPayout } from './get-payout.ts';
import { isRestored } from './pauses/pauses.ts';
import { endPayouts } from './record-outcome.ts';
import { lockPayout, type Payout } from './store.ts';

/** A payout can be canceled until its first transaction is made. */
export const cancelable: ReadonlySet<Payout['status']> = new Set(['open', 'review', 'queued']);

/** Cancels a payout that is not being sent yet. A repeated call returns the same. */
export async function cancelPayout(
  deps: ReviewDeps,
  { merchantId, id }: Pick<Payout, 'merchantId' | 'id'>,
  {
    actor,
    note,
    knowsWhatWasSent = false,
  }: {
    actor: string;
    note: string | null;
    /** In a restored database only a person who has checked the chain may cancel: the payout may have been sent. */
    knowsWhatWasSent?: boolean;
  },
): Promise<Payout> {
  const now = deps.now();
  await deps.sql.begin(async (tx) => {
    const payout = await lockPayout(tx, merchantId, id);
    if (payout?.failure === 'canceled') return;
    if (!knowsWhatWasSent && (await isRestored(tx))) {
      throw new PasarelaError(
        'payout_not_cancelable',
        'Payouts are being compared with the chain and cannot be canceled now. Try again later.',
      );
    }
    if (!payout || !cancelable.has(payout.status)) {
      throw new PasarelaError(
        'payout_not_cancelable',
        `This payout is ${payout?.status}: only one that is open, in review or queued can be canceled.`,
      );
    }
    await endPayouts(
      deps.notation,
      tx,
      [{ payout, status: 'failed', failure: 'canceled', note, transactionHash: null }],
      now,
    );
    await appendAudit(
      tx,
      {
        actor,
        act: 'payout_canceled',
        subject: `payout ${id}`,
        details: { merchantId, ...(note !== null && { note }) },
      },
      now,
    );
  });
  return await getPayout(deps.sql, id);
}
