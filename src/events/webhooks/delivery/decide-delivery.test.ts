import { expect, test } from 'vitest';
import { decideDelivery } from './decide-delivery.ts';

const delays = [5, 60];
const failed = { ok: false };

test.each([
  [0, { ok: true }, 0.5, { status: 'delivered', failures: 0 }],
  [2, { ok: true }, 0.5, { status: 'delivered', failures: 2 }],
  [0, failed, 0.5, { status: 'pending', failures: 1, delayMs: 5_000 }],
  [1, failed, 0.5, { status: 'pending', failures: 2, delayMs: 60_000 }],
  // A fifth earlier or later, so that not all are sent again at once.
  [0, failed, 0, { status: 'pending', failures: 1, delayMs: 4_000 }],
  [0, failed, 1, { status: 'pending', failures: 1, delayMs: expect.closeTo(6_000) }],
  [2, failed, 0.5, { status: 'undeliverable', failures: 3 }],
] as const)('after %i failures, %j is decided', (failures, result, random, decision) => {
  expect(decideDelivery(failures, result, delays, random)).toEqual(decision);
});
