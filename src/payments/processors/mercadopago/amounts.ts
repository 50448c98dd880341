import { exponentOf } from '../../../base/money/currency.ts';
import { formatDecimal, type Money, parseDecimal } from '../../../base/money/money.ts';
import type { Site } from './sites.ts';

/** Mercado Pago writes every amount with two decimals, even if the currency has none there. */
const writtenDecimals = 2;

/** Why an amount cannot be sent to it; null if it can. */
export function refusesAmount({ amountMinor, currency }: Money, site: Site): string | null {
  if (currency !== site.currency) return `the account takes ${site.currency} alone, not ${currency}`;
  const unit = 10n ** BigInt(exponentOf(currency) - site.decimals);
  if (amountMinor % unit !== 0n) return `Mercado Pago takes ${currency} without decimals`;
  return null;
}

/** 10050 of ARS is "100.50", 100 of CLP is "100.00". */
export function toWritten({ amountMinor, currency }: Money): string {
  const digits = 10n ** BigInt(writtenDecimals - exponentOf(currency));
  return formatDecimal(amountMinor * digits, writtenDecimals);
}

/** null if it is not an amount of the currency. A number is read as it prints: up to 15 digits that is exact. */
export function fromWritten(written: string | number, currency: string): bigint | null {
  const units = parseDecimal(String(written), exponentOf(currency));
  return typeof units === 'bigint' ? units : null;
}
