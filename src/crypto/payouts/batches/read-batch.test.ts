import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readCsv } from './csv.ts';
import { readFileAmount } from './file-amount.ts';
import { readBatch } from './read-batch.ts';

const line = (
  change: Partial<Record<'email' | 'amount' | 'country' | 'reference' | 'description', string>>,
) => {
  const fields = {
    email: 'a@b.example',
    amount: '10',
    country: 'COL',
    reference: '',
    description: '',
    ...change,
  };
  return Object.values(fields)
    .map((field) => `"${field.replaceAll('"', '""')}"`)
    .join(',');
};
const file = (...lines: string[]) => ['email,amount,country,reference,description', ...lines].join('\r\n');

test('what is written as RFC 4180 has it is read back, whatever stands in the fields', () => {
  const cells = fc.array(fc.array(fc.string(), { minLength: 2, maxLength: 4 }), {
    minLength: 1,
    maxLength: 8,
  });
  fc.assert(
    fc.property(
      cells,
      fc.constantFrom(',', ';', '\t'),
      fc.constantFrom('\n', '\r\n', '\r'),
      (rows, by, end) => {
        const heading = ['a', 'b', 'c', 'd'];
        const quoted = rows.map((row) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(by));
        const read = readCsv(`\uFEFF${[heading.join(by), ...quoted].join(end)}`);
        const told = rows.filter((row) => row.some((cell) => cell.trim() !== ''));
        expect('rows' in read && read.rows.slice(1).map(({ fields }) => fields)).toEqual(told);
      },
    ),
  );
});

test('any text is read or refused by its line, and nothing throws', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 300 }), (text) => {
      const read = readBatch(file(text));
      if ('faults' in read) for (const fault of read.faults) expect(fault.line).toBeGreaterThan(0);
    }),
  );
});

describe('an amount', () => {
  test.each([
    ['25.50', '25.50'],
    ['25,5', '25.5'],
    ['1.234,56', '1234.56'],
    ['1,234.56', '1234.56'],
    ['1.234.567', '1234567'],
    ['1234', '1234'],
    ['US$ 10', '10'],
    ['10 USD', '10'],
  ])('%s is %s', (typed, amount) => {
    expect(readFileAmount(typed)).toEqual({ amount });
  });

  test.each(['1.234', '1,234', '12,345'])('%s is not guessed at', (typed) => {
    expect(readFileAmount(typed)).toMatchObject({ kind: 'amount_ambiguous' });
  });

  test.each(['', 'ten', '1e3', '-5', '1,2,3', '1.23,4.5', '12,345.678', '٣'])('%j is none', (typed) => {
    expect(readFileAmount(typed)).toMatchObject({ kind: 'amount' });
  });

  test('means the same however its language writes it', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 100, max: 99_999_999 }),
        fc.constantFrom('es-CO', 'pt-BR', 'en-US'),
        (minor, language) => {
          const typed = new Intl.NumberFormat(language, { minimumFractionDigits: 2 }).format(minor / 100);
          const plain = typed.replaceAll(/\s/g, '');
          expect(readFileAmount(plain)).toMatchObject({ amount: (minor / 100).toFixed(2) });
        },
      ),
    );
  });
});

describe('a file', () => {
  test('of a spreadsheet in Spanish is understood: byte order mark, semicolons, accents, decimal comma', () => {
    const text =
      '\uFEFFCorreo;Monto;País;Referencia;Descripción\r\nana@x.example;1.234,56;col;A-1;"a; b"\r\n\r\n';
    expect(readBatch(text)).toEqual({
      lines: [
        {
          line: 2,
          email: 'ana@x.example',
          amountMinor: 123_456n,
          country: 'COL',
          reference: 'A-1',
          description: 'a; b',
        },
      ],
    });
  });

  test.each([
    ['empty', 1, ''],
    ['empty', 1, 'email,amount,country\n'],
    ['heading', 1, 'email,amount\na@b.example,1'],
    ['heading', 1, 'email,email,amount,country\n'],
    ['email', 2, file(line({ email: 'ana' }))],
    ['amount', 3, file(line({}), line({ amount: '0.50' }))],
    ['amount', 2, file(line({ amount: '10.0001' }))],
    ['amount_ambiguous', 2, file(line({ amount: '1.000' }))],
    ['country', 2, file(line({ country: 'CO' }))],
    ['country', 2, file(line({ country: 'ZZZ' }))],
    ['reference', 2, file(line({ reference: 'x'.repeat(201) }))],
    ['reference', 2, file(line({ reference: '4242424242424242' }))],
    ['description', 2, file(line({ description: 'a\u0000b' }))],
    ['description', 2, file(line({ description: 'x'.repeat(10_000) }))],
    ['description', 2, file(line({ description: 'pay 4242 4242 4242 4242' }))],
    ['reference_twice', 3, file(line({ reference: 'A' }), line({ reference: 'A' }))],
    ['quote_open', 2, file('a@b.example,10,COL,"x')],
    ['quote_inside', 2, file('a@b.example,10,COL,x"y')],
    ['quote_followed', 2, file('a@b.example,10,COL,"x"y')],
    ['too_long', 1, file(...Array.from({ length: 5_001 }, () => line({})))],
  ])('is refused for its %s, at line %i', (kind, at, text) => {
    expect(readBatch(text)).toMatchObject({ faults: [{ line: at, kind }] });
  });

  test('names every fault at once, by its line in the file, where fields have line breaks', () => {
    const read = readBatch(
      file(
        line({ description: 'two\nlines'.replace('\n', ' ') }),
        line({ email: 'x', country: 'Y' }),
        line({ amount: 'z' }),
      ),
    );
    expect('faults' in read && read.faults.map((each) => [each.line, each.kind])).toEqual([
      [3, 'country'],
      [3, 'email'],
      [4, 'amount'],
    ]);
  });

  test('keeps what a spreadsheet would calculate or a page would run as the text that it is', () => {
    const read = readBatch(
      file(line({ description: '=cmd()' }), line({ description: '<img src=x onerror=alert(1)>' })),
    );
    expect('lines' in read && read.lines.map(({ description }) => description)).toEqual([
      '=cmd()',
      '<img src=x onerror=alert(1)>',
    ]);
  });
});
