import { exponentOf, isCurrency } from '../../../base/money/currency.ts';
import { formatDecimal, type Money, moneyToDecimal } from '../../../base/money/money.ts';

/** Currencies whose decimals at Stripe differ from ISO 4217: two that must be 00, or none. */
const ownExponents: Readonly<Record<string, number>> = { ISK: 2, UGX: 2, MGA: 0 };

/** Stripe's maximum for any currency. For many it is lower, and Stripe says so itself. */
const maxDigits = 12;

const stripeExponentOf = (currency: string): number => ownExponents[currency] ?? exponentOf(currency);

/** An amount in Stripe's units, or why it cannot be sent. */
export function toStripeAmount(money: Money): { amount: bigint } | { fault: string } {
  const { amountMinor, currency } = money;
  const given = `${moneyToDecimal(money)} ${currency}`;
  const exponent = stripeExponentOf(currency);
  const scaled = scale(amountMinor, exponent - exponentOf(currency));
  if (scaled === null) return { fault: `Stripe takes whole ${currency} only, not ${given}` };
  // Card networks accept two of the three decimals.
  if (exponent === 3 && scaled % 10n !== 0n) {
    return { fault: `Stripe takes ${currency} with two decimals and a 0, not ${given}` };
  }
  if (scaled <= 0n || scaled.toString().length > maxDigits) {
    const most = formatDecimal(10n ** BigInt(maxDigits) - 1n, exponent);
    return { fault: `Stripe takes more than 0 and at most ${most} ${currency}, not ${given}` };
  }
  return { amount: scaled };
}

/** Stripe's amount in our minor units; null: not an amount of a currency we know. */
export function fromStripeAmount(amount: number, stripeCurrency: string): Money | null {
  const currency = stripeCurrency.toUpperCase();
  if (!Number.isSafeInteger(amount) || !isCurrency(currency)) return null;
  const amountMinor = scale(BigInt(amount), exponentOf(currency) - stripeExponentOf(currency));
  return amountMinor === null ? null : { amountMinor, currency };
}

/** Multiplies by a power of ten; null: digits would be lost. */
function scale(units: bigint, power: number): bigint | null {
  if (power >= 0) return units * 10n ** BigInt(power);
  const divisor = 10n ** BigInt(-power);
  return units % divisor === 0n ? units / divisor : null;
}
