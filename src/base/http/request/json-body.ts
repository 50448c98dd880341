import { isUtf8 } from 'node:buffer';
import { isSafeNumber, parse } from 'lossless-json';
import { PasarelaError } from '../../ground/errors.ts';

/** No body of ours nests deeper than three levels; every reader recurses once per level. */
const maxDepth = 20;

/** 17 digits determine a double exactly. Longer numbers are not examined: separating exact ones is not linear. */
const maxNumberLength = 40;

/**
 * Reads a JSON body strictly: valid UTF-8, limited nesting, and no key given twice with different values. A number that
 * a double would silently change becomes NaN, which no schema accepts. An empty body is undefined.
 */
export function parseJsonBody(body: Buffer): unknown {
  if (body.length === 0) return undefined;
  if (!isUtf8(body)) throw invalid('it is not valid UTF-8');
  if (isDeeper(body, maxDepth)) {
    throw new PasarelaError(
      'invalid_json',
      `The body is nested too deeply: objects and arrays may stand in each other at most ${maxDepth} levels deep.`,
    );
  }
  const text = body.toString('utf8');
  try {
    return parsePlain(text) ?? parse(text, undefined, { parseNumber: exactNumber });
  } catch (error) {
    throw invalid(error instanceof Error ? error.message : 'it cannot be read');
  }
}

/** More digits than a double is sure to hold. */
const notPlain = /\d{16}|\de\+/;

/**
 * A shortcut, in half the time, for the JSON that most programs send: a text that serialises back to itself has no
 * duplicate key and no changed number. Returns undefined for any other text.
 */
function parsePlain(text: string): unknown {
  if (notPlain.test(text)) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return JSON.stringify(value) === text ? value : undefined;
  } catch {
    return undefined;
  }
}

const [quote, backslash, brace, bracket, closingBrace, closingBracket] = Buffer.from('"\\{[}]');

/** Whether objects and arrays nest deeper than this many levels. */
function isDeeper(json: Buffer, levels: number): boolean {
  return countUpTo(json, brace, levels) + countUpTo(json, bracket, levels) > levels && isNested(json, levels);
}

/** How often the byte occurs, or more than `limit`. Takes a tenth of the time, and nearly always suffices. */
function countUpTo(json: Buffer, byte: number | undefined, limit: number): number {
  let count = 0;
  for (
    let at = json.indexOf(byte as number);
    at >= 0 && count <= limit;
    at = json.indexOf(byte as number, at + 1)
  )
    count++;
  return count;
}

function isNested(json: Buffer, levels: number): boolean {
  let depth = 0;
  let inText = false;
  for (let at = 0; at < json.length; at++) {
    const byte = json[at];
    if (inText) {
      // An escaped character ends no string.
      if (byte === backslash) at++;
      else if (byte === quote) inText = false;
    } else if (byte === quote) inText = true;
    else if (byte === brace || byte === bracket) {
      depth++;
      if (depth > levels) return true;
    } else if (byte === closingBrace || byte === closingBracket) depth--;
  }
  return false;
}

function exactNumber(text: string): number {
  return text.length <= maxNumberLength && isSafeNumber(text) ? Number(text) : Number.NaN;
}

function invalid(why: string): PasarelaError {
  return new PasarelaError('invalid_json', `The body is not valid JSON: ${why}.`);
}
