import { everyMerchant } from '../../../accounts/ledger/scope.ts';
import type { Sql } from '../../../base/db/pool.ts';
import type { Money } from '../../../base/money/money.ts';
import { casesAmong } from '../cases/case-store.ts';
import type { ProcessorMovement } from '../payment-processor.ts';
import type { ProcessorAccount } from '../payment-processors.ts';
import { entriesWithout } from './entries-without.ts';
import { type Explanation, explainMovement } from './explain-movement.ts';
import { inBatches } from './in-batches.ts';
import { directionOf, keptMovementId } from './movement.ts';
import type { Period } from './period.ts';
import { candidatesOf, ownPlace, type Place, placeMovements } from './place-movements.ts';
import {
  type BookedMovement,
  bookedAmong,
  bookedBetween,
  type KeptSummary,
  keptBetween,
  readUntilOf,
} from './reconcile-store.ts';

/**
 * Compares all movements that a processor reports for an account with our books, in both directions, day by day. Theirs
 * are found in the books by id, whatever their date; ours among their movements of the days around, also beyond the
 * ends of the period. Memory holds the movement ids of five days, some hundred bytes each, and the findings.
 */

const dayMs = 24 * 60 * 60 * 1000;
/** The other side may have a movement this many days before or after. */
export const marginDays = 2;
/** Recent movements may not have reached the other side yet. */
const settleMs = 15 * 60 * 1000;
const batchSize = 500;
const merchantsAtOnce = 1_000;
/** Further findings are counted, but not listed. */
const maxFindings = 1_000;

export interface Finding {
  problem:
    | 'missing_here'
    /** The processor moved it more often than our books did. */
    | 'too_often'
    /** It waits for a decision. */
    | 'open_case'
    | 'missing_there'
    | 'amount_differs'
    | 'fee_differs'
    | 'not_booked'
    | 'booked_for_nothing';
  kind: ProcessorMovement['kind'];
  /** The processor's id of the movement; `id` is ours of the charge, refund or dispute. Either may be unknown. */
  lineId: string | null;
  id: string | null;
  merchantId: string | null;
  ours: Money | null;
  theirs: Money | null;
  at: Date;
}

export interface Reconciliation {
  /** The end of the compared period. */
  to: Date;
  /** Movements there and here, by kind. */
  theirs: Record<string, number>;
  ours: Record<string, number>;
  /** Movements settled in another currency: their amounts cannot be compared. */
  exchanged: number;
  found: number;
  findings: Finding[];
  /** Payouts to the bank in the period. */
  payouts: ProcessorMovement[];
}

