import { expect, test } from 'vitest';
import { isTimeZone, sumText, timeText } from './written.ts';

test.for([
  ['es', 123_456_789n, 'COP', '1.234.567,89 COP'],
  ['en', 123_456_789n, 'COP', '1,234,567.89 COP'],
  ['pt', 123_456_789n, 'BRL', '1.234.567,89 BRL'],
  ['fr', 123_456_789n, 'EUR', '1\u202f234\u202f567,89 EUR'],
  ['es', 10_125n, 'KWD', '10,125 KWD'],
  ['en', 5_000n, 'JPY', '5,000 JPY'],
  ['es', 25_500_000n, 'USDT', '25,50 USDT'],
  ['en', 25_500_001n, 'USDT', '25.500001 USDT'],
  ['en', 999_999_999_999_999_999n, 'USD', '9,999,999,999,999,999.99 USD'],
] as const)('%s writes %s %s as %s', ([language, units, code, text]) => {
  expect(sumText({ units, code }, language)).toBe(text);
});

test('a time is told in the zone of whoever reads it, and names it', () => {
  const time = new Date('2026-01-31T17:00:00Z');
  expect(timeText(time, { language: 'es', timeZone: 'America/Bogota' })).toBe(
    '31 de enero de 2026 a las 12:00 GMT-5',
  );
  expect(timeText(time, { language: 'pt', timeZone: 'America/Sao_Paulo' })).toBe(
    '31 de janeiro de 2026 às 14:00 BRT',
  );
  expect(timeText(time, { language: 'fr', timeZone: 'Europe/Paris' })).toBe('31 janvier 2026 à 18:00 UTC+1');
  expect(timeText(time, { language: 'en', timeZone: 'UTC' })).toMatch(/^January 31, 2026 at 5:00\sPM UTC$/);
});

test('only names of zones are taken', () => {
  expect(['America/Bogota', 'UTC', 'Etc/GMT+5'].map(isTimeZone)).toEqual([true, true, true]);
  expect(['', 'Bogota', '+05:00', 'America/Bogota\u0000', 'x'.repeat(80)].map(isTimeZone)).toEqual(
    Array(5).fill(false),
  );
});
