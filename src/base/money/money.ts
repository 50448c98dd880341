import { exponentOf } from './currency.ts';

/** An exact amount: whole minor units of an ISO 4217 currency. Never a float. */
export interface Money {
  readonly amountMinor: bigint;
  readonly currency: string;
}

/** 18 digits: safely below PostgreSQL's bigint and above any real payment. */
const maxDigits = 18;

export type DecimalFault = 'not_a_number' | 'too_many_decimals' | 'too_large';

/**
 * Parses a written decimal ("12.5", "1e3", "-0.10") to whole units of 10^-exponent, exactly. Zeros past the last
 * decimal are harmless ("1.500" is 1.50); any other further digit is a fault.
 */
export function parseDecimal(text: string, exponent: number): bigint | DecimalFault {
  const match = /^(-?)(\d{1,40})(?:\.(\d{1,40}))?(?:[eE]([+-]?\d{1,3}))?$/.exec(text);
  if (!match) return 'not_a_number';
  const [, sign = '', whole = '', fraction = '', power = '0'] = match;
  const digits = (whole + fraction).replace(/^0+(?=\d)/, '');
  const scale = exponent - fraction.length + Number(power);
  if (/^0+$/.test(digits)) return 0n;
  if (digits.length + scale > maxDigits) return 'too_large';
  let units: bigint;
  if (scale >= 0) {
    units = BigInt(digits) * 10n ** BigInt(scale);
  } else {
    const kept = digits.slice(0, scale);
    if (!/^0+$/.test(digits.slice(scale))) return 'too_many_decimals';
    units = BigInt(kept || '0');
  }
  return sign ? -units : units;
}

/** Writes whole units of 10^-exponent as a plain decimal: (1050n, 2) is "10.50". */
export function formatDecimal(units: bigint, exponent: number): string {
  const sign = units < 0n ? '-' : '';
  const digits = (units < 0n ? -units : units).toString().padStart(exponent + 1, '0');
  if (exponent === 0) return sign + digits;
  return `${sign}${digits.slice(0, -exponent)}.${digits.slice(-exponent)}`;
}

/** "10.500000" becomes "10.50", as people write money; "10.500001" stays. */
export function trimZeros(decimal: string): string {
  const shortest = decimal.indexOf('.') + 3;
  let end = decimal.length;
  while (shortest > 2 && end > shortest && decimal[end - 1] === '0') end -= 1;
  return decimal.slice(0, end);
}

/** The amount as a decimal with all the currency's decimals: "10.50". */
export function moneyToDecimal(money: Money): string {
  return formatDecimal(money.amountMinor, exponentOf(money.currency));
}

/**
 * The amount as a JSON number, the contract's wire type. Up to 15 digits it prints as exactly the amount, and amount
 * bounds stay far below that.
 */
export function moneyToNumber(money: Money): number {
  return Number(moneyToDecimal(money));
}
