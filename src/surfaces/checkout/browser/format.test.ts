import fc from 'fast-check';
import { expect, test } from 'vitest';
import { onlyDigits } from '../../../payments/charges/cards/card-brands.ts';
import { formatExpiry, formatNumber } from './format.ts';

/** Text with | at the caret. */
const edit = (marked: string) => ({ text: marked.replace('|', ''), caret: marked.indexOf('|') });
const shown = ({ text, caret }: { text: string; caret: number }) =>
  `${text.slice(0, caret)}|${text.slice(caret)}`;

test.each([
  ['4|', '4|'],
  ['42424|', '4242 4|'],
  ['4242| 4242', '4242| 4242'],
  ['42421| 4242', '4242 1|424 2'],
  ['424|2 4242 4242', '424|2 4242 4242'],
  ['4242-4242-4242-4242|', '4242 4242 4242 4242|'],
  ['378282246310005|', '3782 822463 10005|'],
])('the number %s becomes %s', (before, after) => {
  expect(shown(formatNumber(edit(before)))).toBe(after);
});

test('the caret of the number stays after the digit it was after', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[\d ]{0,19}$/), fc.nat(19), (text, at) => {
      const caret = Math.min(at, text.length);
      const after = formatNumber({ text, caret });
      expect(onlyDigits(after.text)).toBe(onlyDigits(text));
      expect(onlyDigits(after.text.slice(0, after.caret))).toBe(onlyDigits(text.slice(0, caret)));
    }),
  );
});

test.each([
  ['1|', '1|'],
  ['12|', '12/|'],
  ['8|', '08/|'],
  ['1/|', '01/|'],
  ['12/3|', '12/3|'],
  ['1230|', '12/30|'],
  ['12/2030|', '12/30|'],
  ['12 / 30|', '12/30|'],
  ['1|2/30', '1|2/30'],
])('the expiry %s becomes %s', (before, after) => {
  expect(shown(formatExpiry(edit(before), false))).toBe(after);
});

test('the slash of an expiry can be deleted', () => {
  expect(shown(formatExpiry(edit('12|'), true))).toBe('12|');
  expect(shown(formatExpiry(edit('1|'), true))).toBe('1|');
});
