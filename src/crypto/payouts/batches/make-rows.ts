import { personAsks } from '../../../accounts/merchants/keys/asker.ts';
import { PasarelaError } from '../../../base/ground/errors.ts';
import type { Job } from '../../../base/worker/worker.ts';
import { makePayout } from '../request/make-payout.ts';
import type { OpenPayoutDeps } from '../request/open-payout.ts';
import {
  batchesToMake,
  endRow,
  finishBatch,
  forgetUnconfirmed,
  type PayoutBatch,
  type StoredRow,
  waitingRows,
} from './batch-store.ts';

/** Made in one go of one batch, before the next is looked at. */
const linesPerRun = 50;
const batchesPerRun = 20;
const unconfirmedMs = 24 * 3600_000;
const tidyEveryMs = 3600_000;

/**
 * Makes the payouts of batches that were confirmed, line by line. A line ends in the transaction that makes its payout: whenever the
 * process dies, what was made is made, and the rest is taken up by the next; and of two processes at one line one makes it.
 */
export function makeRowsJob(deps: OpenPayoutDeps): Job {
  let tidiedAt = 0;
  return {
    name: 'make-payout-batches',
    idleMs: 1_000,
    async run() {
      const now = deps.now().getTime();
      if (now - tidiedAt > tidyEveryMs) {
        await forgetUnconfirmed(deps.sql, new Date(now - unconfirmedMs));
        tidiedAt = now;
      }
      let made = 0;
      // Some of each: a long one, or one that waits for a rate, holds up no other.
      for (const batch of await batchesToMake(deps.sql, batchesPerRun)) made += await makeSome(deps, batch);
      return made;
    },
  };
}

/** How many lines came to their end. */
async function makeSome(deps: OpenPayoutDeps, batch: PayoutBatch): Promise<number> {
  const lines = await waitingRows(deps.sql, batch, linesPerRun);
  for (const [at, line] of lines.entries()) {
    if (!(await makeLine(deps, batch, line))) return at;
  }
  if (lines.length < linesPerRun) await finishBatch(deps.sql, batch, deps.now());
  return lines.length;
}

/** False: not now. */
async function makeLine(deps: OpenPayoutDeps, batch: PayoutBatch, line: StoredRow): Promise<boolean> {
  const { merchantId, asset, madeBy } = batch;
  const ticket = {
    id: line.payoutId,
    country: line.country,
    origin: 'web' as const,
    amountMinor: line.amountMinor,
    email: line.email,
    merchantIdCustom: line.reference,
    returnUrl: null,
    merchantId,
    createdAt: deps.now(),
  };
  try {
    await makePayout(
      deps,
      ticket,
      { asset, description: line.description },
      {
        ...personAsks(madeBy),
        within: async (tx) => {
          if (!(await endRow(tx, batch, line.line, { status: 'made' }))) throw new LineEnded();
        },
      },
    );
  } catch (error) {
    if (error instanceof LineEnded) return true;
    if (!(error instanceof PasarelaError)) throw error;
    // Rates come back; all else is the line's own.
    if (error.code === 'rate_unavailable') return false;
    const { code: refusal, message: explanation } = error;
    await endRow(deps.sql, batch, line.line, { status: 'refused', refusal, explanation });
  }
  return true;
}

/** Another process brought the line to its end. */
class LineEnded extends Error {}
