import type { ErrorCode } from '../../../src/base/ground/errors.ts';

/** What can be wrong with a field, in the terms of the person who typed it. */
export const faultKinds = [
  'missing',
  'email',
  'amount',
  'time',
  'address',
  'length',
  'taken',
  'code',
  'value',
] as const;
export type FaultKind = (typeof faultKinds)[number];

/**
 * The server's refusals for people, with what to do. The server's own words are English, so English needs none: a reader
 * of another language finds them folded, for developers. A new code does not compile until every language has it.
 */
export interface ErrorWords {
  codes: Readonly<Record<ErrorCode, string>>;
  faults: Readonly<Record<FaultKind, string>>;
  forDevelopers: string;
}

/** The kind of a fault, from the server's sentence about a field; the first that fits. */
const signs: readonly (readonly [FaultKind, RegExp])[] = [
  ['missing', /\bis required\b|must not be empty|must be given|must say|\bis missing\b/],
  ['email', /e-mail/],
  ['code', /\bcode\b.*(?:used|wrong|fit)|used already|does not fit/],
  ['length', /characters?\b|\blong(?:er)?\b|\bshort(?:er)?\b|\bwords\b/],
  ['taken', /already|another|\btwice\b|\bis the number of\b/],
  ['address', /https?:|\bURL\b|\bhost\b|web address/i],
  ['time', /\bdate\b|\btime\b|\bday\b|\bmonth\b|\bafter\b|\bpast\b|ISO 8601/],
  ['amount', /\bamount\b|\bdecimals?\b|\bnumber\b|at (?:most|least)|[<>]=|\bmore than\b|\bless than\b/],
];

export function faultKindOf(message: string): FaultKind {
  return signs.find(([, sign]) => sign.test(message))?.[0] ?? 'value';
}
