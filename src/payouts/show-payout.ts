import type { Writing } from '../chains/port/writing.ts';
import type { Db } from '../db/pool.ts';
import { findClaim } from './claim-store.ts';
import { shapePayout } from './payout-shape.ts';
import { type Payout, sentTransactions } from './store.ts';

/** A payout as its merchant reads it, with what was sent for it and what keeps its recipient waiting. */
export async function showPayout(deps: { sql: Db; writing: Writing }, payout: Payout) {
  const claim = payout.status === 'open' ? await findClaim(deps.sql, payout) : null;
  return shapePayout(deps.writing, payout, claim, await sentTransactions(deps.sql, payout));
}
