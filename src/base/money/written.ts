import { assetDecimals, isAsset } from './asset.ts';
import { exponentOf, isCurrency } from './currency.ts';
import type { Language } from './language.ts';
import { formatDecimal, type Money, moneyToDecimal } from './money.ts';
import { notationLocale } from './notation-locale.ts';
import { localeOf, regionOfZone } from './region.ts';
import { timeIn } from './written-time.ts';

/**
 * Amounts and numbers for a person: the one notation of pages, mails, receipts and documents, on the server and in the
 * browser. It depends on the reader's language and the merchant's country, together a locale such as es-CO. The API and
 * the files for machines use `formatDecimal`.
 */

/** A sum of a currency or an asset, in its smallest units. */
export interface Sum {
  units: bigint;
  /** ISO 4217, or an asset's code. */
  code: string;
}

/** The language of a mail or document, and the merchant's time zone. The country follows from the time zone. */
export interface Reader {
  language: Language;
  /** IANA, such as America/Bogota. */
  timeZone: string;
}

export function localeOfReader({ language, timeZone }: Reader): string {
  return localeOf(language, regionOfZone(timeZone));
}

/** The regions whose own money is written with a bare "$". Anywhere else that sign could be one of a dozen currencies. */
const homeDollars: Readonly<Record<string, string>> = {
  AR: 'ARS',
  CL: 'CLP',
  CO: 'COP',
  DO: 'DOP',
  EC: 'USD',
  MX: 'MXN',
  PR: 'USD',
  SV: 'USD',
  US: 'USD',
  UY: 'UYU',
};

/** Currencies of two decimals by ISO 4217 whose prices have none in everyday life: they are shown only if they are not zero. */
const wholeInDailyLife = new Set(['COP', 'CRC', 'HUF', 'IDR', 'TWD']);

interface Notation {
  format: Intl.NumberFormat;
  /** In place of what Intl writes for the currency; null: as it is. */
  sign: string | null;
}

/** Creating a format takes a hundred times as long as using it. There are few: one per locale, code and decimals. */
const notations = new Map<string, Notation>();
const numbers = new Map<string, Intl.NumberFormat>();

/** A string keeps every digit (ECMA-402 2023). */
const exact = (decimal: string): Intl.StringNumericLiteral => decimal as Intl.StringNumericLiteral;

/** A money amount: "$ 1.234.567" for COP and "US$ 35,00" for USD in es-CO. */
export function formatMoney(money: Money, locale: string): string {
  return decimalMoneyText(moneyToDecimal(money), money.currency, locale);
}

/** A sum of a currency or an asset, for the reader of a mail or document. */
export function sumText({ units, code }: Sum, reader: Reader): string {
  const decimals = isAsset(code) ? assetDecimals : exponentOf(code);
  return amountText(formatDecimal(units, decimals), code, localeOfReader(reader));
}

/** A time for the reader of a mail, in the merchant's zone: "31 de enero de 2026, 12:00 p. m. COT". */
export function timeText(time: Date, reader: Reader): string {
  return timeIn(time, localeOfReader(reader), reader.timeZone);
}

/** A decimal of the API with its currency, asset or coin: "US$ 35,00", "10,00 USDT", "0,0021 ETH". */
export function amountText(decimal: string, code: string, locale: string): string {
  return isCurrency(code) ? decimalMoneyText(decimal, code, locale) : coinText(decimal, code, locale);
}

/** A network's coin or a token. Its code may be one of a currency. Zeros beyond the cents do not help a person. */
export function coinText(decimal: string, code: string, locale: string): string {
  return `${numberText(decimal, locale, 2)} ${code}`;
}

/** A number with all its digits, and at least so many decimals. */
export function numberText(decimal: string | number, locale: string, leastDecimals = 0): string {
  const key = `${locale} ${leastDecimals}`;
  let format = numbers.get(key);
  if (!format) {
    format = new Intl.NumberFormat(notationLocale(locale), {
      minimumFractionDigits: leastDecimals,
      maximumFractionDigits: 18,
      useGrouping: 'always',
    });
    numbers.set(key, format);
  }
  return format.format(typeof decimal === 'string' ? exact(decimal) : decimal);
}

/** A part of one as a percentage: "95,3%" for 0.953 in es-CO. */
export function shareText(part: number, locale: string, decimals: number): string {
  return part.toLocaleString(notationLocale(locale), { style: 'percent', maximumFractionDigits: decimals });
}

function decimalMoneyText(decimal: string, currency: string, locale: string): string {
  const hasCents = /\.\d*[1-9]/.test(decimal);
  const decimals = wholeInDailyLife.has(currency) && !hasCents ? 0 : exponentOf(currency);
  const { format, sign } = notationOf(locale, currency, decimals);
  if (sign === null) return format.format(exact(decimal));
  return format
    .formatToParts(exact(decimal) as unknown as number)
    .map(({ type, value }) => (type === 'currency' ? sign : value))
    .join('');
}

function notationOf(locale: string, currency: string, decimals: number): Notation {
  const key = `${locale} ${currency} ${decimals}`;
  let notation = notations.get(key);
  if (!notation) {
    const format = new Intl.NumberFormat(notationLocale(locale), {
      style: 'currency',
      currency,
      minimumFractionDigits: decimals,
      maximumFractionDigits: decimals,
      useGrouping: 'always',
    });
    const written = format.formatToParts(1).find(({ type }) => type === 'currency')?.value ?? currency;
    notation = { format, sign: signOf(written, currency, locale) };
    notations.set(key, notation);
  }
  return notation;
}

function signOf(written: string, currency: string, locale: string): string | null {
  const region = locale.split('-')[1] ?? '';
  if (currency === 'BRL' && region === 'BR') return 'R$';
  const isHome = homeDollars[region] === currency;
  if (currency === 'USD' && !isHome && (written === '$' || written === 'USD')) return 'US$';
  return written === '$' && !isHome ? currency : null;
}
