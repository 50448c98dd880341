import { hash } from 'node:crypto';
import type { MethodCode } from '../../accounts/methods/methods.ts';
import { exponentOf } from '../../base/money/currency.ts';
import { type Money, parseDecimal } from '../../base/money/money.ts';

/** Which processors take which payments, in which order. The first rule that matches a payment counts. */
export interface RouteRule {
  /** ISO 3166-1 alpha-3; absent: every country. */
  countries?: readonly string[];
  /** ISO 4217; absent: every currency. */
  currencies?: readonly string[];
  /** Codes of methods; absent: every method. */
  methods?: readonly string[];
  /** Brand ids; only if our page takes the card. */
  brands?: readonly string[];
  /** Decimals in the rule's only currency. */
  min?: string;
  max?: string;
  /** In the order to ask them. */
  use: readonly RouteUse[];
}

export interface RouteUse {
  processor: string;
  /** The percentage of payments for which it is asked first; absent: it is asked after those before it. */
  share?: number;
}

export interface RoutedPayment {
  chargeId: string;
  amount: Money;
  country: string;
  method: MethodCode;
  /** null: not known, since the processor's page takes the card. */
  brand: string | null;
}

/** The order of processors by the first matching rule, and the reason in words; null: no rule matches. */
export function routeBy(
  rules: readonly RouteRule[],
  payment: RoutedPayment,
): { order: string[]; why: string } | null {
  const at = rules.findIndex((rule) => fitsRule(rule, payment));
  const rule = rules[at];
  if (!rule) return null;
  const first = firstByShare(rule.use, payment.chargeId);
  const order = rule.use.map(({ processor }) => processor);
  const why = `rule ${at + 1}`;
  if (!first) return { order, why };
  return {
    order: [first.processor, ...order.filter((name) => name !== first.processor)],
    why: `${why}, its share of ${first.share} %`,
  };
}

function fitsRule(rule: RouteRule, { amount, country, method, brand }: RoutedPayment): boolean {
  const has = (list: readonly string[] | undefined, value: string | null): boolean =>
    list === undefined || (value !== null && list.includes(value));
  const fits =
    has(rule.countries, country) &&
    has(rule.currencies, amount.currency) &&
    has(rule.methods, method) &&
    has(rule.brands, brand);
  if (!fits) return false;
  const bound = (decimal: string | undefined, otherwise: bigint): bigint => {
    if (decimal === undefined) return otherwise;
    const minor = parseDecimal(decimal, exponentOf(amount.currency));
    return typeof minor === 'bigint' ? minor : otherwise;
  };
  return (
    amount.amountMinor >= bound(rule.min, 0n) && amount.amountMinor <= bound(rule.max, amount.amountMinor)
  );
}

/** Depends only on the charge: a second attempt goes to the same processor as the first. */
function firstByShare(uses: readonly RouteUse[], chargeId: string): RouteUse | null {
  const point = hash('sha256', chargeId, 'buffer').readUInt32BE(0) / 2 ** 32;
  let passed = 0;
  for (const use of uses) {
    passed += (use.share ?? 0) / 100;
    if (use.share !== undefined && point < passed) return use;
  }
  return null;
}
