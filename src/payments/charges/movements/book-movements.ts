import { type AlarmDeps, endAlarm, raiseAlarm } from '../../../accounts/alarms/alarms.ts';
import { postEntries } from '../../../accounts/ledger/ledger.ts';
import { merchantBatches } from '../../../base/db/citus/merchant-batches.ts';
import { isDatabaseUnavailable } from '../../../base/db/errors.ts';
import { firstId } from '../../../base/db/ids.ts';
import type { Sql } from '../../../base/db/pool.ts';
import { sideBySide } from '../../../base/ground/side-by-side.ts';
import type { Money } from '../../../base/money/money.ts';
import { countOpenCases, type NewCase, openCase } from '../cases/case-store.ts';
import { caseOpenedEntry } from '../cases/post-case.ts';
import { insertHint, isHintOpen } from '../notifications/notification-store.ts';
import type { Hint, ProcessorMovement } from '../payment-processor.ts';
import type { PaymentProcessors, ProcessorAccount } from '../payment-processors.ts';
import { type CaseReason, explainMovement } from './explain-movement.ts';
import { inBatches } from './in-batches.ts';
import { directionOf, entriesOf, type KeptMovement, keptMovementId } from './movement.ts';
import {
  claimCursor,
  cursorName,
  cursorsNotDue,
  insertMovements,
  keepCursor,
  keptAmong,
  type MovementCursor,
  moveCursor,
  releaseCursor,
} from './movement-store.ts';
import type { Period } from './period.ts';
import { candidatesOf, ownPlace, type Place, placeMovements } from './place-movements.ts';
import { bookedAmong, keptOf } from './reconcile-store.ts';

export interface BookDeps extends AlarmDeps {
  processors: PaymentProcessors;
  now(): Date;
}

const dayMs = 24 * 60 * 60 * 1000;
/** This much of the period read before is read again: processors report some movements late. */
const overlapMs = dayMs;
/** The period requested from a processor at once, after a long pause. */
const windowMs = dayMs;
/**
 * A movement waits this long for its payment, refund or dispute to be reported, and this long after the processor was
 * first asked about it for the answer. Less than the overlap, so that it is read again.
 */
const waitForPlaceMs = dayMs / 2;
const minRestSeconds = 10 * 60;
/** Reading takes a tenth of the time at most, however much there is to read. */
const restPerReading = 9;
/** The pause after movements could not be read. */
const failureRestSeconds = 60 * 60;
/** The pause after the database, or one of its workers, was away: it comes back by itself. */
const databaseRestSeconds = 60;
/** Renewed while reading: a report may take half an hour to be written. */
const leaseSeconds = 120;
const renewMs = 30_000;
/** Movements per transaction, which locks the balances of merchants that are being paid meanwhile. */
const batchSize = 100;
/** Accounts read in parallel. */
const maxAtOnce = 4;

/**
 * Reads the movements on all accounts at processors and enters fees, payouts and exchanges. One process reads an
 * account at a time; a movement that is read again is the same row, and is entered only once.
 */
export async function bookMovements(deps: BookDeps): Promise<number> {
  const resting = await cursorsNotDue(deps.sql);
  const due = (await deps.processors.accounts()).filter(
    (account) => account.processor.hasLines && !resting.has(cursorName(account)),
  );
  const failures: string[] = [];
  let booked = 0;
  await sideBySide(due, maxAtOnce, async (account) => {
    const result = await bookAccount(deps, account);
    if (typeof result === 'number') booked += result;
    else failures.push(result.failure);
  });
  await notifyOfCases(deps, new Set(due.map(({ processor }) => processor.name)));
  if (failures.length > 0) throw new Error(failures.join('; '));
  return booked;
}

/** Returns the number of new movements; a failure is reported once, and stays in the cursor as long as it lasts. */
async function bookAccount(deps: BookDeps, account: ProcessorAccount): Promise<number | { failure: string }> {
  const { sql, now } = deps;
  const startAt = new Date(now().getTime() - overlapMs);
  const cursor = await claimCursor(sql, account, startAt, leaseSeconds);
  if (!cursor) return 0;
  const startedMs = performance.now();
  const renewal = setInterval(() => void keepCursor(sql, cursor, leaseSeconds).catch(() => {}), renewMs);
  try {
    const booked = await readOn(deps, account, cursor);
    const tookSeconds = (performance.now() - startedMs) / 1000;
    await releaseCursor(sql, cursor, Math.max(minRestSeconds, restPerReading * tookSeconds), null);
    return booked;
  } catch (error) {
    const failure = error instanceof Error ? error.message : String(error);
    const restSeconds = isDatabaseUnavailable(error) ? databaseRestSeconds : failureRestSeconds;
    await releaseCursor(sql, cursor, restSeconds, failure);
    return failure === cursor.failure
      ? 0
      : { failure: `the lines of ${cursorName(account)} could not be read: ${failure}` };
  } finally {
    clearInterval(renewal);
  }
}

