import pg from 'pg';

/** The encoding of values to and from PostgreSQL: text both ways, except for bytes. */
export type WireValue = string | Buffer | null;
export type SqlArray = readonly (string | number | bigint | boolean | Date | Uint8Array | null | SqlArray)[];

/**
 * A value and the cast that names its type. Without a cast PostgreSQL infers the type from the parameter's place, and
 * infers wrong if several types fit: `$1 - interval '1 day'` would be an interval.
 */
export function toWire(value: unknown): { wire: WireValue; cast: string } {
  switch (typeof value) {
    case 'string':
      return { wire: value, cast: '' };
    case 'number':
      return { wire: String(value), cast: '' };
    case 'bigint':
      return { wire: value.toString(), cast: '::int8' };
    case 'boolean':
      return { wire: value ? 'true' : 'false', cast: '::bool' };
    case 'object':
      if (value === null) return { wire: null, cast: '' };
      if (value instanceof Date) return { wire: value.toISOString(), cast: '::timestamptz' };
      if (value instanceof Uint8Array) return { wire: asBuffer(value), cast: '::bytea' };
      if (Array.isArray(value)) return { wire: arrayLiteral(value), cast: '' };
  }
  throw new TypeError(`A statement cannot carry ${describe(value)}.`);
}

function asBuffer(bytes: Uint8Array): Buffer {
  return bytes instanceof Buffer ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function describe(value: unknown): string {
  return typeof value === 'object' ? 'an object: say sql.json(…)' : `a value of type ${typeof value}`;
}

function arrayLiteral(array: SqlArray): string {
  return `{${array.map(arrayItem).join(',')}}`;
}

function arrayItem(item: SqlArray[number]): string {
  if (item === null) return 'NULL';
  if (Array.isArray(item)) return arrayLiteral(item);
  if (item instanceof Uint8Array) return `"\\\\x${Buffer.from(item).toString('hex')}"`;
  const { wire } = toWire(item);
  return `"${(wire as string).replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
}

type Parser = (text: string) => unknown;

const toNumber: Parser = Number;
const toDate: Parser = (text) => new Date(text);
const toBytes: Parser = (text) => Buffer.from(text.slice(2), 'hex');

/** Parsers by type oid. Unlisted types stay text, as does numeric, which no number holds exactly. */
const scalars: readonly [type: number, array: number, parse: Parser][] = [
  [16, 1000, (text) => text === 't'], // bool
  [17, 1001, toBytes], // bytea
  [20, 1016, BigInt], // int8
  [21, 1005, toNumber], // int2
  [23, 1007, toNumber], // int4
  [26, 1028, toNumber], // oid
  [700, 1021, toNumber], // float4
  [701, 1022, toNumber], // float8
  [114, 199, JSON.parse], // json
  [3802, 3807, JSON.parse], // jsonb
  [1082, 1182, toDate], // date
  [1114, 1115, toDate], // timestamp
  [1184, 1185, toDate], // timestamptz
  [19, 1003, String], // name
  [25, 1009, String], // text
  [1043, 1015, String], // varchar
  [1700, 1231, String], // numeric
  [2950, 2951, String], // uuid
];

const parsers = new Map<number, Parser>(
  scalars.flatMap(([type, array, parse]): [number, Parser][] => [
    [type, parse],
    [array, (text) => parseItems(splitArray(text), parse)],
  ]),
);

type Items = (string | null | Items)[];
/** The driver's own parser of text[]. */
const splitArray = pg.types.getTypeParser(1009 as never) as (text: string) => Items;

function parseItems(items: Items, parse: Parser): unknown[] {
  return items.map((item) => {
    if (Array.isArray(item)) return parseItems(item, parse);
    return item === null ? null : parse(item);
  });
}

export function parserOf(type: number): Parser {
  return parsers.get(type) ?? String;
}
