import { dayIn } from '../../base/money/written-time.ts';
import { type HourSum, latePrefix } from './hour-sums.ts';

/** A merchant's figures over a period. Amounts are minor units, or units of their asset. */
export interface AssetFigures {
  asset: string;
  /** Paid by customers, before fees. */
  received: bigint;
  receivedCount: bigint;
  /** Refunded to customers, or on its way to them. */
  givenBack: bigint;
  givenBackCount: bigint;
  /** Charged back by banks. */
  takenBack: bigint;
  takenBackCount: bigint;
  /** Sent to recipients. */
  paidOut: bigint;
  paidOutCount: bigint;
  fees: bigint;
}

export interface Figures {
  assets: AssetFigures[];
  approved: bigint;
  /** Counts per reason, most frequent first. */
  refusals: { reason: string; count: bigint }[];
  told: bigint;
}

export type Measure = 'received' | 'givenBack' | 'takenBack' | 'paidOut';

/** The postings of a figure: on these accounts, of these kinds, with this sign. A reversal reduces the count by one. */
export interface Rule {
  measure: Measure;
  /** A trailing % matches any suffix. */
  accounts: readonly string[];
  sign: 1n | -1n;
  adds: readonly string[];
  takesBack: readonly string[];
}

const ofMerchant = ['merchant_available', 'merchant_direct'];

export const rules: readonly Rule[] = [
  {
    measure: 'received',
    // Of a payment that came otherwise than was asked, once it was accepted: from suspense.
    accounts: ['card_clearing%', 'payment_suspense'],
    sign: -1n,
    adds: ['charge_approved', 'unexpected_payment_accepted'],
    takesBack: [],
  },
  {
    measure: 'received',
    accounts: ['deposit_suspense'],
    sign: -1n,
    adds: ['deposit_credited'],
    takesBack: ['credit_reversed'],
  },
  {
    measure: 'givenBack',
    accounts: ofMerchant,
    sign: -1n,
    adds: ['refund', 'refund_opened'],
    takesBack: ['refund_reversed', 'refund_released'],
  },
  {
    measure: 'takenBack',
    accounts: ofMerchant,
    sign: -1n,
    adds: ['charge_back'],
    takesBack: ['charge_back_reversed'],
  },
  { measure: 'paidOut', accounts: ['custody_%'], sign: 1n, adds: ['payout_sent'], takesBack: [] },
];

function isAmong(accounts: readonly string[], account: string): boolean {
  return accounts.some((each) =>
    each.endsWith('%') ? account.startsWith(each.slice(0, -1)) : account === each,
  );
}

export function figuresOf(sums: Iterable<Omit<HourSum, 'hour'>>): Figures {
  const assets = new Map<string, AssetFigures>();
  const refusals = new Map<string, bigint>();
  let [approved, told] = [0n, 0n];
  const of = (asset: string): AssetFigures => {
    const figures = assets.get(asset) ?? noFigures(asset);
    assets.set(asset, figures);
    return figures;
  };
  for (const { kind: given, part, asset, count, amount } of sums) {
    const kind = given.startsWith(latePrefix) ? given.slice(latePrefix.length) : given;
    if (kind === 'told') told += count;
    else if (kind === 'tried' && part === 'approved') approved += count;
    else if (kind === 'tried') refusals.set(part, (refusals.get(part) ?? 0n) + count);
    else {
      if (part === 'platform_fees') of(asset).fees += amount;
      for (const { measure, accounts, sign, adds, takesBack } of rules) {
        const way = adds.includes(kind) ? 1n : takesBack.includes(kind) ? -1n : 0n;
        if (way === 0n || !isAmong(accounts, part)) continue;
        const figures = of(asset);
        figures[measure] += amount * sign;
        figures[`${measure}Count`] += count * way;
      }
    }
  }
  return {
    assets: [...assets.values()].sort((a, b) => (a.asset < b.asset ? -1 : 1)),
    approved,
    refusals: [...refusals]
      .map(([reason, count]) => ({ reason, count }))
      .sort((a, b) => (a.count === b.count ? (a.reason < b.reason ? -1 : 1) : a.count > b.count ? -1 : 1)),
    told,
  };
}

function noFigures(asset: string): AssetFigures {
  return {
    asset,
    received: 0n,
    receivedCount: 0n,
    givenBack: 0n,
    givenBackCount: 0n,
    takenBack: 0n,
    takenBackCount: 0n,
    paidOut: 0n,
    paidOutCount: 0n,
    fees: 0n,
  };
}

/** When clocks go forward, a day has 23 hours. */
const shorterThanADayMs = 20 * 3_600_000;

/** The sums of each day in the time zone, in time order; an hour belongs to the day in which it begins. */
export function byDay(sums: readonly HourSum[], from: Date, to: Date, zone: string): Map<string, HourSum[]> {
  const dayOf = dayIn(zone);
  const days = new Map<string, HourSum[]>();
  for (let ms = from.getTime(); ms < to.getTime(); ms += shorterThanADayMs) days.set(dayOf(new Date(ms)), []);
  if (from < to) days.set(dayOf(new Date(to.getTime() - 1)), []);
  for (const sum of sums) days.get(dayOf(sum.hour))?.push(sum);
  return days;
}
