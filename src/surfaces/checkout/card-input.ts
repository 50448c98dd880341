import { isMailAddress } from '../../accounts/mail/address.ts';
import {
  brandOf,
  type CardBrand,
  holdsCardNumber,
  numberLengths,
  onlyDigits,
  passesLuhn,
} from '../../payments/charges/cards/card-brands.ts';
import type { Card, PayerAddress, PayerBank, PayerField } from '../../payments/charges/payment-processor.ts';
import { documentOnCardForm, readDocument } from './payer-document.ts';
import { readPhone } from './payer-phone.ts';

/**
 * Parses the customer's input into a card or a payer, or into faults by field. The server decides with it, and the browser runs
 * the same code to show faults while the customer types.
 */

export const cardFields = [
  'number',
  'expiry',
  'code',
  'name',
  'document',
  'phone',
  'bank',
  'street',
  'city',
  'state',
  'postal_code',
  'email',
  'instalments',
] as const;
export type CardField = (typeof cardFields)[number];
export type CardForm = Readonly<Record<CardField, string>>;

export const inputFaults = [
  'number_missing',
  'number_incomplete',
  'number_wrong',
  'expiry_missing',
  'expiry_wrong',
  'expiry_past',
  'code_missing',
  'code_wrong',
  'code_wrong_amex',
  'name_missing',
  'name_wrong',
  'email_missing',
  'email_wrong',
  'document_missing',
  'document_wrong',
  'instalments_wrong',
  'phone_missing',
  'phone_wrong',
  'bank_missing',
  'street_missing',
  'city_missing',
  'state_missing',
  'postal_code_missing',
] as const;
type InputFault = (typeof inputFaults)[number];
export type InputFaults = Readonly<Partial<Record<CardField, InputFault>>>;

export interface InputRules {
  now: Date;
  /** ISO 3166-1 alpha-3: decides whether a document is asked for. */
  country: string;
  /** The merchant gave no e-mail address with the charge, so the customer may. */
  emailAsked: boolean;
  /** The payer's data that processors need. */
  payerFields: readonly PayerField[];
  /** The numbers of instalments, beside one payment, that the customer may choose. */
  instalments: readonly number[];
}

/** The customer's input about the payer; the card is null if the processor's own page takes it. */
interface PayerInput {
  ok: true;
  card: Card | null;
  payerName: string | null;
  email: string | null;
  document: string | null;
  phone: string | null;
  bank: string | null;
  address: PayerAddress | null;
  instalments: number;
}

export type CardInput = PayerInput | { ok: false; faults: InputFaults };

type Read<T> = { value: T } | { fault: InputFault };

export function readCardInput(form: CardForm, rules: InputRules): CardInput {
  const number = readNumber(form.number);
  const expiry = readExpiry(form.expiry, rules.now);
  const code = readCode(form.code, onlyDigits(form.number));
  const name = readName(form.name);
  const email = readCustomerEmail(form.email, rules);
  const document = readCardDocument(form.document, rules);
  const instalments = readInstalments(form.instalments, rules.instalments);
  if (
    'value' in number &&
    'value' in expiry &&
    'value' in code &&
    'value' in name &&
    'value' in email &&
    'value' in document &&
    'value' in instalments
  ) {
    return {
      ok: true,
      card: {
        number: number.value,
        expiryMonth: expiry.value.month,
        expiryYear: expiry.value.year,
        securityCode: code.value,
        holderName: name.value,
      },
      payerName: null,
      email: email.value,
      document: document.value,
      phone: null,
      bank: null,
      address: null,
      instalments: instalments.value,
    };
  }
  return { ok: false, faults: faultsIn({ number, expiry, code, name, email, document, instalments }) };
}

/** Reads the data that a processor needs before it opens its page or gives instructions; nothing of a card. */
export function readPayerInput(
  form: CardForm,
  rules: Pick<InputRules, 'country' | 'emailAsked' | 'payerFields'> & { banks: readonly PayerBank[] },
): CardInput {
  const nothing: Read<null> = { value: null };
  const asks = (field: PayerField): boolean => rules.payerFields.includes(field);
  const name = asks('name') ? readName(form.name) : nothing;
  const email = asks('email') ? readCustomerEmail(form.email, rules) : nothing;
  const document = asks('document') ? readCardDocument(form.document, rules) : nothing;
  const phone = asks('phone') ? readMobile(form.phone, rules.country) : nothing;
  const bank = asks('bank') ? readBank(form.bank, rules.banks) : nothing;
  const address = asks('address') ? readAddress(form) : { value: null };
  if (
    'value' in name &&
    'value' in email &&
    'value' in document &&
    'value' in phone &&
    'value' in bank &&
    'value' in address
  ) {
    return {
      ok: true,
      card: null,
      payerName: name.value,
      email: email.value,
      document: document.value,
      phone: phone.value,
      bank: bank.value,
      address: address.value,
      instalments: 1,
    };
  }
  const addressFaults = 'value' in address ? {} : address.faults;
  return { ok: false, faults: { ...faultsIn({ name, email, document, phone, bank }), ...addressFaults } };
}

function readMobile(text: string, country: string): Read<string> {
  if (text.trim() === '') return { fault: 'phone_missing' };
  const phone = readPhone(country, text);
  return phone === null ? { fault: 'phone_wrong' } : { value: phone };
}

function readBank(text: string, banks: readonly PayerBank[]): Read<string> {
  const bank = banks.find(({ id }) => id === text);
  return bank ? { value: bank.id } : { fault: 'bank_missing' };
}

/** Longer lines are cut by banks. */
const maxAddressLength = 100;

