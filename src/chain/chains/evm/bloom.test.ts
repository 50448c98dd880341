import { describe, expect, test } from 'vitest';
import { transferTopic } from '../rpc/transfer-logs.ts';
import { bloomOf, covers, mayHold, readBloom } from './bloom.ts';

const token = '0xdac17f958d2ee523a2206206994597c13d831ec7';
const other = '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48';

describe('a bloom', () => {
  test('has what its logs have, and next to nothing else', () => {
    const bloom = bloomOf([{ address: token, topics: [transferTopic] }]);
    expect(mayHold(bloom, [token, transferTopic])).toBe(true);
    expect(mayHold(bloom, [other])).toBe(false);
    expect(mayHold(bloomOf([{ address: other, topics: [transferTopic] }]), [token, transferTopic])).toBe(
      false,
    );
  });

  test('covers what is made of fewer logs, and nothing that lacks one of its own', () => {
    const ours = { address: token, topics: [transferTopic] };
    const theirs = { address: other, topics: [] };
    expect(covers(bloomOf([ours, theirs]), bloomOf([ours]))).toBe(true);
    expect(covers(bloomOf([ours]), bloomOf([ours]))).toBe(true);
    expect(covers(bloomOf([ours]), bloomOf([ours, theirs]))).toBe(false);
  });

  test.each([
    ['is absent', {}],
    ['is zeros, as on Tron', { logsBloom: `0x${'0'.repeat(512)}` }],
    ['is cut', { logsBloom: '0x01' }],
    ['has no header', null],
  ])('that %s says nothing', (_what, header) => {
    expect(readBloom(header)).toBeNull();
  });
});
