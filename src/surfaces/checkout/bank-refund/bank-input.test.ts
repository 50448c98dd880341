import { describe, expect, test } from 'vitest';
import type { BankField } from '../../../payments/charges/refunds/bank/bank-refund.ts';
import { bankFormOf, readBankForm } from './bank-input.ts';

/** The value that is read from a single field. */
function readOne(country: string, field: BankField, text: string): string | null {
  const read = readBankForm(country, [field], { [field]: text });
  return read.ok ? (read.details[field] ?? null) : null;
}

describe.each([
  [
    'MEX',
    'clabe',
    ['032 180 000118359719', '032180000118359719'],
    ['032180000118359718', '03218000011835971'],
  ],
  [
    'ARG',
    'cbu',
    ['2850590940090418135201', '28505909 40090418135201'],
    ['2850590940090418135202', '2850590840090418135201', '285059094009041813520'],
  ],
  ['PER', 'cci', ['002-193-002220045689-41'], ['0021930022200456894']],
  [
    'BRA',
    'pix_key',
    [
      '529.982.247-25',
      '11.222.333/0001-81',
      'Ana@Customer.example',
      '+55 11 91234-5678',
      '(11) 91234-5678',
      '123e4567-e89b-12d3-a456-426614174000',
    ],
    ['529.982.247-26', 'ana', '@', '+1 202 555 0100', '123e4567e89b'],
  ],
  ['BRA', 'branch', ['0001', '1234-X'], ['ten', '12345678']],
  ['COL', 'account', ['123-456 789', '0012345678'], ['abc', '12', '12;34']],
  ['COL', 'bank', ['Bancolombia', '001'], ['1', '4242 4242 4242 4242']],
  ['COL', 'holder', ['Ana Prueba', 'José'], ['1', '4242 4242 4242 4242', 'A\u202eB C']],
  ['COL', 'account_kind', ['savings', 'checking'], ['gold']],
] as const)('in %s, %s', (country, field, sound, wrong) => {
  test.each(sound)('takes %s', (text) => expect(readOne(country, field, text)).not.toBeNull());
  test.each(wrong)('refuses %s', (text) => expect(readOne(country, field, text)).toBeNull());
});

test('a key is kept as banks write it', () => {
  expect(readOne('BRA', 'pix_key', '(11) 91234-5678')).toBe('+5511912345678');
  expect(readOne('BRA', 'pix_key', 'Ana@Customer.example')).toBe('ana@customer.example');
});

test('every field that is missing or wrong is named at once', () => {
  const { fields } = bankFormOf('COL');
  const read = readBankForm('COL', fields, { bank: 'Bancolombia', account: '??' });
  expect(read).toEqual({
    ok: false,
    faults: {
      holder: 'bank_missing',
      document: 'bank_missing',
      account_kind: 'bank_account_kind_missing',
      account: 'bank_account_wrong',
    },
  });
});
