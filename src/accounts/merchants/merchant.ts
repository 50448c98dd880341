import type { Language } from '../../base/money/language.ts';
import { parseDecimal } from '../../base/money/money.ts';
import {
  type Bounds,
  boundsOfMethod,
  isFor,
  isProcessed,
  type MethodCode,
  methodCodes,
  methods as methodRows,
  readBound,
} from '../methods/methods.ts';

export interface Merchant {
  id: string;
  name: string;
  contactEmail: string;
  language: Language;
  enabled: boolean;
  settings: MerchantSettings;
  webhookUrl: string | null;
}

export interface MerchantSettings {
  methods: MethodRule[];
  /** The platform's fee on an approved card charge, in hundredths of a percent. */
  cardFeeBasisPoints: number;
  /** The same on crypto orders. */
  cryptoFeeBasisPoints: number;
  /** Whether E5 accepts this merchant's orders only with credentials; otherwise anyone may create an order to pay. */
  cryptoCredentialsRequired: boolean;
  /** The customers' return address on the crypto page if the order has none. */
  returnUrl: string | null;
  /** Whether customers get a receipt by mail for a payment and for a refund. */
  receipts: boolean;
  /** API requests in ten seconds; null: the installation's limit. */
  requestsPerTenSeconds: number | null;
  /** Whether it may make payouts. */
  payoutsEnabled: boolean;
  /** The platform's fee on a payout, in hundredths of a percent; the merchant pays it on top. */
  payoutFeeBasisPoints: number;
  /** The limits of one payout, of a day's and of a month's payouts (UTC): USD as decimals; null: no limit. */
  payoutSingleLimit: string | null;
  payoutDailyLimit: string | null;
  payoutMonthlyLimit: string | null;
  /** USD as a decimal: a larger payout is sent only after a person has approved it. */
  payoutAutoApproveUpTo: string;
  /** Whether the recipient must prove their identity with a mailed code. */
  payoutCodeRequired: boolean;
  /** Whether payouts made with its API keys must be signed (request-signature.ts). */
  payoutSignatureRequired: boolean;
  /**
   * The text on its customers' card statements (statement-descriptor.ts); null: the default of the processor's account.
   */
  statementDescriptor: string | null;
  /** Whether people without a second factor are barred from strong acts here. */
  secondFactorDemanded: boolean;
  /** The support contact for its customers, shown on every page; null: not shown. */
  supportEmail: string | null;
  supportUrl: string | null;
  /** The terms that its customers agree to, linked on every page and mail; null: not linked. */
  termsUrl: string | null;
  /** `#rrggbb`, from which pages and mails derive their colors (ground/brand-color.ts); null: ours. */
  brandColor: string | null;
  /** SHA-256 of its logo, which is part of the logo's URL; null: no logo. */
  logoHash: string | null;
  /** The time zone of times in its mails: an IANA name. */
  timeZone: string;
  /** Methods that the merchant has disabled for itself. */
  methodsOff: MethodCode[];
}

/** A payment method that a merchant may use, with its countries, currencies and bounds. */
export interface MethodRule {
  methodCode: MethodCode;
  /** ISO 3166-1 alpha-3; empty: every country of the method. */
  countries: string[];
  /** ISO 4217; empty: every currency of the method. */
  currencies: string[];
  /** Bounds by currency, as decimals; a missing one takes the default. */
  bounds: Record<string, { min?: string; max?: string }>;
}

export const defaultSettings: MerchantSettings = {
  // Every method there is, in its own countries and currencies: which of them it can offer is up to the processors.
  methods: methodCodes.map((methodCode) => ({
    methodCode,
    countries: [],
    currencies: isProcessed(methodCode) ? [] : ['USD'],
    bounds: {},
  })),
  cardFeeBasisPoints: 0,
  cryptoFeeBasisPoints: 0,
  cryptoCredentialsRequired: false,
  returnUrl: null,
  receipts: true,
  requestsPerTenSeconds: null,
  payoutsEnabled: true,
  payoutFeeBasisPoints: 0,
  payoutSingleLimit: '10000.00',
  payoutDailyLimit: '50000.00',
  payoutMonthlyLimit: '500000.00',
  payoutAutoApproveUpTo: '1000.00',
  payoutCodeRequired: true,
  payoutSignatureRequired: false,
  statementDescriptor: null,
  secondFactorDemanded: false,
  supportEmail: null,
  supportUrl: null,
  termsUrl: null,
  brandColor: null,
  logoHash: null,
  timeZone: 'UTC',
  methodsOff: [],
};

