import { mnemonicToSeedSync } from '@scure/bip39';
import { privateKeyToAddress } from 'viem/accounts';
import { describe, expect, test } from 'vitest';
import { readAccountKeys } from './account-keys.ts';
import { accountXprv, accountXpub, parseAccountXpub } from './account-xpub.ts';
import { depositAddresses } from './deposit-address.ts';

/** The mnemonic in every tool's documentation, and the address that all of them show for it. */
const mnemonic = 'test test test test test test test test test test test junk';
const seed = Buffer.from(mnemonicToSeedSync(mnemonic));
const knownAddress = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266';

function addressOf(key: Uint8Array | null): string {
  return privateKeyToAddress(`0x${Buffer.from(key as Uint8Array).toString('hex')}`).toLowerCase();
}

describe('keys that a person gives', () => {
  test('of a mnemonic are those of the addresses that the account xpub gives', () => {
    const keys = readAccountKeys(`  ${mnemonic.toUpperCase()} \n`);
    const xpub = accountXpub(seed, 60, 0);
    expect(addressOf(keys.keyOf(xpub, 60, 0))).toBe(knownAddress);
    for (const [coinType, account] of [
      [60, 7],
      [195, 0],
    ] as const) {
      const other = accountXpub(seed, coinType, account);
      const parsed = parseAccountXpub(other);
      if ('message' in parsed) throw new Error(parsed.message);
      expect(addressOf(keys.keyOf(other, coinType, 5))).toBe(depositAddresses(parsed)(5));
    }
    expect(addressOf(keys.firstKeyOf(60, 0))).toBe(knownAddress);
  });

  test('of an account xprv are those of that account only', () => {
    const keys = readAccountKeys(accountXprv(seed, 60, 0));
    expect(addressOf(keys.keyOf(accountXpub(seed, 60, 0), 60, 0))).toBe(knownAddress);
    expect(keys.keyOf(accountXpub(seed, 60, 1), 60, 0)).toBeNull();
    expect(keys.covers(accountXpub(seed, 195, 0), 195)).toBe(false);
    expect(keys.firstKeyOf(60, 0)).toBeNull();
  });

  test('can be several, one a line', () => {
    const keys = readAccountKeys(`${accountXprv(seed, 60, 0)}\n\n${accountXprv(seed, 60, 1)}\n`);
    expect(keys.covers(accountXpub(seed, 60, 0), 60)).toBe(true);
    expect(keys.covers(accountXpub(seed, 60, 1), 60)).toBe(true);
  });

  test.each([
    ['nothing', '\n'],
    ['a mnemonic with a wrong word', mnemonic.replace('junk', 'junky')],
    ['a mnemonic with a wrong checksum', mnemonic.replace('junk', 'zoo')],
    ['a cut xprv', accountXprv(seed, 60, 0).slice(0, -3)],
    ['an xpub', accountXpub(seed, 60, 0)],
  ])('are refused without repeating them: %s', (_, text) => {
    let message = '';
    try {
      readAccountKeys(text);
    } catch (error) {
      message = (error as Error).message;
    }
    expect(message).not.toBe('');
    for (const word of text.trim().split(/\s+/)) if (word.length > 3) expect(message).not.toContain(word);
  });
});
