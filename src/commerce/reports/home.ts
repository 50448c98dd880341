import { type Static, Type } from 'typebox';
import { dayIn } from '../../base/money/written-time.ts';
import { type HourSum, hourMs, hourOf } from './hour-sums.ts';
import { type AssetFigures, type Figures, figuresOf } from './overview.ts';
import { decimal } from './overview-answer.ts';

/** The first page: today beside yesterday. Pure; home-routes.ts reads. */

const amount = Type.String({ description: 'A decimal, exact' });
const perHour = Type.Array(amount, { description: 'By hour of the day, from midnight' });
const figure = Type.Object({ amount, count: Type.Number() });
export const homeSchema = Type.Object({
  at: Type.String(),
  day: Type.String({ description: 'Today in the time zone, such as 2026-01-31' }),
  assets: Type.Array(
    Type.Object({
      asset: Type.String(),
      today: figure,
      before: Type.Object(figure.properties, { description: 'Yesterday until this time of day' }),
      hours: perHour,
      hours_before: perHour,
    }),
    { description: 'What customers paid. The asset in which the merchant is paid most often comes first' },
  ),
  attempts: Type.Object({
    approved: Type.Number(),
    refused: Type.Number(),
    approved_before: Type.Number(),
    refused_before: Type.Number(),
  }),
});

export interface Today {
  day: string;
  /** The first full hours of today and of yesterday. */
  from: Date;
  before: Date;
  /** As long after the start of yesterday as now is after that of today. */
  sameTimeBefore: Date;
}

export function todayIn(zone: string, now: Date): Today {
  const dayOf = dayIn(zone);
  const startOf = (time: Date): Date => {
    let start = hourOf(time);
    const day = dayOf(time);
    for (;;) {
      const earlier = new Date(start.getTime() - hourMs);
      if (dayOf(earlier) !== day) return start;
      start = earlier;
    }
  };
  const from = startOf(now);
  const before = startOf(new Date(from.getTime() - 1));
  const sameTime = new Date(before.getTime() + now.getTime() - from.getTime());
  return { day: dayOf(now), from, before, sameTimeBefore: sameTime < from ? sameTime : from };
}

export interface HomeRead {
  now: Date;
  today: Today;
  /** By the hour. */
  sums: readonly HourSum[];
  /** Yesterday as a whole, by the hour. */
  sumsBefore: readonly HourSum[];
  /** Yesterday's running hour until this minute of it. */
  partBefore: readonly HourSum[];
  /** Of some weeks: which asset is the merchant's own, and which to show on a quiet morning. */
  usual: readonly HourSum[];
}

/** More are on the page of reports. */
const maxAssets = 6;

export function homeAnswer(read: HomeRead): Static<typeof homeSchema> {
  const { today } = read;
  const runningHour = hourOf(today.sameTimeBefore);
  const now = figuresOf(read.sums);
  const before = figuresOf([...read.sumsBefore.filter(({ hour }) => hour < runningHour), ...read.partBefore]);
  const usual = figuresOf(read.usual);
  const countOf = (asset: string): number =>
    Number(of(usual, asset)?.receivedCount ?? 0n) + Number(of(now, asset)?.receivedCount ?? 0n);
  const assets = [...usual.assets, ...now.assets, ...before.assets]
    .filter(({ received }) => received !== 0n)
    .map(({ asset }) => asset);
  const sorted = [...new Set(assets)].sort((a, b) => countOf(b) - countOf(a) || (a < b ? -1 : 1));
  const [hours, hoursBefore] = [byHour(read.sums, today.from), byHour(read.sumsBefore, today.before)];
  const until = (read.now.getTime() - today.from.getTime()) / hourMs;
  const hoursOfBefore = (today.from.getTime() - today.before.getTime()) / hourMs;
  return {
    at: read.now.toISOString(),
    day: today.day,
    assets: sorted.slice(0, maxAssets).map((asset) => ({
      asset,
      today: figureOf(of(now, asset), asset),
      before: figureOf(of(before, asset), asset),
      hours: row(hours, asset, Math.floor(until) + 1),
      hours_before: row(hoursBefore, asset, hoursOfBefore),
    })),
    attempts: {
      approved: Number(now.approved),
      refused: refusedOf(now),
      approved_before: Number(before.approved),
      refused_before: refusedOf(before),
    },
  };
}

function of({ assets }: Figures, asset: string): AssetFigures | undefined {
  return assets.find((each) => each.asset === asset);
}

function figureOf(figures: AssetFigures | undefined, asset: string): Static<typeof figure> {
  return { amount: decimal(figures?.received ?? 0n, asset), count: Number(figures?.receivedCount ?? 0n) };
}

function refusedOf({ refusals }: Figures): number {
  return refusals.reduce((total, { count }) => total + Number(count), 0);
}

function byHour(sums: readonly HourSum[], from: Date): Figures[] {
  const hours: HourSum[][] = [];
  for (const sum of sums) {
    const at = (sum.hour.getTime() - from.getTime()) / hourMs;
    if (at < 0) continue;
    const its = hours[at] ?? [];
    its.push(sum);
    hours[at] = its;
  }
  return Array.from(hours, (each) => figuresOf(each ?? []));
}

function row(hours: readonly Figures[], asset: string, length: number): string[] {
  return Array.from({ length }, (_, at) => {
    const figures = hours[at];
    return decimal((figures && of(figures, asset)?.received) ?? 0n, asset);
  });
}
