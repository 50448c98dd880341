import { type Answer, type Credentials, callRaw, getToken, keyHeaders } from './client.ts';
import { readDescription } from './description.ts';
import { addMerchant } from './merchants.ts';
import { signedIn, type Visitor } from './people.ts';
import type { TestServer } from './server.ts';

/** Sends requests generated from the published description, partly valid and partly not. */

interface Schema {
  type?: string | string[];
  properties?: Record<string, Schema>;
  items?: Schema;
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  example?: unknown;
}
interface Operation {
  operationId: string;
  parameters?: { name: string; in: string; required?: boolean; schema: Schema }[];
  requestBody?: { content: Record<string, { schema: Schema; example?: unknown }> };
}
interface Described {
  method: string;
  path: string;
  operation: Operation;
}

export interface Sent {
  /** Its number: the same seed repeats it, as far as the earlier answers were the same. */
  number: number;
  operationId: string;
  method: string;
  path: string;
  body: string | undefined;
  status: number;
  answer: unknown;
}

export interface FuzzOptions {
  seed: number;
  cases: number;
  /** Concurrent requests. */
  atOnce: number;
  onAnswer(sent: Sent): void;
}

/** Requests by the same people: some requests remove their own permissions. */
const casesOfWorld = 1_000;
/** Ids and words from answers, for later requests: at most this many per path. */
const mostSeen = 60;

export async function fuzz(
  server: TestServer,
  { seed, cases, atOnce, onAnswer }: FuzzOptions,
): Promise<void> {
  const random = createRandom(seed);
  const operations = await describedBy(server);
  const seen = createSeen(random);
  let world = await newWorld(server);
  let isOver = false;
  for (let begun = 0; begun < cases; begun += atOnce) {
    if (isOver || begun % casesOfWorld < atOnce) world = await newWorld(server);
    isOver = false;
    const requests = Array.from({ length: Math.min(atOnce, cases - begun) }, (_, at) =>
      makeRequest(random, random.of(operations), seen, begun + at),
    );
    await Promise.all(
      requests.map(async (request) => {
        const { httpStatus, body: answer } = await send(server, world, request);
        seen.note(request.place, answer);
        // Some of their requests end their own sessions.
        if (httpStatus === 401 && (request.as === 'owner' || request.as === 'operator')) isOver = true;
        const { number, operationId, method, path, body } = request;
        onAnswer({ number, operationId, method, path, body, status: httpStatus, answer });
      }),
    );
  }
}

/** A stream lasts as long as its reader: test/dashboard/live.test.ts sends it what is odd. */
const endless = 'followChanges';

async function describedBy(server: TestServer): Promise<Described[]> {
  const { paths }: { paths: Record<string, Record<string, Operation>> } = await readDescription(server);
  return Object.entries(paths)
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({
        method: method.toUpperCase(),
        path,
        operation,
      })),
    )
    .filter(({ operation }) => operation.operationId !== endless);
}

interface World {
  merchant: Credentials;
  owner: Visitor;
  operator: Visitor;
  token: Record<string, string>;
}

async function newWorld(server: TestServer): Promise<World> {
  const merchant = await addMerchant(server);
  const { merchantId } = merchant;
  return {
    merchant,
    owner: await signedIn(server, { merchantId, role: 'owner' }),
    operator: await signedIn(server, { merchantId: null, role: 'administrator' }),
    token: await getToken(server, merchant),
  };
}

