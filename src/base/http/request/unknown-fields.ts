import type { FieldFault } from '../../ground/errors.ts';

/** Per request; a body may hold thousands. */
export const maxUnknownListed = 20;
const maxNameLength = 60;

/** Shortens a name for display: the sender chose its length. */
export function shortName(name: string): string {
  return name.length > maxNameLength ? `${name.slice(0, maxNameLength - 1).toWellFormed()}…` : name;
}

export function unknownFieldMessage(name: string, known: readonly string[]): string {
  if (known.length === 0) return 'is not known; this request takes no fields';
  const near = nearest(name, known);
  return near === null
    ? `is not known; known are ${known.join(', ')}`
    : `is not known; did you mean ${near}?`;
}

/** The known name that was probably meant: at most a third of its letters differ. */
function nearest(name: string, known: readonly string[]): string | null {
  const sought = plain(name);
  if (sought.length > maxNameLength) return null;
  let best: { name: string; distance: number } | null = null;
  for (const each of known) {
    const candidate = plain(each);
    const distance = editDistance(sought, candidate);
    if (distance <= Math.max(1, Math.floor(candidate.length / 3)) && (!best || distance < best.distance)) {
      best = { name: each, distance };
    }
  }
  return best?.name ?? null;
}

const plain = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '');

/** The number of letters to insert, delete or replace (Levenshtein). */
function editDistance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let i = 1; i <= one.length; i++) {
    const next = [i];
    for (let j = 1; j <= other.length; j++) {
      const replaced = (row[j - 1] as number) + (one[i - 1] === other[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[j] as number) + 1, (next[j - 1] as number) + 1));
    }
    row = next;
  }
  return row[other.length] as number;
}

/**
 * Words in field names that request an effect on money. The requests that create payments ignore unknown fields, but a
 * charge that should be captured later, or in another amount, must not be made as if nothing had been requested.
 */
const moneyWords = new Set(
  (
    'amount amounts capture captured authorization authorize preauth card cards cvv cvc pan 3ds threeds secure instalment ' +
    'instalments installment installments descriptor currency price total subtotal fee fees tax taxes tip discount surcharge ' +
    'refund refunds split splits payout payouts settlement cashback'
  ).split(' '),
);

/** Requests in these words describe the default behaviour. */
const alreadySo: Readonly<Record<string, unknown>> = {
  capture: true,
  capture_method: 'automatic',
  save_card: false,
};

/** Unknown fields with a money word, each with the sentence that refuses it. */
export function moneyWordFaults(body: object, known: Readonly<Record<string, unknown>>): FieldFault[] {
  const faults: FieldFault[] = [];
  for (const name in body) {
    if (Object.hasOwn(known, name)) continue;
    if (faults.length === maxUnknownListed) break;
    if (!speaksOfMoney(name) || isAlreadySo(name, (body as Record<string, unknown>)[name])) continue;
    faults.push({ field: shortName(name), message: moneyWordMessage(name, Object.keys(known)) });
  }
  return faults;
}

function moneyWordMessage(name: string, known: string[]): string {
  const so = Object.hasOwn(alreadySo, name) ? alreadySo[name] : undefined;
  if (so !== undefined) return `may only be ${JSON.stringify(so)} here`;
  const near = nearest(name, known);
  return near === null ? 'is not supported; leave it out' : `is not known; did you mean ${near}?`;
}

function isAlreadySo(name: string, value: unknown): boolean {
  return Object.hasOwn(alreadySo, name) && alreadySo[name] === value;
}

function speaksOfMoney(name: string): boolean {
  if (name.length > maxNameLength) return false;
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/);
  return words.some((word, at) => moneyWords.has(word) || (word === 'three' && words[at + 1] === 'ds'));
}
