import { firstId } from '../../../base/db/ids.ts';
import type { Db } from '../../../base/db/pool.ts';
import type { ProcessorAccount } from '../payment-processors.ts';
import type { Differing } from './decide-balance.ts';

/** A processor's balance at the time of reading, and the sum of its movements in the books. */
export interface CardBalance extends Differing {
  processor: string;
  accountId: string | null;
  currency: string;
  readAt: Date;
  theirsMinor: bigint;
  oursMinor: bigint;
  /** The sum covers movements before this time. */
  summedUntil: Date;
  summedMinor: bigint;
}

export async function listBalances(db: Db): Promise<CardBalance[]> {
  return await db<CardBalance[]>`
    SELECT processor, nullif(account_id, ${firstId}) AS "accountId", currency, read_at AS "readAt",
           theirs_minor AS "theirsMinor", ours_minor AS "oursMinor", differs_since AS since, differs_runs AS runs,
           summed_until AS "summedUntil", summed_minor AS "summedMinor"
      FROM card_balances
     ORDER BY processor, account_id, currency`;
}

export async function saveBalances(db: Db, balances: readonly CardBalance[]): Promise<void> {
  for (const each of balances) {
    await db`
      INSERT INTO card_balances (
        processor, account_id, currency, read_at, theirs_minor, ours_minor, differs_since, differs_runs, summed_until,
        summed_minor)
      VALUES (
        ${each.processor}, ${each.accountId ?? firstId}, ${each.currency}, ${each.readAt}, ${each.theirsMinor},
        ${each.oursMinor}, ${each.since}, ${each.runs}, ${each.summedUntil}, ${each.summedMinor})
          ON CONFLICT (processor, account_id, currency)
          DO UPDATE SET read_at = excluded.read_at, theirs_minor = excluded.theirs_minor,
                        ours_minor = excluded.ours_minor, differs_since = excluded.differs_since,
                        differs_runs = excluded.differs_runs, summed_until = excluded.summed_until,
                        summed_minor = excluded.summed_minor`;
  }
}

/** Sums an account's movements in a period, less the processor's fees; by currency. */
export async function sumMovements(
  db: Db,
  { processor, accountId }: ProcessorAccount,
  from: Date,
  to: Date,
): Promise<Map<string, bigint>> {
  const rows = await db<{ currency: string; net: bigint }[]>`
    SELECT currency, sum(amount_minor - fee_minor)::bigint AS net
      FROM processor_lines
     WHERE processor = ${processor.name}
       AND coalesce(account_id, ${firstId}) = ${accountId ?? firstId}
       AND at >= ${from}
       AND at < ${to}
     GROUP BY currency`;
  return new Map(rows.map(({ currency, net }) => [currency, net]));
}

/** Balance differences that a person has booked: from then on they count as known. By currency. */
export async function bookedDifferences(
  db: Db,
  { processor, accountId }: ProcessorAccount,
): Promise<Map<string, bigint>> {
  const rows = await db<{ currency: string; booked: bigint }[]>`
    SELECT currency, sum(amount_minor)::bigint AS booked
      FROM card_cases
     WHERE processor = ${processor.name}
       AND coalesce(account_id, ${firstId}) = ${accountId ?? firstId}
       AND kind = 'balance'
       AND booked_to <> 'none'
     GROUP BY currency`;
  return new Map(rows.map(({ currency, booked }) => [currency, booked]));
}
