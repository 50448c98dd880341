import { expect, test } from 'vitest';
import { useBooks } from '../../../test/kit/books.ts';
import { aPaidCharge } from '../../../test/kit/charges.ts';
import { newIdOf } from '../../base/db/ids.ts';
import { attemptsOf, insertAttempts } from './attempts/attempt-store.ts';
import { findChargeWithAttempt } from './charge-with-attempt.ts';
import { findChargeById } from './store.ts';

const { sql, merchantId } = useBooks();
const amount = { amountMinor: 100_00n, currency: 'USD' };

test('a charge comes with the latest of its tries, both as they are read by themselves', async () => {
  const { id, attemptId } = await aPaidCharge(sql(), merchantId(), amount);
  const [first] = await attemptsOf(sql(), merchantId(), id);
  expect(await findChargeWithAttempt(sql(), id)).toEqual({
    charge: await findChargeById(sql(), id),
    attempt: first,
  });
  const later = { ...first, id: newIdOf(merchantId()), createdAt: new Date(Date.now() + 60_000) };
  await sql().begin((tx) =>
    insertAttempts(tx, [
      {
        ...(later as Parameters<typeof insertAttempts>[1][number]),
        capture: 'automatic',
        cardFingerprint: null,
        clientAddressHash: Buffer.alloc(32),
        dueAt: new Date(),
      },
    ]),
  );
  const found = await findChargeWithAttempt(sql(), id);
  expect(found?.attempt).toEqual((await attemptsOf(sql(), merchantId(), id)).at(-1));
  expect(found?.attempt?.id).not.toBe(attemptId);
});

test('there is none that nobody made', async () => {
  expect(await findChargeWithAttempt(sql(), newIdOf(merchantId()))).toBeNull();
});

test('of many that are asked for at once each page gets its own', async () => {
  const ids = await Promise.all([1, 2, 3].map(() => aPaidCharge(sql(), merchantId(), amount)));
  const asked = [...ids.map(({ id }) => id), newIdOf(merchantId()), ...ids.map(({ id }) => id)];
  const found = await Promise.all(asked.map((id) => findChargeWithAttempt(sql(), id)));
  expect(found.map((each) => each?.charge.id)).toEqual(asked.map((id, at) => (at === 3 ? undefined : id)));
  expect(found.map((each) => each?.attempt?.id)).toEqual([
    ...ids.map(({ attemptId }) => attemptId),
    undefined,
    ...ids.map(({ attemptId }) => attemptId),
  ]);
});
