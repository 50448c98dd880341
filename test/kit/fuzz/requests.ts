import { headerValues, oddValues, sharpValues } from './odd-values.ts';
import type { Random } from './random.ts';
import { placeOf, type Seen } from './seen.ts';

/** One request, made of its description and of odd values. */

export interface Schema {
  type?: string | string[];
  properties?: Record<string, Schema>;
  items?: Schema;
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  example?: unknown;
}
export interface Operation {
  operationId: string;
  parameters?: { name: string; in: string; required?: boolean; schema: Schema }[];
  requestBody?: { content: Record<string, { schema: Schema; example?: unknown }> };
}
export interface Described {
  method: string;
  path: string;
  operation: Operation;
  /** Who usually sends it; unset: as its path and parameters tell. */
  as?: FuzzRequest['as'];
  /** Words that stand in its path sometimes. */
  words?: readonly string[];
  /** The place whose words it takes; unset: its own. */
  knownAt?: string;
  /** What is added for a body, such as its signature. */
  sign?(body: string): { headers: Record<string, string>; query?: string };
}

export interface FuzzRequest {
  number: number;
  operationId: string;
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string | undefined;
  place: string;
  /** The credentials it uses. */
  as: 'key' | 'token' | 'owner' | 'operator' | 'nobody';
}

export function makeRequest(random: Random, described: Described, seen: Seen, number: number): FuzzRequest {
  const { method, path, operation } = described;
  const { operationId, parameters = [], requestBody } = operation;
  const place = placeOf(path);
  const known = (): string | undefined =>
    described.words && random.chance(0.5)
      ? random.of(described.words)
      : seen.word(described.knownAt ?? place);
  const value = (often = 0.5): string =>
    (random.chance(often) ? known() : undefined) ?? String(random.of(oddValues));
  const inPath = path.replaceAll(/\{\w+\}/g, () => encoded(random, value(0.85)));
  const query = parameters
    .filter(({ in: place, required }) => place === 'query' && (required || random.chance(0.4)))
    .map(({ name, schema }) => {
      const options = optionsOf(schema);
      const sent = options.length > 0 && random.chance(0.5) ? String(random.of(options)) : value();
      return `${name}=${encoded(random, sent)}`;
    });
  const content = requestBody && Object.entries(requestBody.content)[0];
  const body = content && random.chance(0.97) ? makeBody(random, content, known) : undefined;
  const signed = body === undefined ? undefined : described.sign?.(body);
  const headers: Record<string, string> = {
    ...(random.chance(0.2) && { 'idempotency-key': random.of(headerValues) }),
    ...(random.chance(0.1) && { 'accept-language': random.of(headerValues) }),
    ...(random.chance(0.03) && { 'x-merchant-id': random.of(headerValues) }),
    ...(path.startsWith('/pay') && random.chance(0.5) && { accept: 'application/json' }),
    ...signed?.headers,
  };
  const type = content?.[0] ?? 'application/json';
  if (body !== undefined) headers['content-type'] = random.chance(0.02) ? random.of(headerValues) : type;
  if (signed?.query !== undefined) query.push(signed.query);
  const queryText = query.length > 0 ? `?${query.join('&')}` : '';
  const as = senderOf(random, described);
  return { number, operationId, method, path: inPath + queryText, headers, body, place, as };
}

function senderOf(random: Random, { path, operation, as }: Described): FuzzRequest['as'] {
  const { parameters = [] } = operation;
  const isOfMerchant = parameters.some(({ name }) => name.toLowerCase() === 'x-merchant-id');
  const usual = as ?? (path.startsWith('/dashboard/') ? (isOfMerchant ? 'owner' : 'operator') : 'key');
  if (path.startsWith('/api/transactions/charges') && random.chance(0.5)) return 'token';
  return random.chance(0.9) ? usual : random.of(['key', 'token', 'owner', 'nobody'] as const);
}

function optionsOf(schema: Schema | undefined): readonly unknown[] {
  return schema?.enum ?? schema?.anyOf?.flatMap(({ enum: some = [] }) => some) ?? [];
}

/** The operation's example with some parts replaced, removed or added; rarely no JSON at all. */
function makeBody(
  random: Random,
  [type, { schema, example }]: [type: string, content: { schema: Schema; example?: unknown }],
  known: () => string | undefined,
): string {
  if (random.chance(0.02))
    return random.of(['', '{', '[]', 'null', '"x"', '{"a":1,"a":2}', '\u0000', '{"__proto__":1}', 'a&b=%zz']);
  let body = structuredClone(example ?? {}) as Json;
  for (let changes = Math.max(0, random.below(5) - 1); changes > 0; changes--)
    body = changed(random, body, schema, known);
  return type === formType ? asForm(body) : JSON.stringify(body);
}

export const formType = 'application/x-www-form-urlencoded';

/** A list sends its field several times. */
function asForm(body: Json): string {
  if (typeof body !== 'object' || body === null) return String(body);
  const pairs = Object.entries(body).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).map((each) => [
      name,
      typeof each === 'object' && each !== null ? JSON.stringify(each) : String(each),
    ]),
  );
  return String(new URLSearchParams(pairs));
}

type Json = unknown;

function changed(
  random: Random,
  value: Json,
  schema: Schema | undefined,
  known: () => string | undefined,
): Json {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  if (isObject && random.chance(0.9)) {
    const fields = value as Record<string, Json>;
    const documented = Object.keys(schema?.properties ?? {});
    const name = random.of([...Object.keys(fields), ...documented, 'unknown']);
    if (random.chance(0.15)) {
      const { [name]: _, ...rest } = fields;
      return rest;
    }
    return { ...fields, [name]: changed(random, fields[name], schema?.properties?.[name], known) };
  }
  if (Array.isArray(value) && value.length > 0 && random.chance(0.7)) {
    const at = random.below(value.length);
    if (random.chance(0.2)) return [...value, ...value, ...value];
    return value.map((item, index) => (index === at ? changed(random, item, schema?.items, known) : item));
  }
  const options = optionsOf(schema);
  if (options.length > 0 && random.chance(0.5)) return random.of(options);
  return (
    (random.chance(0.2) ? known() : undefined) ?? random.of(random.chance(0.3) ? sharpValues : oddValues)
  );
}

/** Usually correct; sometimes half of a character, or none. */
function encoded(random: Random, value: string): string {
  if (random.chance(0.02)) return random.of(['%00', '%ff', '%c0%80', '%', '%zz', '..%2f..', '%F0%9F']);
  return encodeURIComponent(value.toWellFormed()).slice(0, 3_000);
}