interface FuzzRequest {
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

async function send(server: TestServer, world: World, request: FuzzRequest): Promise<Answer> {
  const cookie = (someone: Visitor) => ({
    origin: server.url,
    cookie: [...someone.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
  });
  const credentials = {
    key: () => keyHeaders(world.merchant),
    token: () => world.token,
    owner: () => ({ ...cookie(world.owner), 'x-merchant-id': world.merchant.merchantId }),
    operator: () => cookie(world.operator),
    nobody: () => ({}),
  }[request.as]();
  const { method, path, body } = request;
  const headers = { ...credentials, ...request.headers };
  return await callRaw(server, { method, path, headers, ...(body !== undefined && { body }) });
}

function makeRequest(
  random: Random,
  { method, path, operation }: Described,
  seen: Seen,
  number: number,
): FuzzRequest {
  const { operationId, parameters = [], requestBody } = operation;
  const place = placeOf(path);
  const value = (known = 0.5): string =>
    (random.chance(known) ? seen.word(place) : undefined) ?? String(random.of(oddValues));
  const inPath = path.replaceAll(/\{\w+\}/g, () => encoded(random, value(0.85)));
  const query = parameters
    .filter(({ in: place, required }) => place === 'query' && (required || random.chance(0.4)))
    .map(({ name, schema }) => {
      const known = schema.enum ?? schema.anyOf?.flatMap(({ enum: some = [] }) => some) ?? [];
      const sent = known.length > 0 && random.chance(0.5) ? String(random.of(known)) : value();
      return `${name}=${encoded(random, sent)}`;
    });
  const headers: Record<string, string> = {
    ...(random.chance(0.2) && { 'idempotency-key': random.of(headerValues) }),
    ...(random.chance(0.1) && { 'accept-language': random.of(headerValues) }),
    ...(random.chance(0.03) && { 'x-merchant-id': random.of(headerValues) }),
  };
  const content = requestBody && Object.entries(requestBody.content)[0];
  const type = content?.[0] ?? 'application/json';
  const body =
    content && random.chance(0.97) ? makeBody(random, content[1], () => seen.word(place)) : undefined;
  if (body !== undefined) headers['content-type'] = random.chance(0.02) ? random.of(headerValues) : type;
  const isOfMerchant = parameters.some(({ name }) => name.toLowerCase() === 'x-merchant-id');
  const usual = path.startsWith('/dashboard/') ? (isOfMerchant ? 'owner' : 'operator') : 'key';
  const as = random.chance(0.9) ? usual : random.of(['key', 'token', 'owner', 'nobody'] as const);
  const queryText = query.length > 0 ? `?${query.join('&')}` : '';
  return {
    number,
    operationId,
    method,
    path: inPath + queryText,
    headers,
    body,
    place,
    as: path.startsWith('/api/transactions/charges') && random.chance(0.5) ? 'token' : as,
  };
}

/** The operation's example with some parts replaced, removed or added; rarely no JSON at all. */
function makeBody(
  random: Random,
  { schema, example }: { schema: Schema; example?: unknown },
  known: () => string | undefined,
): string {
  if (random.chance(0.02))
    return random.of(['', '{', '[]', 'null', '"x"', '{"a":1,"a":2}', '\u0000', '{"__proto__":1}']);
  let body = structuredClone(example ?? {}) as Json;
  for (let changes = Math.max(0, random.below(5) - 1); changes > 0; changes--)
    body = changed(random, body, schema, known);
  return JSON.stringify(body);
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
  const options = schema?.enum ?? schema?.anyOf?.flatMap(({ enum: some = [] }) => some) ?? [];
  if (options.length > 0 && random.chance(0.5)) return random.of(options);
  return (random.chance(0.2) ? known() : undefined) ?? random.of(oddValues);
}

/** Usually correct; sometimes half of a character, or none. */
function encoded(random: Random, value: string): string {
  if (random.chance(0.02)) return random.of(['%00', '%ff', '%c0%80', '%', '%zz', '..%2f..', '%F0%9F']);
  return encodeURIComponent(value.toWellFormed()).slice(0, 3_000);
}

const oddValues: readonly Json[] = [
  ...[
    '',
    ' ',
    'x',
    '\u0000',
    'a\u0000b',
    '\ud800',
    '\u202e',
    '👩‍👩‍👧',
    'é'.repeat(300),
    'x'.repeat(5_000),
    '%',
    "'",
    '"; --',
  ],
  ...[
    '0',
    '-1',
    '1e5',
    '1e400',
    '0x10',
    '1.',
    '.5',
    '0.1',
    '999999999999999999',
    '9'.repeat(40),
    '-0.01',
    '1,5',
    'NaN',
  ],
  ...[
    'null',
    'true',
    '[]',
    '{}',
    '../../etc/passwd',
    'https://a.example/',
    'http://127.0.0.1:1/',
    'javascript:1',
    'a@b.example',
  ],
  ...[
    '2026-01-31',
    '2026-02-30',
    '0000-00-00',
    '9999-12-31T23:59:59Z',
    '-2026-01-01',
    '275760-09-13',
    'infinity',
    '2026-01',
  ],
  ...[
    '00000000-0000-0000-0000-000000000000',
    '01890000-0000-7000-8000-000000000000',
    'USD',
    'XTS',
    'COL',
    'USDT',
    'CARDS',
  ],
  ...['__proto__', 'constructor', 'toString', 'America/Bogota', '+05:00', 'es', 'tron', 'TRC20'],
  ...[0, 1, -1, 0.1, 0.30000000000000004, 1e21, 1e308, -0, 2 ** 31, 2 ** 53, 2 ** 63, 5e-324, 1.005],
  ...[null, true, false, [], {}, [null], [[]], [1, 'x'], { a: 1 }, { '': '' }],
];
const headerValues = [
  'x',
  'é',
  '%00',
  'a'.repeat(300),
  '0',
  ' ',
  'en',
  'es-CO,q=x',
  '*',
  'text/plain',
  'application/json; charset=utf-16',
];

/** Words from answers, by the path that returned them: the same path usually knows them. */
interface Seen {
  note(place: string, answer: unknown): void;
  /** Usually a word from this path. */
  word(place: string): string | undefined;
}

function createSeen(random: Random): Seen {
  const words = new Map<string, string[]>();
  return {
    note(place, answer) {
      const known = words.get(place) ?? [];
      words.set(place, known);
      for (const word of wordsIn(answer)) {
        if (known.length < mostSeen) known.push(word);
        else known[random.below(mostSeen)] = word;
      }
    },
    word(place) {
      const here = words.get(place) ?? [];
      const some = here.length > 0 && random.chance(0.8) ? here : [...words.values()].flat();
      return some.length > 0 ? random.of(some) : undefined;
    },
  };
}

/** "/dashboard/api/links" for all paths below it. */
function placeOf(path: string): string {
  return path.split('/{')[0] as string;
}

/** Strings in an answer that may identify something. */
function* wordsIn(answer: unknown, depth = 0): Iterable<string> {
  if (typeof answer === 'string' && /^[\w.:-]{6,80}$/.test(answer)) yield answer;
  if (typeof answer !== 'object' || answer === null || depth > 6) return;
  for (const part of Object.values(answer).slice(0, 20)) yield* wordsIn(part, depth + 1);
}

interface Random {
  below(bound: number): number;
  chance(part: number): boolean;
  of<T>(some: readonly T[]): T;
}

/** mulberry32: the same numbers for the same seed. */
function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (bound: number): number => Math.floor(next() * bound);
  return { below, chance: (part) => next() < part, of: (some) => some[below(some.length)] as never };
}
