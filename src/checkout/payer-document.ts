/**
 * The payer's tax or identity document. Acquirers of Brazil and Argentina refuse local cards without
 * one, those of Colombia use it where it is given; elsewhere asking would only cost customers.
 */
export type DocumentKind = 'cpf_or_cnpj' | 'dni_or_cuit' | 'cedula_or_nit' | 'identity_document';

const kinds: Readonly<Record<string, DocumentKind>> = {
  BRA: 'cpf_or_cnpj',
  ARG: 'dni_or_cuit',
  COL: 'cedula_or_nit',
};

/** Where a card cannot be charged without the document. */
const required: ReadonlySet<DocumentKind> = new Set(['cpf_or_cnpj', 'dni_or_cuit']);

export function isDocumentRequired(kind: DocumentKind): boolean {
  return required.has(kind);
}

/** null: the country's cards need no document. */
export function documentKindOf(country: string): DocumentKind | null {
  return kinds[country] ?? null;
}

/** What is asked for where a processor must be told a document, whatever the country's cards need. */
export function askedDocumentKindOf(country: string): DocumentKind {
  return kinds[country] ?? 'identity_document';
}

/** The document as acquirers want it, without dots and dashes; null when it cannot be one. */
export function readDocument(kind: DocumentKind, text: string): string | null {
  const value = text.replace(/[\s./-]/g, '').toUpperCase();
  return accepts[kind](value) ? value : null;
}

const accepts: Readonly<Record<DocumentKind, (value: string) => boolean>> = {
  cpf_or_cnpj: (value) => isCpf(value) || isCnpj(value),
  // Nine digits: the DNI of the first resident foreigners had a check digit.
  dni_or_cuit: (value) => /^\d{7,9}$/.test(value) || isCuit(value),
  cedula_or_nit: (value) => /^\d{6,11}$/.test(value),
  // CURP, RUT, DNI, CI and others: the processor knows each by its rules.
  identity_document: (value) => /^[\dA-Z]{5,20}$/.test(value),
};

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

/** Modulo 11 with weights 2, 3, … from the right, starting over after `lastWeight`. */
function checkDigit(text: string, lastWeight: number): number {
  let sum = 0;
  for (let i = 0; i < text.length; i++) {
    const value = text.charCodeAt(text.length - 1 - i) - 48;
    sum += value * ((i % (lastWeight - 1)) + 2);
  }
  const rest = sum % 11;
  return rest < 2 ? 0 : 11 - rest;
}

/** 111.111.111-11 passes the arithmetic, and is what people type to get past a form. */
function isOneDigitRepeated(value: string): boolean {
  return /^(.)\1+$/.test(value);
}
