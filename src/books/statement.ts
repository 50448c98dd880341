import { type HourSum, hourMs } from './hour-sums.ts';
import { type StatementLine, statementLines } from './names.ts';
import { dayIn } from './overview.ts';

/** Of one asset; all of it in minor units or units. `opening` and what the lines come to make `closing`. */
export interface AssetStatement {
  asset: string;
  opening: bigint;
  lines: Record<StatementLine, bigint>;
  closing: bigint;
  days: { day: string; lines: Record<StatementLine, bigint>; closing: bigint }[];
}

const lineOfKind: Readonly<Record<string, StatementLine>> = {
  charge_approved: 'received',
  deposit_credited: 'received',
  credit_reversed: 'received',
  refund: 'given_back',
  refund_reversed: 'given_back',
  refund_opened: 'given_back',
  refund_released: 'given_back',
  charge_back: 'taken_back',
  charge_back_reversed: 'taken_back',
  payout_reserved: 'payouts',
  payout_released: 'payouts',
  settlement_requested: 'settlements',
  settlement_refused: 'settlements',
};

/**
 * The account of what is available, from its balance at the end and the sums of the time. What is booked less its fee is told
 * as the whole and the fee.
 */
export function statementOf(
  closings: ReadonlyMap<string, bigint>,
  days: ReadonlyMap<string, readonly HourSum[]>,
): AssetStatement[] {
  const assets = new Set(closings.keys());
  for (const sums of days.values())
    for (const { part, asset } of sums) if (part === account) assets.add(asset);
  return [...assets].sort().map((asset) => {
    const perDay = [...days].map(([day, sums]) => ({ day, lines: linesOf(asset, sums) }));
    const moved = perDay.reduce((total, { lines }) => total + totalOf(lines), 0n);
    const closing = closings.get(asset) ?? 0n;
    const opening = closing - moved;
    let balance = opening;
    return {
      asset,
      opening,
      lines: added(perDay.map(({ lines }) => lines)),
      closing,
      days: perDay.map(({ day, lines }) => {
        balance += totalOf(lines);
        return { day, lines, closing: balance };
      }),
    };
  });
}

const account = 'merchant_available';

function linesOf(asset: string, sums: readonly HourSum[]): Record<StatementLine, bigint> {
  const lines = noLines();
  for (const sum of sums) {
    if (sum.asset !== asset) continue;
    const line = lineOfKind[sum.kind] ?? 'other';
    if (sum.part === account) lines[line] += sum.amount;
    if (sum.part === 'platform_fees' && line === 'received') {
      lines.received += sum.amount;
      lines.fees -= sum.amount;
    }
  }
  return lines;
}

function totalOf(lines: Record<StatementLine, bigint>): bigint {
  return statementLines.reduce((total, line) => total + lines[line], 0n);
}

function added(all: readonly Record<StatementLine, bigint>[]): Record<StatementLine, bigint> {
  const total = noLines();
  for (const lines of all) for (const line of statementLines) total[line] += lines[line];
  return total;
}

function noLines(): Record<StatementLine, bigint> {
  return { received: 0n, fees: 0n, given_back: 0n, taken_back: 0n, payouts: 0n, settlements: 0n, other: 0n };
}

/** From the first full hour of a month, e.g. 2026-01, to that of the next, as the clocks of a place have it. */
export function monthBounds(month: string, zone: string): { from: Date; to: Date } {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return { from: firstHourOf(year, number - 1, zone), to: firstHourOf(year, number, zone) };
}

function firstHourOf(year: number, monthIndex: number, zone: string): Date {
  const dayOf = dayIn(zone);
  const first = Date.UTC(year, monthIndex, 1);
  const day = new Date(first).toISOString().slice(0, 10);
  // No place is further than 14 hours from UTC.
  for (let ms = first - 15 * hourMs; ; ms += hourMs) if (dayOf(new Date(ms)) >= day) return new Date(ms);
}
