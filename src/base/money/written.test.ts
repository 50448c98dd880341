import fc from 'fast-check';
import { expect, test } from 'vitest';
import { currencyCodes, exponentOf } from './currency.ts';
import { formatDecimal } from './money.ts';
import { amountText, formatMoney, numberText, shareText, sumText, timeText } from './written.ts';
import { dayText, isTimeZone, monthText } from './written-time.ts';

/** With ordinary spaces, for the eye. */
const plain = (text: string): string => text.replaceAll(/[\u00a0\u202f]/g, ' ');

test.for([
  ['es-CO', '1859457.00', 'COP', '$ 1.859.457'],
  ['es-CO', '1859457.50', 'COP', '$ 1.859.457,50'],
  ['es-CO', '35.00', 'USD', 'US$ 35,00'],
  ['es-CO', '1234.50', 'MXN', 'MXN 1.234,50'],
  ['es-CO', '688438', 'CLP', 'CLP 688.438'],
  ['es-BR', '150.00', 'BRL', 'R$ 150,00'],
  ['es-BR', '12345.50', 'BRL', 'R$ 12.345,50'],
  ['es-BR', '35.00', 'USD', 'US$ 35,00'],
  ['es-BR', '1859457.00', 'COP', 'COP 1.859.457'],
  ['es-MX', '1234.50', 'MXN', '$1,234.50'],
  ['es-MX', '35.00', 'USD', 'US$ 35.00'],
  ['es-EC', '35.00', 'USD', '$35,00'],
  ['es', '1234.50', 'USD', 'US$ 1.234,50'],
  ['es', '1234.00', 'COP', 'COP 1.234'],
  ['pt-BR', '1234.50', 'BRL', 'R$ 1.234,50'],
  ['pt-BR', '35.00', 'USD', 'US$ 35,00'],
  ['en-US', '35.00', 'USD', '$35.00'],
  ['en-CO', '35.00', 'USD', 'US$35.00'],
  ['en-CO', '1234.00', 'COP', 'COP 1,234'],
  ['en', '35.00', 'USD', 'US$35.00'],
  ['fr', '1234567.89', 'EUR', '1 234 567,89 €'],
  ['fr', '35.00', 'USD', '35,00 $US'],
  ['es-CO', '10.125', 'KWD', 'KWD 10,125'],
  ['es-CO', '-5.25', 'USD', '-US$ 5,25'],
  ['es-CO', '10.000000', 'USDT', '10,00 USDT'],
  ['en-US', '25.500001', 'USDC', '25.500001 USDC'],
  ['pt-BR', '0.002100', 'ETH', '0,0021 ETH'],
] as const)('%s writes %s %s as %s', ([locale, decimal, code, text]) => {
  expect(plain(amountText(decimal, code, locale))).toBe(text);
});

test('an amount in units is written like the same amount as a decimal, with every digit', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...currencyCodes),
      fc.constantFrom('es-CO', 'es-MX', 'pt-BR', 'en', 'fr'),
      fc.bigInt({ min: 0n, max: 999_999_999_999_999_999n }),
      (currency, locale, amountMinor) => {
        const text = formatMoney({ amountMinor, currency }, locale);
        expect(text).toBe(amountText(formatDecimal(amountMinor, exponentOf(currency)), currency, locale));
        const digits = text.replaceAll(/\D/g, '');
        expect([BigInt(digits), BigInt(digits) * 100n]).toContain(amountMinor);
      },
    ),
  );
});

test('a bare dollar sign stands for one currency only, whatever stands beside it', () => {
  for (const locale of ['es', 'es-CO', 'es-MX', 'es-AR', 'es-CL', 'pt-BR', 'en', 'en-CO', 'en-US', 'es-UY']) {
    const bare = ['USD', 'COP', 'MXN', 'ARS', 'CLP', 'UYU', 'DOP', 'CAD', 'AUD'].filter((code) =>
      /^\$[\s\d]/.test(amountText('1.00', code, locale)),
    );
    expect(bare.length, `${locale}: ${bare}`).toBeLessThanOrEqual(1);
  }
});

test('the reader of a mail has the notation of the merchant’s country', () => {
  const sum = { units: 123_456n, code: 'COP' };
  expect(plain(sumText(sum, { language: 'es', timeZone: 'America/Bogota' }))).toBe('$ 1.234,56');
  expect(plain(sumText(sum, { language: 'es', timeZone: 'America/Mexico_City' }))).toBe('COP 1,234.56');
  expect(plain(sumText(sum, { language: 'en', timeZone: 'UTC' }))).toBe('COP 1,234.56');
  const coins = { units: 25_500_001n, code: 'USDC' };
  expect(plain(sumText(coins, { language: 'en', timeZone: 'UTC' }))).toBe('25.500001 USDC');
});

test('a number keeps its digits', () => {
  expect(numberText('999999999999999.123456', 'es-CO')).toBe('999.999.999.999.999,123456');
  expect(numberText(1234, 'es')).toBe('1.234');
});

test('a share is a percentage with at most so many decimals', () => {
  expect(plain(shareText(0.953, 'es-CO', 1))).toBe('95,3%');
  expect(plain(shareText(0.953, 'en', 0))).toBe('95%');
});

test('a time is told in the zone of whoever reads it, and names it', () => {
  const time = new Date('2026-01-31T17:00:00Z');
  const told = (language: 'es' | 'pt' | 'fr' | 'en', timeZone: string) =>
    plain(timeText(time, { language, timeZone }));
  expect(told('es', 'America/Bogota')).toBe('31 de enero de 2026 a las 12:00 p. m. COT');
  expect(told('pt', 'America/Sao_Paulo')).toBe('31 de janeiro de 2026 às 14:00 BRT');
  expect(told('fr', 'Europe/Paris')).toBe('31 janvier 2026 à 18:00 UTC+1');
  expect(told('en', 'UTC')).toBe('January 31, 2026 at 5:00 PM UTC');
});

test('days and months are told in words', () => {
  expect(dayText('2026-01-31', 'es-CO')).toBe('31 de enero de 2026');
  expect(monthText('2026-01', 'pt-BR')).toBe('janeiro de 2026');
});

test('only names of zones are taken', () => {
  expect(['America/Bogota', 'UTC', 'Etc/GMT+5'].map(isTimeZone)).toEqual([true, true, true]);
  expect(['', 'Bogota', '+05:00', 'America/Bogota\u0000', 'x'.repeat(80)].map(isTimeZone)).toEqual(
    Array(5).fill(false),
  );
});
