import { exponentOf } from '../../base/money/currency.ts';
import { priceCurrencies } from '../../base/money/local-currency.ts';
import { type Money, parseDecimal } from '../../base/money/money.ts';

/**
 * The ways to pay, one row each. Whoever needs to know how a payment by a method runs asks its row: nothing compares
 * the code of a method.
 */
export interface PaymentMethod {
  category: MethodCategory;
  way: MethodWay;
  /** A proper noun, the same in every language; null: the texts name it. */
  name: string | null;
  /** ISO 3166-1 alpha-3; empty: every country. */
  countries: readonly string[];
  /** ISO 4217; empty: every currency. */
  currencies: readonly string[];
  /** Bounds by currency, as decimals; a currency without them takes those of every method. */
  bounds: Readonly<Record<string, { min: string; max: string }>>;
  /** How long the customer may take to pay by the instructions; null: there are none. */
  payableHours: number | null;
  givenBack: GivenBack;
}

/**
 * card: on our page or the processor's. redirect: on the page of a bank, a wallet or a processor. instructions: our
 * page shows a code, an account or a voucher, and the customer pays elsewhere. chain: to an address of ours. choice: the
 * customer has not chosen yet.
 */
export type MethodWay = 'card' | 'redirect' | 'instructions' | 'chain' | 'choice';

export type MethodCategory = 'CARD' | 'CRYPTO' | 'BANK_TRANSFER' | 'CASH' | 'WALLET' | 'ALL';

/**
 * processor: to where it came from. payer: the processor asks the payer for a bank account. chain: to a wallet that the
 * customer names. bank_details: by the merchant, to a bank account that the customer names on our page.
 */
export type GivenBack = 'processor' | 'payer' | 'chain' | 'bank_details';

/** A customer who comes back the next day still finds the code. */
const day = 24;
/** Weekends and opening hours: people take days to go to a shop. */
const threeDays = 72;

const card = { way: 'card', payableHours: null, givenBack: 'processor' } as const;
const chain = { way: 'chain', payableHours: null, givenBack: 'chain' } as const;
const redirect = { way: 'redirect', payableHours: null, givenBack: 'processor' } as const;
const instructions = { way: 'instructions', payableHours: threeDays, givenBack: 'payer' } as const;
const anywhere = { countries: [], currencies: [], bounds: {} } as const;
/**
 * At least about one dollar: network fees make smaller payments pointless, and amounts in cents count as dust. Where a
 * currency lost value its minimum is too low, which harms nobody: dust is told apart in the asset itself.
 */
const priced = {
  countries: [],
  currencies: priceCurrencies,
  bounds: {
    USD: { min: '1.00', max: '1000000.00' },
    COP: { min: '5000.00', max: '1000000000.00' },
    BRL: { min: '6.00', max: '1000000.00' },
    MXN: { min: '20.00', max: '1000000.00' },
    ARS: { min: '1500.00', max: '1000000000.00' },
    CLP: { min: '1000', max: '1000000000' },
    PEN: { min: '4.00', max: '1000000.00' },
  },
} as const;
const brazil = { countries: ['BRA'], currencies: ['BRL'], bounds: {} } as const;
const colombia = { countries: ['COL'], currencies: ['COP'], bounds: {} } as const;
const mexico = { countries: ['MEX'], currencies: ['MXN'], bounds: {} } as const;
const peru = { countries: ['PER'], currencies: ['PEN'], bounds: {} } as const;
const chile = { countries: ['CHL'], currencies: ['CLP'], bounds: {} } as const;
const argentina = { countries: ['ARG'], currencies: ['ARS'], bounds: {} } as const;

