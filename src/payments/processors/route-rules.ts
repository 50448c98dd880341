import { isMethodCode, isProcessed } from '../../accounts/methods/methods.ts';
import { isCountry } from '../../base/money/country.ts';
import { exponentOf, isCurrency } from '../../base/money/currency.ts';
import { parseDecimal } from '../../base/money/money.ts';
import { isCardBrand } from '../charges/cards/card-brands.ts';
import { processorNames } from './names.ts';
import type { RouteRule } from './routing.ts';

/** More rules would amount to a list of single payments. */
const maxRules = 100;
const maxListed = 300;

/** Parses rules from JSON; returns all faults, one per line, if any. */
export function readRouteRules(text: string): { rules: RouteRule[] } | { faults: string[] } {
  const given = parse(text);
  if (!Array.isArray(given))
    return { faults: ['The rules must be a list in JSON: [{"use": [{"processor": …}]}].'] };
  if (given.length > maxRules)
    return { faults: [`There are ${given.length} rules, and may be ${maxRules}.`] };
  const faults = given.flatMap((rule, at) => faultsOf(rule).map((fault) => `Rule ${at + 1}: ${fault}`));
  return faults.length > 0 ? { faults } : { rules: given };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const ruleKeys = ['countries', 'currencies', 'methods', 'brands', 'min', 'max', 'use'];

function faultsOf(rule: unknown): string[] {
  if (!isObject(rule)) return ['it must be an object.'];
  const { countries, currencies, methods, brands } = rule;
  return [
    ...unknownKeys(rule, ruleKeys),
    ...listFaults('countries', countries, isCountry, 'a country, as three letters of ISO 3166-1'),
    ...listFaults('currencies', currencies, isCurrency, 'a currency of ISO 4217'),
    ...listFaults('methods', methods, isProcessedMethod, 'a method that processors take'),
    ...listFaults('brands', brands, isCardBrand, 'a card brand'),
    ...boundFaults(rule),
    ...useFaults(rule.use),
  ];
}

function isProcessedMethod(code: string): boolean {
  return isMethodCode(code) && isProcessed(code);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function unknownKeys(given: object, known: readonly string[]): string[] {
  return Object.keys(given)
    .filter((key) => !known.includes(key))
    .map((key) => `"${key}" is not one of ${known.join(', ')}.`);
}

function listFaults(
  name: string,
  list: unknown,
  isKnown: (value: string) => boolean,
  what: string,
): string[] {
  if (list === undefined) return [];
  if (!Array.isArray(list) || list.length === 0 || list.length > maxListed) {
    return [`${name}: must be a list that names some; leave it out for all.`];
  }
  return list
    .filter((each) => typeof each !== 'string' || !isKnown(each))
    .map((each) => `${name}: ${JSON.stringify(each)} is not ${what}.`);
}

function boundFaults({ currencies, min, max }: Record<string, unknown>): string[] {
  if (min === undefined && max === undefined) return [];
  const [currency, ...others] = Array.isArray(currencies) ? currencies : [];
  if (typeof currency !== 'string' || !isCurrency(currency) || others.length > 0) {
    return ['min and max: need currencies to name the one that they are in.'];
  }
  const exponent = exponentOf(currency);
  const read = (bound: unknown): bigint | null => {
    const minor = typeof bound === 'string' ? parseDecimal(bound, exponent) : null;
    return typeof minor === 'bigint' && minor >= 0n ? minor : null;
  };
  const faults = Object.entries({ min, max })
    .filter(([, bound]) => bound !== undefined && read(bound) === null)
    .map(
      ([name]) =>
        `${name}: must be an amount of ${currency} as a text, e.g. "100${exponent > 0 ? '.50' : ''}".`,
    );
  const [least, most] = [read(min), read(max)];
  if (least !== null && most !== null && least > most) faults.push('min: is more than max.');
  return faults;
}

function useFaults(uses: unknown): string[] {
  if (!Array.isArray(uses) || uses.length === 0) {
    return ['use: must be a list of processors, e.g. [{"processor": "stripe"}].'];
  }
  if (!uses.every(isObject))
    return ['use: each must be an object, e.g. {"processor": "stripe", "share": 70}.'];
  const names = uses.map(({ processor }) => processor);
  const shares = uses.map(({ share }) => share).filter((share) => share !== undefined);
  const isShare = (share: unknown): share is number =>
    Number.isInteger(share) && (share as number) >= 1 && (share as number) <= 100;
  const sum = shares.filter(isShare).reduce((all, share) => all + share, 0);
  return [
    ...uses.flatMap((use) => unknownKeys(use, ['processor', 'share']).map((fault) => `use: ${fault}`)),
    ...names
      .filter((name) => !processorNames.some((known) => known === name))
      .map((name) => `use: ${JSON.stringify(name)} is not one of ${processorNames.join(', ')}.`),
    ...[...new Set(names.filter((name, at) => names.indexOf(name) < at))].map(
      (name) => `use: ${JSON.stringify(name)} stands there twice.`,
    ),
    ...shares
      .filter((share) => !isShare(share))
      .map((share) => `use: a share of ${JSON.stringify(share)} is not a whole number from 1 to 100.`),
    ...(sum > 100 ? [`use: the shares come to ${sum} %.`] : []),
  ];
}
