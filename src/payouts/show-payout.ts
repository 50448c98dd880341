import type { Notation } from '../chains/port/notation.ts';
import type { Db } from '../db/pool.ts';
import { findClaim } from './claim-store.ts';
import { shapePayout } from './payout-shape.ts';
import { type Payout, sentTransactions } from './store.ts';

/** A payout as its merchant reads it, with what was sent for it and what keeps its recipient waiting. */
export async function showPayout(deps: { sql: Db; notation: Notation }, payout: Payout) {
  const claim = payout.status === 'open' ? await findClaim(deps.sql, payout) : null;
  return shapePayout(deps.notation, payout, claim, await sentTransactions(deps.sql, payout));
}
