import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Cell, csvRow } from './csv-row.ts';

/** Parses one line according to RFC 4180. */
function cellsOf(line: string, separator = ','): string[] {
  const cells: string[] = [];
  const rest = line.replace(/\r\n$/, '');
  for (let at = 0; at <= rest.length; ) {
    if (rest[at] === '"') {
      let text = '';
      for (at++; ; at++) {
        if (rest[at] !== '"') text += rest[at];
        else if (rest[at + 1] === '"') text += rest[at++];
        else break;
      }
      cells.push(text);
      at += 2;
    } else {
      const end = rest.indexOf(separator, at);
      const until = end < 0 ? rest.length : end;
      cells.push(rest.slice(at, until));
      at = until + 1;
    }
  }
  return cells;
}

const hostile = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc
    .array(fc.constantFrom(...'=+-@\t\r\n",; \'|%\u202e\uFF1Da1'), { maxLength: 8 })
    .map((letters) => letters.join('')),
);

test('whatever is written is read as it was, and nothing that somebody else wrote is a formula', () => {
  fc.assert(
    fc.property(
      fc.array(fc.record({ text: hostile, isForeign: fc.boolean() }), { minLength: 1, maxLength: 6 }),
      (cells: Cell[]) => {
        const withComma = cellsOf(csvRow(cells, ','), ';');
        expect(withComma.map((text) => text.replace(/^(-?\d+),(\d+)$/, '$1.$2'))).toEqual(
          cellsOf(csvRow(cells)).map((text) => text.replace(/^(-?\d+),(\d+)$/, '$1.$2')),
        );
        const read = cellsOf(csvRow(cells));
        expect(read).toHaveLength(cells.length);
        for (const [at, { text, isForeign }] of cells.entries()) {
          const seen = read[at] as string;
          if (!isForeign) expect(seen).toBe(text);
          else {
            expect(seen.replace(/^'/, '')).toBe(text.replace(/^'/, ''));
            expect(seen).not.toMatch(/^\s*[=+\-@\t\r\uFF1D]/);
          }
        }
      },
    ),
    { numRuns: 2_000 },
  );
});

test.each(['=cmd()', '+1', '-1', '@SUM(A1)', '\tx', '\rx', ' =1', '＝1', '|x', '%x'])(
  '%j is made harmless',
  (text) => {
    expect(cellsOf(csvRow([{ text, isForeign: true }]))).toEqual([`'${text}`]);
  },
);

test('our own numbers stay numbers', () => {
  expect(csvRow([{ text: '-10.50', isForeign: false }])).toBe('-10.50\r\n');
});

test('where decimals have a comma, amounts have one, semicolons separate, and all else stays', () => {
  const cells = ['-10.50', '1.2.3', '2026-01-31T15:04:05.000Z', 'a;b', '7'].map((text) => ({
    text,
    isForeign: false,
  }));
  expect(csvRow(cells, ',')).toBe('-10,50;1.2.3;2026-01-31T15:04:05.000Z;"a;b";7\r\n');
  expect(csvRow([{ text: '10.50', isForeign: true }], ',')).toBe('10.50\r\n');
});
