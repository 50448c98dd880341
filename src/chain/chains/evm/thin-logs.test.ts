import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readTransferLogs, transferTopic } from '../rpc/transfer-logs.ts';
import { thinLogs } from './thin-logs.ts';

const token = `0x${'aa'.repeat(20)}`;
const topicOf = (address: string) => `0x${'0'.repeat(24)}${address}`;
const addressOf = (n: number) => n.toString(16).padStart(40, '0');
const endOf = (text: string, at: number) => Number.parseInt(text.slice(at + 36, at + 40), 16);
const ours = {
  mayHave: (text: string, at: number) => endOf(text, at) % 10 === 0,
  mayBeFrom: (text: string, at: number) => endOf(text, at) % 10 === 1,
};

interface Change {
  topics?: string[];
  removed?: boolean;
}

function log(n: number, to: number, change: Change = {}, from = 7) {
  return {
    address: token,
    topics: [transferTopic, topicOf(addressOf(from)), topicOf(addressOf(to))],
    data: `0x${(1_000 + n).toString(16).padStart(64, '0')}`,
    blockNumber: `0x${(16 + Math.floor(n / 5)).toString(16)}`,
    transactionHash: `0x${(n + 1).toString(16).padStart(64, '0')}`,
    transactionIndex: '0x0',
    blockHash: `0x${'b'.repeat(64)}`,
    logIndex: `0x${n.toString(16)}`,
    removed: false,
    ...change,
  };
}

const batch = (logs: unknown[]) => [
  { jsonrpc: '2.0', id: 1, result: { number: '0x10', hash: `0x${'b'.repeat(64)}` } },
  { jsonrpc: '2.0', id: 2, result: logs },
];
const single = (logs: unknown[]) => ({ jsonrpc: '2.0', id: 2, result: logs });
const resultOf = (body: string) => {
  const parsed = JSON.parse(body);
  return (Array.isArray(parsed) ? parsed[1] : parsed).result;
};

test('what is wanted is read the same with and without thinning, whatever else is in the answer', () => {
  const logs = fc.array(
    fc.record({
      to: fc.nat({ max: 0xffff }),
      from: fc.nat({ max: 0xffff }),
      removed: fc.boolean(),
      topics: fc.option(fc.integer({ min: 1, max: 4 }), { freq: 10 }),
    }),
    { maxLength: 60 },
  );
  fc.assert(
    fc.property(logs, fc.boolean(), fc.boolean(), (rows, inBatch, spaced) => {
      const all = rows.map(({ to, from, removed, topics }, n) => {
        const others =
          topics === null ? [] : Array.from({ length: topics - 1 }, () => topicOf(addressOf(to)));
        const change = { removed, ...(topics !== null && { topics: [transferTopic, ...others] }) };
        return log(n, to, change, from);
      });
      const body = JSON.stringify(inBatch ? batch(all) : single(all), null, spaced ? 1 : 0);
      const thinned = thinLogs(body, ours);
      const result = resultOf(thinned.body);
      expect(result.length + thinned.leftOut).toBe(all.length);
      expect(readTransferLogs(result, token, ours)).toEqual(readTransferLogs(all, token, ours));
    }),
  );
});

test('most of an answer is gone, and its envelope is as it was', () => {
  const all = Array.from({ length: 1_000 }, (_, n) => log(n, n));
  const { body, leftOut } = thinLogs(JSON.stringify(batch(all)), {
    mayHave: (text, at) => text.startsWith('0123', at + 36),
  });
  expect(leftOut).toBe(997);
  expect(JSON.parse(body)).toEqual(batch([all[0], all[0x123], all.at(-1)]));
});

describe('an answer that is written in another way is left whole', () => {
  const all = [log(0, 1), log(1, 2), log(2, 3)];
  const compact = JSON.stringify(single(all));
  test.each([
    ['an error', '{"jsonrpc":"2.0","id":1,"error":{"code":-32005,"message":"too many"}}'],
    ['an empty list', JSON.stringify(single([]))],
    ['a page of HTML', '<html>bad gateway</html>'],
    ['with spaces', JSON.stringify(single(all), null, 2)],
    ['with a space between logs', compact.replaceAll('},{', '}, {')],
    ['with objects inside logs', compact.replaceAll('"removed":false', '"more":{"a":1}')],
    ['with a foreign topic among them', JSON.stringify(single([all[0], log(1, 2, { topics: ['0x12'] })]))],
    ['cut off', compact.slice(0, -100)],
    ['cut off between logs', compact.slice(0, compact.indexOf('},{') + 2)],
  ])('%s', (_how, body) => {
    expect(thinLogs(body, { mayHave: () => false })).toEqual({ body, leftOut: 0 });
  });
});
