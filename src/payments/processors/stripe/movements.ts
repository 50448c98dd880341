import Type, { type Static } from 'typebox';
import type { Money } from '../../../base/money/money.ts';
import type { ProcessorMovement } from '../../charges/payment-processor.ts';
import { fromStripeAmount } from './amounts.ts';
import { attemptKey, idIn, Metadata, refundKey } from './answers.ts';
import type { StripeApi } from './stripe-api.ts';

/** The movements on the account at Stripe: its balance transactions. */

const Movement = Type.Object({
  id: Type.String(),
  amount: Type.Integer(),
  fee: Type.Integer(),
  currency: Type.String(),
  created: Type.Integer(),
  type: Type.String(),
  reporting_category: Type.String(),
  source: Type.Optional(
    Type.Union([
      Type.Null(),
      Type.String(),
      Type.Object({
        id: Type.String(),
        object: Type.String(),
        metadata: Metadata,
        // Fields of a payout.
        arrival_date: Type.Optional(Type.Integer()),
        automatic: Type.Optional(Type.Boolean()),
      }),
    ]),
  ),
});
type Movement = Static<typeof Movement>;
type PayoutSource = Extract<Movement['source'], object>;
const MovementList = Type.Object({ data: Type.Array(Movement), has_more: Type.Boolean() });

const pageSize = 100;

const Sums = Type.Array(Type.Object({ amount: Type.Integer(), currency: Type.String() }));
const Balance = Type.Object({ available: Sums, pending: Sums });

/**
 * Keyed by Stripe's reporting categories, which distinguish a dispute from its end; unnamed ones are `other`. A
 * returned payout (`payout_reversal`) is `other`, too: a person has to find out why the bank refused it.
 */
const kinds: Readonly<Record<string, ProcessorMovement['kind']>> = {
  charge: 'payment',
  refund: 'refund',
  refund_failure: 'refund_failed',
  dispute: 'dispute',
  dispute_reversal: 'dispute_won',
  fee: 'fee',
  payout: 'payout',
};

/** Oldest first. */
export async function* readMovements(
  api: StripeApi,
  from: Date,
  to: Date,
): AsyncGenerator<ProcessorMovement> {
  // Stripe's times are whole seconds.
  yield* readSeconds(api, Math.ceil(from.getTime() / 1000), Math.ceil(to.getTime() / 1000));
}

/**
 * Stripe lists the newest first: a period with more than a page is read as two halves, so that memory stays bounded.
 */
async function* readSeconds(api: StripeApi, from: number, to: number): AsyncGenerator<ProcessorMovement> {
  if (from >= to) return;
  const page = await readPage(api, from, to, undefined);
  if (!page.has_more) {
    yield* page.data.toReversed().map(toLine);
  } else if (to - from > 1) {
    const middle = Math.floor((from + to) / 2);
    yield* readSeconds(api, from, middle);
    yield* readSeconds(api, middle, to);
  } else {
    yield* (await readSecond(api, from, page)).toReversed().map(toLine);
  }
}

/** Reads a single second with more than a page, newest first. */
async function readSecond(
  api: StripeApi,
  second: number,
  first: Static<typeof MovementList>,
): Promise<Movement[]> {
  const all = [...first.data];
  for (let page = first; page.has_more; ) {
    page = await readPage(api, second, second + 1, all.at(-1)?.id);
    if (page.data.length === 0) break;
    all.push(...page.data);
  }
  return all;
}

async function readPage(api: StripeApi, from: number, to: number, after: string | undefined) {
  const query = {
    created: { gte: from, lt: to },
    limit: pageSize,
    starting_after: after,
    expand: ['data.source'],
  };
  const page = await api.get(MovementList, '/v1/balance_transactions', query);
  if (page.kind !== 'done') throw new Error(page.cause);
  return page.value;
}

/** Available and pending money: together they are the sum of all movements. */
export async function readBalance(api: StripeApi): Promise<Money[]> {
  const balance = await api.get(Balance, '/v1/balance', {});
  if (balance.kind !== 'done') throw new Error(balance.cause);
  const sums = new Map<string, bigint>();
  for (const { amount, currency } of [...balance.value.available, ...balance.value.pending]) {
    const money = fromStripeAmount(amount, currency);
    if (!money) throw new Error(`Stripe's balance is in ${currency}, which cannot be read exactly`);
    sums.set(money.currency, (sums.get(money.currency) ?? 0n) + money.amountMinor);
  }
  return [...sums].map(([currency, amountMinor]) => ({ amountMinor, currency }));
}

/** The movements in a payout, which Stripe reports for automatic payouts; the payout's own movement is among them. */
export async function readPayoutMovements(
  api: StripeApi,
  payout: string,
  after: string,
): Promise<{ lines: ProcessorMovement[]; next: string | null }> {
  const query = {
    payout,
    limit: pageSize,
    starting_after: after === '' ? undefined : after,
    expand: ['data.source'],
  };
  const page = await api.get(MovementList, '/v1/balance_transactions', query);
  if (page.kind !== 'done') throw new Error(page.cause);
  const { data, has_more: hasMore } = page.value;
  return { lines: data.map(toLine), next: hasMore ? (data.at(-1)?.id ?? null) : null };
}

function toLine(movement: Movement): ProcessorMovement {
  const { id, currency, created, reporting_category: category } = movement;
  const amount = fromStripeAmount(movement.amount, currency);
  const fee = fromStripeAmount(movement.fee, currency);
  if (amount === null || fee === null) {
    throw new Error(`Stripe's movement ${id} is in ${currency}, which cannot be read exactly`);
  }
  const source = typeof movement.source === 'object' ? movement.source : null;
  return {
    lineId: id,
    kind: Object.hasOwn(kinds, category) ? (kinds[category] ?? 'other') : 'other',
    attemptId: idIn(source?.metadata, attemptKey),
    refundId: idIn(source?.metadata, refundKey),
    disputeId: source?.object === 'dispute' ? source.id : null,
    reference: source?.object === 'refund' ? source.id : null,
    amount,
    feeMinor: fee.amountMinor,
    at: new Date(created * 1000),
    ...(source?.object === 'payout' && category === 'payout' && { payout: toPayout(source) }),
  };
}

/** Stripe does not know which movements are in a manual payout. */
function toPayout({
  id,
  arrival_date: arrival,
  automatic,
}: PayoutSource): NonNullable<ProcessorMovement['payout']> {
  return {
    reference: id,
    arrivesAt: arrival === undefined ? null : new Date(arrival * 1000),
    isListed: automatic === true,
  };
}
