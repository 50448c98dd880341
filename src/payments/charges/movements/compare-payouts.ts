import { firstId } from '../../../base/db/ids.ts';
import type { Db, Sql } from '../../../base/db/pool.ts';
import type { NewCase } from '../cases/case-store.ts';
import type { PaymentProcessor, ProcessorMovement } from '../payment-processor.ts';
import type { ProcessorAccount } from '../payment-processors.ts';
import { keptMovementId } from './movement.ts';
import {
  insertPayouts,
  type NewPayout,
  type ProcessorPayout,
  payoutsToRead,
  savePayoutReading,
} from './payout-store.ts';
import { ownPlace, type Place, placeMovements } from './place-movements.ts';

/** A list that does not match the sum is read once more on the next day: the processor may still be writing it. */
const mostReadings = 2;
/** Payouts of one account per run. */
const maxAtOnce = 100;

/** The movements in a payout, without the payout itself. */
async function* linesOfPayout(
  { payoutLines }: Pick<PaymentProcessor, 'payoutLines'>,
  reference: string,
): AsyncGenerator<ProcessorMovement> {
  for (let after: string | null = ''; payoutLines && after !== null; ) {
    const page: Awaited<ReturnType<typeof payoutLines>> = await payoutLines(reference, after);
    yield* page.lines.filter(({ kind }) => kind !== 'payout');
    after = page.next;
  }
}

/** Stores the payouts of a period. */
export async function keepPayouts(
  db: Db,
  { processor, accountId }: ProcessorAccount,
  lines: readonly ProcessorMovement[],
): Promise<void> {
  await insertPayouts(
    db,
    lines.flatMap(({ payout, lineId, amount, at }): NewPayout[] =>
      payout
        ? [
            {
              ...payout,
              ...{
                id: keptMovementId(processor.name, accountId, lineId),
                processor: processor.name,
                accountId,
                at,
              },
              ...{ currency: amount.currency, amountMinor: -amount.amountMinor },
              isListed: payout.isListed && processor.payoutLines !== undefined,
            },
          ]
        : [],
    ),
  );
}

/**
 * Reads the movements in payouts and compares their sum with the amount paid out. Returns cases for payouts that differ
 * for the second time.
 */
export async function comparePayouts(sql: Sql, account: ProcessorAccount): Promise<NewCase[]> {
  const cases: NewCase[] = [];
  for (const payout of await payoutsToRead(sql, account, mostReadings, maxAtOnce)) {
    let lineCount = 0n;
    let linesMinor = 0n;
    for await (const { amount, feeMinor } of linesOfPayout(account.processor, payout.reference)) {
      lineCount++;
      // Movements in another currency than the payout are no part of its sum.
      if (amount.currency === payout.currency) linesMinor += amount.amountMinor - feeMinor;
    }
    await savePayoutReading(sql, payout.id, { lineCount, linesMinor });
    const isLast = payout.readings + 1 === mostReadings;
    if (isLast && linesMinor !== payout.amountMinor) cases.push(payoutCase(account, payout, linesMinor));
  }
  return cases;
}

function payoutCase({ merchantId }: ProcessorAccount, payout: ProcessorPayout, linesMinor: bigint): NewCase {
  const { processor, accountId, reference, currency } = payout;
  return {
    ...{ merchantId: merchantId ?? firstId, id: keptMovementId(processor, accountId, `payout ${reference}`) },
    ...{ processor, accountId, kind: 'payout', reference, chargeId: null },
    // Money paid out beyond the payout's movements has left the processor.
    amount: { amountMinor: linesMinor - payout.amountMinor, currency },
    ...{ reason: 'payout_differs', isPosted: false },
  };
}

/** A page of a payout's movements, each with the charge, refund or dispute it belongs to. */
export async function readPayoutPage(
  sql: Sql,
  account: ProcessorAccount,
  reference: string,
  after: string,
): Promise<{ lines: (ProcessorMovement & { place: Place | null })[]; next: string | null }> {
  const page = (await account.processor.payoutLines?.(reference, after)) ?? { lines: [], next: null };
  const lines = page.lines.filter(({ kind }) => kind !== 'payout');
  const places = await placeMovements(sql, account.processor.name, lines);
  return {
    lines: lines.map((line, at) => ({ ...line, place: ownPlace(account, places[at] ?? null) })),
    next: page.next,
  };
}
