import { listAudit } from '../../accounts/audit/audit-log.ts';
import { type CodeMailStatus, codeMails } from '../../accounts/mail/store.ts';
import type { Db } from '../../base/db/sql.ts';
import { formatAsset } from '../../base/money/asset.ts';
import { formatDecimal } from '../../base/money/money.ts';
import type { Notation } from '../../chain/chains/port/notation.ts';
import { type Payout, sentTransactions } from '../../crypto/payouts/store.ts';
import { eventEntries } from './event-entries.ts';
import { type History, type HistoryEntry, inOrder, known } from './history.ts';
import { ledgerEntries } from './ledger-entries.ts';

/** One payout has a handful. */
const maxAudit = 50;

const standings: Readonly<Record<Payout['status'], string>> = {
  open: 'waits for its recipient to confirm a wallet',
  review: 'waits for a person to approve it',
  queued: 'waits to be sent',
  sending: 'is being sent',
  pending: 'was sent; its block can still change',
  success: 'arrived for good',
  failed: 'failed; the merchant has the money back',
};

const mailStates: Readonly<Record<CodeMailStatus, string>> = {
  queued: 'its mail waits to be sent',
  sent: 'the mail server took its mail',
  rejected: 'the mail server refused its mail',
};

export async function payoutHistory(db: Db, payout: Payout, notation: Notation): Promise<History> {
  const { merchantId, id, network, address } = payout;
  const transactions = await sentTransactions(db, payout);
  const audit = await listAudit(db, { subject: `payout ${id}` }, maxAudit);
  const mails = await codeMails(db, payout);
  const why = [payout.failure ?? payout.waitReason, payout.failureNote].filter(Boolean).join(': ');
  return {
    title: `Payout ${id}`,
    standing: `This payout of ${formatAsset(payout.amountUnits, payout.asset)} ${standings[payout.status]}${why ? ` (${why.replaceAll('_', ' ')})` : ''}.`,
    facts: known([
      ['Merchant', merchantId],
      ['Refund of', payout.refundOf],
      ['Recipient', payout.email],
      ['To', network && address && `${notation.formatAddress(network, address)} on ${network}`],
      ['Reference', payout.merchantIdCustom],
      ['Description', payout.description],
      ['Fee', formatAsset(payout.feeUnits, payout.asset)],
    ]),
    lines: inOrder([
      {
        at: payout.createdAt,
        part: 'payment',
        text: `The merchant asked to ${payout.kind === 'refund' ? 'give back' : 'pay out'} ${formatDecimal(payout.amountMinor, 2)} USD, ${formatAsset(payout.amountUnits, payout.asset)}.`,
      },
      ...(payout.confirmedAt
        ? [{ at: payout.confirmedAt, part: 'payment' as const, text: 'The recipient confirmed the wallet.' }]
        : []),
      ...audit.map(
        ({ at, actor, act, details }): HistoryEntry => ({
          at,
          part: 'person',
          text: `${actor}: ${act} ${details}`,
        }),
      ),
      ...mails.map(
        ({ at, recipient, status, error }): HistoryEntry => ({
          at,
          part: 'payment',
          text: `A code for ${recipient}: ${mailStates[status]}${error === null ? '' : ` (${error})`}.`,
        }),
      ),
      ...transactions.map(
        ({ hash, status, sentAt }): HistoryEntry => ({
          at: sentAt,
          part: 'transaction',
          text: `A transaction was sent, now ${status}: ${network ? notation.formatTransactionHash(network, hash) : hash}.`,
        }),
      ),
      ...(await ledgerEntries(db, merchantId, [id])),
      ...(await eventEntries(db, merchantId, id)),
    ]),
  };
}
