import pg from 'pg';
import { parserOf, type WireValue } from './values.ts';

/** The columns of a statement's rows, as the server described them. */
export interface Columns {
  names: readonly string[];
  parsers: readonly ((text: string) => unknown)[];
}

export function columnsOf(fields: readonly pg.FieldDef[]): Columns {
  return {
    names: fields.map(({ name }) => name),
    parsers: fields.map(({ dataTypeID }) => parserOf(dataTypeID)),
  };
}

interface Rows {
  rows: unknown[];
}

/** The driver recognises a query by its class; its types omit the methods that it calls. */
const DriverQuery = pg.Query as unknown as new (text: string) => object;

/**
 * A statement that its connection has prepared and answered before. The driver asks for its columns each time, and for
 * one or two rows that description is longer than the rows. The columns cannot have changed: the server refuses a
 * prepared statement whose columns did.
 */
export class KnownStatement extends DriverQuery {
  readonly #name: string;
  readonly #values: WireValue[];
  readonly #columns: Columns;
  readonly #done: (error: Error | null, result: Rows) => void;
  readonly #rows: unknown[] = [];
  #failure: Error | null = null;

  constructor(
    name: string,
    values: WireValue[],
    columns: Columns,
    done: (error: Error | null, result: Rows) => void,
  ) {
    // We send the name ourselves: the driver would copy it at some cost.
    super('');
    this.#name = name;
    this.#values = values;
    this.#columns = columns;
    this.#done = done;
  }

  submit(connection: pg.Connection): void {
    connection.bind({ statement: this.#name, values: this.#values }, true);
    connection.execute(null, true);
    connection.sync();
  }

  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    const { names, parsers } = this.#columns;
    const row: Record<string, unknown> = {};
    try {
      for (let at = 0; at < names.length; at++) {
        const text = fields[at] as string | null;
        row[names[at] as string] = text === null ? null : (parsers[at] as (text: string) => unknown)(text);
      }
      this.#rows.push(row);
    } catch (error) {
      this.#failure = error as Error;
    }
  }

  handleCommandComplete(): void {}

  handleReadyForQuery(): void {
    this.#done(this.#failure, { rows: this.#rows });
  }

  handleError(error: Error): void {
    this.#done(error, { rows: [] });
  }
}
