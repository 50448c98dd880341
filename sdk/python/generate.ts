/** The shapes of the published description as Python types: TypedDicts, literals and unions. */

interface Schema {
  $ref?: string;
  type?: string | string[];
  enum?: (string | number | boolean | null)[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
  allOf?: Schema[];
  additionalProperties?: boolean | Schema;
  patternProperties?: Record<string, Schema>;
  description?: string;
  'x-expected'?: string;
}

interface Content {
  content?: Record<string, { schema: Schema }>;
}

interface Parameter {
  $ref?: string;
  name?: string;
  in?: string;
  required?: boolean;
  schema?: Schema;
}

interface Operation {
  operationId: string;
  parameters?: Parameter[];
  requestBody?: Content;
  responses: Record<string, Content>;
}

export interface Description {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema>; parameters: Record<string, Parameter> };
}

const head = `"""The shapes of requests, answers and webhooks.

Made from the published description by test/clients/python.test.ts: run it with --update.
"""

from __future__ import annotations

from decimal import Decimal
from typing import Literal, TypeAlias

from typing_extensions import NotRequired, TypedDict

Amount: TypeAlias = Decimal | str | int
"""Money in a request: text or a Decimal, never a float."""

Number: TypeAlias = Decimal | int
"""A number of an answer, exactly as it was sent."""
`;

export function pythonTypes({ paths, components }: Description): string {
  const classes: string[] = [];
  /** Fields that the server wants as text. */
  const amounts = new Set<string>();
  const nameOf = (ref: string): string => ref.slice(ref.lastIndexOf('/') + 1);

  /** The type of a schema, as an expression. A nested object becomes a class with the name of its place. */
  function typeOf(schema: Schema, place: string): string {
    if (schema.$ref) return nameOf(schema.$ref);
    if (schema['x-expected']?.endsWith('as text') || schema['x-expected']?.includes(' as text, '))
      return 'Amount';
    if (schema.enum) return `Literal[${schema.enum.map(literal).join(', ')}]`;
    if (schema.anyOf) return union(schema.anyOf.map((each) => typeOf(each, place)));
    if (schema.type === 'null') return 'None';
    if (Array.isArray(schema.type)) {
      return union(schema.type.map((type) => typeOf({ ...schema, type }, place)));
    }
    if (schema.allOf || schema.properties) {
      addClass(place, schema);
      return place;
    }
    if (schema.type === 'array') return `list[${typeOf(schema.items ?? {}, `${place}Item`)}]`;
    if (schema.type === 'object') {
      const values = Object.values(schema.patternProperties ?? {})[0] ?? schema.additionalProperties;
      return `dict[str, ${typeof values === 'object' ? typeOf(values, `${place}Value`) : 'object'}]`;
    }
    return scalars[schema.type ?? ''] ?? 'object';
  }

  function addClass(name: string, schema: Schema): void {
    const parts = schema.allOf ?? [schema];
    const parents = parts.flatMap(({ $ref }) => ($ref ? [nameOf($ref)] : []));
    const required = new Set(parts.flatMap((part) => part.required ?? []));
    const fields = parts.flatMap((part) => Object.entries(part.properties ?? {}));
    const lines = fields.map(([field, value]) => {
      if (!/^[A-Za-z_]\w*$/.test(field)) throw new Error(`${name}.${field} cannot be a field of a class.`);
      const type = typeOf(value, name + pascal(field));
      if (type === 'Amount') amounts.add(field);
      return `    ${field}: ${required.has(field) ? type : `NotRequired[${type}]`}${documented(value.description)}`;
    });
    const body = lines.length > 0 ? lines.join('\n') : '    pass';
    classes.push(`class ${name}(${parents.length > 0 ? parents.join(', ') : 'TypedDict'}):\n${body}`);
  }

  for (const [name, schema] of Object.entries(components.schemas)) {
    // Envelopes, which the client opens.
    if (/(?:Answer|Error)$/.test(name)) continue;
    if (schema.properties || schema.allOf) addClass(name, schema);
    else classes.push(`${name}: TypeAlias = ${typeOf(schema, name)}`);
  }
  for (const operation of Object.values(paths).flatMap((methods) => Object.values(methods))) {
    const name = pascal(operation.operationId);
    const query = (operation.parameters ?? [])
      .map((each) => (each.$ref ? (components.parameters[nameOf(each.$ref)] ?? each) : each))
      .filter((each) => each.in === 'query');
    if (query.length > 0) {
      addClass(`${name}Query`, {
        properties: Object.fromEntries(query.map((each) => [each.name, each.schema ?? {}])),
        required: query.flatMap((each) => (each.required && each.name ? [each.name] : [])),
      });
    }
    const { properties = {}, ...body } = schemaOf(operation.requestBody) ?? {};
    const fields = Object.entries(properties).filter(([field]) => !filledIn.has(field));
    if (fields.length > 0) addClass(`${name}Body`, { ...body, properties: Object.fromEntries(fields) });
    const answer = schemaOf(operation.responses[200] ?? operation.responses[201]);
    const data = answer?.properties?.data;
    if (data && !data.$ref) {
      const type = typeOf(data, `${name}Data`);
      if (type !== `${name}Data`) classes.push(`${name}Data: TypeAlias = "${type}"`);
    }
  }
  const names = [...amounts].sort().map((each) => `"${each}"`);
  const named = `AMOUNT_FIELDS = frozenset({${names.join(', ')}})\n"""The fields of requests that are sent as text."""`;
  return `${[head.trimEnd(), ...classes, named].join('\n\n\n')}\n`;
}

/** What the client says by itself. */
const filledIn = new Set(['flow', 'method_code', 'method_category']);

const scalars: Readonly<Record<string, string>> = {
  string: 'str',
  integer: 'int',
  number: 'Number',
  boolean: 'bool',
};

const schemaOf = (content?: Content): Schema | undefined => content?.content?.['application/json']?.schema;
const union = (types: string[]): string => [...new Set(types)].join(' | ');
const pascal = (name: string): string =>
  name.replaceAll(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());

function literal(value: string | number | boolean | null): string {
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  return value === null ? 'None' : JSON.stringify(value);
}

/** What editors show beside a field. */
function documented(description: string | undefined): string {
  if (!description) return '';
  return `\n    """${description.replaceAll('\\', '\\\\').replace(/"$/, '\\"')}"""`;
}
