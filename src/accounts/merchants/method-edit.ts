import type { FieldFault } from '../../base/ground/errors.ts';
import { isCountry } from '../../base/money/country.ts';
import { exponentOf, isCurrency } from '../../base/money/currency.ts';
import { formatDecimal, moneyToDecimal, parseDecimal } from '../../base/money/money.ts';
import { isMethodCode, type MethodCode, methodCodes } from '../methods/methods.ts';
import { boundsOf, type MethodRule } from './merchant.ts';

/** Requested changes of a merchant's payment methods, not yet checked. */
export interface MethodEdit {
  methodCode: string;
  /** `set` replaces the places of the method, `add` adds a place, `remove` removes the method. */
  act: 'set' | 'add' | 'remove';
  /** Empty: all. Absent: unchanged. */
  countries?: string[];
  currencies?: string[];
  bounds?: BoundsEdit;
}

export interface BoundsEdit {
  currency: string;
  /** A decimal; null: back to the default; absent: unchanged. */
  min?: string | null;
  max?: string | null;
}

export interface EditedMethods {
  methods: MethodRule[];
  faults: FieldFault[];
}

/** The contract sends amounts as JSON numbers, which are exact to this many digits. */
const maxAmountDigits = 15;

export function editMethods(methods: MethodRule[], edit: MethodEdit): EditedMethods {
  const { methodCode } = edit;
  const refused = (field: string, message: string): EditedMethods => ({
    methods,
    faults: [{ field, message }],
  });
  if (!isMethodCode(methodCode)) {
    return refused('methodCode', `"${methodCode}" is not one of ${methodCodes.sort().join(', ')}`);
  }
  const present = methods.filter((rule) => rule.methodCode === methodCode);
  if (edit.act === 'remove') {
    if (present.length === 0) return refused('methodCode', `the merchant does not have ${methodCode}`);
    return { methods: methods.filter((rule) => rule.methodCode !== methodCode), faults: [] };
  }
  if (!edit.countries && !edit.currencies && (!edit.bounds || edit.act === 'add')) {
    return refused('methodCode', `say in which countries and currencies ${methodCode} is available`);
  }

  const faults = [
    ...listFaults('countries', edit.countries, isCountry, 'an ISO 3166-1 alpha-3 country code'),
    ...listFaults('currencies', edit.currencies, isCurrency, 'an ISO 4217 currency code'),
  ];
  const edited = edit.act === 'add' ? [...methods, newRule(methodCode, edit, [])] : moved(methods, edit);
  if (!edited) {
    return refused(
      'methodCode',
      `${methodCode} is available by ${present.length} rules: give both countries and currencies to replace them all`,
    );
  }
  if (!edit.bounds || faults.length > 0) return { methods: edited, faults };
  return withBounds(edited, methodCode, edit.bounds);
}

function listFaults(
  field: 'countries' | 'currencies',
  codes: string[] | undefined,
  known: (code: string) => boolean,
  expected: string,
): FieldFault[] {
  const wrong = (codes ?? []).filter((code) => !known(code));
  return wrong.map((code) => ({ field, message: `"${code}" is not ${expected}` }));
}

/** The rules with the method's place replaced, or null if "unchanged" is ambiguous. */
function moved(methods: MethodRule[], edit: MethodEdit): MethodRule[] | null {
  if (!edit.countries && !edit.currencies) return methods;
  const present = methods.filter((rule) => rule.methodCode === edit.methodCode);
  if (present.length > 1 && !(edit.countries && edit.currencies)) return null;
  const at = methods.findIndex((rule) => rule.methodCode === edit.methodCode);
  const others = methods.filter((rule) => rule.methodCode !== edit.methodCode);
  const rule = newRule(edit.methodCode as MethodCode, edit, present);
  // In its place: the order of rules is the one in which customers see the methods.
  return others.toSpliced(at === -1 ? others.length : at, 0, rule);
}

