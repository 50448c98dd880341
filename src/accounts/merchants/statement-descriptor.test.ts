import { expect, test } from 'vitest';
import { statementDescriptorFault } from './statement-descriptor.ts';

test.each(['MERCADO LUZ', 'Luz & Co. #2', 'A1', '1234567890123456789012A'.slice(1), 'luz.example/pay'])(
  '"%s" can stand on a statement',
  (text) => {
    expect(statementDescriptorFault(text)).toBeNull();
  },
);

test.each([
  ['L', 'must have 2 to 22 characters'],
  ['', 'must have 2 to 22 characters'],
  ['A'.repeat(23), 'must have 2 to 22 characters'],
  ['12345', 'must have at least one letter'],
  [' LUZ', 'may not begin or end with a space'],
  ...['<LUZ>', 'LUZ*2', "L'UZ", 'L"UZ', 'L\\UZ', 'CAFÉ LUZ', 'LUZ\n2', 'ЛУЗ'].map(
    (text) =>
      [
        text,
        'may have Latin letters without accents, digits, spaces and punctuation other than < > \\ \' " *',
      ] as const,
  ),
] as const)('"%s" cannot: it %s', (text, fault) => {
  expect(statementDescriptorFault(text)).toBe(fault);
});
