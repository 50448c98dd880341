import { isLosslessNumber } from 'lossless-json';
import { RateUnavailable, rateDecimals } from '../rate-source.ts';

/**
 * Converts a source's price, text or JSON number, to units of 10^-8. Further digits are cut off: a lower price makes
 * the customer pay more units, never the merchant receive less.
 */
export function readPrice(written: unknown): bigint {
  const text = isLosslessNumber(written) ? written.value : written;
  // No exponents: no source writes such a price that way.
  const match = typeof text === 'string' ? /^(\d{1,9})(?:\.(\d{1,40}))?$/.exec(text) : null;
  if (!match) throw new RateUnavailable(`gave no price, but ${excerpt(JSON.stringify(text) ?? 'nothing')}`);
  const [, whole = '', fraction = ''] = match;
  const scaled = BigInt(whole + fraction.slice(0, rateDecimals).padEnd(rateDecimals, '0'));
  if (scaled === 0n) throw new RateUnavailable(`gave a price of zero: ${text}`);
  return scaled;
}

/** A JSON number of ten digits: seconds since 1970 until the year 2286. Milliseconds would have thirteen. */
export function readSeconds(written: unknown): Date {
  if (!isLosslessNumber(written) || !/^\d{10}$/.test(written.value)) {
    throw new RateUnavailable('gave a price without the time it is from');
  }
  return new Date(Number(written.value) * 1_000);
}

/** undefined if the field does not exist, or if the value is no object. */
export function field(value: unknown, name: string): unknown {
  const isObject = typeof value === 'object' && value !== null;
  return isObject && Object.hasOwn(value, name) ? (value as Record<string, unknown>)[name] : undefined;
}

/** Enough of a foreign answer to recognise it in a log. */
const excerptChars = 200;

export function excerpt(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > excerptChars ? `${line.slice(0, excerptChars)}…` : line;
}
