import { isDeepStrictEqual } from 'node:util';

/**
 * Moves what many operations share into `components`: schemas that carry a name (`x-name`), parameters that are the same
 * in several operations, and the answers to errors.
 * Without it every operation repeats eight errors, and generators make a class of each.
 */

export interface Media {
  schema?: unknown;
  example?: unknown;
}
export interface Answer {
  description: string;
  headers?: object;
  content?: Record<string, Media>;
}
export interface Operation {
  operationId: string;
  tags?: string[];
  security?: Record<string, string[]>[];
  'x-permission'?: string;
  'x-proof'?: unknown;
  parameters?: Record<string, unknown>[];
  requestBody?: { content: Record<string, Media> };
  responses: Record<string, Answer | { $ref: string }>;
}
export type Paths = Record<string, Record<string, Operation>>;
export interface Components {
  schemas: Record<string, unknown>;
  responses: Record<string, unknown>;
  parameters: Record<string, unknown>;
}

const schemaPrefix = '#/components/schemas/';

/** What each status means, and the name of its answer in `components`. */
const refusals: Readonly<Record<string, readonly [name: string, description: string]>> = {
  400: ['BadRequest', 'The request cannot be read'],
  401: ['Unauthorized', 'Credentials are missing, wrong or expired'],
  403: ['Forbidden', 'The credentials may not do this'],
  404: ['NotFound', 'There is no such thing, or it belongs to another merchant'],
  409: ['Conflict', 'The state does not allow it'],
  413: ['TooLarge', 'The body is too large'],
  415: ['NotJson', 'The body is not JSON'],
  422: ['Invalid', 'Fields are missing or wrong; all faults are named at once'],
  429: ['TooMany', 'Too many requests: wait as long as Retry-After says'],
  500: ['ServerError', 'A fault of the server; repeat with the same Idempotency-Key'],
  503: ['Unavailable', 'Something is away for a moment: wait as long as Retry-After says'],
};
const retryAfter = {
  'Retry-After': { description: 'Seconds to wait', schema: { type: 'integer' } },
};

/** Returns the paths with references, and fills `components`. */
export function shareParts(paths: Paths, components: Components): Paths {
  const shared = repeatedParameters(paths);
  const withRefs = mapOperations(paths, (operation) => {
    const { parameters, requestBody } = operation;
    const responses = Object.entries(operation.responses).map(([status, answer]) => [
      status,
      shareAnswer(status, lift(answer, components.schemas) as Answer, components),
    ]);
    return {
      ...operation,
      ...(parameters && {
        parameters: parameters.map((each) => shareParameter(each, shared, components)),
      }),
      ...(requestBody && { requestBody: lift(requestBody, components.schemas) }),
      responses: Object.fromEntries(responses),
    } as Operation;
  });
  return shareEnvelopes(withRefs, components);
}

/** The envelopes around the same named schema become one schema, if there are several. */
function shareEnvelopes(paths: Paths, { schemas }: Components): Paths {
  const counts = new Map<string, number>();
  const each = (change: (media: Media, key: string, name: string) => void): void => {
    mapOperations(paths, (operation) => {
      for (const answer of Object.values(operation.responses)) {
        for (const media of 'content' in answer ? Object.values(answer.content ?? {}) : []) {
          const { properties } = (media.schema ?? {}) as { properties?: Record<string, { $ref?: string }> };
          const of = Object.values(properties ?? {}).find(({ $ref }) => $ref)?.$ref;
          if (of) change(media, JSON.stringify(media.schema), `${of.slice(schemaPrefix.length)}Answer`);
        }
      }
      return operation;
    });
  };
  const keys = new Map<string, string>();
  each((_, key) => counts.set(key, (counts.get(key) ?? 0) + 1));
  each((media, key, name) => {
    if (keys.get(name) === undefined && schemas[name] === undefined) keys.set(name, key);
    if ((counts.get(key) ?? 0) < 2 || keys.get(name) !== key) return;
    // The example of the first answer stands for all.
    schemas[name] ??= {
      ...(media.schema as object),
      ...('example' in media && { examples: [media.example] }),
    };
    media.schema = { $ref: schemaPrefix + name };
    delete media.example;
  });
  return paths;
}

/** The parameters that several operations have, as JSON. */
function repeatedParameters(paths: Paths): ReadonlySet<string> {
  const seen = new Set<string>();
  const repeated = new Set<string>();
  mapOperations(paths, (operation) => {
    for (const parameter of operation.parameters ?? []) {
      const text = JSON.stringify(parameter);
      (seen.has(text) ? repeated : seen).add(text);
    }
    return operation;
  });
  return repeated;
}

function shareParameter(
  parameter: Record<string, unknown>,
  shared: ReadonlySet<string>,
  { schemas, parameters }: Components,
): unknown {
  const lifted = lift(parameter, schemas);
  const name = String(parameter.name);
  // Where the same name means something else, the first one is shared.
  const isFirst = parameters[name] === undefined || isDeepStrictEqual(parameters[name], lifted);
  if (!shared.has(JSON.stringify(parameter)) || !isFirst) return lifted;
  parameters[name] = lifted;
  return { $ref: `#/components/parameters/${name}` };
}

export function mapOperations(paths: Paths, change: (operation: Operation) => Operation): Paths {
  return Object.fromEntries(
    Object.entries(paths).map(([path, methods]) => [
      path,
      Object.fromEntries(Object.entries(methods).map(([method, each]) => [method, change(each)])),
    ]),
  );
}

function shareAnswer(status: string, answer: Answer, components: Components): unknown {
  const [word, description] = refusals[status] ?? [];
  if (word === undefined || description === undefined) {
    return { ...answer, description: 'Success' };
  }
  const schema = Object.values(answer.content ?? {})[0]?.schema as { $ref?: string } | undefined;
  // Each face has its own shape of errors: Error, CryptoError, LegacyError.
  const shape = schema?.$ref?.slice(schemaPrefix.length) ?? '';
  const name = shape.slice(0, -'Error'.length) + word;
  const waits = status === '429' || status === '503';
  components.responses[name] = { ...answer, description, ...(waits && { headers: retryAfter }) };
  return { $ref: `#/components/responses/${name}` };
}

/** Replaces each named schema, at any depth, by a reference. */
function lift(value: unknown, schemas: Record<string, unknown>): unknown {
  if (Array.isArray(value)) return value.map((each) => lift(each, schemas));
  if (typeof value !== 'object' || value === null) return value;
  const { 'x-name': name, ...parts } = value as Record<string, unknown>;
  const lifted = Object.fromEntries(
    Object.entries(parts).map(([key, part]) => [key, key === 'example' ? part : lift(part, schemas)]),
  );
  if (typeof name !== 'string') return lifted;
  const ref = { $ref: schemaPrefix + name };
  // A bare string only names a schema that is described elsewhere, such as ErrorCode.
  if (name in schemas && isDeepStrictEqual(lifted, { type: 'string' })) return ref;
  // Named once and used with two meanings would publish whichever came last.
  if (name in schemas && !isDeepStrictEqual(schemas[name], lifted)) {
    throw new Error(`two schemas have the name ${name}`);
  }
  schemas[name] = lifted;
  return ref;
}
