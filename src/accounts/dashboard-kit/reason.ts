import { Type } from 'typebox';
import { validationFailed } from '../../base/ground/errors.ts';
import { isPlainText } from '../../base/ground/plain-text.ts';

const maxLength = 500;

/** A person's reason for an act, for the audit log. */
export const reasonSchema = Type.String({ minLength: 1, maxLength });

/** Normalises the reason to one non-empty line. */
export function readReason(field: string, given: string): string {
  const line = given.trim().replace(/\s+/g, ' ');
  if (line !== '' && isPlainText(line)) return line;
  throw validationFailed([{ field, message: 'must say why in a few words' }]);
}
