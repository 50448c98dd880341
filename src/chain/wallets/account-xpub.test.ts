import { HDKey } from '@scure/bip32';
import { mnemonicToSeedSync } from '@scure/bip39';
import { describe, expect, test } from 'vitest';
import { accountXpub, parseAccountXpub } from './account-xpub.ts';

const mnemonic = 'legal winner thank year wave sausage worth useful legal winner thank yellow';
const seed = Buffer.from(mnemonicToSeedSync(mnemonic));
const master = HDKey.fromMasterSeed(seed);
const xpub = accountXpub(seed, 60, 0);

const testnet = { private: 0x04358394, public: 0x043587cf };
const nativeSegwit = { private: 0x04b2430c, public: 0x04b24746 };
const testnetAccount = HDKey.fromMasterSeed(seed, testnet).derive("m/44'/1'/0'");
const segwitAccount = HDKey.fromMasterSeed(seed, nativeSegwit).derive("m/84'/0'/0'");

test('an account xpub is read, spaces around it or not, and holds no private key', () => {
  for (const given of [xpub, ` ${xpub}\n`]) {
    const account = parseAccountXpub(given);
    if (!(account instanceof HDKey)) throw new Error(account.message);
    expect(account.publicExtendedKey).toBe(xpub);
    expect(account.privateKey).toBeNull();
  }
});

describe('what is not an account xpub is refused with a code of its own, and never repeated', () => {
  test.each([
    ['xpub_is_private', master.derive("m/44'/60'/0'").privateExtendedKey],
    ['xpub_is_private', master.privateExtendedKey],
    ['xpub_is_private', testnetAccount.privateExtendedKey],
    ['xpub_is_private', segwitAccount.privateExtendedKey],
    ['xpub_is_raw_key', 'ac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80'],
    ['xpub_is_raw_key', '0xAC0974BEC39A17E36BA4A6B4D238FF944BACB478CBED5EFCAE784D7BF4F2FF80'],
    ['xpub_is_raw_key', '5HueCGU8rMjxEXxiPuD5BDku4MkFqeZyd4dZ1jvhTVqvbTLvyTJ'],
    ['xpub_is_seed_phrase', mnemonic],
    ['xpub_is_seed_phrase', mnemonic.replaceAll(' ', '\n')],
    [
      'xpub_is_seed_phrase',
      'ábaco abdomen abeja abierto abogado abono aborto abrazo abrir abuelo abuso acabar',
    ],
    ['xpub_is_testnet', testnetAccount.publicExtendedKey],
    ['xpub_wrong_format', segwitAccount.publicExtendedKey],
    ['xpub_wrong_format', '0xdAC17F958D2ee523a2206206994597C13D831ec7'],
    ['xpub_wrong_format', ''],
    ['xpub_wrong_format', xpub.slice(0, -1)],
    ['xpub_wrong_format', `${xpub}a`],
    ['xpub_checksum', xpub.replace(/.$/, (last) => (last === 'a' ? 'b' : 'a'))],
    ['xpub_checksum', `xpub${xpub.slice(4, 50)}${xpub[50] === 'z' ? 'y' : 'z'}${xpub.slice(51)}`],
    ['xpub_wrong_depth', master.publicExtendedKey],
    ['xpub_wrong_depth', master.derive("m/44'/60'").publicExtendedKey],
    ['xpub_wrong_depth', master.derive("m/44'/60'/0'/0").publicExtendedKey],
    ['xpub_wrong_depth', master.derive("m/44'/60'/0").publicExtendedKey],
  ])('%s: case %#', (code, given) => {
    const read = parseAccountXpub(given);
    expect(read).toEqual({ code, message: expect.stringMatching(/\.$/) });
    if (given.length > 30) expect(JSON.stringify(read)).not.toContain(given.slice(5, 25));
  });
});
