import { listAudit } from '../audit/audit-log.ts';
import { explorerTransactionUrl } from '../chains/explorer.ts';
import { networkById } from '../chains/networks.ts';
import type { Notation } from '../chains/port/notation.ts';
import { attemptsOf } from '../charges/attempt-store.ts';
import type { Charge } from '../charges/charge.ts';
import { disputesOf } from '../charges/dispute-store.ts';
import { refundsOf } from '../charges/refund-store.ts';
import type { CryptoOrder } from '../crypto-orders/store.ts';
import { transfersOfOrder } from '../crypto-orders/transfer-store.ts';
import type { Db } from '../db/pool.ts';
import { listEvents, attemptsOf as sendsOf } from '../events/event-store.ts';
import { type Money, moneyToDecimal } from '../money/money.ts';
import { refundsOfOrder } from '../payouts/refund-store.ts';

export const paymentHappenings = [
  'created',
  'tried',
  'transfer',
  'refund',
  'dispute',
  'event',
  'delivery',
  'person',
] as const;
export const payoutHappenings = ['created', 'wallet', 'sent', 'event', 'delivery', 'person'] as const;
type PaymentHappening = (typeof paymentHappenings)[number];
type AnyHappening = PaymentHappening | (typeof payoutHappenings)[number];

/** Something that happened to a payment or a payout. The page says it in its reader's language: `kind` and `outcome` are codes. */
export interface Happening<Kind extends AnyHappening = PaymentHappening> {
  at: string;
  kind: Kind;
  outcome: string;
  /** What is to be read in it, of any language: an amount, a card, an address. */
  subject: string | null;
  /** Where it can be looked at. */
  url: string | null;
}

/** Of one payment there are a handful. */
const maxEvents = 50;

export async function chargeTimeline(db: Db, charge: Charge): Promise<Happening[]> {
  const { merchantId, id, amount } = charge;
  const text = (amountMinor: bigint): string => amountText({ ...amount, amountMinor });
  const attempts = await attemptsOf(db, merchantId, id);
  const refunds = await refundsOf(db, merchantId, id);
  const disputes = await disputesOf(db, merchantId, id);
  return inOrder([
    happening(charge.createdAt, 'created', 'created', amountText(amount)),
    ...attempts.map(({ createdAt, status, refusal, card }) =>
      happening(createdAt, 'tried', refusal ?? status, card && `${card.brand} …${card.last4}`),
    ),
    ...refunds.map(({ createdAt, amountMinor }) =>
      happening(createdAt, 'refund', 'pending', text(amountMinor)),
    ),
    ...refunds.flatMap(({ resolvedAt, status, amountMinor }) =>
      resolvedAt ? [happening(resolvedAt, 'refund', status, text(amountMinor))] : [],
    ),
    ...disputes.map(({ openedAt, amount: taken }) =>
      happening(openedAt, 'dispute', 'open', amountText(taken)),
    ),
    ...disputes.flatMap(({ closedAt, status, amount: taken }) =>
      closedAt ? [happening(closedAt, 'dispute', status, amountText(taken))] : [],
    ),
    ...(await tellings(db, merchantId, id)),
    ...(await acts(db, `charge ${id}`)),
  ]);
}

export async function orderTimeline(
  db: Db,
  order: Pick<CryptoOrder, 'merchantId' | 'id' | 'createdAt' | 'asset'>,
  notation: Notation,
): Promise<Happening[]> {
  const { merchantId, id } = order;
  const transfers = await transfersOfOrder(db, merchantId, id);
  const refunds = await refundsOfOrder(db, merchantId, id);
  const text = (network: string | null, units: bigint): string =>
    `${notation.formatAmount(network, units)} ${order.asset}`;
  return [
    ...transfers.map(({ blockTime, network, amountUnits, transactionHash, orphaned, credited }) => {
      const row = networkById(network);
      const outcome = orphaned ? 'taken_back' : credited ? 'credited' : 'seen';
      return {
        ...happening(blockTime, 'transfer', outcome, `${text(network, amountUnits)}, ${network}`),
        url: row ? explorerTransactionUrl(row, transactionHash) : null,
      };
    }),
    ...refunds.map(({ createdAt, status, amountUnits }) =>
      happening(
        createdAt,
        'refund',
        status === 'success' ? 'succeeded' : status === 'failed' ? 'failed' : 'pending',
        text(null, amountUnits),
      ),
    ),
    ...(await acts(db, `order ${id}`)),
  ];
}

/** Of an order that pays no charge. */
export async function payInTimeline(db: Db, order: CryptoOrder, notation: Notation): Promise<Happening[]> {
  return inOrder([
    happening(
      order.createdAt,
      'created',
      'created',
      amountText({ amountMinor: order.amountMinor, currency: 'USD' }),
    ),
    ...(await orderTimeline(db, order, notation)),
    ...(await tellings(db, order.merchantId, order.id)),
  ]);
}

/** What the merchant's server was told, and what it answered. */
export async function tellings(
  db: Db,
  merchantId: string,
  subjectId: string,
): Promise<Happening<'event' | 'delivery'>[]> {
  const events = await listEvents(db, merchantId, { subjectId }, {}, maxEvents);
  const sends = await sendsOf(db, merchantId, events);
  return events.flatMap((event) => [
    happening(event.createdAt, 'event', event.status, null),
    ...(sends.get(event.id) ?? []).map(({ sentAt, url, httpStatus, explanation }) =>
      happening(
        sentAt,
        'delivery',
        httpStatus === 200 ? 'confirmed' : 'failed',
        `${URL.parse(url)?.host ?? ''}: ${explanation}`,
      ),
    ),
  ]);
}

export async function acts(db: Db, subject: string): Promise<Happening<'person'>[]> {
  const rows = await listAudit(db, { subject }, maxEvents);
  return rows.map(({ at, actor, act }) => happening(at, 'person', act, actor));
}

export function happening<Kind extends AnyHappening>(
  at: Date,
  kind: Kind,
  outcome: string,
  subject: string | null,
): Happening<Kind> {
  return { at: at.toISOString(), kind, outcome, subject, url: null };
}

export function inOrder<Kind extends AnyHappening>(all: Happening<Kind>[]): Happening<Kind>[] {
  return all.toSorted((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));
}

function amountText(money: Money): string {
  return `${moneyToDecimal(money)} ${money.currency}`;
}
