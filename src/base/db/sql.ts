import { type SqlArray, toWire, type WireValue } from './driver/values.ts';

/**
 * SQL in plain sight: a tagged template is one statement. A value in `${}` travels apart from the text as a parameter,
 * unless it is itself a piece of SQL made here:
 *
 *   sql`SELECT … WHERE id = ${id}`            a parameter
 *   sql`SELECT … ${condition}`                another template, as a part of this one
 *   sql`INSERT INTO events ${sql(rows)}`      (columns) VALUES (…), (…)
 *   sql`UPDATE merchants SET ${sql.set(row)}` column = …, column = …
 *   sql`DROP TABLE ${sql(name)}`              an identifier, quoted
 *   sql`SELECT ${sql.unsafe(columns)}`        a text of our own, unchanged
 *   sql`… ${sql.json(value)}`                 a value as jsonb
 *
 * A statement is sent when it is awaited, once.
 */
export interface Db {
  // biome-ignore lint/suspicious/noExplicitAny: a statement without a type for its rows answers whatever columns it has
  <Rows extends readonly any[] = any[]>(
    strings: TemplateStringsArray,
    ...args: SqlArgument[]
  ): Statement<Rows>;
  (identifier: string): Piece;
  (row: object | readonly object[]): Piece;
  /** The merchants' rows are distributed over Citus workers. */
  readonly isDistributed: boolean;
  set(row: object): Piece;
  json(value: unknown): Piece;
  /** Without values the text may hold several statements; with values it is planned with them each time. */
  // biome-ignore lint/suspicious/noExplicitAny: as above
  unsafe<Rows extends readonly any[] = any[]>(text: string, values?: SqlValue[]): Statement<Rows>;
}

export type SqlValue = string | number | bigint | boolean | Date | Uint8Array | null | SqlArray;
export type SqlArgument = SqlValue | Piece | Statement<readonly unknown[]>;

/** A statement as it is sent. */
export interface Query {
  text: string;
  /** Name of the prepared statement; null: not worth preparing. */
  name: string | null;
  values: WireValue[];
}

/** A part of a statement: appends itself to the draft. */
export abstract class Piece {
  abstract write(draft: Draft): void;
}

interface Draft {
  text: string;
  values: WireValue[];
  isNamed: boolean;
}

export class Statement<Rows> extends Piece implements Promise<Rows> {
  readonly [Symbol.toStringTag] = 'Statement';
  readonly #strings: readonly string[];
  readonly #args: readonly SqlArgument[];
  readonly #isNamed: boolean;
  readonly #send: (query: Query) => Promise<unknown[]>;
  #answer: Promise<Rows> | null = null;

  constructor(
    strings: readonly string[],
    args: readonly SqlArgument[],
    isNamed: boolean,
    send: (query: Query) => Promise<unknown[]>,
  ) {
    super();
    this.#strings = strings;
    this.#args = args;
    this.#isNamed = isNamed;
    this.#send = send;
  }

