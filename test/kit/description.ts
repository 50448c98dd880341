import { call, until } from './client.ts';
import type { TestServer } from './server.ts';

/** The two published documents as one, with every reference replaced by what it names. */

interface Document {
  openapi: string;
  info: object;
  servers: { url: string }[];
  paths: Record<string, Record<string, object>>;
  webhooks?: object;
  components: { securitySchemes: object; schemas: object };
}

// biome-ignore lint/suspicious/noExplicitAny: each test knows the parts that it reads
export async function readDescription(server: TestServer): Promise<any> {
  const merchants = await readDocument(server, '/openapi.json');
  const dashboard = await readDocument(server, '/dashboard/openapi.json');
  return {
    ...merchants,
    paths: mergePaths(merchants.paths, dashboard.paths),
    components: {
      securitySchemes: { ...merchants.components.securitySchemes, ...dashboard.components.securitySchemes },
      schemas: merchants.components.schemas,
    },
  };
}

/** One document as it is served, but without references. */
async function readDocument(server: TestServer, path: string): Promise<Document> {
  // Made at the first request; on a busy machine that takes longer than an answer may.
  const { body: document } = await until(
    () => call(server, 'GET', path),
    ({ httpStatus }) => httpStatus === 200,
  );
  const { security, ...whole } = inlined(document, document) as Document & { security?: object[] };
  // What an operation does not say, the document says for all.
  for (const methods of Object.values(whole.paths)) {
    for (const operation of Object.values(methods) as { operationId?: string; security?: object[] }[]) {
      if (operation.operationId !== undefined && security) operation.security ??= security;
    }
  }
  return whole;
}

/** An operation that programs and pages may call is in both, with its own ways to sign in and, for pages, a permission. */
function mergePaths(one: Document['paths'], other: Document['paths']): Document['paths'] {
  const merged: Document['paths'] = {};
  for (const [path, methods] of [...Object.entries(one), ...Object.entries(other)]) {
    merged[path] ??= {};
    for (const [method, operation] of Object.entries(methods)) {
      const earlier = merged[path][method] as { security: object[] } | undefined;
      const { security } = operation as { security: object[] };
      merged[path][method] = {
        ...earlier,
        ...operation,
        security: [...(earlier?.security ?? []), ...security],
      };
    }
  }
  return merged;
}

function inlined(value: unknown, document: object): unknown {
  if (Array.isArray(value)) return value.map((each) => inlined(each, document));
  if (typeof value !== 'object' || value === null) return value;
  if ('$ref' in value && typeof value.$ref === 'string') return inlined(find(document, value.$ref), document);
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, inlined(part, document)]));
}

function find(document: object, reference: string): unknown {
  const found = reference
    .slice(2)
    .split('/')
    .reduce<unknown>((place, name) => (place as Record<string, unknown> | undefined)?.[name], document);
  if (found === undefined) throw new Error(`${reference} names nothing`);
  return found;
}
