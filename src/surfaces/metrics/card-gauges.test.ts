import { Registry } from 'prom-client';
import { beforeAll, expect, test } from 'vitest';
import { useBooks } from '../../../test/kit/books.ts';
import { type ScriptedAcquirer, scriptedAcquirer } from '../../../test/kit/charges.ts';
import { newId } from '../../base/db/ids.ts';
import { saveBalances } from '../../payments/charges/movements/balance-store.ts';
import { bookMovements } from '../../payments/charges/movements/book-movements.ts';
import { watchCards } from './card-gauges.ts';

const { sql } = useBooks();
const registry = new Registry();
const daySeconds = 24 * 60 * 60;
let acquirer: ScriptedAcquirer;
beforeAll(() => {
  acquirer = scriptedAcquirer(sql());
  watchCards(registry, acquirer.processors, sql());
});

async function age(): Promise<number | undefined> {
  const metric = await registry.getSingleMetric('pasarela_card_lines_age_seconds')?.get();
  return metric?.values.find(({ labels }) => labels.processor === 'sandbox')?.value;
}

test('how long the movements of an account could not be read shows, and is over when they are', async () => {
  expect(await age()).toBe(0);
  const { processor } = acquirer;
  acquirer.processor = {
    ...processor,
    // biome-ignore lint/correctness/useYield: it fails before.
    async *linesBetween() {
      throw new Error('no right to read them');
    },
  };
  await expect(bookMovements(acquirer)).rejects.toThrow('no right to read them');
  expect(await age()).toBeGreaterThanOrEqual(daySeconds);
  acquirer.processor = processor;
  await sql()`UPDATE line_cursors SET due_at = now()`;
  await bookMovements(acquirer);
  expect(await age()).toBeLessThan(daySeconds / 24);
});

test('one that tells of none is not asked, and has no age', async () => {
  acquirer.processor = { ...acquirer.processor, hasLines: false };
  await sql()`UPDATE line_cursors SET due_at = now(), read_until = ${new Date(0)}`;
  expect(await bookMovements(acquirer)).toBe(0);
  expect(await age()).toBeUndefined();
});

test('by how much the balance of a processor differs shows, over all its accounts', async () => {
  const balance = {
    ...{
      processor: 'sandbox',
      currency: 'USD',
      readAt: new Date(),
      since: null,
      runs: 0,
      theirsMinor: 5_00n,
    },
    ...{ oursMinor: 7_50n, summedUntil: new Date(), summedMinor: 0n },
  };
  const own = { ...balance, accountId: newId(), oursMinor: 4_00n };
  await saveBalances(sql(), [{ ...balance, accountId: null }, own]);
  const metric = await registry.getSingleMetric('pasarela_card_balance_difference')?.get();
  expect(metric?.values).toEqual([{ labels: { processor: 'sandbox', currency: 'USD' }, value: 3.5 }]);
});
