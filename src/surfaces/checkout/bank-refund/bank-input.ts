import { isMailAddress } from '../../../accounts/mail/address.ts';
import { isPlainText } from '../../../base/ground/plain-text.ts';
import { isClabe } from '../../../base/money/clabe.ts';
import { holdsCardNumber } from '../../../payments/charges/cards/card-brands.ts';
import type { BankDetails, BankField } from '../../../payments/charges/refunds/bank/bank-refund.ts';
import { readDocument } from '../payer-document.ts';
import { readPhone } from '../payer-phone.ts';
import type { TextKey } from '../texts/texts.ts';

export const accountKinds = ['checking', 'savings', 'sight'] as const;

interface CountryForm {
  fields: readonly BankField[];
  /** Another way to name an account there, which the customer may choose. */
  otherFields?: readonly BankField[];
  kinds?: readonly (typeof accountKinds)[number][];
}

const byNumber = ['holder', 'document', 'bank', 'account_kind', 'account'] as const;

/** What a bank transfer needs, by ISO 3166-1 alpha-3. */
const forms = new Map<string, CountryForm>([
  ['ARG', { fields: ['holder', 'document', 'cbu'] }],
  [
    'BRA',
    {
      fields: ['holder', 'document', 'pix_key'],
      otherFields: ['holder', 'document', 'bank', 'branch', 'account_kind', 'account'],
      kinds: ['checking', 'savings'],
    },
  ],
  ['CHL', { fields: byNumber, kinds: ['checking', 'savings', 'sight'] }],
  ['COL', { fields: byNumber, kinds: ['savings', 'checking'] }],
  ['MEX', { fields: ['holder', 'clabe'] }],
  ['PER', { fields: ['holder', 'document', 'bank', 'cci'] }],
]);

const anyCountry: CountryForm = { fields: ['holder', 'document', 'bank', 'account'] };

export function bankFormOf(country: string): CountryForm {
  return forms.get(country) ?? anyCountry;
}

export type BankFaults = Partial<Record<BankField, TextKey>>;
export type BankForm = Partial<Record<BankField, string>>;

/** Longer than any of them with all its spaces and dots; checked first. */
const maxLength = 100;

/** Reads the fields of a form; returns every fault at once. */
export function readBankForm(
  country: string,
  fields: readonly BankField[],
  form: BankForm,
): { ok: true; details: BankDetails } | { ok: false; faults: BankFaults } {
  const faults: BankFaults = {};
  const details: BankDetails = {};
  for (const field of fields) {
    const text = (form[field] ?? '').trim();
    if (text === '') {
      faults[field] = field === 'account_kind' ? 'bank_account_kind_missing' : 'bank_missing';
      continue;
    }
    const isSound = text.length <= maxLength && isPlainText(text);
    const value = isSound ? readers[field](text, country) : null;
    if (value !== null) details[field] = value;
    else faults[field] = field === 'account_kind' ? 'bank_account_kind_missing' : `bank_${field}_wrong`;
  }
  return Object.keys(faults).length > 0 ? { ok: false, faults } : { ok: true, details };
}

/** The value as banks write it; null: it cannot be right. */
const readers: Readonly<Record<BankField, (text: string, country: string) => string | null>> = {
  holder: (text) => (/\p{L}{2}/u.test(text) && !holdsCardNumber(text) ? text : null),
  document: (text, country) => readDocument(country, text),
  pix_key: readPixKey,
  clabe: (text) => check(digitsOf(text), isClabe),
  cbu: (text) => check(digitsOf(text), isCbu),
  cci: (text) => check(digitsOf(text), (digits) => /^\d{20}$/.test(digits)),
  bank: (text) =>
    text.length <= 60 && /\p{L}{2}|^\d{3}$/u.test(text) && !holdsCardNumber(text) ? text : null,
  branch: (text) => check(text.replace(/\s/g, ''), (branch) => /^\d{1,6}(-[\dXx])?$/.test(branch)),
  account_kind: (text) => check(text, (kind) => (accountKinds as readonly string[]).includes(kind)),
  account: (text) =>
    check(text.replace(/[\s.]/g, ''), (account) => /^(?=.*\d)[\dA-Za-z-]{3,30}$/.test(account)),
};

function check(value: string, accepts: (value: string) => boolean): string | null {
  return accepts(value) ? value : null;
}

function digitsOf(text: string): string {
  return text.replace(/[\s.-]/g, '');
}

const randomKey = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/;

/** CPF or CNPJ, e-mail, mobile number, or the random key that a bank made. */
function readPixKey(text: string): string | null {
  if (text.includes('@')) return isMailAddress(text) ? text.toLowerCase() : null;
  const key = text.toLowerCase();
  if (randomKey.test(key)) return key;
  // Eleven bare digits are a CPF: taken as a mobile number, a mistyped CPF would send the money to a stranger.
  return /^[+(]/.test(text) ? readPhone('BRA', text) : readDocument('BRA', text);
}

/** Two blocks, each with its check digit. A CVU, of a wallet, is made alike. */
function isCbu(text: string): boolean {
  if (!/^\d{22}$/.test(text)) return false;
  return isBlock(text.slice(0, 8), [7, 1, 3, 9]) && isBlock(text.slice(8), [3, 9, 7, 1]);
}

function isBlock(block: string, weights: readonly number[]): boolean {
  const sum = [...block.slice(0, -1)].reduce(
    (total, digit, at) => total + Number(digit) * (weights[at % 4] ?? 0),
    0,
  );
  return (10 - (sum % 10)) % 10 === Number(block.at(-1));
}
