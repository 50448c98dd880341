import type { Db } from '../../base/db/pool.ts';
import { formatDecimal } from '../../base/money/money.ts';
import { explorerTransactionUrl } from '../../chain/chains/explorer.ts';
import { networkById } from '../../chain/chains/networks.ts';
import type { Notation } from '../../chain/chains/port/notation.ts';
import {
  auditEntries,
  eventEntries,
  sortedEntries,
  type TimelineEntry,
  timelineEntry,
} from '../../events/outbox/timeline.ts';
import { findClaim } from './claim/claim-store.ts';
import { type Payout, sentTransactions } from './store.ts';

export const payoutEntryKinds = ['created', 'wallet', 'sent', 'event', 'delivery', 'person'] as const;
type PayoutEntry = TimelineEntry<(typeof payoutEntryKinds)[number]>;

/** The timeline of a payout, from its request to the transaction that paid it. */
export async function payoutTimeline(db: Db, notation: Notation, payout: Payout): Promise<PayoutEntry[]> {
  const { merchantId, id, network, address, confirmedAt } = payout;
  const claim = await findClaim(db, payout);
  const wallet = network && address ? notation.formatAddress(network, address) : null;
  return sortedEntries<PayoutEntry['kind']>([
    timelineEntry(payout.createdAt, 'created', 'payout_made', { amount: usd(payout.amountMinor) }),
    ...(claim?.lastCodeAt
      ? [timelineEntry(claim.lastCodeAt, 'wallet', 'code_mailed', { subject: payout.email })]
      : []),
    ...(claim?.refusedAt
      ? [timelineEntry(claim.refusedAt, 'wallet', 'code_refused', { subject: claim.refusal })]
      : []),
    ...(confirmedAt ? [timelineEntry(confirmedAt, 'wallet', 'confirmed_wallet', { subject: wallet })] : []),
    ...(await sendings(db, notation, payout)),
    ...(payout.failure && payout.decidedAt
      ? [timelineEntry(payout.decidedAt, 'sent', payout.failure, { subject: payout.failureNote })]
      : []),
    // The creation is already listed above.
    ...(await auditEntries(db, `payout ${id}`)).filter(({ outcome }) => outcome !== 'payout_made'),
    ...(await eventEntries(db, merchantId, id)),
  ]);
}

async function sendings(db: Db, notation: Notation, payout: Payout): Promise<TimelineEntry<'sent'>[]> {
  const { network } = payout;
  const row = network === null ? undefined : networkById(network);
  if (network === null || !row) return [];
  const amount = { value: notation.formatAmount(network, payout.amountUnits), unit: payout.asset };
  return (await sentTransactions(db, payout)).map(({ hash, status, sentAt }) =>
    timelineEntry(sentAt, 'sent', `transaction_${status}`, {
      amount,
      subject: network,
      url: explorerTransactionUrl(row, hash),
    }),
  );
}

function usd(amountMinor: bigint) {
  return { value: formatDecimal(amountMinor, 2), unit: 'USD' };
}
