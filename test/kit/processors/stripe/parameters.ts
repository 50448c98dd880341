import { ApiError } from './api-error.ts';

/**
 * Parses forms like Stripe and checks their fields: a field not named here is refused, as Stripe refuses unknown ones.
 */

type Tree = { [name: string]: Tree | string };

/** text, integer, boolean, time, url, one of some words, a list, a map of texts, or fields; with a `!`: required. */
export type Shape = string | readonly [Shape] | { readonly [name: string]: Shape };

export function readForm(text: string): Tree {
  const tree: Tree = {};
  for (const [name, value] of new URLSearchParams(text)) {
    const path = name.replaceAll(']', '').split('[');
    let at = tree;
    for (const part of path.slice(0, -1)) {
      const next = at[part] ?? {};
      if (typeof next === 'string') throw refused(name, 'parameter_invalid_hash');
      at[part] = next;
      at = next;
    }
    at[path.at(-1) ?? ''] = value;
  }
  return tree;
}

/** A multipart body, whose bytes are the characters of the text; a file becomes its name, type and content. */
export function readMultipart(text: string): Tree {
  const boundary = text.slice(0, text.indexOf('\r\n'));
  const tree: Tree = {};
  for (const part of text.split(boundary).slice(1, -1)) {
    const end = part.indexOf('\r\n\r\n');
    const head = part.slice(0, end);
    const content = part.slice(end + 4, -2);
    const name = /name="([^"]*)"/.exec(head)?.[1] ?? '';
    const filename = /filename="([^"]*)"/.exec(head)?.[1];
    const type = /content-type: (\S+)/i.exec(head)?.[1] ?? '';
    tree[name] = filename === undefined ? content : { filename, type, content };
  }
  return tree;
}

// biome-ignore lint/suspicious/noExplicitAny: what came has been held against its shape; a simulator reads it loosely.
export type Parameters = Record<string, any>;

/** Converts every parameter to its type, or throws Stripe's error about the first faulty one. */
export function readParameters(
  tree: Tree,
  shape: { readonly [name: string]: Shape },
  prefix = '',
): Parameters {
  const nameOf = (name: string): string => (prefix ? `${prefix}[${name}]` : name);
  for (const name of Object.keys(tree)) {
    if (!(name in shape) && !(`${name}!` in shape)) throw refused(nameOf(name), 'parameter_unknown');
  }
  const read: Parameters = {};
  for (const [key, each] of Object.entries(shape)) {
    const name = key.replace(/!$/, '');
    const value = tree[name];
    if (value !== undefined) read[name] = readValue(value, each, nameOf(name));
    else if (key.endsWith('!')) throw refused(nameOf(name), 'parameter_missing');
  }
  return read;
}

function readValue(value: Tree | string, shape: Shape, name: string): unknown {
  if (typeof shape === 'string') return readLeaf(value, shape, name);
  if (typeof value === 'string') throw refused(name, 'parameter_invalid_hash');
  if (!Array.isArray(shape)) return readParameters(value, shape as { [name: string]: Shape }, name);
  return Object.entries(value).map(([index, each]) =>
    readValue(each, shape[0] as Shape, `${name}[${index}]`),
  );
}

function readLeaf(value: Tree | string, shape: string, name: string): unknown {
  if (shape === 'texts') {
    if (typeof value === 'string') throw refused(name, 'parameter_invalid_hash');
    const isTooLong = Object.entries(value).some(
      ([key, each]) => key.length > 40 || String(each).length > 500,
    );
    if (isTooLong) throw refused(name, 'parameter_invalid_string_blank');
    return value;
  }
  if (typeof value !== 'string') throw refused(name, 'parameter_invalid_string');
  if (value === '') throw refused(name, 'parameter_invalid_empty');
  switch (shape) {
    case 'text':
      return value;
    case 'integer':
      if (!/^-?\d{1,15}$/.test(value)) throw refused(name, 'parameter_invalid_integer');
      return Number(value);
    case 'boolean':
      if (value !== 'true' && value !== 'false') throw refused(name, 'parameter_invalid_boolean');
      return value === 'true';
    case 'url':
      if (!/^https?:$/.test(URL.parse(value)?.protocol ?? '')) throw refused(name, 'url_invalid');
      return value;
    // With a prefix of ten characters and "* " between them, 22 in all.
    case 'suffix':
      if (value.length > 10 || !/[A-Za-z]/.test(value) || /[<>\\'"*]|[^ -~]/.test(value))
        throw refused(name, 'invalid_statement_descriptor');
      return value;
    case 'email':
      if (!/^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(value)) throw refused(name, 'email_invalid');
      return value;
    default:
      if (!shape.split('|').includes(value)) throw refused(name, 'parameter_invalid_enum');
      return value;
  }
}

function refused(param: string, code: string): ApiError {
  return new ApiError(
    400,
    { type: 'invalid_request_error', code, param, message: `${code}: ${param}` },
    false,
  );
}

const zeroDecimal = new Set('bif clp djf gnf jpy kmf krw mga pyg rwf vnd vuv xaf xof xpf'.split(' '));
const threeDecimal = new Set(['bhd', 'jod', 'kwd', 'omr', 'tnd']);
const wholeHundreds = new Set(['isk', 'ugx']);
const minima: Readonly<Record<string, number>> = { mxn: 1_000, jpy: 50, clp: 500, pyg: 5_000 };

/** Stripe's limits on an amount, in its own units. */
export function checkAmount(amount: number, currency: string, param: string): void {
  checkDecimals(amount, currency, param);
  if (amount > 999_999_999_999) throw wrongAmount('amount_too_large', param);
  const least = minima[currency] ?? (zeroDecimal.has(currency) ? 1 : 50);
  if (amount < least) throw wrongAmount('amount_too_small', param);
}

/** The limits that also apply to a refund. */
export function checkDecimals(amount: number, currency: string, param: string): void {
  if (!/^[a-z]{3}$/.test(currency)) throw wrongAmount('invalid_currency', 'currency');
  if (amount < 1) throw wrongAmount('parameter_invalid_integer', param);
  if (threeDecimal.has(currency) && amount % 10 !== 0) throw wrongAmount('invalid_charge_amount', param);
  if (wholeHundreds.has(currency) && amount % 100 !== 0) {
    throw wrongAmount('invalid_charge_amount_no_decimal_compatible', param);
  }
}

function wrongAmount(code: string, param: string): ApiError {
  return new ApiError(400, { type: 'invalid_request_error', code, param, message: code });
}