  override write(draft: Draft): void {
    const strings = this.#strings;
    draft.text += strings[0];
    for (let at = 1; at < strings.length; at++) {
      writeArgument(draft, this.#args[at - 1] as SqlArgument);
      draft.text += strings[at];
    }
  }

  // biome-ignore lint/suspicious/noThenProperty: a statement is sent by awaiting it
  then<A = Rows, B = never>(
    onAnswer?: ((rows: Rows) => A | PromiseLike<A>) | null,
    onError?: ((error: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    this.#answer ??= this.#run();
    return this.#answer.then(onAnswer, onError);
  }

  catch<B = never>(onError: (error: unknown) => B | PromiseLike<B>): Promise<Rows | B> {
    return this.then(undefined, onError);
  }

  finally(onEnd?: (() => void) | null): Promise<Rows> {
    return this.then().finally(onEnd);
  }

  #run(): Promise<Rows> {
    const draft: Draft = { text: '', values: [], isNamed: this.#isNamed };
    try {
      this.write(draft);
    } catch (error) {
      return Promise.reject(error);
    }
    const name = draft.isNamed ? nameOf(draft.text) : null;
    return this.#send({ text: draft.text, name, values: draft.values }) as Promise<Rows>;
  }
}

class Text extends Piece {
  readonly #text: string;
  constructor(text: string) {
    super();
    this.#text = text;
  }
  override write(draft: Draft): void {
    draft.text += this.#text;
  }
}

class Json extends Piece {
  readonly #value: unknown;
  constructor(value: unknown) {
    super();
    this.#value = value;
  }
  override write(draft: Draft): void {
    draft.text += `$${draft.values.push(JSON.stringify(this.#value))}::jsonb`;
  }
}

/**
 * A statement with more rows is hardly ever repeated with the same count: not worth preparing. On a Citus coordinator a
 * prepared one costs half as much (0.5 and 1.0 ms for 8 and 10 charges where 8 were kept).
 */
const maxNamedRows = 24;

class Rows extends Piece {
  readonly #rows: readonly Record<string, SqlArgument>[];
  constructor(rows: readonly object[]) {
    super();
    this.#rows = rows as readonly Record<string, SqlArgument>[];
  }
  override write(draft: Draft): void {
    const columns = Object.keys(this.#rows[0] ?? {});
    if (columns.length === 0) throw new Error('An INSERT needs at least one row.');
    draft.text += `(${columns.map(quoted).join(', ')}) VALUES `;
    this.#rows.forEach((row, number) => {
      columns.forEach((column, at) => {
        draft.text += at > 0 ? ', ' : number > 0 ? ', (' : '(';
        writeArgument(draft, row[column] as SqlArgument);
      });
      draft.text += ')';
    });
    if (this.#rows.length > maxNamedRows) draft.isNamed = false;
  }
}

class Assignments extends Piece {
  readonly #row: Record<string, SqlArgument>;
  constructor(row: object) {
    super();
    this.#row = row as Record<string, SqlArgument>;
  }
  override write(draft: Draft): void {
    Object.entries(this.#row).forEach(([column, value], at) => {
      draft.text += `${at > 0 ? ', ' : ''}${quoted(column)} = `;
      writeArgument(draft, value);
    });
  }
}

function writeArgument(draft: Draft, value: SqlArgument): void {
  if (value instanceof Piece) {
    value.write(draft);
  } else {
    const { wire, cast } = toWire(value);
    draft.text += `$${draft.values.push(wire)}${cast}`;
  }
}

function quoted(identifier: string): string {
  return `"${identifier.replaceAll('"', '""')}"`;
}

/**
 * One name per text on all connections of this process. The program has a few hundred texts; beyond the limit they stay
 * unnamed.
 */
const names = new Map<string, string>();
const maxNames = 2_000;

function nameOf(text: string): string | null {
  const known = names.get(text);
  if (known !== undefined || names.size >= maxNames) return known ?? null;
  const name = `s${names.size}`;
  names.set(text, name);
  return name;
}

/** Creates a tag whose statements go to `send`. */
export function createTag(send: (query: Query) => Promise<unknown[]>, isDistributed: boolean): Db {
  const tag = (first: unknown, ...args: SqlArgument[]): Piece => {
    if (typeof first === 'string') return new Text(quoted(first));
    if (!Array.isArray(first)) return new Rows([first as object]);
    if (!('raw' in first)) return new Rows(first);
    return new Statement(first as readonly string[], args, true, send);
  };
  return Object.assign(tag, {
    isDistributed,
    set: (row: object) => new Assignments(row),
    json: (value: unknown) => new Json(value),
    unsafe: (text: string, values: SqlValue[] = []) =>
      new Statement([text], [], false, (query) =>
        send({ ...query, values: values.map((value) => toWire(value).wire) }),
      ),
  }) as unknown as Db;
}
