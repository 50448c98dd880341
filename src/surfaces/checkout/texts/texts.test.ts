import { expect, test } from 'vitest';
import { languages } from '../../../base/money/language.ts';
import { checkoutTexts } from '../../../base/texts/checkout.ts';
import { clockTime, fill, waitTime } from './fill.ts';
import { type TextKey, texts } from './texts.ts';

const placeholders = (text: string) => (text.match(/\{\w+\}/g) ?? []).sort();

test.each(Object.keys(texts.en) as TextKey[])('%s takes the same values in every language', (key) => {
  for (const language of languages) {
    expect(texts[language][key]).not.toBe('');
    expect(placeholders(texts[language][key])).toEqual(placeholders(texts.en[key]));
  }
});

test.each(Object.keys(checkoutTexts.en.refund) as (keyof typeof checkoutTexts.en.refund)[])(
  '%s of a refund takes the same values as that of a payout, in every language',
  (key) => {
    for (const language of languages) {
      const { refund } = checkoutTexts[language];
      const needed: string[] = placeholders(texts.en[key]);
      expect(placeholders(refund[key]).filter((each) => !needed.includes(each))).toEqual([]);
      expect(refund[key]).not.toBe(texts[language][key]);
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
