import pg from 'pg';
import { expect, test } from 'vitest';
import { useBooks } from '../../test/kit/books.ts';
import { aPaidCharge, scriptedAcquirer } from '../../test/kit/charges.ts';
import { newId } from '../db/ids.ts';
import type { Sql, Tx } from '../db/pool.ts';
import { disputesOf } from './dispute-store.ts';
import { followNotifications } from './follow-notifications.ts';
import { readDisputes, readDueDisputes } from './read-disputes.ts';

const { sql, merchantId, faults } = useBooks();

test('where the node of one merchant is away, the disputes of others are recorded, and those of that merchant later', async () => {
  const acquirer = scriptedAcquirer(sql());
  const money = { amountMinor: 5_000n, currency: 'USD' };
  const charges = await Promise.all([1, 2, 3].map(() => aPaidCharge(sql(), merchantId(), money)));
  for (const { attemptId } of charges) {
    acquirer.disputes.push({ disputeId: newId(), attemptId, amount: money, status: 'open', reason: null });
  }
  const disputed = () =>
    Promise.all(charges.map(async ({ id }) => (await disputesOf(sql(), merchantId(), id)).length));

  const away = Object.assign(new pg.DatabaseError('connection to the remote node failed', 0, 'error'), {
    code: '08006',
    severity: 'ERROR',
  });
  let begun = 0;
  const halfThere = (isDistributed: boolean) =>
    new Proxy(sql(), {
      get(all, name) {
        if (name === 'isDistributed') return isDistributed;
        if (name !== 'begin') return Reflect.get(all, name);
        return async (work: (tx: Tx) => Promise<unknown>) => {
          begun += 1;
          if (begun === 2) throw away;
          return await all.begin(work);
        };
      },
    }) as Sql;

  // On one node it is the database that is away: nothing is passed over.
  await expect(readDisputes(halfThere(false), acquirer.account, new Date())).rejects.toBe(away);
  expect(await disputed()).toEqual([1, 0, 0]);
  begun = 0;
  expect(await readDisputes(halfThere(true), acquirer.account, new Date())).toBe(3);
  expect(await disputed()).toEqual([1, 0, 1]);
  expect(await readDisputes(sql(), acquirer.account, new Date())).toBe(0);

  await sql()`UPDATE processor_notifications SET due_at = now()`;
  expect(await followNotifications(acquirer)).toBe(1);
  expect(await disputed()).toEqual([1, 1, 1]);
  expect(await faults()).toEqual([]);
});

test('each account is read at its time by one process; one that fails or has no list holds up none', async () => {
  const account = (name: string) =>
    scriptedAcquirer(sql(), { name, accountId: null, merchantId: null }).account;
  const [here, failing, listless] = [
    account(`here-${newId()}`),
    account(`failing-${newId()}`),
    account('none'),
  ];
  const asked: string[] = [];
  here.processor.disputesAfter = async (cursor) => {
    asked.push(cursor);
    // Two pages, and then nothing new.
    return { disputes: [], cursor: String(Math.min(Number(cursor) + 1, 2)) };
  };
  failing.processor.disputesAfter = async () => {
    throw new Error('broken');
  };
  Object.assign(listless.processor, {
    disputesIntervalMs: null,
    disputesAfter: () => expect.unreachable('it has no list'),
  });
  const deps = scriptedAcquirer(sql());
  deps.cards.accounts = async () => [failing, listless, here];
  const read = () => readDueDisputes(deps);

  await expect(read()).rejects.toThrow('Disputes could not be read');
  expect(asked).toEqual(['']);
  // What follows a page is read on at once, by one of two; then the account rests, as the failing one does.
  await Promise.all([read(), read()]);
  await read();
  await Promise.all([read(), read()]);
  expect(asked).toEqual(['', '1', '2']);
  await sql()`UPDATE dispute_cursors SET due_at = now() WHERE processor = ${here.processor.name}`;
  await read();
  expect(asked).toEqual(['', '1', '2', '2']);
});
