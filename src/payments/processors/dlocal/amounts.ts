import { exponentOf, isCurrency } from '../../../base/money/currency.ts';
import { formatDecimal, type Money, parseDecimal } from '../../../base/money/money.ts';
import { countryAtDlocal } from './countries.ts';

/**
 * dLocal's amounts are decimals of 8 digits before the point and 2 after it, whatever ISO 4217 says of the currency.
 */
const decimals = 2;
/** dLocal takes whole pesos, although ISO 4217 gives them two decimals. */
const withoutDecimals = new Set(['COP']);
const maxHundredths = 9_999_999_999n;

/** The amount for a JSON body: "120.50", and "1200" if the currency has no decimals; null: it cannot be written. */
export function toDlocalAmount({ amountMinor, currency }: Money): string | null {
  const exponent = exponentOf(currency);
  const hundredths =
    exponent <= decimals
      ? amountMinor * 10n ** BigInt(decimals - exponent)
      : wholeQuotient(amountMinor, 10n ** BigInt(exponent - decimals));
  if (hundredths === null || hundredths <= 0n || hundredths > maxHundredths) return null;
  if (withoutDecimals.has(currency)) return hundredths % 100n === 0n ? String(hundredths / 100n) : null;
  return exponent < decimals ? formatDecimal(amountMinor, exponent) : formatDecimal(hundredths, decimals);
}

/** Exact: a number of so few digits prints as the very decimal that was sent. null: not an amount of that currency. */
export function fromDlocalAmount(amount: number, currency: string): Money | null {
  if (!isCurrency(currency) || Math.abs(amount) > 1e12) return null;
  const amountMinor = parseDecimal(String(amount), exponentOf(currency));
  return typeof amountMinor === 'bigint' ? { amountMinor, currency } : null;
}

/** Why dLocal cannot take such a payment; null if it can. */
export function whyNotAtDlocal({ amount, country }: { amount: Money; country: string }): string | null {
  const known = countryAtDlocal(country);
  if (!known) return `dLocal takes no payments from ${country}`;
  if (amount.currency !== known.currency && amount.currency !== 'USD') {
    return `dLocal takes ${known.currency} and USD from ${country}, not ${amount.currency}`;
  }
  if (toDlocalAmount(amount) === null) {
    if (withoutDecimals.has(amount.currency)) {
      return `dLocal takes ${amount.currency} without decimals, and at most 99999999`;
    }
    return 'dLocal takes amounts of at most 99999999.99, with no more than 2 decimals';
  }
  return null;
}

function wholeQuotient(dividend: bigint, divisor: bigint): bigint | null {
  return dividend % divisor === 0n ? dividend / divisor : null;
}