async function readOn(deps: BookDeps, account: ProcessorAccount, cursor: MovementCursor): Promise<number> {
  const end = toSecond(deps.now());
  let booked = 0;
  for (let { readUntil } = cursor; readUntil < end; ) {
    const from = toSecond(new Date(readUntil.getTime() - overlapMs));
    const to = new Date(Math.min(end.getTime(), readUntil.getTime() + windowMs));
    const read = await bookPeriod(deps, account, { from, to });
    booked += read.booked;
    // A movement that waits must be read again, also if it is older than the overlap.
    readUntil = new Date(Math.min(to.getTime(), read.waitsFrom + overlapMs));
    await moveCursor(deps.sql, cursor, readUntil);
    if (readUntil < to) break;
  }
  return booked;
}

interface Booked {
  booked: number;
  /** The time of the oldest movement that waits for an answer about it; infinite: none does. */
  waitsFrom: number;
}

export async function bookPeriod(
  deps: BookDeps,
  account: ProcessorAccount,
  { from, to }: Period,
): Promise<Booked> {
  const all: Booked = { booked: 0, waitsFrom: Number.POSITIVE_INFINITY };
  for await (const lines of inBatches(account.processor.linesBetween(from, to), batchSize)) {
    const { booked, waitsFrom } = await bookBatch(deps, account, lines);
    all.booked += booked;
    all.waitsFrom = Math.min(all.waitsFrom, waitsFrom);
  }
  return all;
}

/** Some processors have no fractions of a second. */
function toSecond(time: Date): Date {
  return new Date(Math.floor(time.getTime() / 1000) * 1000);
}

async function bookBatch(
  deps: BookDeps,
  account: ProcessorAccount,
  lines: ProcessorMovement[],
): Promise<Booked> {
  const { sql, now } = deps;
  const { processor, accountId } = account;
  const named: NamedLine[] = lines.map((line) => ({
    ...line,
    id: keptMovementId(processor.name, accountId, line.lineId),
    processor: processor.name,
  }));
  const known = await keptAmong(sql, named);
  const fresh = named.filter(({ id }) => !known.has(id));
  const { explained, waitsFrom } = await explainLines(deps, account, fresh);
  let booked = 0;
  for (const batch of merchantBatches(
    sql,
    explained.map(({ line, opens }) => ({ merchantId: line.merchantId, line, opens })),
  )) {
    booked += await sql.begin(async (tx) => {
      const inserted = await insertMovements(
        tx,
        batch.map(({ line }) => line),
      );
      const own = batch.filter(({ line }) => inserted.has(line.id));
      const opened: NewCase[] = [];
      for (const { opens } of own) if (opens && (await openCase(tx, opens, now()))) opened.push(opens);
      await postEntries(tx, [
        ...own.flatMap(({ line }) => entriesOf(line)),
        ...opened.map((each) => caseOpenedEntry(each)),
      ]);
      return inserted.size;
    });
  }
  return { booked, waitsFrom };
}

interface ExplainedLine {
  line: KeptMovement;
  opens: NewCase | null;
}

/**
 * Decides which movements our books explain and which become cases; those that wait are left out and read again.
 * `waitsFrom` is the time of the oldest one of these.
 */
