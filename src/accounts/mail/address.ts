import { unplain } from '../../base/ground/plain-text.ts';

/** RFC 5321's limit on a path. */
export const maxAddressCharacters = 254;

/** Excludes everything that a header or the SMTP envelope could read as a second address, a comment or a line's end. */
const atom = `[^\\s${unplain}<>()[\\]\\\\,;:"@.]+`;
const label = '[\\p{L}\\p{N}](?:[\\p{L}\\p{M}\\p{N}-]{0,61}[\\p{L}\\p{M}\\p{N}])?';

/**
 * One plain address that mail servers accept: a local part of at most 64 characters, dots only between others, and a
 * domain of two labels or more. The interface and the pages accept exactly this, so that they never accept an address
 * that our own mailer would refuse.
 */
export const addressPattern = `^(?=[^@]{1,64}@)${atom}(?:\\.${atom})*@(?:${label}\\.)+${label}$`;

const address = new RegExp(addressPattern, 'u');

export function isMailAddress(text: string): boolean {
  // Counts characters, not UTF-16 units, as JSON schemas do.
  return Array.from(text).length <= maxAddressCharacters && address.test(text);
}
