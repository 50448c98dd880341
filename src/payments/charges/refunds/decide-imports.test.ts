import { expect, test } from 'vitest';
import { decideImports, type KnownRefund } from './decide-imports.ts';

const money = (amountMinor: bigint, currency = 'USD') => ({ amountMinor, currency });
const charge = { amount: money(10_000n), capturedMinor: null, refundedMinor: 0n, refundPendingMinor: 0n };
const busy = { ...charge, refundPendingMinor: 3_000n };
const ours: KnownRefund = { id: 'r-1', amountMinor: 3_000n, status: 'pending', processorReference: null };
const named = { ...ours, processorReference: 'p-1' };
const seen = { reference: 'p-1', refundId: null, amount: money(3_000n), status: 'succeeded' as const };
const none = { imports: [], cases: [], changed: [], mustWait: false };

test.each([
  ['made in the panel is entered', charge, [], [seen], { imports: [seen] }],
  ['of all is entered', charge, [], [{ ...seen, amount: money(10_000n) }], { imports: 1 }],
  ['of more than was paid is a case', charge, [], [{ ...seen, amount: money(10_001n) }], { cases: 1 }],
  [
    'of more than was captured is a case',
    { ...charge, capturedMinor: 2_999n },
    [],
    [seen],
    { cases: [seen] },
  ],
  ['of more than is left is a case', { ...charge, refundedMinor: 7_001n }, [], [seen], { cases: [seen] }],
  ['in another currency is a case', charge, [], [{ ...seen, amount: money(3_000n, 'EUR') }], { cases: 1 }],
  ['that failed in the panel is nothing', charge, [], [{ ...seen, status: 'failed' as const }], {}],
  [
    'of ours by its id is known',
    busy,
    [ours],
    [{ ...seen, refundId: 'r-1', status: 'pending' as const }],
    {},
  ],
  ['of ours by its reference is known', busy, [named], [{ ...seen, status: 'pending' as const }], {}],
  ['of ours that ended has changed', busy, [named], [seen], { changed: [named] }],
  [
    'of ours that failed after all has changed',
    { ...charge, refundedMinor: 3_000n },
    [{ ...named, status: 'succeeded' as const }],
    [{ ...seen, status: 'failed' as const }],
    { changed: 1 },
  ],
  [
    'of ours that is told again has not changed',
    charge,
    [{ ...named, status: 'succeeded' as const }],
    [seen],
    {},
  ],
  ['of ours that failed stays so', charge, [{ ...named, status: 'failed' as const }], [seen], {}],
  ['that may be ours under way waits', busy, [ours], [seen], { mustWait: true }],
  ['that names another of ours is not it', busy, [ours], [{ ...seen, refundId: 'r-2' }], { imports: 1 }],
  [
    'of another amount than ours is entered',
    busy,
    [ours],
    [{ ...seen, amount: money(2_000n) }],
    { imports: 1 },
  ],
  [
    'in another currency than ours is a case',
    busy,
    [ours],
    [{ ...seen, amount: money(3_000n, 'EUR') }],
    { cases: 1 },
  ],
  [
    'as large as one of ours whose name is known is entered',
    busy,
    [{ ...ours, processorReference: 'p-0' }],
    [seen],
    { imports: [seen] },
  ],
  [
    'as large as one of ours that has ended is entered',
    charge,
    [{ ...ours, status: 'failed' as const }],
    [seen],
    { imports: [seen] },
  ],
  [
    'of more than is left waits while ours may yet be refused',
    busy,
    [named],
    [{ ...seen, reference: 'p-2', amount: money(7_001n) }],
    { mustWait: true },
  ],
  [
    'of more than is left waits even for the least of ours',
    { ...charge, refundPendingMinor: 1n },
    [named],
    [{ ...seen, reference: 'p-2', amount: money(10_000n) }],
    { mustWait: true },
  ],
  [
    'and another share what is left',
    { ...charge, refundedMinor: 5_000n },
    [],
    [seen, { ...seen, reference: 'p-2' }],
    { imports: 1, cases: 1 },
  ],
] as const)('a refund %s', (_, paid, kept, all, expected) => {
  const decision = decideImports(paid, kept, all);
  for (const [name, value] of Object.entries({ ...none, ...expected })) {
    const actual = decision[name as keyof typeof none];
    if (typeof value === 'number') expect(actual, name).toHaveLength(value);
    else expect(actual, name).toEqual(value);
  }
});
