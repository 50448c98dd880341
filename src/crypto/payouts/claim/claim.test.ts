import { describe, expect, test } from 'vitest';
import { createSecrets } from '../../../base/ground/secrets.ts';
import {
  type Claim,
  claimHashes,
  codeLifetimeMs,
  isProven,
  judgeCode,
  mailingOf,
  maxCodesPerHour,
  maxWrongCodes,
  maxWrongCodesInAll,
  newCode,
  readCode,
  resendAfterMs,
  reviewMs,
  spentMs,
  wrongLately,
} from './claim.ts';

const start = new Date('2026-11-15T15:00:00Z');
const later = (ms: number): Date => new Date(start.getTime() + ms);
const hourMs = 3_600_000;
const hashes = claimHashes(createSecrets([Buffer.alloc(32, 1)]));
const wallet = { network: 'ERC20', address: `0x${'ab'.repeat(20)}` };

function aClaim(change: Partial<Claim> = {}): Claim {
  return {
    merchantId: 'm',
    payoutId: 'p',
    ...wallet,
    codeHash: hashes.codeHashes({ ...wallet, payoutId: 'p' }, '123456')[0],
    codeUntil: later(codeLifetimeMs),
    isContract: false,
    wrongCodes: 0,
    wrongCodesInAll: 0,
    codesSent: 1,
    lastCodeAt: start,
    verifiedAt: null,
    language: 'en',
    refusedAt: null,
    refusal: null,
    ...change,
  };
}

const judge = (claim: Claim, code = '123456', now = later(1)) =>
  judgeCode(claim, hashes.codeHashes(claim, code), now);

describe('a code', () => {
  test('has six digits, and zeros in front are kept', () => {
    const codes = Array.from({ length: 2_000 }, newCode);
    for (const code of codes) expect(code).toMatch(/^\d{6}$/);
    expect(codes.some((code) => code.startsWith('0'))).toBe(true);
    expect(new Set(codes).size).toBeGreaterThan(1_900);
  });

  test.each([
    ['123456', '123456'],
    [' 123 456\n', '123456'],
    ['123-456', '123456'],
    ['\u200e123456', '123456'],
    ['12345', null],
    ['1234567', null],
    ['12345a', null],
    ['１２３４５６', null],
    ['', null],
  ])('%j is read as %j', (text, code) => {
    expect(readCode(text)).toBe(code);
  });

  test('is right until its time is up', () => {
    expect(judge(aClaim())).toBe('right');
    expect(judge(aClaim(), '123456', later(codeLifetimeMs - 1))).toBe('right');
    expect(judge(aClaim(), '123456', later(codeLifetimeMs))).toBe('expired');
    expect(judge(aClaim(), '123457')).toBe('wrong');
  });

  test('is of one wallet of one payout', () => {
    for (const other of [
      { address: `0x${'cd'.repeat(20)}` },
      { network: 'TRC20' },
      { payoutId: 'another payout' },
    ]) {
      expect(judge(aClaim(other))).toBe('wrong');
    }
  });

  test('serves no more after five wrong ones, not even the right one', () => {
    expect(judge(aClaim({ wrongCodes: maxWrongCodes - 1 }))).toBe('right');
    expect(judge(aClaim({ wrongCodes: maxWrongCodes }))).toBe('used_up');
    expect(judge(aClaim({ wrongCodesInAll: maxWrongCodesInAll }))).toBe('used_up');
  });
});

describe('a further code', () => {
  test('for the same wallet comes after a minute, for another at once', () => {
    expect(mailingOf(aClaim(), later(resendAfterMs - 1), false)).toEqual({
      kind: 'too_soon',
      until: later(resendAfterMs),
    });
    expect(mailingOf(aClaim(), later(resendAfterMs), false)).toEqual({ kind: 'may' });
    expect(mailingOf(aClaim(), later(1), true)).toEqual({ kind: 'may' });
    expect(mailingOf(null, start, false)).toEqual({ kind: 'may' });
  });

  test('does not come after five, whatever the wallet, until an hour has gone by', () => {
    const claim = aClaim({ codesSent: maxCodesPerHour });
    for (const isOther of [false, true]) {
      expect(mailingOf(claim, later(hourMs - 1), isOther)).toEqual({ kind: 'locked', until: later(hourMs) });
      expect(mailingOf(claim, later(hourMs), isOther)).toEqual({ kind: 'may' });
    }
  });

  test('does not come after a dozen wrong ones until some hours have gone by, and is then counted anew', () => {
    const claim = aClaim({ wrongCodesInAll: maxWrongCodesInAll });
    const spent = { kind: 'spent', until: later(spentMs) };
    expect(mailingOf(claim, later(spentMs - 1), true)).toEqual(spent);
    expect(mailingOf(claim, later(spentMs), true)).toEqual({ kind: 'may' });
    expect(wrongLately(claim, later(spentMs - 1))).toBe(maxWrongCodesInAll);
    expect(wrongLately(claim, later(spentMs))).toBe(0);
  });
});

describe('the proof of a right code', () => {
  const claim = aClaim({ verifiedAt: start });
  const proof = hashes.proofs(claim)[0] as string;

  test('opens the review for half an hour', () => {
    expect(isProven(claim, proof, hashes.proofs(claim), later(reviewMs - 1))).toBe(true);
    expect(isProven(claim, proof, hashes.proofs(claim), later(reviewMs))).toBe(false);
  });

  test.each([
    ['none', null],
    ['an empty one', ''],
    ['another', 'x'.repeat(43)],
  ])('%s opens nothing', (_, given) => {
    expect(isProven(claim, given, hashes.proofs(claim), later(1))).toBe(false);
  });

  test('is of no use before the code was entered, nor for another code, nor without one', () => {
    expect(isProven(aClaim(), proof, hashes.proofs(aClaim()), later(1))).toBe(false);
    const other = aClaim({ verifiedAt: start, codeHash: hashes.codeHashes(claim, '654321')[0] });
    expect(isProven(other, proof, hashes.proofs(other), later(1))).toBe(false);
    const none = aClaim({ verifiedAt: start, codeHash: null });
    expect(isProven(none, proof, hashes.proofs(none), later(1))).toBe(false);
  });
});

test('a code mailed and a proof given under the previous master secret are good as long as it is known', () => {
  const before = aClaim({ verifiedAt: start });
  const proof = hashes.proofs(before)[0] as string;
  const rotated = claimHashes(createSecrets([Buffer.alloc(32, 2), Buffer.alloc(32, 1)]));
  const without = claimHashes(createSecrets([Buffer.alloc(32, 2)]));
  expect(judgeCode(before, rotated.codeHashes(before, '123456'), later(1))).toBe('right');
  expect(judgeCode(before, without.codeHashes(before, '123456'), later(1))).toBe('wrong');
  expect(isProven(before, proof, rotated.proofs(before), later(1))).toBe(true);
  expect(isProven(before, proof, without.proofs(before), later(1))).toBe(false);
});
