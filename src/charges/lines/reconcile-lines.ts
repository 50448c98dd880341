import type { Sql } from '../../db/pool.ts';
import { everyMerchant } from '../../ledger/scope.ts';
import type { Money } from '../../money/money.ts';
import type { ProcessorLine } from '../card-processor.ts';
import type { ProcessorAccount } from '../card-processors.ts';
import { disputesOf } from '../dispute-store.ts';
import { refundsOf } from '../refund-store.ts';
import { inBatches } from './in-batches.ts';
import { directionOf, keptLineId } from './line.ts';
import { ownPlace, type Place, placeLines } from './place-lines.ts';
import { bookedAmong, bookedBetween, type KeptSummary, keptBetween, readUntilOf } from './reconcile-store.ts';

/**
 * Holds all that a processor says of an account against our books, both ways, day by day. Theirs is looked for in the books
 * by its id, whenever that was; ours among their lines of the days around it, also beyond the borders of the period. In memory
 * are the ids of the lines of five days, some hundred bytes each, and what was found.
 */

const dayMs = 24 * 60 * 60 * 1000;
/** So many days before and after may the other side have it. */
const marginDays = 2;
/** What happened just now may not have come to the other side yet. */
const settleMs = 15 * 60 * 1000;
const batchSize = 500;
const merchantsAtOnce = 1_000;
/** More are counted, and not told one by one. */
const maxFindings = 1_000;

export interface Finding {
  problem:
    | 'missing_here'
    | 'missing_there'
    | 'amount_differs'
    | 'fee_differs'
    | 'not_booked'
    | 'booked_for_nothing';
  kind: ProcessorLine['kind'];
  /** All that is known of it: the processor's id of the line, and ours of the charge, the refund or the dispute. */
  lineId: string | null;
  id: string | null;
  merchantId: string | null;
  ours: Money | null;
  theirs: Money | null;
  at: Date;
}

export interface Reconciliation {
  /** Until when it was compared. */
  to: Date;
  /** Movements there and here, by kind. */
  theirs: Record<string, number>;
  ours: Record<string, number>;
  /** Settled in another currency: their amounts cannot be compared. */
  exchanged: number;
  found: number;
  findings: Finding[];
}

export interface Period {
  from: Date;
  to: Date;
}

export async function reconcileLines(
  sql: Sql,
  accounts: readonly ProcessorAccount[],
  period: Period,
  now: Date,
  progress: (line: string, done: number, total: number) => void,
): Promise<Reconciliation> {
  const to = new Date(Math.min(period.to.getTime(), now.getTime() - settleMs));
  const report: Reconciliation = { to, theirs: {}, ours: {}, exchanged: 0, found: 0, findings: [] };
  const run = new Run(sql, accounts, { from: period.from, to }, report);
  const days = daysAround(run.period, now);
  for (const [at, day] of days.entries()) {
    const lines = await run.readTheirs(day);
    const compared = days[at - marginDays];
    const booked = compared ? await run.compareOurs(compared) : 0;
    run.forget(at - 2 * marginDays);
    progress(
      `${day.from.toISOString().slice(0, 10)}: ${lines} movements there, ${booked} here, ${report.found} found`,
      at + 1,
      days.length,
    );
  }
  for (const day of days.slice(-marginDays)) await run.compareOurs(day);
  return report;
}

/** Days of the period and those around it, none of them yet to come. */
function daysAround({ from, to }: Period, now: Date): Period[] {
  const days: Period[] = [];
  const end = Math.min(to.getTime() + marginDays * dayMs, now.getTime());
  for (let start = from.getTime() - marginDays * dayMs; start < end; start += dayMs) {
    days.push({ from: new Date(start), to: new Date(Math.min(start + dayMs, end)) });
  }
  return days;
}

class Run {
  readonly period: Period;
  readonly #sql: Sql;
  readonly #accounts: readonly ProcessorAccount[];
  readonly #report: Reconciliation;
  /** What the processor has, day by day, as `<kind> <our id>`, and as the id of the line that is kept of it. */
  readonly #seen: (Set<string> | undefined)[] = [];
  #merchants: string[] | null = null;

  constructor(sql: Sql, accounts: readonly ProcessorAccount[], period: Period, report: Reconciliation) {
    this.#sql = sql;
    this.#accounts = accounts;
    this.#report = report;
    this.period = period;
  }

