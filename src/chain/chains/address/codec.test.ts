import fc from 'fast-check';
import { TronWeb } from 'tronweb';
import { describe, expect, test } from 'vitest';
import type { Family } from '../family.ts';
import { formatAddress, parseAddress } from './codec.ts';

const anyAddress = fc
  .uint8Array({ minLength: 20, maxLength: 20 })
  .map((bytes) => `0x${Buffer.from(bytes).toString('hex')}`);
const families: Family[] = ['evm', 'tron'];
const base58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

const usdt = {
  evm: {
    inner: '0xdac17f958d2ee523a2206206994597c13d831ec7',
    written: '0xdAC17F958D2ee523a2206206994597C13D831ec7',
  },
  tron: {
    inner: '0xa614f803b6fd780986a42c78ec9c7f77e6ded13c',
    written: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
  },
};

function codeOf(family: Family, text: string): string {
  const parsed = parseAddress(family, text);
  return typeof parsed === 'string' ? 'accepted' : parsed.code;
}

describe.each(families)('an address of the %s family', (family) => {
  test('that is USDT itself reads and writes as everybody knows it', () => {
    expect(parseAddress(family, usdt[family].written)).toBe(usdt[family].inner);
    expect(formatAddress(family, usdt[family].inner)).toBe(usdt[family].written);
  });

  test('comes back the same after writing and reading, spaces around it or not', () => {
    fc.assert(
      fc.property(anyAddress, (address) => {
        const written = formatAddress(family, address);
        expect(parseAddress(family, written)).toBe(address);
        expect(parseAddress(family, ` ${written}\n`)).toBe(address);
      }),
    );
  });

  test('is never made of any other text', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(codeOf(family, text)).not.toBe('accepted');
      }),
    );
  });

  test('is refused for writing when it is not 20 bytes of lower-case hex', () => {
    for (const wrong of [
      usdt.evm.written,
      usdt.tron.written,
      '0x1234',
      `0x41${usdt.tron.inner.slice(2)}`,
      '',
    ]) {
      expect(() => formatAddress(family, wrong)).toThrow(TypeError);
    }
  });
});

test.each([
  '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
  '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB',
  '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb',
])('the address %s is written with the checksum that EIP-55 gives for it', (written) => {
  expect(formatAddress('evm', written.toLowerCase())).toBe(written);
});

test('Tron addresses are written as tronweb writes them', () => {
  fc.assert(
    fc.property(anyAddress, (address) => {
      expect(formatAddress('tron', address)).toBe(TronWeb.address.fromHex(`41${address.slice(2)}`));
    }),
  );
});

test('an Ethereum address in one case is accepted, with one letter in the wrong case it is not', () => {
  fc.assert(
    fc.property(anyAddress, fc.nat({ max: 39 }), (address, at) => {
      expect(parseAddress('evm', address)).toBe(address);
      expect(parseAddress('evm', `0x${address.slice(2).toUpperCase()}`)).toBe(address);

      const written = formatAddress('evm', address).slice(2);
      const letter = written[at] as string;
      const other = letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase();
      const changed = written.slice(0, at) + other + written.slice(at + 1);
      const isMixed = changed !== changed.toLowerCase() && changed !== changed.toUpperCase();
      fc.pre(other !== letter && isMixed);
      expect(codeOf('evm', `0x${changed}`)).toBe('address_checksum');
    }),
  );
});

test('a Tron address with one wrong letter is refused', () => {
  fc.assert(
    fc.property(anyAddress, fc.integer({ min: 1, max: 33 }), fc.nat({ max: 57 }), (address, at, letter) => {
      const written = formatAddress('tron', address);
      const wrong = base58[letter] as string;
      fc.pre(written[at] !== wrong);
      expect(codeOf('tron', written.slice(0, at) + wrong + written.slice(at + 1))).toBe('address_checksum');
    }),
  );
});

test('a Bitcoin address, and one of a Tron test net, are not Tron addresses', () => {
  expect(codeOf('tron', '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2')).toBe('address_malformed');
  expect(codeOf('tron', '27Wvtyhk4hHqbzogZPSJGEwp9v3bi9ExwRY')).toBe('address_malformed');
});

test('an address of the other network is named as such', () => {
  fc.assert(
    fc.property(anyAddress, (address) => {
      expect(codeOf('evm', formatAddress('tron', address))).toBe('address_of_tron');
      expect(codeOf('evm', `41${address.slice(2)}`)).toBe('address_of_tron');
      expect(codeOf('tron', formatAddress('evm', address))).toBe('address_of_ethereum');
    }),
  );
});
