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

/** Rows made of one batch before the next batch gets its turn. */
const linesPerRun = 50;
const batchesPerRun = 20;
const unconfirmedMs = 24 * 3600_000;
const tidyEveryMs = 3600_000;

/**
 * Makes the payouts of confirmed batches, row by row. A row ends in the transaction that makes its payout. If the
 * process dies, finished rows stay and the next process makes the rest. If two processes work on one row, only one
 * makes it.
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
      // A few of each batch: a long one, or one that waits for a rate, delays no other.
      for (const batch of await batchesToMake(deps.sql, batchesPerRun)) made += await makeSome(deps, batch);
      return made;
    },
  };
}

/** Returns how many rows were finished. */
async function makeSome(deps: OpenPayoutDeps, batch: PayoutBatch): Promise<number> {
  const lines = await waitingRows(deps.sql, batch, linesPerRun);
  for (const [at, line] of lines.entries()) {
    if (!(await makeLine(deps, batch, line))) return at;
  }
  if (lines.length < linesPerRun) await finishBatch(deps.sql, batch, deps.now());
  return lines.length;
}

/** False if the row cannot be made now. */
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
    // A rate will be available again; all other errors belong to the row.
    if (error.code === 'rate_unavailable') return false;
    const { code: refusal, message: explanation } = error;
    await endRow(deps.sql, batch, line.line, { status: 'refused', refusal, explanation });
  }
  return true;
}

/** Another process finished the row. */
class LineEnded extends Error {}
