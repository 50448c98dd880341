import { refusedClaimMail } from '../../accounts/mail/store.ts';
import type { Db } from '../../base/db/pool.ts';
import type { Notation } from '../../chain/chains/port/notation.ts';
import { findClaim } from './claim/claim-store.ts';
import { shapePayout } from './payout-shape.ts';
import { type Payout, sentTransactions } from './store.ts';

/** A payout in the merchant's API, with its transactions and what keeps its recipient waiting. */
export async function showPayout(deps: { sql: Db; notation: Notation }, payout: Payout) {
  const isOpen = payout.status === 'open';
  const claim = isOpen ? await findClaim(deps.sql, payout) : null;
  const shown = shapePayout(deps.notation, payout, claim, await sentTransactions(deps.sql, payout));
  const refused =
    isOpen && payout.kind === 'refund' && !claim ? await refusedClaimMail(deps.sql, payout) : null;
  if (!refused) return shown;
  const linkRefused = { email: payout.email, at: refused.at.toISOString(), answer: refused.answer };
  return { ...shown, waiting: 'link_undeliverable', linkRefused };
}
