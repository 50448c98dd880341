import { exponentOf } from '../money/currency.ts';
import { type Money, parseDecimal } from '../money/money.ts';

export interface Merchant {
  id: string;
  name: string;
  contactEmail: string;
  language: 'es' | 'pt' | 'en';
  enabled: boolean;
  settings: MerchantSettings;
  webhookUrl: string | null;
}

export interface MerchantSettings {
  methods: MethodRule[];
  /** The platform's fee on an approved card charge, in hundredths of a percent. */
  cardFeeBasisPoints: number;
  /** The same on USDT that was paid in. */
  cryptoFeeBasisPoints: number;
  /** Whether E5 takes this merchant's orders only with credentials; without, anybody may make one to pay. */
  cryptoCredentialsRequired: boolean;
  /** API requests in ten seconds; null: the installation's limit. */
  requestsPerTenSeconds: number | null;
}

/** A payment method a merchant may use, where, in what, and how much. */
export interface MethodRule {
  methodCode: MethodCode;
  /** ISO 3166-1 alpha-3; empty: every country. */
  countries: string[];
  /** ISO 4217; empty: every currency. */
  currencies: string[];
  /** Bounds by currency, as decimals; what is missing takes the default. */
  bounds: Record<string, { min?: string; max?: string }>;
}

/** The methods of the interface and the category each must come with. */
export const methodCategories = { CARDS: 'CARD', USDT: 'CRYPTO' } as const;
export type MethodCode = keyof typeof methodCategories;

export function isMethodCode(code: string): code is MethodCode {
  return Object.hasOwn(methodCategories, code);
}

export const defaultSettings: MerchantSettings = {
  methods: [
    { methodCode: 'CARDS', countries: [], currencies: [], bounds: {} },
    { methodCode: 'USDT', countries: [], currencies: ['USD'], bounds: {} },
  ],
  cardFeeBasisPoints: 0,
  cryptoFeeBasisPoints: 0,
  cryptoCredentialsRequired: false,
  requestsPerTenSeconds: null,
};

/** The rule that lets a merchant use a method there and in that currency, if any does. */
export function findMethodRule(
  settings: MerchantSettings,
  methodCode: MethodCode,
  country: string,
  currency: string,
): MethodRule | undefined {
  return settings.methods.find(
    (rule) =>
      rule.methodCode === methodCode &&
      (rule.countries.length === 0 || rule.countries.includes(country)) &&
      (rule.currencies.length === 0 || rule.currencies.includes(currency)),
  );
}

/** Currencies whose unit is small: a million of them is an everyday amount. */
const smallUnits = new Set(
  'ARS CLP COP CRC GNF IDR IQD IRR JPY KHR KRW LAK LBP MGA MMK MNT NGN PYG RWF SLE SYP TZS UGX UZS VND XAF XOF XPF'.split(
    ' ',
  ),
);

/** One dollar: network fees make less than that pointless, and cents of USDT count as dust. */
const minUsdtMinor = 100n;

/** One minor unit at least; at most a million units, or a thousand million where the unit is small. */
function defaultBounds(methodCode: MethodCode, currency: string): { min: Money; max: Money } {
  const wholeUnits = smallUnits.has(currency) ? 1_000_000_000n : 1_000_000n;
  return {
    min: { amountMinor: methodCode === 'USDT' ? minUsdtMinor : 1n, currency },
    max: { amountMinor: wholeUnits * 10n ** BigInt(exponentOf(currency)), currency },
  };
}

/** The bounds of a method in a currency: the merchant's own, else the default. */
export function boundsOf(rule: MethodRule, currency: string): { min: Money; max: Money } {
  const own = rule.bounds[currency];
  const bounds = defaultBounds(rule.methodCode, currency);
  const exponent = exponentOf(currency);
  const read = (decimal: string | undefined, fallback: Money): Money => {
    const amountMinor = decimal === undefined ? fallback.amountMinor : parseDecimal(decimal, exponent);
    if (typeof amountMinor !== 'bigint') throw new Error(`bound ${decimal} ${currency} cannot be read`);
    return { amountMinor, currency };
  };
  return { min: read(own?.min, bounds.min), max: read(own?.max, bounds.max) };
}