  forget(day: number): void {
    if (day >= 0) this.#seen[day] = undefined;
  }

  async readTheirs(day: Period): Promise<number> {
    const seen = new Set<string>();
    this.#seen.push(seen);
    let count = 0;
    for (const account of this.#accounts) {
      const readUntil = await readUntilOf(this.#sql, nameOf(account));
      for await (const lines of inBatches(account.processor.linesBetween(day.from, day.to), batchSize)) {
        count += lines.length;
        await this.#compareTheirs(account, lines, seen, readUntil);
      }
      await this.#compareKept(account, day, seen);
    }
    return count;
  }

  async #compareTheirs(
    account: ProcessorAccount,
    lines: ProcessorLine[],
    seen: Set<string>,
    readUntil: Date | null,
  ): Promise<void> {
    const name = account.processor.name;
    const placed = await placeLines(this.#sql, name, lines);
    const places: (Place | null)[] = [];
    for (const [at, line] of lines.entries()) {
      const place = await this.#exactPlace(line, ownPlace(account, placed[at] ?? null));
      // Before the next line, which may be of another refund of the same amount.
      if (place) seen.add(`${line.kind} ${place.id}`);
      places.push(place);
    }
    const known = places.filter((place) => place !== null);
    const booked = await bookedAmong(
      this.#sql,
      [...new Set(known.map(({ merchantId }) => merchantId))],
      known.map(({ id }) => id),
    );
    const kept = await this.#keptOf(account, lines);
    for (const [at, line] of lines.entries()) {
      const id = keptLineId(name, account.accountId, line.lineId);
      seen.add(id);
      if (!this.#isInside(line.at)) continue;
      this.#report.theirs[line.kind] = (this.#report.theirs[line.kind] ?? 0) + 1;
      this.#judge(line, places[at] ?? null, booked);
      this.#judgeBooking(line, kept.get(id), readUntil);
    }
  }

  /** Which refund or dispute of a charge it is, where the processor names the payment alone: one of its amount, not seen yet. */
  async #exactPlace(line: ProcessorLine, place: Place | null): Promise<Place | null> {
    const direction = directionOf(line.kind);
    if (!direction || !place || place.about === direction.about) return place;
    const { merchantId, chargeId } = place;
    const minor = direction.sign * line.amount.amountMinor;
    const all: { id: string; status: string; amountMinor: bigint }[] =
      direction.about === 'refund'
        ? await refundsOf(this.#sql, merchantId, chargeId)
        : (await disputesOf(this.#sql, merchantId, chargeId)).map(({ amount, ...dispute }) => ({
            ...dispute,
            ...amount,
          }));
    const match = all.find(
      ({ id, amountMinor }) => amountMinor === minor && !this.#isSeen(`${line.kind} ${id}`),
    );
    if (!match) return null;
    const { id, status } = match;
    return { ...place, about: direction.about, id, status, amount: { ...place.amount, amountMinor: minor } };
  }

  #judge(line: ProcessorLine, place: Place | null, booked: ReadonlySet<string>): void {
    const direction = directionOf(line.kind);
    if (!direction) return;
    const { amount, kind, lineId, at } = line;
    const found = {
      kind,
      lineId,
      at,
      theirs: amount,
      id: place?.id ?? null,
      merchantId: place?.merchantId ?? null,
    };
    const isBooked = place !== null && booked.has(`${kind} ${place.id}`);
    const isApproved = place?.about !== 'charge' || place.status === 'approved';
    if (!place || !isApproved || (!isBooked && !isEven(place, booked))) {
      this.#find({ ...found, problem: 'missing_here', ours: null });
    } else if (place.amount.currency !== amount.currency) {
      this.#report.exchanged++;
    } else if (direction.sign * place.amount.amountMinor !== amount.amountMinor) {
      const ours = { ...amount, amountMinor: direction.sign * place.amount.amountMinor };
      this.#find({ ...found, problem: 'amount_differs', ours });
    }
  }

