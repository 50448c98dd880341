import { firstId } from '../../../base/db/ids.ts';
import type { Sql } from '../../../base/db/pool.ts';
import type { NewCase } from '../cases/case-store.ts';
import type { ProcessorAccount } from '../payment-processors.ts';
import { bookedDifferences, type CardBalance, listBalances, sumMovements } from './balance-store.ts';
import { balanceDifference, isLasting, nearMs, nextDiffering } from './decide-balance.ts';
import { keptMovementId } from './movement.ts';

/**
 * Compares a processor's balance with its stored movements: those before `until`, which the daily comparison has
 * checked against the books one by one, and the newer ones, read from the processor now. Changes nothing. Empty: the
 * processor reports no balance.
 */
export async function compareBalance(
  sql: Sql,
  account: ProcessorAccount,
  until: Date,
  now: () => Date,
): Promise<CardBalance[]> {
  const { processor, accountId } = account;
  if (!processor.balance) return [];
  const theirs = new Map((await processor.balance()).map((each) => [each.currency, each.amountMinor]));
  const readAt = now();
  const young = new Map<string, bigint>();
  const near = new Map<string, { netMinor: bigint }[]>();
  const nearFrom = new Date(readAt.getTime() - nearMs);
  const end = new Date(readAt.getTime() + nearMs);
  for await (const { amount, feeMinor, at } of processor.linesBetween(until, end)) {
    const { currency } = amount;
    const netMinor = amount.amountMinor - feeMinor;
    if (at < nearFrom) young.set(currency, (young.get(currency) ?? 0n) + netMinor);
    else near.set(currency, [...(near.get(currency) ?? []), { netMinor }]);
  }
  const before = (await listBalances(sql)).filter(
    (each) => each.processor === processor.name && each.accountId === accountId,
  );
  const booked = await bookedDifferences(sql, account);
  const compare = (summed: ReadonlyMap<string, bigint>): CardBalance[] => {
    const currencies = new Set([...theirs.keys(), ...summed.keys(), ...young.keys(), ...near.keys()]);
    return [...currencies].sort().map((currency) => {
      const theirsMinor = theirs.get(currency) ?? 0n;
      const summedMinor = summed.get(currency) ?? 0n;
      const known = summedMinor + (young.get(currency) ?? 0n) + (booked.get(currency) ?? 0n);
      const difference = balanceDifference(theirsMinor, known, near.get(currency) ?? []);
      const last = before.find((each) => each.currency === currency) ?? null;
      return {
        ...{ processor: processor.name, accountId, currency, readAt, theirsMinor },
        ...{ oursMinor: theirsMinor - difference, summedUntil: until, summedMinor },
        ...nextDiffering(last, difference, readAt),
      };
    });
  };
  const quick = compare(await sumOn(sql, account, until, before));
  // A movement that was reported late is in no earlier sum: if the balances differ, all movements are summed from the
  // beginning.
  return quick.every(({ runs }) => runs === 0)
    ? quick
    : compare(await sumMovements(sql, account, new Date(0), until));
}

/** The earlier sum plus the movements since then. */
async function sumOn(
  sql: Sql,
  account: ProcessorAccount,
  until: Date,
  before: readonly CardBalance[],
): Promise<Map<string, bigint>> {
  const [last] = before;
  if (!last || last.summedUntil > until) return await sumMovements(sql, account, new Date(0), until);
  const sums = await sumMovements(sql, account, last.summedUntil, until);
  for (const { currency, summedMinor } of before)
    sums.set(currency, (sums.get(currency) ?? 0n) + summedMinor);
  return sums;
}

/** A lasting difference waits for a decision: one case for as long as it stays the same. */
export function balanceCase({ merchantId }: ProcessorAccount, balance: CardBalance): NewCase | null {
  const { processor, accountId, currency, theirsMinor, oursMinor, since } = balance;
  if (!isLasting(balance) || since === null) return null;
  const amountMinor = theirsMinor - oursMinor;
  const name = ['balance', currency, since.toISOString(), amountMinor].join(' ');
  return {
    ...{
      merchantId: merchantId ?? firstId,
      id: keptMovementId(processor, accountId, name),
      processor,
      accountId,
    },
    ...{
      kind: 'balance',
      reference: `balance ${currency}`,
      chargeId: null,
      amount: { amountMinor, currency },
    },
    ...{ reason: 'balance_differs', isPosted: false },
  };
}
