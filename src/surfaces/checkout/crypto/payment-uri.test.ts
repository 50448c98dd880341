import { encodeFunctionData, parseAbi } from 'viem';
import { expect, test } from 'vitest';
import { amountUnits, depositAddress, ethereum, tron } from '../../../../test/kit/pages/crypto-checkout.ts';
import { paymentUri, transferCallData } from './payment-uri.ts';

test('an Ethereum wallet is asked for a transfer of the token on its chain', () => {
  expect(paymentUri(ethereum, depositAddress, amountUnits)).toBe(
    'ethereum:0xdAC17F958D2ee523a2206206994597C13D831ec7@1/transfer' +
      '?address=0xABCD8e21a0f4c6b37d5e9f1a2b3c4d5e6f708192&uint256=184902118',
  );
});

test('the amount is in parts of the contract', () => {
  const eighteen = { ...ethereum, partsOf: (units: bigint) => units * 10n ** 12n };
  expect(paymentUri(eighteen, depositAddress, amountUnits)).toContain('&uint256=184902118000000000000');
  expect(BigInt(`0x${transferCallData(eighteen, depositAddress, amountUnits).slice(-64)}`)).toBe(
    184_902_118_000_000_000_000n,
  );
});

test('Tron has no such link', () => {
  expect(paymentUri(tron, depositAddress, amountUnits)).toBeNull();
});

test('call data is what viem encodes', () => {
  const expected = encodeFunctionData({
    abi: parseAbi(['function transfer(address to, uint256 value)']),
    args: [depositAddress, amountUnits],
  });
  expect(transferCallData(ethereum, depositAddress, amountUnits)).toBe(expected);
});
