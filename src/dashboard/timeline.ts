import { listAudit } from '../audit/audit-log.ts';
import { explorerTransactionUrl } from '../chains/explorer.ts';
import { assetOn, networkById } from '../chains/networks.ts';
import type { Notation } from '../chains/port/notation.ts';
import { attemptsOf } from '../charges/attempt-store.ts';
import type { Attempt, Charge } from '../charges/charge.ts';
import { disputeChangesOf, disputesOf } from '../charges/dispute-store.ts';
import { refundsOf } from '../charges/refund-store.ts';
import type { CryptoOrder } from '../crypto-orders/store.ts';
import { transfersOfOrder } from '../crypto-orders/transfer-store.ts';
import type { Db } from '../db/pool.ts';
import { isWorthTelling } from '../deposits/stray-shape.ts';
import { straysOfOrder } from '../deposits/stray-store.ts';
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
  /** How much; the page writes it as its language does. */
  amount: ShownAmount | null;
  /** What is to be read in it, of any language: a card, a network, an address. */
  subject: string | null;
  /** Where it can be looked at. */
  url: string | null;
}

/** A decimal, exact, of a currency or an asset. */
export interface ShownAmount {
  value: string;
  unit: string;
}

/** Of one payment there are a handful. */
const maxEvents = 50;

export async function chargeTimeline(
  db: Db,
  charge: Charge,
  /** Where whoever looks can see an attempt at its processor. */
  pageOf: (attempt: Attempt) => Promise<string | null>,
): Promise<Happening[]> {
  const { merchantId, id, amount } = charge;
  const part = (amountMinor: bigint): ShownAmount => shownMoney({ ...amount, amountMinor });
  const attempts = await attemptsOf(db, merchantId, id);
  const refunds = await refundsOf(db, merchantId, id);
  const changes = await disputeChangesOf(db, merchantId, id);
  const older = (await disputesOf(db, merchantId, id)).filter(
    (dispute) => !changes.some(({ id: first }) => first === dispute.id),
  );
  return inOrder([
    happening(charge.createdAt, 'created', 'created', { amount: shownMoney(amount) }),
    ...(await Promise.all(
      attempts.map(async (attempt) => {
        const { createdAt, status, refusal, card } = attempt;
        const subject = card && `${card.brand} …${card.last4}`;
        return happening(createdAt, 'tried', refusal ?? status, { subject, url: await pageOf(attempt) });
      }),
    )),
    ...refunds.map(({ createdAt, amountMinor }) =>
      happening(createdAt, 'refund', 'pending', { amount: part(amountMinor) }),
    ),
    ...refunds.flatMap(({ resolvedAt, status, amountMinor }) =>
      resolvedAt ? [happening(resolvedAt, 'refund', status, { amount: part(amountMinor) })] : [],
    ),
    ...older.map(({ openedAt, amount: taken }) =>
      happening(openedAt, 'dispute', 'open', { amount: shownMoney(taken) }),
    ),
    ...older.flatMap(({ closedAt, status, amount: taken }) =>
      closedAt ? [happening(closedAt, 'dispute', status, { amount: shownMoney(taken) })] : [],
    ),
    ...changes.map(({ at, status, amount: taken }) =>
      happening(at, 'dispute', status, { amount: shownMoney(taken) }),
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
  const strays = (await straysOfOrder(db, merchantId, id)).filter(isWorthTelling);
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
      return happening(blockTime, 'transfer', outcome, {
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
        happening(stray.blockTime, 'transfer', 'astray', facts),
        ...(stray.decidedAt ? [happening(stray.decidedAt, 'transfer', stray.decision ?? '', facts)] : []),
      ];
    }),
    ...refunds.map(({ createdAt, status, amountUnits }) =>
      happening(
        createdAt,
        'refund',
        status === 'success' ? 'succeeded' : status === 'failed' ? 'failed' : 'pending',
        { amount: shown(null, amountUnits) },
      ),
    ),
    ...(await acts(db, `order ${id}`)),
  ];
}

/** Of an order that pays no charge. */
export async function payInTimeline(db: Db, order: CryptoOrder, notation: Notation): Promise<Happening[]> {
  return inOrder([
    happening(order.createdAt, 'created', 'created', {
      amount: shownMoney({ amountMinor: order.amountMinor, currency: 'USD' }),
    }),
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
    happening(event.createdAt, 'event', event.status),
    ...(sends.get(event.id) ?? []).map(({ sentAt, url, httpStatus, explanation }) =>
      happening(sentAt, 'delivery', httpStatus === 200 ? 'confirmed' : 'failed', {
        subject: `${URL.parse(url)?.host ?? ''}: ${explanation}`,
      }),
    ),
  ]);
}

export async function acts(db: Db, subject: string): Promise<Happening<'person'>[]> {
  const rows = await listAudit(db, { subject }, maxEvents);
  return rows.map(({ at, actor, act }) => happening(at, 'person', act, { subject: actor }));
}

export function happening<Kind extends AnyHappening>(
  at: Date,
  kind: Kind,
  outcome: string,
  told: Partial<Pick<Happening, 'amount' | 'subject' | 'url'>> = {},
): Happening<Kind> {
  return { at: at.toISOString(), kind, outcome, amount: null, subject: null, url: null, ...told };
}

export function inOrder<Kind extends AnyHappening>(all: Happening<Kind>[]): Happening<Kind>[] {
  return all.toSorted((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));
}

function shownMoney(money: Money): ShownAmount {
  return { value: moneyToDecimal(money), unit: money.currency };
}
