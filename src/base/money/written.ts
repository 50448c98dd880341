import { assetDecimals, isAsset } from './asset.ts';
import { exponentOf } from './currency.ts';
import type { Language } from './language.ts';
import { formatDecimal } from './money.ts';
import { timeFormat } from './time-format.ts';

/** A sum of a currency or an asset, in its smallest units. */
export interface Sum {
  units: bigint;
  /** ISO 4217, or an asset's code. */
  code: string;
}

/** The reader of a mail: the language, and the time zone for times. */
export interface Reader {
  language: Language;
  /** IANA, such as America/Bogota. */
  timeZone: string;
}

/** Creating a format takes a hundred times as long as using it. */
const numberFormats = new Map<string, Intl.NumberFormat>();
const timeFormats = new Map<string, Intl.DateTimeFormat>();

/** A sum for a person, with its code: "1.234,50 COP" in Spanish, "25.50 USDT" in English. */
export function sumText({ units, code }: Sum, language: Language): string {
  const decimals = isAsset(code) ? assetDecimals : exponentOf(code);
  // Zeros beyond the cents of an asset do not help a person.
  const least = Math.min(decimals, isAsset(code) ? 2 : decimals);
  const format = kept(numberFormats, `${language} ${least} ${decimals}`, () => {
    return new Intl.NumberFormat(language, {
      minimumFractionDigits: least,
      maximumFractionDigits: decimals,
    });
  });
  // A string keeps every digit (ECMA-402 2023).
  return `${format.format(formatDecimal(units, decimals) as unknown as number)} ${code}`;
}

/** A time for a person, to the minute and with its zone: "31 de enero de 2026 a las 12:00 GMT-5". */
export function timeText(time: Date, { language, timeZone }: Reader): string {
  const format = kept(timeFormats, `${language} ${timeZone}`, () => {
    return new Intl.DateTimeFormat(language, { ...timeFormat, timeZone });
  });
  return format.format(time);
}

/** Whether times can be shown in a zone: an IANA name, not a bare offset, which has no summer time. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z][A-Za-z0-9+_/-]{0,49}$/.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

function kept<T>(formats: Map<string, T>, name: string, make: () => T): T {
  const format = formats.get(name) ?? make();
  formats.set(name, format);
  return format;
}
