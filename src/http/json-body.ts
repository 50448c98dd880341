import { isUtf8 } from 'node:buffer';
import { isSafeNumber, parse } from 'lossless-json';
import { PasarelaError } from '../errors.ts';

/**
 * Reads a JSON body strictly: valid UTF-8, and no key given twice with different values. A number
 * that a double would quietly change becomes NaN, which no schema accepts. No body is undefined.
 */
export function parseJsonBody(body: Buffer): unknown {
  if (body.length === 0) return undefined;
  if (!isUtf8(body)) throw invalid('it is not valid UTF-8');
  try {
    return parse(body.toString('utf8'), undefined, { parseNumber: exactNumber });
  } catch (error) {
    throw invalid(error instanceof Error ? error.message : 'it cannot be read');
  }
}

function exactNumber(text: string): number {
  return isSafeNumber(text) ? Number(text) : Number.NaN;
}

function invalid(why: string): PasarelaError {
  return new PasarelaError('invalid_json', `The body is not valid JSON: ${why}.`);
}
