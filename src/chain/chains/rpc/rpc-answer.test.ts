import { describe, expect, test } from 'vitest';
import { readBatch, readSingle } from './rpc-answer.ts';
import { RpcFault, type RpcFaultKind } from './rpc-fault.ts';

function faultOf(body: string, status = 200, retryAfter?: string): RpcFault {
  try {
    readSingle({ status, retryAfter, body }, 1);
  } catch (error) {
    if (error instanceof RpcFault) return error;
    throw error;
  }
  throw new Error('it was read as a result');
}

const withError = (code: number, message: string, data?: unknown) =>
  JSON.stringify({ jsonrpc: '2.0', id: 1, error: { code, message, data } });

describe('errors in the envelope are told apart by what to do about them', () => {
  test.each<[RpcFaultKind, number, string, unknown?]>([
    ['too_large', -32005, 'query returned more than 10000 results'],
    ['too_large', -32602, 'exceed max block range: 5000', '{}'],
    ['too_large', -32602, 'range 1000000 exceeds limit of 10000'],
    [
      'too_large',
      -32602,
      'Query returned more than 10000 results. Try with this block range [0x118dc91, 0x1198cc3].',
    ],
    ['too_large', -32600, 'You can make eth_getLogs requests with up to a 500 block range.'],
    ['too_large', -32602, 'Log response size exceeded. Limit some parameters and try again.'],
    ['too_large', -32602, 'invalid params', { payload: 'range 9009594 is bigger than range limit 2000' }],
    ['too_large', -32000, 'please limit the query to at most 1000 blocks'],
    [
      'too_large',
      -32701,
      'Please specify an address in your request or, to remove restrictions, order a dedicated full node. maximum block range: 2000',
    ],
    ['too_large', -32000, 'block range is too wide'],
    ['too_large', -32614, 'eth_getLogs is limited to a 10,000 range'],
    ['too_large', -32062, 'Block range is too large'],
    ['too_large', -32000, 'query timeout exceeded'],
    ['too_large', -32000, 'requested too many blocks from 0 to 16777216, maximum is set to 2048'],
    ['too_large', 35, 'ranges over 10000 blocks are not supported on freetier'],
    ['too_large', -32008, 'Response is too big: exceeded max limit of 10485760'],
    ['limited', -32005, 'daily request count exceeded, request rate limited'],
    ['limited', 429, 'Your app has exceeded its compute units per second capacity.'],
    ['limited', -32007, '15/second request limit reached - reduce calls per second or upgrade your account'],
    ['limited', -32029, 'busy'],
    ['limited', -32016, 'over rate limit'],
    ['limited', -32097, 'Too many requests'],
    ['behind', -32000, 'unknown block'],
    ['behind', -32000, 'header not found'],
    ['behind', -32602, 'invalid blockHash', '{}'],
    ['behind', -32602, 'BlockOutOfRangeError: block height is 0 but requested was 152'],
    ['behind', -32000, 'block range extends beyond current head block'],
    [
      'behind',
      -32000,
      'One of the blocks specified in filter (fromBlock, toBlock or blockHash) cannot be found: could not find block',
    ],
    ['refused', -32005, 'limit exceeded'],
    ['refused', -32601, 'the method eth_getLogs does not exist/is not available'],
    ['refused', -32603, 'Internal error'],
    ['refused', 3, 'execution reverted'],
  ])('%s: %i %s', (kind, code, message, data) => {
    const fault = faultOf(withError(code, message, data));
    expect(fault.kind).toBe(kind);
    expect(fault.message).toContain(message.slice(0, 40));
  });

  test('whatever the HTTP status around it', () => {
    expect(faultOf(withError(-32600, 'up to a 10 block range'), 400).kind).toBe('too_large');
    expect(faultOf(withError(-32005, 'limit exceeded'), 429).kind).toBe('limited');
    expect(faultOf(withError(-32005, 'query returned more than 10000 results'), 429).kind).toBe('too_large');
  });
});

describe('answers outside the envelope', () => {
  test.each<[RpcFaultKind, number, string]>([
    ['limited', 200, '{"Error":"class java.lang.IllegalAccessException : lack of computing resources"}'],
    [
      'limited',
      403,
      '{"Success":false,"Error":"The key exceeds the frequency limit(15), and the query server is suspended for 5s","StatusCode":403}',
    ],
    ['limited', 429, 'slow down'],
    ['limited', 200, '{"message":"API rate limit exceeded"}'],
    ['limited', 503, 'Too Many Requests'],
    ['refused', 401, '{"error":"invalid project id"}'],
    ['refused', 403, '<html><title>Forbidden</title></html>'],
    ['refused', 404, ''],
    ['too_large', 413, 'Request Entity Too Large'],
    ['unreachable', 502, '<html><center>nginx</center></html>'],
    ['unreachable', 503, ''],
    ['timed_out', 504, '<html>Gateway Time-out</html>'],
    ['timed_out', 524, ''],
    ['garbage', 200, '<!doctype html><title>Welcome</title>'],
    ['garbage', 200, ''],
    ['garbage', 200, '{"jsonrpc":"2.0","id":1,"result":{"number":"0x1'],
    ['garbage', 200, '[]'],
    ['garbage', 200, 'null'],
    ['garbage', 200, '{"jsonrpc":"2.0","id":2,"result":"0x1"}'],
    ['garbage', 200, '{"jsonrpc":"2.0","id":1}'],
    ['garbage', 302, ''],
  ])('%s: HTTP %i %s', (kind, status, body) => {
    expect(faultOf(body, status).kind).toBe(kind);
  });

  test('are told in a short excerpt', () => {
    expect(faultOf(`<html>${'x'.repeat(100_000)}`).message.length).toBeLessThan(300);
  });
});

test('how long to stay away is taken from the header or from the words', () => {
  expect(faultOf('', 429, '7').retryAfterMs).toBe(7000);
  expect(faultOf(withError(429, 'busy'), 429, '3').retryAfterMs).toBe(3000);
  expect(faultOf('suspended for 5 s', 403).retryAfterMs).toBe(5000);
  expect(faultOf('', 429).retryAfterMs).toBeUndefined();
  const inAMinute = faultOf('', 429, new Date(Date.now() + 60_000).toUTCString()).retryAfterMs ?? 0;
  expect(inAMinute).toBeGreaterThan(50_000);
  expect(inAMinute).toBeLessThanOrEqual(60_000);
});

test('a batch is read by its ids, in whatever order it comes', () => {
  const body = JSON.stringify([
    { jsonrpc: '2.0', id: 8, result: 'second' },
    { jsonrpc: '2.0', id: 7, result: 'first' },
  ]);
  expect(readBatch({ status: 200, retryAfter: undefined, body }, [7, 8])).toEqual(['first', 'second']);
  expect(() => readBatch({ status: 200, retryAfter: undefined, body }, [7, 9])).toThrow(RpcFault);
});