const rows = {
  CARDS: { ...anywhere, ...card, category: 'CARD', name: null },
  USDT: { ...priced, ...chain, category: 'CRYPTO', name: 'USDT' },
  USDC: { ...priced, ...chain, category: 'CRYPTO', name: 'USDC' },
  PIX: {
    ...brazil,
    ...instructions,
    category: 'BANK_TRANSFER',
    name: 'Pix',
    payableHours: day,
    givenBack: 'processor',
  },
  BOLETO: { ...brazil, ...instructions, category: 'CASH', name: 'Boleto' },
  PSE: { ...colombia, ...redirect, category: 'BANK_TRANSFER', name: 'PSE' },
  EFECTY: { ...colombia, ...instructions, category: 'CASH', name: 'Efecty' },
  NEQUI: { ...colombia, ...redirect, category: 'WALLET', name: 'Nequi' },
  SPEI: { ...mexico, ...instructions, category: 'BANK_TRANSFER', name: 'SPEI' },
  OXXO: {
    ...mexico,
    ...instructions,
    category: 'CASH',
    name: 'OXXO',
    // The counter takes no more for one voucher, whichever processor made it.
    bounds: { MXN: { min: '10.00', max: '10000.00' } },
  },
  PAGOEFECTIVO: { ...peru, ...instructions, category: 'CASH', name: 'PagoEfectivo' },
  YAPE: { ...peru, ...redirect, category: 'WALLET', name: 'Yape' },
  WEBPAY: { ...chile, ...redirect, category: 'BANK_TRANSFER', name: 'Webpay' },
  KHIPU: { ...chile, ...redirect, category: 'BANK_TRANSFER', name: 'Khipu' },
  SERVIPAG: { ...chile, ...instructions, category: 'CASH', name: 'Servipag' },
  RAPIPAGO: { ...argentina, ...instructions, category: 'CASH', name: 'Rapipago' },
  PAGOFACIL: { ...argentina, ...instructions, category: 'CASH', name: 'Pago Fácil' },
  MERCADOPAGO: {
    ...redirect,
    category: 'WALLET',
    name: 'Mercado Pago',
    countries: ['ARG', 'BRA', 'CHL', 'COL', 'MEX', 'PER', 'URY'],
    currencies: ['ARS', 'BRL', 'CLP', 'COP', 'MXN', 'PEN', 'UYU'],
    bounds: {},
  },
  /** The customer chooses on the page: the charge then has the method that was chosen. */
  ALL: {
    ...anywhere,
    way: 'choice',
    payableHours: null,
    givenBack: 'processor',
    category: 'ALL',
    name: null,
  },
} as const satisfies Readonly<Record<string, PaymentMethod>>;

/** The codes of charges; `ALL` means that the customer has not chosen yet. */
export type MethodCode = keyof typeof rows;

export const methods: Readonly<Record<MethodCode, PaymentMethod>> = rows;
/** The codes that a request may have. */
export const askedCodes = Object.keys(rows) as MethodCode[];
/** The codes of methods that pay. */
export type PayableCode = Exclude<MethodCode, 'ALL'>;
export const methodCodes = askedCodes.filter(isMethodCode);

export function isAskedCode(code: string): code is MethodCode {
  return Object.hasOwn(rows, code);
}

export function isMethodCode(code: string): code is PayableCode {
  return isAskedCode(code) && code !== 'ALL';
}

/** Whether a processor takes the payment; otherwise it is paid on a chain. */
export function isProcessed(code: MethodCode): boolean {
  return methods[code].way !== 'chain';
}

/** The methods that processors take, for statements in SQL. */
export const processedMethods = methodCodes.filter(isProcessed);

/** Whether the method exists in that country and currency. */
export function isFor(code: MethodCode, country: string, currency: string): boolean {
  const { countries, currencies } = methods[code];
  return (
    (countries.length === 0 || countries.includes(country)) &&
    (currencies.length === 0 || currencies.includes(currency))
  );
}

/** Currencies with a small unit: a million of them is an everyday amount. */
const smallUnits = new Set(
  'ARS CLP COP CRC GNF IDR IQD IRR JPY KHR KRW LAK LBP MGA MMK MNT NGN PYG RWF SLE SYP TZS UGX UZS VND XAF XOF XPF'.split(
    ' ',
  ),
);

export interface Bounds {
  min: Money;
  max: Money;
}

/**
 * The bounds of the method's row, otherwise those of every method: at least one minor unit, at most a million units, or
 * a thousand million if the unit is small.
 */
export function boundsOfMethod(code: MethodCode, currency: string): Bounds {
  const own = methods[code].bounds[currency];
  const wholeUnits = smallUnits.has(currency) ? 1_000_000_000n : 1_000_000n;
  const exponent = exponentOf(currency);
  return {
    min: own ? readBound(own.min, currency) : { amountMinor: 1n, currency },
    max: own ? readBound(own.max, currency) : { amountMinor: wholeUnits * 10n ** BigInt(exponent), currency },
  };
}

/** Throws if it is not an amount of the currency: bounds are checked when they are written. */
export function readBound(decimal: string, currency: string): Money {
  const amountMinor = parseDecimal(decimal, exponentOf(currency));
  if (typeof amountMinor !== 'bigint') throw new Error(`bound ${decimal} ${currency} cannot be read`);
  return { amountMinor, currency };
}