/**
 * Two people must approve above ten times this: with this value that step is well below the usual limit of one payout.
 */
const autoApproveOfNew = '500.00';
const notSet = '0.00';

/** The settings of a new merchant. In live it pays nothing out until the operator has set its limits. */
export function settingsOfNew(live: boolean): MerchantSettings {
  const settings = { ...defaultSettings, payoutAutoApproveUpTo: autoApproveOfNew };
  if (!live) return settings;
  return {
    ...settings,
    payoutsEnabled: false,
    payoutSingleLimit: notSet,
    payoutDailyLimit: notSet,
    payoutMonthlyLimit: notSet,
  };
}

/** The payout limits that were never set. */
export function unsetLimits(settings: MerchantSettings): (keyof MerchantSettings & `payout${string}Limit`)[] {
  const limits = ['payoutSingleLimit', 'payoutDailyLimit', 'payoutMonthlyLimit'] as const;
  return limits.filter((limit) => settings[limit] === notSet);
}

/** The limits of a merchant's payouts in US cents; null: none. */
export interface PayoutLimits {
  singleMinor: bigint | null;
  dailyMinor: bigint | null;
  monthlyMinor: bigint | null;
  autoApproveUpToMinor: bigint;
}

export function payoutLimitsOf(settings: MerchantSettings): PayoutLimits {
  const read = (decimal: string): bigint => {
    const amountMinor = parseDecimal(decimal, 2);
    if (typeof amountMinor !== 'bigint') throw new Error(`limit ${decimal} USD cannot be read`);
    return amountMinor;
  };
  const limit = (decimal: string | null): bigint | null => (decimal === null ? null : read(decimal));
  return {
    singleMinor: limit(settings.payoutSingleLimit),
    dailyMinor: limit(settings.payoutDailyLimit),
    monthlyMinor: limit(settings.payoutMonthlyLimit),
    autoApproveUpToMinor: read(settings.payoutAutoApproveUpTo),
  };
}

/** The methods available to a merchant: allowed by the operator and served by the installation. */
export function offeredMethods(
  { methods }: MerchantSettings,
  isServed: (methodCode: MethodCode) => boolean,
): MethodCode[] {
  return [...new Set(methods.map(({ methodCode }) => methodCode))].filter((code) => isServed(code));
}

/** The currencies in which a rule makes a method available here; empty: every currency; null: none. */
export function servedCurrencies(
  { methodCode, currencies }: MethodRule,
  isServed: (methodCode: MethodCode, currency: string) => boolean,
): string[] | null {
  const named = currencies.length === 0 ? methodRows[methodCode].currencies : currencies;
  if (isProcessed(methodCode)) return [...named];
  const served = named.filter((each) => isServed(methodCode, each));
  return served.length === 0 ? null : served;
}

/** The same over all rules of a method. */
export function offeredCurrencies(
  { methods }: MerchantSettings,
  methodCode: MethodCode,
  isServed: (methodCode: MethodCode, currency: string) => boolean,
): string[] | null {
  const lists = methods
    .filter((rule) => rule.methodCode === methodCode)
    .flatMap((rule) => {
      const served = servedCurrencies(rule, isServed);
      return served ? [served] : [];
    });
  if (lists.length === 0) return null;
  return lists.some(({ length }) => length === 0) ? [] : [...new Set(lists.flat())];
}

/** The rule that allows a merchant this method, country and currency, if any does. */
export function findMethodRule(
  settings: MerchantSettings,
  methodCode: MethodCode,
  country: string,
  currency: string,
): MethodRule | undefined {
  if (settings.methodsOff.includes(methodCode) || !isFor(methodCode, country, currency)) return undefined;
  return settings.methods.find(
    (rule) =>
      rule.methodCode === methodCode &&
      (rule.countries.length === 0 || rule.countries.includes(country)) &&
      (rule.currencies.length === 0 || rule.currencies.includes(currency)),
  );
}

/** The bounds of a method in a currency: the merchant's own, otherwise the method's. */
export function boundsOf(rule: MethodRule, currency: string): Bounds {
  const own = rule.bounds[currency];
  const { min, max } = boundsOfMethod(rule.methodCode, currency);
  return {
    min: own?.min === undefined ? min : readBound(own.min, currency),
    max: own?.max === undefined ? max : readBound(own.max, currency),
  };
}
