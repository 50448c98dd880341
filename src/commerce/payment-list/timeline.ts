import type { Db } from '../../base/db/pool.ts';
import { type Money, moneyToDecimal } from '../../base/money/money.ts';
import { explorerTransactionUrl } from '../../chain/chains/explorer.ts';
import { assetOn, networkById } from '../../chain/chains/networks.ts';
import type { Notation } from '../../chain/chains/port/notation.ts';
import { isWorthShowing } from '../../crypto/deposits/strays/stray-shape.ts';
import { straysOfOrder } from '../../crypto/deposits/strays/stray-store.ts';
import type { CryptoOrder } from '../../crypto/orders/store.ts';
import { transfersOfOrder } from '../../crypto/orders/transfers/transfer-store.ts';
import { refundsOfOrder } from '../../crypto/payouts/refund/refund-store.ts';
import {
  auditEntries,
  eventEntries,
  outcomeOfEvent,
  type ShownAmount,
  sortedEntries,
  type TimelineEntry,
  timelineEntry,
} from '../../events/outbox/timeline.ts';
import { attemptsOf } from '../../payments/charges/attempts/attempt-store.ts';
import { closingsOf } from '../../payments/charges/authorizations/closing-store.ts';
import type { Attempt, Charge } from '../../payments/charges/charge.ts';
import { disputeChangesOf, disputesOf } from '../../payments/charges/disputes/dispute-store.ts';
import { refundsOf } from '../../payments/charges/refunds/refund-store.ts';
import { unexpectedOf } from '../../payments/charges/unexpected/unexpected-store.ts';

export const paymentEntryKinds = [
  'created',
  'tried',
  'transfer',
  'capture',
  'void',
  'refund',
  'unexpected',
  'dispute',
  'event',
  'delivery',
  'person',
] as const;
type PaymentEntryKind = (typeof paymentEntryKinds)[number];

export type PaymentEntry = TimelineEntry<PaymentEntryKind>;

export async function chargeTimeline(
  db: Db,
  charge: Charge,
  /** The processor's page of an attempt, if the reader may see it. */
  pageOf: (attempt: Attempt) => Promise<string | null>,
): Promise<PaymentEntry[]> {
  const { merchantId, id, amount } = charge;
  const part = (amountMinor: bigint): ShownAmount => shownMoney({ ...amount, amountMinor });
  const attempts = await attemptsOf(db, merchantId, id);
  const closings = await closingsOf(db, merchantId, id);
  const refunds = await refundsOf(db, merchantId, id);
  const changes = await disputeChangesOf(db, merchantId, id);
  const older = (await disputesOf(db, merchantId, id)).filter(
    (dispute) => !changes.some(({ id: first }) => first === dispute.id),
  );
  return sortedEntries([
    timelineEntry(charge.createdAt, 'created', 'created', { amount: shownMoney(amount) }),
    ...(await Promise.all(
      attempts.map(async (attempt) => {
        const { createdAt, status, refusal, card } = attempt;
        const subject = card && `${card.brand} …${card.last4}`;
        return timelineEntry(createdAt, 'tried', refusal ?? status, { subject, url: await pageOf(attempt) });
      }),
    )),
    ...closings.flatMap(({ kind, createdAt, resolvedAt, status, origin, amountMinor }) => {
      const facts = { amount: part(amountMinor) };
      const asked = origin === 'own' ? [timelineEntry(createdAt, kind, 'pending', facts)] : [];
      const outcome = status === 'failed' ? 'failed' : kind === 'capture' ? 'captured' : 'released';
      return resolvedAt ? [...asked, timelineEntry(resolvedAt, kind, outcome, facts)] : asked;
    }),
    ...refunds.map(({ createdAt, amountMinor, reason }) =>
      timelineEntry(createdAt, 'refund', 'pending', { amount: part(amountMinor), subject: reason }),
    ),
    ...refunds.flatMap(({ resolvedAt, status, amountMinor }) =>
      resolvedAt ? [timelineEntry(resolvedAt, 'refund', status, { amount: part(amountMinor) })] : [],
    ),
    ...(await unexpectedOf(db, merchantId, id)).flatMap((each) => {
      const facts = { amount: shownMoney(each.paid) };
      const { arrivedAt, decidedAt, endedAt, status, kind } = each;
      return [
        timelineEntry(arrivedAt, 'unexpected', kind, facts),
        ...(decidedAt
          ? [timelineEntry(decidedAt, 'unexpected', status === 'accepted' ? 'accepted' : 'returning', facts)]
          : []),
        ...(endedAt && status === 'returned' ? [timelineEntry(endedAt, 'refund', 'succeeded', facts)] : []),
      ];
    }),
    ...older.map(({ openedAt, amount: taken }) =>
      timelineEntry(openedAt, 'dispute', 'open', { amount: shownMoney(taken) }),
    ),
    ...older.flatMap(({ closedAt, status, amount: taken }) =>
      closedAt ? [timelineEntry(closedAt, 'dispute', status, { amount: shownMoney(taken) })] : [],
    ),
    ...changes.map(({ at, status, amount: taken }) =>
      timelineEntry(at, 'dispute', status, { amount: shownMoney(taken) }),
    ),
    ...(await eventEntries(db, merchantId, id, outcomeOfEvent)),
    ...(await auditEntries(db, `charge ${id}`)),
  ]);
}