function readAddress(form: CardForm): { value: PayerAddress } | { faults: InputFaults } {
  const street = readLine(form.street, 'street_missing');
  const city = readLine(form.city, 'city_missing');
  const state = readLine(form.state, 'state_missing');
  const postalCode = readLine(form.postal_code, 'postal_code_missing');
  if ('value' in street && 'value' in city && 'value' in state && 'value' in postalCode) {
    return {
      value: {
        street: street.value,
        city: city.value,
        state: state.value.toUpperCase(),
        postalCode: postalCode.value,
      },
    };
  }
  return { faults: faultsIn({ street, city, state, postal_code: postalCode }) };
}

function readLine(text: string, missing: InputFault): Read<string> {
  const line = text.trim().replace(/\s+/g, ' ');
  const isPlain = line.length <= maxAddressLength && /[\p{L}\p{N}]/u.test(line) && !/[\p{C}<>]/u.test(line);
  return isPlain && !holdsCardNumber(line) ? { value: line } : { fault: missing };
}

function faultsIn(reads: Readonly<Partial<Record<CardField, Read<unknown>>>>): InputFaults {
  const faults: Partial<Record<CardField, InputFault>> = {};
  for (const [field, read] of Object.entries(reads)) {
    if ('fault' in read) faults[field as CardField] = read.fault;
  }
  return faults;
}

function readNumber(text: string): Read<string> {
  if (text.trim() === '') return { fault: 'number_missing' };
  if (!/^[\d\s.-]+$/.test(text)) return { fault: 'number_wrong' };
  const digits = onlyDigits(text);
  const brand = brandOf(digits);
  const lengthFits = brand
    ? brand.lengths.includes(digits.length)
    : digits.length >= numberLengths.min && digits.length <= numberLengths.max;
  if (!lengthFits || !passesLuhn(digits)) {
    return { fault: digits.length < usualLength(brand) ? 'number_incomplete' : 'number_wrong' };
  }
  return { value: digits };
}

/** Nearly every card of a brand that may have 16 digits has 16: with fewer, the customer is still typing. */
export function usualLength(brand: CardBrand | null): number {
  const lengths = brand?.lengths ?? [16];
  return lengths.includes(16) ? 16 : Math.max(...lengths);
}

/** Cards are valid for ten years at most; a date much further ahead is a typing error. */
const maxYearsAhead = 20;

/** A card is valid to the end of its month in the customer's time zone: the westernmost is 12 h behind UTC. */
const westmostOffsetMs = 12 * 60 * 60 * 1000;

function readExpiry(text: string, now: Date): Read<{ month: number; year: number }> {
  const trimmed = text.trim();
  if (trimmed === '') return { fault: 'expiry_missing' };
  const parts =
    /^(\d{1,2})\s{0,3}[/.\s-]\s{0,3}(\d{4}|\d{2})$/.exec(trimmed) ??
    /^(\d{1,2})(20\d{2}|\d{2})$/.exec(trimmed);
  const month = Number(parts?.[1]);
  const year = Number(parts?.[2]) + (parts?.[2]?.length === 2 ? 2000 : 0);
  if (!parts || month < 1 || month > 12) return { fault: 'expiry_wrong' };
  const today = new Date(now.getTime() - westmostOffsetMs);
  const monthsLeft = (year - today.getUTCFullYear()) * 12 + month - (today.getUTCMonth() + 1);
  if (monthsLeft < 0) return { fault: 'expiry_past' };
  if (monthsLeft > maxYearsAhead * 12) return { fault: 'expiry_wrong' };
  return { value: { month, year } };
}

function readCode(text: string, numberDigits: string): Read<string> {
  const code = text.replace(/\s/g, '');
  if (code === '') return { fault: 'code_missing' };
  const brand = brandOf(numberDigits);
  const fits = brand ? code.length === brand.codeLength : code.length === 3 || code.length === 4;
  if (/^\d+$/.test(code) && fits) return { value: code };
  return { fault: brand?.codeLength === 4 ? 'code_wrong_amex' : 'code_wrong' };
}

/** EMV allows 26 characters on the card; acquirers take more, and long names are real. */
const maxNameLength = 100;

function readName(text: string): Read<string> {
  const name = text.trim().replace(/\s+/g, ' ');
  if (name === '') return { fault: 'name_missing' };
  if (
    name.length > maxNameLength ||
    !/\p{L}/u.test(name) ||
    /[\p{C}<>]/u.test(name) ||
    holdsCardNumber(name)
  ) {
    return { fault: 'name_wrong' };
  }
  return { value: name };
}

function readCustomerEmail(
  text: string,
  { emailAsked, payerFields }: Pick<InputRules, 'emailAsked' | 'payerFields'>,
): Read<string | null> {
  if (!emailAsked) return { value: null };
  const email = text.trim();
  if (email === '') return payerFields.includes('email') ? { fault: 'email_missing' } : { value: null };
  if (!isMailAddress(email) || holdsCardNumber(email)) return { fault: 'email_wrong' };
  return { value: email };
}

function readCardDocument(
  text: string,
  { country, payerFields }: Pick<InputRules, 'country' | 'payerFields'>,
): Read<string | null> {
  const how = documentOnCardForm(country, payerFields);
  if (how === null) return { value: null };
  if (text.trim() === '') return how === 'required' ? { fault: 'document_missing' } : { value: null };
  const document = readDocument(country, text);
  return document === null ? { fault: 'document_wrong' } : { value: document };
}

/** An empty choice means one payment. */
function readInstalments(text: string, offered: readonly number[]): Read<number> {
  if (text === '' || text === '1') return { value: 1 };
  const count = offered.find((each) => String(each) === text);
  return count === undefined ? { fault: 'instalments_wrong' } : { value: count };
}