async function explainLines(
  { sql, now }: BookDeps,
  account: ProcessorAccount,
  fresh: readonly NamedLine[],
): Promise<{ explained: ExplainedLine[]; waitsFrom: number }> {
  const placed = await placeMovements(sql, account.processor.name, fresh);
  const candidates: Place[][] = [];
  for (const [at, line] of fresh.entries()) {
    candidates.push(await candidatesOf(sql, line, ownPlace(account, placed[at] ?? null)));
  }
  const all = candidates.flat();
  const merchants = [...new Set(all.map(({ merchantId }) => merchantId))];
  const ids = all.map(({ id }) => id);
  const entered = await bookedAmong(sql, merchants, ids);
  const kept = await keptOf(sql, merchants, ids);
  const patientUntil = new Date(now().getTime() - waitForPlaceMs);
  const explained: ExplainedLine[] = [];
  let waitsFrom = Number.POSITIVE_INFINITY;
  for (const [at, line] of fresh.entries()) {
    const explain = (isYoung: boolean) =>
      explainMovement(line, candidates[at] ?? [], { entered, kept }, isYoung);
    let explanation = explain(true);
    if (explanation.as === 'waits') {
      const isUnanswered = await askAbout(sql, account, line, placed[at] ?? null, patientUntil, now());
      explanation = explain(isUnanswered || line.at > patientUntil);
    }
    if (explanation.as === 'waits') {
      waitsFrom = Math.min(waitsFrom, line.at.getTime());
      continue;
    }
    const { place } = explanation;
    const row = toKept(account, line, explanation.as === 'known' ? (place ?? placed[at] ?? null) : place);
    if (explanation.as === 'case') {
      explained.push({ line: { ...row, charged: null }, opens: toCase(row, place, explanation.reason) });
    } else {
      explained.push({ line: row, opens: null });
      // The next movement of the same kind is another one.
      if (place) kept.set(`${line.kind} ${place.id}`, (kept.get(`${line.kind} ${place.id}`) ?? 0) + 1);
    }
  }
  return { explained, waitsFrom };
}

/**
 * A payment that had ended here was paid after all, an unknown refund was made in the processor's own panel, or a
 * dispute was opened, and no notification told us: schedules reading it, once. Returns whether the answer is still to
 * come.
 */
async function askAbout(
  sql: Sql,
  { processor, accountId }: ProcessorAccount,
  line: NamedLine,
  place: Place | null,
  patientUntil: Date,
  now: Date,
): Promise<boolean> {
  const hint = hintOf(line, place);
  if (!hint) return false;
  const notified = { processor: processor.name, accountId };
  const cause = `line ${line.lineId}`;
  await insertHint(sql, notified, hint, now, cause);
  return await isHintOpen(sql, notified, hint, cause, patientUntil);
}

function hintOf({ kind, attemptId, disputeId, reference }: NamedLine, place: Place | null): Hint | null {
  if (kind === 'dispute' || kind === 'dispute_won') return disputeId ? { about: 'dispute', disputeId } : null;
  if (kind !== 'refund' && kind !== 'payment') return null;
  if (attemptId !== null && place) return { about: kind === 'payment' ? 'attempt' : 'refunds', attemptId };
  return reference ? { about: 'handle', handle: reference } : null;
}

function toCase(line: KeptMovement, place: Place | null, reason: CaseReason): NewCase {
  const { merchantId, id, processor, accountId, kind, lineId, amount } = line;
  const chargeId = place?.chargeId ?? null;
  return {
    merchantId,
    id,
    processor,
    accountId,
    kind,
    reference: lineId,
    chargeId,
    amount,
    reason,
    isPosted: true,
  };
}

/** Raises one alarm until all cases are decided. */
export async function notifyOfCases(deps: BookDeps, processors: ReadonlySet<string>): Promise<void> {
  const open = await countOpenCases(deps.sql);
  for (const processor of processors) {
    const count = open.find((each) => each.processor === processor)?.count ?? 0;
    const alarm = { network: processor, code: 'card_cases' } as const;
    if (count === 0) {
      await endAlarm(deps, { ...alarm, text: `All movements at ${processor} are explained.` });
    } else {
      await raiseAlarm(deps, {
        ...alarm,
        text: `${count === 1 ? 'A movement' : `${count} movements`} at ${processor} cannot be explained by the books.`,
        advice:
          'Each waits until somebody says where it belongs: on the dashboard under Card reconciliation, or by pasarela cards cases. See docs/operate/card-reconciliation.md.',
      });
    }
  }
}

type NamedLine = ProcessorMovement & { id: string; processor: string };

function toKept(
  { merchantId, accountId }: ProcessorAccount,
  line: NamedLine,
  place: Place | null,
): KeptMovement {
  return {
    merchantId: merchantId ?? place?.merchantId ?? firstId,
    id: line.id,
    processor: line.processor,
    accountId,
    lineId: line.lineId,
    kind: line.kind,
    ofId: place?.id ?? null,
    amount: line.amount,
    feeMinor: line.feeMinor,
    charged: chargedOf(line, place),
    at: line.at,
  };
}

function chargedOf({ kind, amount }: ProcessorMovement, place: Place | null): Money | null {
  const direction = directionOf(kind);
  if (!place || place.about !== direction?.about || place.amount.currency === amount.currency) return null;
  return { ...place.amount, amountMinor: direction.sign * place.amount.amountMinor };
}
