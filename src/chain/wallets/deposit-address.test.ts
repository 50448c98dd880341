import { HDKey } from '@scure/bip32';
import { mnemonicToSeedSync } from '@scure/bip39';
import { TronWeb } from 'tronweb';
import { mnemonicToAccount } from 'viem/accounts';
import { describe, expect, test } from 'vitest';
import { formatAddress } from '../chains/address/codec.ts';
import { accountXpub, parseAccountXpub } from './account-xpub.ts';
import { depositAddresses } from './deposit-address.ts';

const mnemonic = 'legal winner thank year wave sausage worth useful legal winner thank yellow';
const seed = Buffer.from(mnemonicToSeedSync(mnemonic));

function addressesOf(xpub: string): (index: number) => string {
  const account = parseAccountXpub(xpub);
  if (!(account instanceof HDKey)) throw new Error(account.message);
  return depositAddresses(account);
}

const indexes = [0, 1, 2, 19, 1000, 65_536, 2_147_483_647];

describe('deposit addresses derived from an xpub alone', () => {
  test.each([0, 3])('are those of an Ethereum wallet with the same seed, account %i', (accountIndex) => {
    const addressAt = addressesOf(accountXpub(seed, 60, accountIndex));
    for (const index of indexes) {
      const wallet = mnemonicToAccount(mnemonic, { accountIndex, addressIndex: index });
      expect(formatAddress('evm', addressAt(index))).toBe(wallet.address);
    }
  });

  test.each([0, 3])('are those of a Tron wallet with the same seed, account %i', (account) => {
    const addressAt = addressesOf(accountXpub(seed, 195, account));
    for (const index of indexes) {
      const wallet = TronWeb.fromMnemonic(mnemonic, `m/44'/195'/${account}'/0/${index}`);
      expect(formatAddress('tron', addressAt(index))).toBe(wallet.address);
    }
  });

  test('never repeat among the first hundred', () => {
    const addressAt = addressesOf(accountXpub(seed, 60, 0));
    expect(new Set(Array.from({ length: 100 }, (_, index) => addressAt(index))).size).toBe(100);
  });

  test.each([-1, 1.5, 2_147_483_648, Number.NaN])('do not exist at index %d', (index) => {
    expect(() => addressesOf(accountXpub(seed, 60, 0))(index)).toThrow();
  });
});
