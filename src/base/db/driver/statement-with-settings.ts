import pg from 'pg';
import { setBeforeStatement } from './session.ts';
import type { WireValue } from './values.ts';

/** The methods that the driver calls on its queries; its types omit them. */
interface DriverQuery {
  prepare(connection: pg.Connection): void;
  handleDataRow(message: unknown): void;
  handleCommandComplete(message: unknown, connection: pg.Connection): void;
}
type Done = (error: Error | null, result: { rows: unknown[] }) => void;
const DriverQuery = pg.Query as unknown as new (
  config: { text: string; values: WireValue[]; queryMode: 'extended' },
  done: Done,
) => DriverQuery;

/**
 * A statement sent together with the session's settings before it: both form one implicit transaction, which ends with
 * them. Behind a pooler no other way reaches a single statement, since the next one may run in another session.
 */
export class StatementWithSettings extends DriverQuery {
  #isSet = false;

  constructor(text: string, values: WireValue[], done: Done) {
    super({ text, values, queryMode: 'extended' }, done);
  }

  override prepare(connection: pg.Connection): void {
    connection.parse({ text: setBeforeStatement } as never, true);
    connection.bind({} as never, true);
    connection.execute({} as never, true);
    super.prepare(connection);
  }

  override handleDataRow(message: unknown): void {
    if (this.#isSet) super.handleDataRow(message);
  }

  override handleCommandComplete(message: unknown, connection: pg.Connection): void {
    if (this.#isSet) super.handleCommandComplete(message, connection);
    this.#isSet = true;
  }
}
