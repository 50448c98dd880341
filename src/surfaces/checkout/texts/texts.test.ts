import { expect, test } from 'vitest';
import { es, type TextKey } from './es.ts';
import { clockTime, fill, waitTime } from './fill.ts';
import { refundEs } from './refund-es.ts';
import { refundTexts } from './refund-texts.ts';
import { texts } from './texts.ts';

const placeholders = (text: string) => (text.match(/\{\w+\}/g) ?? []).sort();

test.each(Object.keys(es) as TextKey[])('%s takes the same values in every language', (key) => {
  for (const language of ['pt', 'en'] as const) {
    expect(texts[language][key]).not.toBe('');
    expect(placeholders(texts[language][key])).toEqual(placeholders(es[key]));
  }
});

test.each(Object.keys(refundEs) as (keyof typeof refundEs)[])(
  '%s of a refund takes the same values as that of a payout, in every language',
  (key) => {
    for (const language of ['es', 'pt', 'en'] as const) {
      const needed: string[] = placeholders(es[key]);
      expect(placeholders(refundTexts[language][key]).filter((each) => !needed.includes(each))).toEqual([]);
      expect(refundTexts[language][key]).not.toBe(texts[language][key]);
    }
  },
);

test('values are put in as they are, never read as a pattern', () => {
  expect(fill('Pay {amount} to {who}', { amount: '$1 $& {who}', who: 'Ana' })).toBe('Pay $1 $& {who} to Ana');
});

test('times are written for people', () => {
  expect(clockTime(75)).toBe('1:15');
  expect(waitTime(61, 'es')).toBe('2 minutos');
  expect(waitTime(60, 'en')).toBe('1 minute');
});