export async function reconcileMovements(
  sql: Sql,
  accounts: readonly ProcessorAccount[],
  period: Period,
  now: Date,
  progress: (line: string, done: number, total: number) => void,
): Promise<Reconciliation> {
  const to = new Date(Math.min(period.to.getTime(), now.getTime() - settleMs));
  const report: Reconciliation = {
    to,
    theirs: {},
    ours: {},
    exchanged: 0,
    found: 0,
    findings: [],
    payouts: [],
  };
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

/** The days of the period and those around it, without future ones. */
function daysAround({ from, to }: Period, now: Date): Period[] {
  const days: Period[] = [];
  const end = Math.min(to.getTime() + marginDays * dayMs, now.getTime());
  for (let start = from.getTime() - marginDays * dayMs; start < end; start += dayMs) {
    days.push({ from: new Date(start), to: new Date(Math.min(start + dayMs, end)) });
  }
  return days;
}

/** How often each `<kind> <our id>` was seen, and how often without an entry of ours so far; and the movement ids. */
interface SeenDay {
  period: Period;
  counts: Map<string, number>;
  unclaimed: Map<string, number>;
  lines: Set<string>;
}

class Run {
  readonly period: Period;
  readonly #sql: Sql;
  readonly #accounts: readonly ProcessorAccount[];
  readonly #report: Reconciliation;
  /** The processor's movements, day by day. */
  readonly #seen: (SeenDay | undefined)[] = [];
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
    const seen: SeenDay = { period: day, counts: new Map(), unclaimed: new Map(), lines: new Set() };
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
    lines: ProcessorMovement[],
    seen: SeenDay,
    readUntil: Date | null,
  ): Promise<void> {
    const name = account.processor.name;
    const placed = await placeMovements(this.#sql, name, lines);
    const candidates: Place[][] = [];
    for (const [at, line] of lines.entries()) {
      candidates.push(await candidatesOf(this.#sql, line, ownPlace(account, placed[at] ?? null)));
    }
    const all = candidates.flat();
    const entered = await bookedAmong(
      this.#sql,
      [...new Set(all.map(({ merchantId }) => merchantId))],
      all.map(({ id }) => id),
    );
    const lineIds = lines.map(({ lineId }) => keptMovementId(name, account.accountId, lineId));
    const cases = await casesAmong(this.#sql, lineIds);
    const kept = await this.#keptOf(account, lines);
    for (const [at, line] of lines.entries()) {
      const id = lineIds[at] as string;
      const its = candidates[at] ?? [];
      const counts = { entered, kept: this.#countsOf(line.kind, its) };
      // A case that a person has decided is explained, whatever it names.
      const explanation = cases.has(id)
        ? ({ as: 'case', place: its[0] ?? null, reason: 'unknown_kind' } as const)
        : explainMovement(line, its, counts, false);
      seen.lines.add(id);
      if (explanation.as === 'known' && explanation.place) {
        const key = `${line.kind} ${explanation.place.id}`;
        for (const map of [seen.counts, seen.unclaimed]) map.set(key, (map.get(key) ?? 0) + 1);
      }
      if (!this.#isInside(line.at)) continue;
      this.#report.theirs[line.kind] = (this.#report.theirs[line.kind] ?? 0) + 1;
      if (line.payout) this.#report.payouts.push(line);
      this.#judge(line, explanation, cases.get(id), entered);
      this.#judgeBooking(line, kept.get(id), readUntil);
    }
  }

  /** How often each was seen in the days around. */
  #countsOf(kind: ProcessorMovement['kind'], places: readonly Place[]): Map<string, number> {
    return new Map(
      places.map(({ id }) => {
        const key = `${kind} ${id}`;
        return [key, this.#seen.reduce((sum, day) => sum + (day?.counts.get(key) ?? 0), 0)];
      }),
    );
  }

  #judge(
    line: ProcessorMovement,
    explanation: Explanation,
    decided: 'open' | 'decided' | undefined,
    entered: ReadonlyMap<string, number>,
  ): void {
    const { amount, kind, lineId, at } = line;
    const place = explanation.as === 'waits' ? null : explanation.place;
    const found = {
      kind,
      lineId,
      at,
      theirs: amount,
      id: place?.id ?? null,
      merchantId: place?.merchantId ?? null,
    };
    if (explanation.as === 'case') {
      if (decided === 'decided') return;
      const problem = explanation.reason === 'too_often' ? 'too_often' : 'missing_here';
      this.#find({ ...found, problem: decided === 'open' ? 'open_case' : problem, ours: null });
      return;
    }
    const direction = directionOf(kind);
    if (!direction || !place) return;
    // A dispute whose amount changed is entered in parts.
    const isInParts = (entered.get(`${kind} ${place.id}`) ?? 0) > 1;
    if (place.about === 'charge' && place.status !== 'approved') {
      this.#find({ ...found, problem: 'missing_here', ours: null });
    } else if (place.amount.currency !== amount.currency) {
      this.#report.exchanged++;
    } else if (!isInParts && direction.sign * place.amount.amountMinor !== amount.amountMinor) {
      const ours = { ...amount, amountMinor: direction.sign * place.amount.amountMinor };
      this.#find({ ...found, problem: 'amount_differs', ours });
    }
  }

  #judgeBooking(line: ProcessorMovement, kept: KeptSummary | undefined, readUntil: Date | null): void {
    const { kind, lineId, at, amount } = line;
    const found = { kind, lineId, at, id: kept?.id ?? null, merchantId: kept?.merchantId ?? null };
    const fee = { ...amount, amountMinor: line.feeMinor };
    if (!kept) {
      // A movement that has yet to be read for the books is not missing there.
      if (readUntil && at < readUntil)
        this.#find({ ...found, problem: 'not_booked', ours: null, theirs: fee });
    } else if (kept.feeMinor !== line.feeMinor || kept.amount.currency !== amount.currency) {
      const ours = { ...kept.amount, amountMinor: kept.feeMinor };
      this.#find({ ...found, problem: 'fee_differs', ours, theirs: fee });
    } else if (kept.amount.amountMinor !== amount.amountMinor) {
      this.#find({ ...found, problem: 'amount_differs', ours: kept.amount, theirs: amount });
    }
  }

  async #keptOf(account: ProcessorAccount, lines: ProcessorMovement[]): Promise<Map<string, KeptSummary>> {
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

  /** Finds booked movements that the processor no longer has. */
  async #compareKept(account: ProcessorAccount, day: Period, seen: SeenDay): Promise<void> {
    for await (const { id, merchantId, kind, lineId, amount, at } of this.#keptLines(account, day)) {
      if (seen.lines.has(id) || !this.#isInside(at)) continue;
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

  /** Finds entries booked on a day of the period that the processor has on no day around it. */
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
      const unclaimed: BookedMovement[] = [];
      for (const each of await bookedBetween(this.#sql, whose, some, from, to)) {
        count++;
        this.#report.ours[each.kind] = (this.#report.ours[each.kind] ?? 0) + 1;
        if (!this.#claim(`${each.kind} ${each.id}`)) unclaimed.push(each);
      }
      for (const each of await entriesWithout(this.#sql, unclaimed, this.#remembered()))
        this.#find(missingThere(each));
    }
    return count;
  }

  /** The days around, whose movements at the processor are known. */
  #remembered(): Period {
    const days = this.#seen.flatMap((day) => day?.period ?? []);
    return { from: days[0]?.from ?? this.period.from, to: days.at(-1)?.to ?? this.period.to };
  }

  /** Matches one of the processor's movements with one entry of ours; false: none is left. */
  #claim(key: string): boolean {
    for (const day of this.#seen) {
      const left = day?.unclaimed.get(key) ?? 0;
      if (!day || left === 0) continue;
      day.unclaimed.set(key, left - 1);
      return true;
    }
    return false;
  }

  #isInside(at: Date): boolean {
    return at >= this.period.from && at < this.period.to;
  }

  #find(finding: Finding): void {
    this.#report.found++;
    if (this.#report.findings.length < maxFindings) this.#report.findings.push(finding);
  }
}

function missingThere({ kind, id, merchantId, currency, amountMinor, at }: BookedMovement): Finding {
  const ours = { amountMinor, currency };
  return { problem: 'missing_there', kind, lineId: null, id, merchantId, ours, theirs: null, at };
}

function nameOf({ processor, accountId }: ProcessorAccount) {
  return { processor: processor.name, accountId };
}
