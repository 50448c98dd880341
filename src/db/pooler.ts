import { createDialler } from './dial.ts';
import { driverError } from './errors.ts';
import type { Servers } from './servers.ts';

/**
 * Whether a pooler such as PgBouncer stands between us and PostgreSQL. It tells a client the process id of its own making,
 * not that of the server's process that runs the statement. In transaction mode every transaction may run in another
 * one, so nothing that belongs to a session is safe: prepared statements, LISTEN, settings.
 */
export async function isBehindPooler(servers: Servers): Promise<boolean> {
  const client = await createDialler(servers, {}).dial();
  try {
    const { rows } = await client.query('SELECT pg_backend_pid() AS pid');
    return rows[0].pid !== (client as unknown as { processID: number }).processID;
  } catch (error) {
    throw driverError(error);
  } finally {
    await client.end();
  }
}
