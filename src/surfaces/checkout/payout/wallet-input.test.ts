import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatAddress } from '../../../chain/chains/address/codec.ts';
import { readWallet } from './wallet-input.ts';

const usdt = {
  evm: '0xdac17f958d2ee523a2206206994597c13d831ec7',
  tron: '0xa614f803b6fd780986a42c78ec9c7f77e6ded13c',
};
const tokens = new Set([usdt.evm, usdt.tron]);
const wanted = {
  evm: { family: 'evm', chainId: 1 },
  tron: { family: 'tron', chainId: null },
} as const;
const checksummed = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const address = checksummed.toLowerCase();
const tronWallet = 'TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE';

const faultOf = (family: 'evm' | 'tron', text: string): string => {
  const input = readWallet(wanted[family], text, tokens);
  return input.ok ? 'none' : input.fault;
};

describe('an address is accepted', () => {
  test.each([
    ['as it is', checksummed],
    ['in small letters', address],
    ['in capitals', `0x${address.slice(2).toUpperCase()}`],
    ['in capitals throughout', address.toUpperCase()],
    ['with spaces and a line break around it', ` \t${checksummed}\r\n`],
    ['with invisible characters around it', `\u200b\ufeff${checksummed}\u00a0\u2060\u200e`],
  ])('%s', (_, text) => {
    expect(readWallet(wanted.evm, text, tokens)).toEqual({ ok: true, address });
  });

  test('of Tron, too', () => {
    const input = readWallet(wanted.tron, `\u200f${tronWallet} `, tokens);
    expect(input.ok && formatAddress('tron', input.address)).toBe(tronWallet);
  });

  test.each([
    ['by itself', `ethereum:${checksummed}`],
    ['with its chain', `ethereum:${checksummed}@1`],
    ['to be paid', `ethereum:pay-${checksummed}@1?value=1`],
    ['in a transfer of USDT', `ethereum:${usdt.evm}@1/transfer?address=${checksummed}&uint256=5000000`],
  ])('in an ethereum: URI, %s', (_, text) => {
    expect(readWallet(wanted.evm, text, tokens)).toEqual({ ok: true, address });
  });

  test.each([`tron:${tronWallet}`, ` TRON:${tronWallet}?amount=5&token=${tronWallet}`])('as %s', (text) => {
    const input = readWallet(wanted.tron, text, tokens);
    expect(input.ok && formatAddress('tron', input.address)).toBe(tronWallet);
  });

  test('as every network writes it, whichever it is', () => {
    const anyAddress = fc
      .uint8Array({ minLength: 20, maxLength: 20 })
      .filter((bytes) => bytes.some((byte, at) => byte !== 0 && at < 18))
      .map((bytes) => `0x${Buffer.from(bytes).toString('hex')}`);
    fc.assert(
      fc.property(anyAddress, fc.constantFrom('evm' as const, 'tron' as const), (inner, family) => {
        expect(readWallet(wanted[family], formatAddress(family, inner), tokens)).toEqual({
          ok: true,
          address: inner,
        });
      }),
    );
  });
});

describe('what is refused says why', () => {
  test.each([
    ['missing', ''],
    ['missing', ' \u200b\n'],
    ['long', '0x'.padEnd(300, 'a')],
    ['shortened', '0x5aAe…BeAed'],
    ['shortened', '0x5aAeb6...1BeAed'],
    ['shortened', 'TQn9****LSE'],
    ['name', 'ana.eth'],
    ['name', 'ñandú.crypto'],
    ['name', 'ana@mail.example'],
    ['name', 'Binance'],
    ['name', 'Ana Pérez'],
    ['spaces', `${checksummed.slice(0, 20)} ${checksummed.slice(20)}`],
    ['spaces', `${checksummed.slice(0, 20)}\u200b${checksummed.slice(20)}`],
    ['spaces', `${checksummed.slice(0, 20)}\u00a0${checksummed.slice(20)}`],
    ['hash', 'ab'.repeat(32)],
    ['hash', `0x${'AB'.repeat(32)}`],
    ['malformed', checksummed.slice(0, -1)],
    ['malformed', `${checksummed}a`],
    ['malformed', checksummed.slice(2)],
    ['malformed', '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2'],
    ['malformed', 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq'],
    ['malformed', '123456'],
    ['malformed', '<script>alert(1)</script>'],
    ['checksum', checksummed.replace('5aAe', '5AAe')],
    ['of_tron', tronWallet],
    ['nobody', `0x${'0'.repeat(40)}`],
    ['nobody', '0x000000000000000000000000000000000000dEaD'],
    ['nobody', '0x0000000000000000000000000000000000000001'],
    ['nobody', '0xdEAD000000000000000042069420694206942069'],
    ['nobody', '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE'],
    ['token', '0xdAC17F958D2ee523a2206206994597C13D831ec7'],
    ['other_chain', `ethereum:${checksummed}@137`],
    ['other_chain', `ethereum:${usdt.evm}@56/transfer?address=${checksummed}`],
    ['malformed', `ethereum:${checksummed}@1/transfer?address=${checksummed}`],
    ['malformed', `ethereum:${usdt.evm}@1/transfer`],
    ['malformed', `ethereum:ana.eth@1`],
    ['token', `ethereum:${usdt.evm}@1`],
    ['checksum', `ethereum:${checksummed.replace('5aAe', '5AAe')}@1`],
    ['of_tron', `tron:${tronWallet}`],
  ])('%s: %s, on Ethereum', (fault, text) => {
    expect(faultOf('evm', text)).toBe(fault);
  });

  test.each([
    ['of_ethereum', checksummed],
    ['of_ethereum', `ethereum:${checksummed}@1`],
    ['malformed', 'tron:TQn9'],
    ['checksum', tronWallet.replace('Y2', 'Y3')],
    ['malformed', tronWallet.slice(0, -1)],
    ['nobody', 'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb'],
    ['nobody', 'TLsV52sRDL79HXGGm9yzwKibb6BeruhUzy'],
    ['token', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'],
    ['name', 'tronlink'],
  ])('%s: %s, on Tron', (fault, text) => {
    expect(faultOf('tron', text)).toBe(fault);
  });

  test.each([
    ['Cyrillic', checksummed.replace('a', 'а'), 'а'],
    ['full width', checksummed.replace('5', '５'), '５'],
    ['Greek', tronWallet.replace('Y', 'Υ'), 'Υ'],
  ])('letters: %s, and which', (_, text, letter) => {
    expect(readWallet(wanted.evm, text, tokens)).toEqual({ ok: false, fault: 'letters', letter });
  });

  test('whatever was typed', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
        expect(readWallet(wanted.evm, text, tokens).ok).toBe(false);
        expect(readWallet(wanted.tron, text, tokens).ok).toBe(false);
      }),
    );
  });
});
