import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { addressOfKey, createSignatureCheck, signWith } from './signing.ts';

const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;
const hex = (value: bigint): string => `0x${value.toString(16).padStart(64, '0')}`;

describe('a signature', () => {
  const key = randomBytes(32);
  const wallet = addressOfKey(key) as string;
  // The first signature of a wallet and later ones are checked in different ways.
  test.each([0, 3])('is of its wallet, and of no other, after %s before it', (before) => {
    const isOf = createSignatureCheck();
    const stranger = randomBytes(32);
    for (let each = 0; each < before; each++) {
      const digest = randomBytes(32);
      expect(isOf(wallet, signWith(key, digest), digest)).toBe(true);
    }
    for (let each = 0; each < 20; each++) {
      const check = before === 0 ? createSignatureCheck() : isOf;
      const digest = randomBytes(32);
      const signature = signWith(key, digest);
      expect(check(wallet, signWith(stranger, digest), digest)).toBe(false);
      expect(check(wallet, signature, randomBytes(32))).toBe(false);
      expect(check(wallet, { ...signature, yParity: signature.yParity === 0 ? 1 : 0 }, digest)).toBe(false);
      expect(check(wallet, { ...signature, s: hex(order - BigInt(signature.s)) }, digest)).toBe(false);
      expect(check(wallet, { ...signature, r: hex(0n) }, digest)).toBe(false);
      expect(check(wallet, { ...signature, r: hex(BigInt(signature.r) ^ 1n) }, digest)).toBe(false);
      expect(check(wallet, { ...signature, s: '0x' }, digest)).toBe(false);
      expect(check(wallet, signature, digest)).toBe(true);
    }
  });
});
