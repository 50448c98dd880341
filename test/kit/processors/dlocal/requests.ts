import { isLosslessNumber } from 'lossless-json';
import { exponentOf, isCurrency } from '../../../../src/base/money/currency.ts';
import { parseDecimal } from '../../../../src/base/money/money.ts';
import { localMethods } from './local.ts';

/** dLocal's requirements on a request, by its public definitions; reports the first fault, with dLocal's own codes. */

export class Refused extends Error {
  readonly status: number;
  readonly code: number;
  readonly param: string | null;
  constructor(status: number, code: number, message: string, param: string | null = null) {
    super(message);
    this.status = status;
    this.code = code;
    this.param = param;
  }
}

export type Fields = Record<string, unknown>;

const invalid = (param: string) => new Refused(400, 5001, `Invalid parameter: ${param}`, param);
const tooLong = (param: string) =>
  new Refused(400, 5050, `The length of the ${param} field exceeds the maximum limit allowed.`, param);

export function text(fields: Fields, name: string, maxLength: number, path = name): string {
  const value = fields[name];
  if (typeof value !== 'string' || value === '') throw invalid(path);
  if (value.length > maxLength) throw tooLong(path);
  return value;
}

export function optionalText(fields: Fields, name: string, maxLength: number): string | null {
  return fields[name] === undefined ? null : text(fields, name, maxLength);
}

function object(fields: Fields, name: string): Fields {
  const value = fields[name];
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw invalid(name);
  return value as Fields;
}

function whole(fields: Fields, name: string, path: string): number {
  const value = fields[name];
  if (!isLosslessNumber(value) || !/^\d{1,4}$/.test(value.value)) throw invalid(path);
  return Number(value.value);
}

/** A number, not a string, of 10 digits of which 2 are decimals. Returns our minor units. */
export function amountMinor(fields: Fields, currency: string): bigint {
  const value = fields.amount;
  if (!isLosslessNumber(value) || !/^\d{1,8}(\.\d{1,2})?$/.test(value.value)) throw invalid('amount');
  // Whole pesos, whatever ISO 4217 says.
  if (currency === 'COP' && value.value.includes('.')) throw invalid('amount');
  const minor = parseDecimal(value.value, exponentOf(currency));
  if (typeof minor !== 'bigint') throw invalid('amount');
  if (minor <= 0n) throw new Refused(400, 5016, 'Amount too low.');
  return minor;
}

interface Country {
  currency: string;
  /** null: no document is required. */
  document: RegExp | null;
  /** The instalments of its cards, except debit cards. */
  instalments?: readonly number[];
}

const upTo = (most: number): number[] => Array.from({ length: most }, (_, at) => at + 1);

/** Some of dLocal's countries, with the documents it checks there. */
const countries: Record<string, Country> = {
  AR: { currency: 'ARS', document: /^(\d{7,9}|\d{11})$/, instalments: upTo(12) },
  BH: { currency: 'BHD', document: /^\d{9}$/ },
  BR: { currency: 'BRL', document: /^(\d{11}|\d{14})$/, instalments: upTo(12) },
  CL: { currency: 'CLP', document: /^[\dkK]{8,9}$/ },
  CO: { currency: 'COP', document: /^\d{6,10}$/ },
  DO: { currency: 'DOP', document: null },
  MX: { currency: 'MXN', document: /^[A-Za-z\d]{10,18}$/, instalments: [1, 3, 6, 9, 12] },
  PA: { currency: 'USD', document: null },
  PE: { currency: 'PEN', document: /^\d{8,9}$/ },
  PY: { currency: 'PYG', document: /^\d{5,20}$/ },
  UY: { currency: 'UYU', document: /^\d{6,8}$/ },
};

export function countryAndCurrency(fields: Fields): { country: string; currency: string; rules: Country } {
  const country = text(fields, 'country', 2);
  const rules = countries[country];
  if (!rules) throw new Refused(400, 5003, 'Country not supported.');
  const currency = text(fields, 'currency', 3);
  if (!isCurrency(currency) || (currency !== rules.currency && currency !== 'USD')) {
    throw new Refused(400, 5004, 'Currency not allowed for this country.');
  }
  return { country, currency, rules };
}

/** Which method in which flow. `isSecure`: at the endpoint that accepts card numbers. */
export function readMethod(
  fields: Fields,
  isSecure: boolean,
): { method: string; flow: 'REDIRECT' | 'DIRECT' } {
  const flow = text(fields, 'payment_method_flow', 8);
  const method = text(fields, 'payment_method_id', 4);
  const local = isSecure ? undefined : localMethods[method];
  const isKnown = local
    ? flow === 'REDIRECT' || (flow === 'DIRECT' && local.isDirect)
    : method === 'CARD' && flow === (isSecure ? 'DIRECT' : 'REDIRECT');
  if (!isKnown) throw new Refused(400, 5010, 'Method not available.');
  return { method, flow: flow as 'REDIRECT' | 'DIRECT' };
}

export function checkPayer(fields: Fields, { document }: Country): void {
  const payer = object(fields, 'payer');
  text(payer, 'name', 100, 'payer.name');
  if (!/^[^\s@]+@[^\s@]+$/.test(text(payer, 'email', 100, 'payer.email'))) throw invalid('payer.email');
  if (document && !document.test(text(payer, 'document', 30, 'payer.document')))
    throw invalid('payer.document');
}

export interface CardFields {
  number: string;
  holderName: string;
}

/** Sent as a string. Without a plan it is one payment. */
export function readInstalments(fields: Fields): { count: number; planId: string } | null {
  const card = object(fields, 'card');
  if (card.installments === undefined) return null;
  const count = text(card, 'installments', 2, 'card.installments');
  if (!/^\d+$/.test(count)) throw invalid('card.installments');
  return { count: Number(count), planId: text(card, 'installments_id', 50, 'card.installments_id') };
}

const debitBins = ['400005'];

export function readPlanRequest(fields: Fields) {
  const { country, currency, rules } = countryAndCurrency(fields);
  const bin = text(fields, 'bin', 8);
  if (!/^\d{6,8}$/.test(bin)) throw invalid('bin');
  const counts = debitBins.includes(bin) ? [1] : (rules.instalments ?? [1]);
  return { country, plan: { bin, amountMinor: amountMinor(fields, currency), currency, counts } };
}

export function readCard(fields: Fields): CardFields {
  const card = object(fields, 'card');
  const number = text(card, 'number', 19, 'card.number');
  if (!/^\d{12,19}$/.test(number)) throw invalid('card.number');
  if (!/^\d{3,4}$/.test(text(card, 'cvv', 4, 'card.cvv'))) throw invalid('card.cvv');
  const month = whole(card, 'expiration_month', 'card.expiration_month');
  if (month < 1 || month > 12) throw invalid('card.expiration_month');
  whole(card, 'expiration_year', 'card.expiration_year');
  if (card.capture === false)
    throw new Error('a payment that is not captured at once is no part of this simulator');
  return { number, holderName: text(card, 'holder_name', 100, 'card.holder_name') };
}