export async function orderTimeline(
  db: Db,
  order: Pick<CryptoOrder, 'merchantId' | 'id' | 'createdAt' | 'asset'>,
  notation: Notation,
): Promise<PaymentEntry[]> {
  const { merchantId, id } = order;
  const transfers = await transfersOfOrder(db, merchantId, id);
  const strays = (await straysOfOrder(db, merchantId, id)).filter(isWorthShowing);
  const refunds = await refundsOfOrder(db, merchantId, id);
  const shown = (network: string | null, units: bigint): ShownAmount => ({
    value: notation.formatAmount(network, units),
    unit: order.asset,
  });
  return [
    ...transfers.map(({ blockTime, network, amountUnits, transactionHash, orphaned, credited, posted }) => {
      const row = networkById(network);
      const standing = credited ? 'credited' : posted ? 'final' : 'seen';
      const outcome = orphaned ? 'taken_back' : standing;
      return timelineEntry(blockTime, 'transfer', outcome, {
        amount: shown(network, amountUnits),
        subject: row?.title ?? network,
        url: row ? explorerTransactionUrl(row, transactionHash) : null,
      });
    }),
    ...strays.flatMap((stray) => {
      const row = networkById(stray.network);
      const facts = {
        amount: {
          value: notation.formatAmount(stray.network, stray.amountUnits),
          unit: assetOn(stray.network),
        },
        subject: row?.title ?? stray.network,
        url: row ? explorerTransactionUrl(row, stray.transactionHash) : null,
      };
      return [
        timelineEntry(stray.blockTime, 'transfer', 'astray', facts),
        ...(stray.decidedAt ? [timelineEntry(stray.decidedAt, 'transfer', stray.decision ?? '', facts)] : []),
      ];
    }),
    ...refunds.map(({ createdAt, status, amountUnits, refundReason }) =>
      timelineEntry(
        createdAt,
        'refund',
        status === 'success' ? 'succeeded' : status === 'failed' ? 'failed' : 'pending',
        { amount: shown(null, amountUnits), subject: refundReason },
      ),
    ),
    ...(await auditEntries(db, `order ${id}`)),
  ];
}

/** The timeline of an order that pays no charge. */
export async function payInTimeline(db: Db, order: CryptoOrder, notation: Notation): Promise<PaymentEntry[]> {
  return sortedEntries([
    timelineEntry(order.createdAt, 'created', 'created', {
      amount: shownMoney({ amountMinor: order.amountMinor, currency: 'USD' }),
    }),
    ...(await orderTimeline(db, order, notation)),
    ...(await eventEntries(db, order.merchantId, order.id)),
  ]);
}

function shownMoney(money: Money): ShownAmount {
  return { value: moneyToDecimal(money), unit: money.currency };
}
