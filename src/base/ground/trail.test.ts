import { afterEach, describe, expect, test } from 'vitest';
import { createBatcher } from '../db/batch.ts';
import { createMemoryLogger } from './logger.ts';
import {
  beginSpan,
  beginTrail,
  currentRequestId,
  currentTraceparent,
  inSpan,
  logTrail,
  readTraceparent,
  type StartSpan,
  withinRequest,
} from './trail.ts';

const trace = (digit: string): string => digit.repeat(32);
const parentOf = (digit: string): string => `00-${trace(digit)}-${digit.repeat(16)}-01`;

let end = (): void => {};
afterEach(() => end());

/** Records spans, with ids in the order of their start. */
function follow(isTracing: boolean) {
  const lines: string[] = [];
  const spans: { name: string; parent: unknown; linked: string | null; hasFailed: boolean | undefined }[] =
    [];
  const startSpan: StartSpan = (name, { parent, linked }) => {
    const span = { name, parent, linked, hasFailed: undefined as boolean | undefined };
    spans.push(span);
    const traceId = parent?.slice(3, 35) ?? trace('f');
    return {
      traceparent: `00-${traceId}-${String(spans.length).padStart(16, '0')}-01`,
      end(_attributes, hasFailed = false) {
        span.hasFailed = hasFailed;
      },
    };
  };
  end = beginTrail(createMemoryLogger(lines), isTracing ? startSpan : null);
  return { spans, lines: () => lines.map((line) => JSON.parse(line)) };
}

describe('a traceparent from outside', () => {
  test('is taken where it is well-formed', () => {
    for (const flags of ['00', '01', 'ff']) {
      const given = `00-${trace('a')}-${'b'.repeat(16)}-${flags}`;
      expect(readTraceparent(given)).toBe(given);
    }
  });

  test.each([
    undefined,
    '',
    'x',
    ['00', trace('a'), 'b'.repeat(16), '01'],
    `01-${trace('a')}-${'b'.repeat(16)}-01`,
    `ff-${trace('a')}-${'b'.repeat(16)}-01`,
    `00-${trace('A')}-${'b'.repeat(16)}-01`,
    `00-${trace('0')}-${'b'.repeat(16)}-01`,
    `00-${trace('a')}-${'0'.repeat(16)}-01`,
    `00-${trace('a')}-${'b'.repeat(16)}-01-more`,
    ` 00-${trace('a')}-${'b'.repeat(16)}-01`,
    `00-${trace('a')}-${'b'.repeat(16)}-01\n`,
    `00-${trace('a')}-${'b'.repeat(15)}-01`,
  ])('is ignored where it is not: %j', (given) => {
    expect(readTraceparent(given)).toBeNull();
  });
});

test('while tracing is off nothing is begun, and lines have no trace', async () => {
  const { lines } = follow(false);
  await withinRequest('request-1', null, async () => {
    expect(beginSpan('a', {})).toBeNull();
    expect(await inSpan('b', { parent: parentOf('a') }, async () => currentTraceparent())).toBeNull();
    logTrail('charge created', { charge: 'c' }, { traceparent: null });
  });
  expect(lines()).toEqual([
    expect.objectContaining({ msg: 'charge created', charge: 'c', reqId: 'request-1' }),
  ]);
  expect(lines()[0]).not.toHaveProperty('traceId');
});

test('a span goes on in the trace that is given, and is linked to the one of the request', async () => {
  const { spans, lines } = follow(true);
  const request = beginSpan('request', { parent: parentOf('a') });
  await withinRequest('request-1', request, async () => {
    const inside = await inSpan('own', {}, async () => currentTraceparent());
    expect(inside).toBe(`00-${trace('a')}-0000000000000002-01`);
    await inSpan('stored', { parent: parentOf('b') }, async () => logTrail('charge approved', {}));
    await expect(inSpan('fails', {}, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  });
  expect(spans).toEqual([
    { name: 'request', parent: parentOf('a'), linked: null, hasFailed: undefined },
    { name: 'own', parent: request?.traceparent, linked: null, hasFailed: false },
    { name: 'stored', parent: parentOf('b'), linked: request?.traceparent, hasFailed: false },
    { name: 'fails', parent: request?.traceparent, linked: null, hasFailed: true },
  ]);
  expect(lines()).toEqual([expect.objectContaining({ traceId: trace('b'), reqId: 'request-1' })]);
});

test('what is written for several requests at once has the id of none', async () => {
  const batcher = createBatcher(async (items: number[]) => items.map(() => currentRequestId()));
  const ask = (id: string) =>
    withinRequest(id, null, async () => [await batcher.add(1), currentRequestId()] as const);
  expect(await Promise.all([ask('one'), ask('two')])).toEqual([
    [null, 'one'],
    [null, 'two'],
  ]);
});