/** Bounds survive a change of place, but not the removal of their currency. */
function newRule(methodCode: MethodCode, edit: MethodEdit, before: MethodRule[]): MethodRule {
  const currencies = [...new Set(edit.currencies ?? before[0]?.currencies ?? [])];
  const bounds: MethodRule['bounds'] = {};
  for (const rule of before) {
    for (const [currency, own] of Object.entries(rule.bounds)) {
      if (currencies.length === 0 || currencies.includes(currency)) bounds[currency] ??= own;
    }
  }
  return {
    methodCode,
    countries: [...new Set(edit.countries ?? before[0]?.countries ?? [])],
    currencies,
    bounds,
  };
}

/** Sets the bounds in every rule that allows the method in the currency. */
function withBounds(methods: MethodRule[], methodCode: MethodCode, edit: BoundsEdit): EditedMethods {
  const { currency } = edit;
  if (!isCurrency(currency)) {
    return {
      methods,
      faults: [{ field: 'currency', message: `"${currency}" is not an ISO 4217 currency code` }],
    };
  }
  const applies = (rule: MethodRule): boolean =>
    rule.methodCode === methodCode && (rule.currencies.length === 0 || rule.currencies.includes(currency));
  if (!methods.some(applies)) {
    return { methods, faults: [{ field: 'currency', message: `${methodCode} is not available in it` }] };
  }
  const faults: FieldFault[] = [];
  const read = (field: 'min' | 'max'): string | null | undefined => {
    const given = edit[field];
    if (given === undefined || given === null) return given;
    const decimal = readBound(given, currency);
    if ('fault' in decimal) faults.push({ field, message: decimal.fault });
    return 'fault' in decimal ? undefined : decimal.text;
  };
  const min = read('min');
  const max = read('max');
  if (min === undefined && max === undefined && faults.length === 0) {
    faults.push({ field: 'currency', message: 'say the least and the greatest amount in it' });
  }
  const edited = methods.map((rule) => (applies(rule) ? boundRule(rule, currency, min, max) : rule));
  const crossed = edited.filter(applies).map((rule) => boundsOf(rule, currency));
  const worst = crossed.find((bounds) => bounds.min.amountMinor > bounds.max.amountMinor);
  if (worst && faults.length === 0) {
    faults.push({
      field: min === undefined ? 'max' : 'min',
      message: `the least amount, ${moneyToDecimal(worst.min)}, would be above the greatest, ${moneyToDecimal(worst.max)} ${currency}`,
    });
  }
  return { methods: edited, faults };
}

function boundRule(
  rule: MethodRule,
  currency: string,
  min: string | null | undefined,
  max: string | null | undefined,
): MethodRule {
  const own = { ...rule.bounds[currency] };
  if (min === null) delete own.min;
  else if (min !== undefined) own.min = min;
  if (max === null) delete own.max;
  else if (max !== undefined) own.max = max;
  const { [currency]: _, ...others } = rule.bounds;
  return { ...rule, bounds: Object.keys(own).length === 0 ? others : { ...others, [currency]: own } };
}

function readBound(text: string, currency: string): { text: string } | { fault: string } {
  const exponent = exponentOf(currency);
  const amountMinor = parseDecimal(text, exponent);
  if (amountMinor === 'too_many_decimals') {
    return {
      fault:
        exponent === 0
          ? `${currency} has no decimals`
          : `${currency} has ${exponent} decimals: ${text} has more`,
    };
  }
  if (amountMinor === 'not_a_number' || (amountMinor !== 'too_large' && amountMinor <= 0n)) {
    return { fault: `"${text}" is not an amount greater than 0` };
  }
  if (amountMinor === 'too_large' || amountMinor.toString().length > maxAmountDigits) {
    return { fault: `${text} has more than ${maxAmountDigits} digits` };
  }
  return { text: formatDecimal(amountMinor, exponent) };
}
