import { driverError } from '../errors.ts';
import { createDialler } from './dial.ts';
import type { Servers } from './servers.ts';

/** The kind of server at an address. */
export interface Answering {
  /**
   * A pooler such as PgBouncer is between us and PostgreSQL. It reports a process id of its own, not that of the server
   * process that runs the statement. In transaction mode every transaction may run in another process, so nothing that
   * belongs to a session is safe: prepared statements, LISTEN, settings.
   */
  isPooled: boolean;
  /** The server is a Citus coordinator. */
  isDistributed: boolean;
}

export async function askWhoAnswers(servers: Servers): Promise<Answering> {
  const client = await createDialler(servers, {}).dial();
  try {
    const { rows } = await client.query(`
      SELECT pg_backend_pid() AS pid,
             EXISTS (SELECT FROM pg_extension WHERE extname = 'citus') AS "isDistributed"`);
    const [{ pid, isDistributed }] = rows;
    return { isPooled: pid !== (client as unknown as { processID: number }).processID, isDistributed };
  } catch (error) {
    throw driverError(error);
  } finally {
    await client.end();
  }
}
