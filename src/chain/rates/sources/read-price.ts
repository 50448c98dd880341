import { isLosslessNumber } from 'lossless-json';
import { RateUnavailable, rateDecimals } from '../rate-source.ts';

/**
 * A price as a source wrote it, text or JSON number, to units of 10^-8. Digits beyond are cut off:
 * a lower price asks the customer for more of it, never the merchant for less.
 */
export function readPrice(written: unknown): bigint {
  const text = isLosslessNumber(written) ? written.value : written;
  // No exponents: none of the sources writes a price near 1 that way.
  const match = typeof text === 'string' ? /^(\d{1,9})(?:\.(\d{1,40}))?$/.exec(text) : null;
  if (!match) throw new RateUnavailable(`gave no price, but ${excerpt(JSON.stringify(text) ?? 'nothing')}`);
  const [, whole = '', fraction = ''] = match;
  const scaled = BigInt(whole + fraction.slice(0, rateDecimals).padEnd(rateDecimals, '0'));
  if (scaled === 0n) throw new RateUnavailable(`gave a price of zero: ${text}`);
  return scaled;
}

/** undefined when there is no such field, or nothing that has fields. */
export function field(value: unknown, name: string): unknown {
  const isObject = typeof value === 'object' && value !== null;
  return isObject && Object.hasOwn(value, name) ? (value as Record<string, unknown>)[name] : undefined;
}

/** Enough of a stranger's answer to recognise it in a log. */
const excerptChars = 200;

export function excerpt(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > excerptChars ? `${line.slice(0, excerptChars)}…` : line;
}
