/** Patterns that must not be stored from a text that repeats a sender's input, and their replacements. */
const hidden: readonly [pattern: string, name: string][] = [
  // Kept: the id of one of our objects reveals nothing personal.
  [String.raw`\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b`, ''],
  [String.raw`[^\s@"'<>,;:()]+@[^\s@"'<>,;:()]+`, '[email]'],
  [String.raw`\b(?:psk|whsec)_[\w+/=]+`, '[secret]'],
  // Longer than a word, a code or an id: a token, a hash, a key.
  [String.raw`[\w+/=.~-]{37,}`, '[secret]'],
  // A card, a phone, a document, an account.
  [String.raw`\+?\d(?:[ ./\u00a0\u2010-\u2015-]{0,3}\d){7,}`, '[number]'],
];
const anyOf = new RegExp(hidden.map(([pattern]) => `(${pattern})`).join('|'), 'giu');

/** A message for a log: without addresses, secrets and long numbers. */
export function redact(text: string): string {
  return text.replace(anyOf, (found, ...groups) => hidden[groups.findIndex(Boolean)]?.[1] || found);
}
