import { dayIn } from '../../base/money/written-time.ts';
import { type HourSum, hourMs, latePrefix } from './hour-sums.ts';
import { books, type StatementBook, type StatementKind, statementBooks, statementKinds } from './names.ts';

/** One account and asset; amounts in minor units or units. `opening` plus the movements equals `closing`. */
export interface AccountStatement {
  book: StatementBook;
  asset: string;
  opening: bigint;
  lines: Record<StatementKind, bigint>;
  closing: bigint;
  days: { day: string; lines: Record<StatementKind, bigint>; closing: bigint }[];
}

const lineOfKind: Readonly<Record<StatementBook, Readonly<Record<string, StatementKind>>>> = {
  available: {
    charge_approved: 'received',
    unexpected_payment_accepted: 'received',
    deposit_credited: 'received',
    credit_reversed: 'received',
    refund: 'given_back',
    refund_reversed: 'given_back',
    bank_refund_held: 'given_back',
    bank_refund_released: 'given_back',
    refund_opened: 'given_back',
    refund_released: 'given_back',
    charge_back: 'taken_back',
    charge_back_reversed: 'taken_back',
    payout_reserved: 'payouts',
    payout_released: 'payouts',
    settlement_requested: 'settlements',
    settlement_refused: 'settlements',
    settlement_withdrawn: 'settlements',
    settlement_returned: 'settlements',
  },
  reserved: { payout_reserved: 'set_aside', payout_released: 'released', payout_sent: 'paid' },
  settling: {
    settlement_requested: 'set_aside',
    settlement_refused: 'released',
    settlement_withdrawn: 'released',
    settlement_paid: 'paid',
  },
};

/**
 * Computed forward from the opening balances and the sums of each day. An amount booked net of its fee is shown as the
 * gross amount and the fee.
 */
export function statementOf(
  openings: readonly { account: string; asset: string; balance: bigint }[],
  days: ReadonlyMap<string, readonly HourSum[]>,
): AccountStatement[] {
  return statementBooks.flatMap((book) => {
    const account = books[book];
    const opened = new Map(
      openings.filter((each) => each.account === account).map(({ asset, balance }) => [asset, balance]),
    );
    const assets = new Set(opened.keys());
    for (const sums of days.values())
      for (const { part, asset } of sums) if (part === account) assets.add(asset);
    return [...assets]
      .sort()
      .map((asset) => accountStatement(book, asset, opened.get(asset) ?? 0n, days))
      .filter((its) => book === 'available' || !isEmpty(its));
  });
}

function accountStatement(
  book: StatementBook,
  asset: string,
  opening: bigint,
  days: ReadonlyMap<string, readonly HourSum[]>,
): AccountStatement {
  let balance = opening;
  const perDay = [...days].map(([day, sums]) => {
    const lines = movedBy(book, asset, sums);
    balance += totalOf(lines);
    return { day, lines, closing: balance };
  });
  return {
    book,
    asset,
    opening,
    lines: added(perDay.map(({ lines }) => lines)),
    closing: balance,
    days: perDay,
  };
}

function isEmpty({ opening, lines }: AccountStatement): boolean {
  return opening === 0n && statementKinds.every((line) => lines[line] === 0n);
}

/** What moved an account by kind. */
export function movedBy(
  book: StatementBook,
  asset: string,
  sums: readonly HourSum[],
): Record<StatementKind, bigint> {
  const lines = noLines();
  for (const sum of sums) {
    if (sum.asset !== asset) continue;
    const line = sum.kind.startsWith(latePrefix) ? 'corrections' : (lineOfKind[book][sum.kind] ?? 'other');
    if (sum.part === books[book]) lines[line] += sum.amount;
    if (book === 'available' && sum.part === 'platform_fees' && line === 'received') {
      lines.received += sum.amount;
      lines.fees -= sum.amount;
    }
  }
  return lines;
}

export function totalOf(lines: Record<StatementKind, bigint>): bigint {
  return statementKinds.reduce((total, line) => total + lines[line], 0n);
}

function added(all: readonly Record<StatementKind, bigint>[]): Record<StatementKind, bigint> {
  const total = noLines();
  for (const lines of all) for (const line of statementKinds) total[line] += lines[line];
  return total;
}

function noLines(): Record<StatementKind, bigint> {
  return Object.fromEntries(statementKinds.map((line) => [line, 0n])) as Record<StatementKind, bigint>;
}

/** The bounds of a month, e.g. 2026-01, in a time zone: from its first full hour to that of the next. */
export function monthBounds(month: string, zone: string): { from: Date; to: Date } {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return { from: firstHourOf(year, number - 1, zone), to: firstHourOf(year, number, zone) };
}

function firstHourOf(year: number, monthIndex: number, zone: string): Date {
  const dayOf = dayIn(zone);
  const first = Date.UTC(year, monthIndex, 1);
  const day = new Date(first).toISOString().slice(0, 10);
  // No time zone is more than 14 hours from UTC.
  for (let ms = first - 15 * hourMs; ; ms += hourMs) if (dayOf(new Date(ms)) >= day) return new Date(ms);
}