  #judgeBooking(line: ProcessorLine, kept: KeptSummary | undefined, readUntil: Date | null): void {
    const { kind, lineId, at, amount } = line;
    const found = { kind, lineId, at, id: kept?.id ?? null, merchantId: kept?.merchantId ?? null };
    const fee = { ...amount, amountMinor: line.feeMinor };
    if (!kept) {
      // What has yet to be read for the books is not missing there.
      if (readUntil && at < readUntil)
        this.#find({ ...found, problem: 'not_booked', ours: null, theirs: fee });
    } else if (kept.feeMinor !== line.feeMinor || kept.amount.currency !== amount.currency) {
      const ours = { ...kept.amount, amountMinor: kept.feeMinor };
      this.#find({ ...found, problem: 'fee_differs', ours, theirs: fee });
    } else if (kept.amount.amountMinor !== amount.amountMinor) {
      this.#find({ ...found, problem: 'amount_differs', ours: kept.amount, theirs: amount });
    }
  }

  async #keptOf(account: ProcessorAccount, lines: ProcessorLine[]): Promise<Map<string, KeptSummary>> {
    const times = lines.map(({ at }) => at.getTime());
    const [from, to] = [new Date(Math.min(...times)), new Date(Math.max(...times) + 1)];
    const kept = new Map<string, KeptSummary>();
    for await (const each of this.#keptLines(account, { from, to })) kept.set(each.id, each);
    return kept;
  }

  async *#keptLines(account: ProcessorAccount, { from, to }: Period): AsyncGenerator<KeptSummary> {
    for (let after: KeptSummary | null = null; ; ) {
      const page: KeptSummary[] = await keptBetween(this.#sql, nameOf(account), from, to, after, batchSize);
      yield* page;
      after = page.at(-1) ?? null;
      if (page.length < batchSize) return;
    }
  }

  /** Lines that were booked and that the processor no longer has. */
  async #compareKept(account: ProcessorAccount, day: Period, seen: ReadonlySet<string>): Promise<void> {
    for await (const { id, merchantId, kind, lineId, amount, at } of this.#keptLines(account, day)) {
      if (seen.has(id) || !this.#isInside(at)) continue;
      this.#find({
        problem: 'booked_for_nothing',
        kind,
        lineId,
        id,
        merchantId,
        ours: amount,
        theirs: null,
        at,
      });
    }
  }

  /** What was booked on a day of the period, and the processor has on no day around it. */
  async compareOurs(day: Period): Promise<number> {
    const from = new Date(Math.max(day.from.getTime(), this.period.from.getTime()));
    const to = new Date(Math.min(day.to.getTime(), this.period.to.getTime()));
    const [account] = this.#accounts;
    if (!account || from >= to) return 0;
    const isOwn = account.merchantId !== null;
    this.#merchants ??= isOwn ? [account.merchantId as string] : await everyMerchant(this.#sql);
    const whose = { processor: account.processor.name, isOwn };
    let count = 0;
    for (let at = 0; at < this.#merchants.length; at += merchantsAtOnce) {
      const some = this.#merchants.slice(at, at + merchantsAtOnce);
      for (const each of await bookedBetween(this.#sql, whose, some, from, to)) {
        count++;
        this.#report.ours[each.kind] = (this.#report.ours[each.kind] ?? 0) + 1;
        if (this.#isSeen(`${each.kind} ${each.id}`)) continue;
        const { kind, id, merchantId, currency, amountMinor } = each;
        const ours = { amountMinor, currency };
        this.#find({
          problem: 'missing_there',
          kind,
          lineId: null,
          id,
          merchantId,
          ours,
          theirs: null,
          at: each.at,
        });
      }
    }
    return count;
  }

  #isSeen(key: string): boolean {
    return this.#seen.some((day) => day?.has(key));
  }

  #isInside(at: Date): boolean {
    return at >= this.period.from && at < this.period.to;
  }

  #find(finding: Finding): void {
    this.#report.found++;
    if (this.#report.findings.length < maxFindings) this.#report.findings.push(finding);
  }
}

function nameOf({ processor, accountId }: ProcessorAccount) {
  return { processor: processor.name, accountId };
}

/** It came to nothing before we entered it: a refund that failed at once, a dispute that was won when we heard of it. */
function isEven({ about, id, status }: Place, booked: ReadonlySet<string>): boolean {
  return (
    (about === 'refund' && status === 'failed' && !booked.has(`refund ${id}`)) ||
    (about === 'dispute' && status === 'won' && !booked.has(`dispute ${id}`))
  );
}
