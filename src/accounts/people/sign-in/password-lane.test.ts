import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createPasswordLane } from './password-lane.ts';

const at = (address: string, isGone = () => false) => ({ address, isGone });

test('two work at once, a dozen waits, and the rest is told at once to come again', async () => {
  const lane = createPasswordLane();
  let running = 0;
  let most = 0;
  const work = async () => {
    running += 1;
    most = Math.max(most, running);
    await sleep(5);
    running -= 1;
  };
  const tries = Array.from({ length: 60 }, (_, index) => lane(at(`10.0.0.${index}`), work));
  const ends = await Promise.allSettled(tries);
  expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(14);
  expect(ends.find(({ status }) => status === 'rejected')).toMatchObject({
    reason: { code: 'rate_limited', retryAfterSeconds: 2 },
  });
  expect(most).toBe(2);
  await lane(at('10.0.0.99'), work);
});

test('one address takes a quarter of the places at most, and has them back', async () => {
  const lane = createPasswordLane();
  const many = () =>
    Promise.allSettled(Array.from({ length: 10 }, () => lane(at('10.0.0.1'), () => sleep(5))));
  for (const ends of [await many(), await many()]) {
    expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
  }
});

test('nobody works for somebody who has hung up, and a failure frees its place', async () => {
  const lane = createPasswordLane();
  let isGone = false;
  let worked = 0;
  const first = Promise.allSettled([
    lane(at('10.0.0.1'), () => sleep(5)),
    lane(at('10.0.0.2'), async () => {
      await sleep(5);
      throw new Error('wrong');
    }),
  ]);
  const gone = lane(
    at('10.0.0.3', () => isGone),
    async () => {
      worked += 1;
    },
  );
  isGone = true;
  await expect(gone).rejects.toMatchObject({ code: 'rate_limited' });
  await first;
  expect(worked).toBe(0);
  for (const address of ['10.0.0.4', '10.0.0.5', '10.0.0.6']) await lane(at(address), async () => {});
});
