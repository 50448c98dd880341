import { type Static, Type } from 'typebox';
import { decimalsOf } from '../../accounts/ledger/ledger.ts';
import { formatDecimal } from '../../base/money/money.ts';
import type { HourSum } from './hour-sums.ts';
import { type Book, books } from './names.ts';
import { type AssetFigures, byDay, type Figures, figuresOf } from './overview.ts';
import type { BookBalance } from './read-report.ts';
import type { Period } from './report-query.ts';

const amount = Type.String({ description: 'A decimal, exact' });
const counted = Type.Object({ amount, count: Type.Number(), before: amount, count_before: Type.Number() });
export const balanceSchema = Type.Object({
  book: Type.Enum(Object.keys(books) as Book[]),
  asset: Type.String(),
  balance: amount,
});
export const overviewSchema = Type.Object({
  from: Type.String(),
  to: Type.String(),
  assets: Type.Array(
    Type.Object({
      asset: Type.String(),
      received: counted,
      given_back: counted,
      taken_back: counted,
      paid_out: counted,
      fees: Type.Object({ amount, before: amount }),
    }),
  ),
  tries: Type.Object({
    approved: Type.Number(),
    refused: Type.Number(),
    approved_before: Type.Number(),
    refused_before: Type.Number(),
    refusals: Type.Array(Type.Object({ reason: Type.String(), count: Type.Number() })),
  }),
  messages: Type.Object({
    told: Type.Number(),
    undeliverable: Type.Number({ description: '10000: so many or more' }),
  }),
  disputes: Type.Object({
    to_answer: Type.Number({ description: 'Disputes and inquiries of banks that wait for an answer now' }),
    next_due_at: Type.Union([Type.String(), Type.Null()], {
      description: 'Until when the first of them can be answered; null: no time is known',
    }),
  }),
  days: Type.Array(
    Type.Object({
      day: Type.String(),
      approved: Type.Number(),
      refused: Type.Number(),
      received: Type.Array(Type.Object({ asset: Type.String(), amount })),
    }),
  ),
  balances: Type.Union([Type.Array(balanceSchema), Type.Null()], {
    description: 'null if the caller may not read them',
  }),
});

export interface Read {
  period: Period;
  sums: readonly HourSum[];
  before: readonly HourSum[];
  undeliverable: number;
  disputes: { count: number; nextDueAt: Date | null };
  balances: BookBalance[] | null;
}

export function overviewAnswer(read: Read): Static<typeof overviewSchema> {
  const { period } = read;
  const [now, before] = [figuresOf(read.sums), figuresOf(read.before)];
  const assets = [...new Set([...now.assets, ...before.assets].map(({ asset }) => asset))].sort();
  return {
    from: period.from.toISOString(),
    to: period.to.toISOString(),
    assets: assets.map((asset) => assetAnswer(asset, of(now, asset), of(before, asset))),
    tries: {
      approved: Number(now.approved),
      refused: refusedOf(now),
      approved_before: Number(before.approved),
      refused_before: refusedOf(before),
      refusals: now.refusals.map(({ reason, count }) => ({ reason, count: Number(count) })),
    },
    messages: { told: Number(now.told), undeliverable: read.undeliverable },
    disputes: {
      to_answer: read.disputes.count,
      next_due_at: read.disputes.nextDueAt?.toISOString() ?? null,
    },
    days: [...byDay(read.sums, period.from, period.to, period.zone)].map(([day, sums]) => {
      const figures = figuresOf(sums);
      return {
        day,
        approved: Number(figures.approved),
        refused: refusedOf(figures),
        received: figures.assets
          .filter(({ received }) => received !== 0n)
          .map(({ asset, received }) => ({ asset, amount: decimal(received, asset) })),
      };
    }),
    balances: read.balances?.map(balanceAnswer) ?? null,
  };
}

export function balanceAnswer({ book, asset, balance }: BookBalance): Static<typeof balanceSchema> {
  return { book, asset, balance: decimal(balance, asset) };
}

function assetAnswer(asset: string, now: AssetFigures | undefined, before: AssetFigures | undefined) {
  const figure = (measure: 'received' | 'givenBack' | 'takenBack' | 'paidOut') => ({
    amount: decimal(now?.[measure] ?? 0n, asset),
    count: Number(now?.[`${measure}Count`] ?? 0n),
    before: decimal(before?.[measure] ?? 0n, asset),
    count_before: Number(before?.[`${measure}Count`] ?? 0n),
  });
  return {
    asset,
    received: figure('received'),
    given_back: figure('givenBack'),
    taken_back: figure('takenBack'),
    paid_out: figure('paidOut'),
    fees: { amount: decimal(now?.fees ?? 0n, asset), before: decimal(before?.fees ?? 0n, asset) },
  };
}

function of({ assets }: Figures, asset: string): AssetFigures | undefined {
  return assets.find((each) => each.asset === asset);
}

function refusedOf({ refusals }: Figures): number {
  return refusals.reduce((total, { count }) => total + Number(count), 0);
}

export function decimal(given: bigint, asset: string): string {
  return formatDecimal(given, decimalsOf(asset));
}
