import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { createSecrets } from './secrets.ts';

const oldMaster = randomBytes(32);
const newMaster = randomBytes(32);
const secrets = createSecrets([oldMaster]);
const rotated = createSecrets([newMaster, oldMaster]);

test('what was sealed under the previous master secret opens after a rotation, and not without it', () => {
  const sealed = secrets.seal('whsec_abc', 'webhook-secret');
  expect(rotated.open(sealed, 'webhook-secret')).toBe('whsec_abc');
  expect(() => createSecrets([newMaster]).open(sealed, 'webhook-secret')).toThrow(/SECRET_KEY/);
});

test('what is sealed for one purpose does not open for another', () => {
  const sealed = secrets.seal('text', 'webhook-secret');
  expect(() => secrets.open(sealed, 'crypto-order')).toThrow();
});

test('a changed, cut or empty seal does not open', () => {
  const sealed = secrets.seal('text', 'crypto-order');
  for (let at = 0; at < sealed.length; at++) {
    const changed = Buffer.from(sealed);
    changed[at] = (changed[at] as number) ^ 1;
    expect(() => secrets.open(changed, 'crypto-order')).toThrow();
    expect(() => secrets.open(sealed.subarray(0, at), 'crypto-order')).toThrow();
  }
});

test('an API key matches its hash under the old and the new master secret, and no other key does', () => {
  const hash = secrets.hashApiKey('psk_1');
  expect(rotated.matchesApiKey('psk_1', hash)).toBe(true);
  expect(rotated.matchesApiKey('psk_2', hash)).toBe(false);
  expect(createSecrets([newMaster]).matchesApiKey('psk_1', hash)).toBe(false);
});
