import type { PayerField } from '../../payments/charges/payment-processor.ts';

/** The payer's tax or identity document, by its name and format in a country. */
interface PayerDocument {
  label: DocumentLabel;
  hasLetters: boolean;
  accepts(value: string): boolean;
}

type DocumentLabel =
  | 'cpf_or_cnpj'
  | 'dni_or_cuit'
  | 'cedula_or_nit'
  | 'rut'
  | 'curp_or_rfc'
  | 'dni_or_ce'
  | 'cedula'
  | 'cedula_or_ruc'
  | 'ci_or_nit'
  | 'identity_document';

/**
 * Keyed by ISO 3166-1 alpha-3. Lengths are those that processors accept; a check digit is verified if all documents of
 * the country have one.
 */
const documents = new Map<string, PayerDocument>([
  // Nine digits: the DNI of the first resident foreigners had a check digit.
  ['ARG', digits('dni_or_cuit', (value) => /^\d{7,9}$/.test(value) || isCuit(value))],
  ['BOL', digits('ci_or_nit', (value) => /^\d{5,20}$/.test(value))],
  ['BRA', letters('cpf_or_cnpj', (value) => isCpf(value) || isCnpj(value))],
  ['CHL', letters('rut', isRut)],
  ['COL', digits('cedula_or_nit', (value) => /^\d{6,11}$/.test(value))],
  // Nine digits, and up to twelve for foreigners.
  ['CRI', digits('cedula', (value) => /^\d{9,12}$/.test(value))],
  ['ECU', digits('cedula_or_ruc', (value) => /^\d{5,20}$/.test(value))],
  ['MEX', letters('curp_or_rfc', (value) => isCurp(value) || isRfc(value))],
  ['PER', digits('dni_or_ce', (value) => /^\d{8,9}$/.test(value))],
  ['PRY', digits('cedula_or_ruc', (value) => /^\d{5,20}$/.test(value))],
  ['URY', digits('cedula', (value) => /^\d{6,8}$/.test(value))],
]);

/** In other countries the processor applies its own rules. */
const anyDocument = letters('identity_document', (value) => /^[\dA-Z]{5,20}$/.test(value));

function digits(label: DocumentLabel, accepts: PayerDocument['accepts']): PayerDocument {
  return { label, hasLetters: false, accepts };
}

function letters(label: DocumentLabel, accepts: PayerDocument['accepts']): PayerDocument {
  return { label, hasLetters: true, accepts };
}

/**
 * Whether cards of a country need one, with any processor: acquirers in Brazil and Argentina refuse local cards without
 * it, those in Colombia use it if given. Elsewhere asking for it would only lose customers.
 */
const ofCards = new Map<string, 'required' | 'optional'>([
  ['ARG', 'required'],
  ['BRA', 'required'],
  ['COL', 'optional'],
]);

/** Whether the card form asks for a document: required if a processor needs it. null: not asked. */
export function documentOnCardForm(
  country: string,
  asked: readonly PayerField[],
): 'required' | 'optional' | null {
  return asked.includes('document') ? 'required' : (ofCards.get(country) ?? null);
}

export function documentOf(country: string): PayerDocument {
  return documents.get(country) ?? anyDocument;
}

/** Longer than any document with all its dots and spaces; checked first. */
const maxLength = 40;

/** The document in the acquirers' format, without dots and dashes; null if it is invalid. */
export function readDocument(country: string, text: string): string | null {
  if (text.length > maxLength) return null;
  const value = text.replace(/[\s./-]/g, '').toUpperCase();
  return documentOf(country).accepts(value) ? value : null;
}

function isCpf(value: string): boolean {
  if (!/^\d{11}$/.test(value) || isOneDigitRepeated(value)) return false;
  return [9, 10].every((length) => checkDigit(value.slice(0, length), length + 1) === Number(value[length]));
}

/** Since July 2026 the first twelve may be letters, which count as their character code less 48. */
function isCnpj(value: string): boolean {
  if (!/^[\dA-Z]{12}\d{2}$/.test(value) || isOneDigitRepeated(value)) return false;
  return [12, 13].every((length) => checkDigit(value.slice(0, length), 9) === Number(value[length]));
}

function isCuit(value: string): boolean {
  if (!/^\d{11}$/.test(value)) return false;
  let sum = 0;
  for (let i = 0; i < 11; i++) sum += Number(value[10 - i]) * (i === 0 ? 1 : ((i - 1) % 6) + 2);
  return sum % 11 === 0;
}

function isRut(value: string): boolean {
  if (!/^\d{7,8}[\dK]$/.test(value)) return false;
  return '0K987654321'[restOf(value.slice(0, -1), 7)] === value.at(-1);
}

function isCurp(value: string): boolean {
  return /^[A-Z]{4}\d{6}[HMX][A-Z]{5}[\dA-Z]\d$/.test(value);
}

/** A company's or a person's; many people omit the three characters that the tax office added. */
function isRfc(value: string): boolean {
  return /^(?:[A-ZÑ&]{3}\d{6}[\dA-Z]{3}|[A-ZÑ&]{4}\d{6}(?:[\dA-Z]{3})?)$/.test(value);
}

function checkDigit(text: string, lastWeight: number): number {
  const rest = restOf(text, lastWeight);
  return rest < 2 ? 0 : 11 - rest;
}

/** Modulo 11 with weights 2, 3, … from the right, restarting after `lastWeight`. */
function restOf(text: string, lastWeight: number): number {
  let sum = 0;
  for (let i = 0; i < text.length; i++) {
    const value = text.charCodeAt(text.length - 1 - i) - 48;
    sum += value * ((i % (lastWeight - 1)) + 2);
  }
  return sum % 11;
}

/** 111.111.111-11 passes the arithmetic, and is what people type to get past a form. */
function isOneDigitRepeated(value: string): boolean {
  return /^(.)\1+$/.test(value);
}
