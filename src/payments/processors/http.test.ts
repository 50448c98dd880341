import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Receiver, startReceiver } from '../../../test/kit/webhooks/receiver.ts';
import { createMemoryLogger } from '../../base/ground/logger.ts';
import { beginTrail, inSpan } from '../../base/ground/trail.ts';
import { createCaller } from './http.ts';

let processor: Receiver;
beforeAll(async () => {
  processor = await startReceiver();
});
afterAll(() => processor.close());

test('a request to a processor carries the trace of the payment, where tracing is on', async () => {
  const call = createCaller(processor.url, 10_000);
  const ask = () => call({ method: 'POST', path: '/', headers: { 'x-own': '1' }, body: '{}' });
  await ask();
  const traceparent = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`;
  const end = beginTrail(createMemoryLogger([]), () => ({ traceparent, end() {} }));
  try {
    await inSpan('authorize', {}, ask);
  } finally {
    end();
  }
  expect(processor.received.map(({ headers }) => [headers['x-own'], headers.traceparent])).toEqual([
    ['1', undefined],
    ['1', traceparent],
  ]);
});
