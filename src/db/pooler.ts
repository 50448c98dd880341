import pg from 'pg';
import { driverError } from './errors.ts';

const connectTimeoutMs = 10_000;

/**
 * Whether a pooler such as PgBouncer stands between us and PostgreSQL. It tells a client the process id of its own making,
 * not that of the server's process that runs the statement. In transaction mode every transaction may run in another
 * one, so nothing that belongs to a session is safe: prepared statements, LISTEN, settings.
 */
export async function isBehindPooler(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: connectTimeoutMs });
  client.on('error', () => {}); // The statement under way is told.
  try {
    await client.connect();
    const { rows } = await client.query('SELECT pg_backend_pid() AS pid');
    return rows[0].pid !== (client as unknown as { processID: number }).processID;
  } catch (error) {
    throw driverError(error);
  } finally {
    await client.end();
  }
}
