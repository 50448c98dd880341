/** What of a published description the dashboard's page is typed by. */

interface Schema {
  type?: string | string[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  oneOf?: Schema[];
  additionalProperties?: boolean | Schema;
  patternProperties?: Record<string, Schema>;
}
interface Operation {
  operationId: string;
  'x-permission'?: string;
  parameters?: { name: string; in: string; required?: boolean; schema: Schema }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: Record<string, { content?: Record<string, { schema: Schema }> }>;
}
interface Description {
  paths: Record<string, Record<string, Operation>>;
}

/** The source of web/app/operations.ts: the address of every operation that takes a session, what it is sent and what it answers. */
export function webOperations({ paths }: Description): string {
  const operations = Object.entries(paths)
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({
        operation,
        address: `${method.toUpperCase()} ${path}`,
      })),
    )
    .filter(({ operation }) => operation['x-permission'] !== undefined)
    .toSorted((a, b) => (a.operation.operationId < b.operation.operationId ? -1 : 1));
  return [
    '// Made from the published description by test/contract/openapi.test.ts: run it with -u.',
    '',
    'export const addresses = {',
    ...operations.map(({ operation, address }) => `  ${operation.operationId}: '${address}',`),
    '} as const;',
    '',
    'export interface Operations {',
    ...operations.map(
      ({ operation }) =>
        `  ${operation.operationId}: { input: ${inputOf(operation)}; answer: ${answerOf(operation)} };`,
    ),
    '}',
    '',
  ].join('\n');
}

function inputOf({ parameters = [], requestBody }: Operation): string {
  const parts = (['path', 'query'] as const).flatMap((place) => {
    const named = parameters.filter((parameter) => parameter.in === place);
    if (named.length === 0) return [];
    const isNeeded = named.some(({ required }) => required);
    const fields = named.map(({ name, required, schema }) => fieldOf(name, schema, required === true));
    return [`${place}${isNeeded ? '' : '?'}: { ${fields.join('; ')} }`];
  });
  const body = requestBody?.content['application/json']?.schema;
  return `{ ${[...parts, ...(body ? [`body: ${typeOf(body)}`] : [])].join('; ')} }`;
}

/** Of an answer in the envelope, what is in it. */
function answerOf({ operationId, responses }: Operation): string {
  const [, success] = Object.entries(responses).find(([status]) => status.startsWith('2')) ?? [];
  const schema = success?.content?.['application/json']?.schema;
  if (!schema) return success?.content ? 'Blob' : fail(`${operationId} answers nothing`);
  return typeOf(schema.properties?.data ?? schema);
}

function typeOf(schema: Schema): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((each) => JSON.stringify(each)).join(' | ');
  const either = schema.anyOf ?? schema.oneOf;
  if (either) return [...new Set(either.map(typeOf))].join(' | ');
  if (Array.isArray(schema.type)) return schema.type.map((type) => typeOf({ ...schema, type })).join(' | ');
  switch (schema.type) {
    case 'string':
    case 'boolean':
    case 'null':
      return schema.type;
    case 'number':
    case 'integer':
      return 'number';
    case 'array':
      return `(${typeOf(schema.items ?? {})})[]`;
    case 'object':
      return objectOf(schema);
    case undefined:
      return 'unknown';
    default:
      return fail(`no type for ${schema.type}`);
  }
}

function objectOf({ properties, required = [], additionalProperties, patternProperties }: Schema): string {
  if (properties) {
    const fields = Object.entries(properties).map(([name, schema]) =>
      fieldOf(name, schema, required.includes(name)),
    );
    return `{ ${fields.join('; ')} }`;
  }
  const [values] = Object.values(patternProperties ?? {});
  const of = values ?? (typeof additionalProperties === 'object' ? additionalProperties : {});
  return `Record<string, ${typeOf(of)}>`;
}

function fieldOf(name: string, schema: Schema, isNeeded: boolean): string {
  const key = /^\w+$/.test(name) ? name : JSON.stringify(name);
  return isNeeded ? `${key}: ${typeOf(schema)}` : `${key}?: ${typeOf(schema)} | undefined`;
}

function fail(message: string): never {
  throw new Error(message);
}
