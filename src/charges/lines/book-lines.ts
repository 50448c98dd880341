import { isDatabaseUnavailable } from '../../db/errors.ts';
import { firstId } from '../../db/ids.ts';
import { merchantBatches } from '../../db/merchant-batches.ts';
import type { Sql } from '../../db/pool.ts';
import { sideBySide } from '../../ground/side-by-side.ts';
import { postEntries } from '../../ledger/ledger.ts';
import type { Money } from '../../money/money.ts';
import type { ProcessorLine } from '../card-processor.ts';
import type { CardProcessors, ProcessorAccount } from '../card-processors.ts';
import { inBatches } from './in-batches.ts';
import { directionOf, entriesOf, type KeptLine, keptLineId } from './line.ts';
import {
  claimCursor,
  cursorName,
  insertLines,
  keepCursor,
  keptAmong,
  type LineCursor,
  moveCursor,
  releaseCursor,
  restingCursors,
} from './line-store.ts';
import { ownPlace, type Place, placeLines } from './place-lines.ts';

export interface BookDeps {
  sql: Sql;
  cards: CardProcessors;
  now(): Date;
}

const dayMs = 24 * 60 * 60 * 1000;
/** So much of what was read before is read again: processors tell some lines late. */
const overlapMs = dayMs;
/** What a processor is asked for at once, after a long rest. */
const windowMs = dayMs;
/** Of a refund or a dispute that we have yet to hear of, the line waits so long. Less than the overlap: it is read again. */
const waitForPlaceMs = dayMs / 2;
const minRestSeconds = 10 * 60;
/** Reading takes a tenth of the time at most, however much there is to read. */
const restPerReading = 9;
/** Where it cannot be read. */
const failureRestSeconds = 60 * 60;
/** Where it is the database that was away, or a node of it: it comes back by itself. */
const databaseRestSeconds = 60;
/** Kept by renewing it: a report may take half an hour to be written. */
const leaseSeconds = 120;
const renewMs = 30_000;
/** In one transaction, which holds the balances of those who are being paid meanwhile. */
const batchSize = 100;
/** Accounts that are read side by side. */
const maxAtOnce = 4;

/**
 * Reads what moved on all accounts at processors and enters what they kept, paid out and exchanged. One process reads an
 * account at a time; a line that is read again is the same row, and nothing is entered for it twice.
 */
export async function bookLines(deps: BookDeps): Promise<number> {
  const resting = await restingCursors(deps.sql);
  const due = (await deps.cards.accounts()).filter(
    (account) => account.processor.hasLines && !resting.has(cursorName(account)),
  );
  const failures: string[] = [];
  let booked = 0;
  await sideBySide(due, maxAtOnce, async (account) => {
    const result = await bookAccount(deps, account);
    if (typeof result === 'number') booked += result;
    else failures.push(result.failure);
  });
  if (failures.length > 0) throw new Error(failures.join('; '));
  return booked;
}

/** How many lines are new; a failure is told once, and stays in the cursor as long as it lasts. */
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

async function readOn(deps: BookDeps, account: ProcessorAccount, cursor: LineCursor): Promise<number> {
  const end = toSecond(deps.now());
  let booked = 0;
  for (let { readUntil } = cursor; readUntil < end; ) {
    const from = toSecond(new Date(readUntil.getTime() - overlapMs));
    const to = new Date(Math.min(end.getTime(), readUntil.getTime() + windowMs));
    for await (const lines of inBatches(account.processor.linesBetween(from, to), batchSize)) {
      booked += await bookBatch(deps, account, lines);
    }
    await moveCursor(deps.sql, cursor, to);
    readUntil = to;
  }
  return booked;
}

/** Some processors know no fractions. */
function toSecond(time: Date): Date {
  return new Date(Math.floor(time.getTime() / 1000) * 1000);
}

async function bookBatch(
  { sql, now }: BookDeps,
  account: ProcessorAccount,
  lines: ProcessorLine[],
): Promise<number> {
  const { processor, accountId } = account;
  const named = lines.map((line) => ({
    ...line,
    id: keptLineId(processor.name, accountId, line.lineId),
    processor: processor.name,
  }));
  const kept = await keptAmong(sql, named);
  const fresh = named.filter(({ id }) => !kept.has(id));
  const places = await placeLines(sql, processor.name, fresh);
  const patientUntil = new Date(now().getTime() - waitForPlaceMs);
  const rows = fresh.flatMap((line, at): KeptLine[] => {
    const place = ownPlace(account, places[at] ?? null);
    const waits = !place && (line.refundId ?? line.disputeId) !== null && line.at > patientUntil;
    return waits ? [] : [toKept(account, line, place)];
  });
  let booked = 0;
  for (const batch of merchantBatches(sql, rows)) {
    booked += await sql.begin(async (tx) => {
      const inserted = await insertLines(tx, batch);
      await postEntries(
        tx,
        batch.filter(({ id }) => inserted.has(id)).flatMap((line) => entriesOf(line)),
      );
      return inserted.size;
    });
  }
  return booked;
}

function toKept(
  { merchantId, accountId }: ProcessorAccount,
  line: ProcessorLine & { id: string; processor: string },
  place: Place | null,
): KeptLine {
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

function chargedOf({ kind, amount }: ProcessorLine, place: Place | null): Money | null {
  const direction = directionOf(kind);
  if (!place || place.about !== direction?.about || place.amount.currency === amount.currency) return null;
  return { ...place.amount, amountMinor: direction.sign * place.amount.amountMinor };
}
