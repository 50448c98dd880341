import fc from 'fast-check';
import { encodeAbiParameters, encodeEventTopics, parseAbi } from 'viem';
import { describe, expect, test } from 'vitest';
import type { TransferLog } from '../port/chain.ts';
import { RpcFault } from './rpc-fault.ts';
import { readTransferLogs, transferTopic } from './transfer-logs.ts';

const token = '0xdac17f958d2ee523a2206206994597c13d831ec7';
const abi = parseAbi(['event Transfer(address indexed from, address indexed to, uint256 value)']);

const hex = (bytes: number) =>
  fc
    .uint8Array({ minLength: bytes, maxLength: bytes })
    .map((value) => `0x${Buffer.from(value).toString('hex')}` as const);

const anyTransfer = fc.record({
  blockNumber: fc.bigInt({ min: 0n, max: 2n ** 40n }),
  blockHash: hex(32),
  transactionHash: hex(32),
  logIndex: fc.nat({ max: 5000 }),
  from: hex(20),
  to: hex(20),
  amountUnits: fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }),
});

/** A log in a node's notation, by an independent encoder. */
function written({ blockNumber, logIndex, from, to, amountUnits, ...hashes }: TransferLog) {
  return {
    ...hashes,
    address: token,
    topics: encodeEventTopics({
      abi,
      eventName: 'Transfer',
      args: { from: from as `0x${string}`, to: to as `0x${string}` },
    }),
    data: encodeAbiParameters([{ type: 'uint256' }], [amountUnits]),
    blockNumber: `0x${blockNumber.toString(16)}`,
    transactionIndex: '0x0',
    logIndex: `0x${logIndex.toString(16)}`,
    removed: false,
  };
}

const sample: TransferLog = {
  blockNumber: 7n,
  blockHash: `0x${'b7'.repeat(32)}`,
  transactionHash: `0x${'77'.repeat(32)}`,
  logIndex: 3,
  from: `0x${'aa'.repeat(20)}`,
  to: `0x${'bb'.repeat(20)}`,
  amountUnits: 12_345_678n,
};

test('every transfer is read as an independent encoder wrote it, in the order of the chain', () => {
  const inOneChain = fc.uniqueArray(anyTransfer, {
    selector: (transfer) => `${transfer.blockNumber}/${transfer.logIndex}`,
    maxLength: 20,
  });
  fc.assert(
    fc.property(inOneChain, (transfers) => {
      const ordered = transfers.toSorted((a, b) =>
        a.blockNumber === b.blockNumber ? a.logIndex - b.logIndex : a.blockNumber < b.blockNumber ? -1 : 1,
      );
      expect(readTransferLogs(transfers.map(written), token)).toEqual(ordered);
    }),
  );
});

test('only wanted transfers are told, and all of them', () => {
  fc.assert(
    fc.property(fc.array(anyTransfer, { maxLength: 20 }), fc.nat({ max: 255 }), (transfers, limit) => {
      const wanted = {
        mayHave: (text: string, at: number) => Number(`0x${text.slice(at + 38, at + 40)}`) <= limit,
      };
      const logs = transfers.map(written);
      expect(readTransferLogs(logs, token, wanted)).toEqual(
        readTransferLogs(logs, token).filter((transfer) => wanted.mayHave(transfer.to, 2)),
      );
    }),
  );
});

test('hex in capitals is a fault, because wanted addresses would not be recognised in it', () => {
  const log = written(sample);
  const shouted = {
    ...log,
    topics: log.topics.map((topic) => String(topic).toUpperCase().replace('0X', '0x')),
  };
  const lines = [{ ...shouted, topics: [transferTopic, ...shouted.topics.slice(1)] }];
  expect(() => readTransferLogs(lines, token, { mayHave: () => false })).toThrow(RpcFault);
});

test('a transfer of nothing is told like any other', () => {
  const nothing = { ...sample, amountUnits: 0n };
  expect(readTransferLogs([written(nothing)], token)).toEqual([nothing]);
});

test('a log that is listed twice counts once', () => {
  const other = { ...sample, logIndex: 4 };
  const listed = [sample, other, sample].map(written);
  expect(readTransferLogs(listed, token)).toEqual([sample, other]);
});

describe('what is no transfer of the token is left out', () => {
  const log = written(sample);
  test.each([
    ['another contract', { address: `0x${'11'.repeat(20)}` }],
    ['another event', { topics: [`0x${'22'.repeat(32)}`, ...log.topics.slice(1)] }],
    ['an event without a name', { topics: [] }],
    ['an amount among the topics', { topics: [...log.topics, log.data], data: '0x' }],
    ['fewer topics', { topics: log.topics.slice(0, 2) }],
    ['more data than an amount', { data: `${log.data}${'00'.repeat(32)}` }],
    ['no data', { data: '0x' }],
    ['a log that a reorganisation took back', { removed: true }],
  ])('%s', (_, change) => {
    expect(readTransferLogs([{ ...log, ...change }, log], token)).toEqual([sample]);
  });

  test('but a contract address in capitals is the same contract', () => {
    expect(readTransferLogs([{ ...log, address: `0x${token.slice(2).toUpperCase()}` }], token)).toEqual([
      sample,
    ]);
  });
});

describe('what cannot be read makes the whole answer a fault', () => {
  const log = written(sample);
  test.each([
    ['no list', null],
    ['a list of something else', ['0x12']],
    ['a log without contract', [{ ...log, address: null }]],
    ['a log without topics', [{ ...log, topics: undefined }]],
    ['a topic that is no hex', [{ ...log, topics: [transferTopic, `0x${'zz'.repeat(32)}`, log.topics[2]] }]],
    ['a topic of 31 bytes', [{ ...log, topics: [transferTopic, `0x${'aa'.repeat(31)}`, log.topics[2]] }]],
    ['an amount that is no hex', [{ ...log, data: `0x${'-1'.repeat(32)}` }]],
    ['a log that is still pending', [{ ...log, blockHash: null, blockNumber: null }]],
    ['no block number', [{ ...log, blockNumber: undefined }]],
    ['no transaction', [{ ...log, transactionHash: '0x' }]],
    ['no index', [{ ...log, logIndex: null }]],
  ])('%s', (_, answer) => {
    expect(() => readTransferLogs(answer, token)).toThrow(RpcFault);
  });
});
