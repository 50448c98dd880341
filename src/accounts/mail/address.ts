import { unplain } from '../../base/ground/plain-text.ts';

/** RFC 5321's bound on a path. */
export const maxAddressCharacters = 254;

/** Nothing that a header or the SMTP envelope could read as a second address, as a comment or as the end of a line. */
const atom = `[^\\s${unplain}<>()[\\]\\\\,;:"@.]+`;
const label = '[\\p{L}\\p{N}](?:[\\p{L}\\p{M}\\p{N}-]{0,61}[\\p{L}\\p{M}\\p{N}])?';

/**
 * One plain address, as mail servers take it: at most 64 characters, dots only between others, and a domain of two labels
 * or more. The interface and the pages take what this takes and no more, so that nothing is taken which our own mailer
 * would then refuse.
 */
export const addressPattern = `^(?=[^@]{1,64}@)${atom}(?:\\.${atom})*@(?:${label}\\.)+${label}$`;

const address = new RegExp(addressPattern, 'u');

export function isMailAddress(text: string): boolean {
  // As JSON schemas count: characters, not their halves.
  return Array.from(text).length <= maxAddressCharacters && address.test(text);
}
