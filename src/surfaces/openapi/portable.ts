import { addressPattern } from '../../accounts/mail/address.ts';
import { unplain } from '../../base/ground/plain-text.ts';

/**
 * Copies schemas into a form that generators for other languages can read. Go has no \p{Cc} with that meaning, no \u
 * and no surrogates, Python no \p at all; direction marks appear only in the text of a refusal. Half a surrogate pair,
 * which we refuse, cannot be written in UTF-8 anyway.
 */
export function portable(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(portable);
  if (typeof value !== 'object' || value === null) return value;
  // What a text of the query is read as.
  if ('x-as' in value) {
    const { description, 'x-as': as } = value as { description?: string; 'x-as': object };
    return { ...(description !== undefined && { description }), ...as };
  }
  const copy: Record<string, unknown> = {};
  for (const [name, part] of Object.entries(value)) {
    if (name === 'pattern' && typeof part === 'string') copy[name] = portablePattern(part);
    // An example may have a field of any name.
    else if (name === 'example') copy[name] = part;
    // Our own keyword, which words refusals. Keywords outside the standard begin with x-.
    else if (name === 'expected' && typeof part === 'string') copy['x-expected'] = part;
    else copy[name] = portable(part);
  }
  return typedEnum(nullableType(wordedOnce(copy)));
}

/** A wording of a choice is not repeated by each of its alternatives. */
function wordedOnce(schema: Record<string, unknown>): Record<string, unknown> {
  const { anyOf, 'x-expected': words } = schema;
  if (!Array.isArray(anyOf) || words === undefined) return schema;
  const alternatives = (anyOf as Record<string, unknown>[]).map((each) => {
    const { 'x-expected': own, ...rest } = each;
    return own === words ? rest : each;
  });
  return { ...schema, anyOf: alternatives };
}

/** Java generates an untyped object for an enum without a type. Its values need no words. */
function typedEnum(schema: Record<string, unknown>): Record<string, unknown> {
  const isEnum = Array.isArray(schema.enum) && schema.enum.every((each) => typeof each === 'string');
  if (!isEnum) return schema;
  // The values say it.
  const { 'x-expected': _, ...rest } = schema;
  return { type: 'string', ...rest };
}

/** `anyOf: [{ type: 'string' }, { type: 'null' }]` is `type: ['string', 'null']`, which is shorter and read by all. */
function nullableType(schema: Record<string, unknown>): Record<string, unknown> {
  const { anyOf, ...rest } = schema;
  if (!Array.isArray(anyOf) || anyOf.length !== 2) return schema;
  const [one, other] = anyOf as Record<string, unknown>[];
  const isPlain =
    one && typeof one.type === 'string' && !('enum' in one) && !('$ref' in one) && !('x-name' in one);
  if (!isPlain || other?.type !== 'null') return schema;
  return { ...one, ...rest, type: [one.type, 'null'] };
}

/** The part of an address check that every language can express; the server checks more. */
const portableAddress = '^[^\\s@]+@[^\\s@.]+([.][^\\s@.]+)+$';

function portablePattern(pattern: string): string {
  if (pattern === addressPattern) return portableAddress;
  return pattern
    .replaceAll(unplain, '\\p{Cc}')
    .replaceAll('\\p{Cs}', '')
    .replaceAll('\\p{Cc}', '\\x00-\\x1f\\x7f-\\x9f');
}
