import { randomBytes } from 'node:crypto';
import type { Config } from './config.ts';
import type { Sql } from './db/pool.ts';
import { createSecrets, type Secrets } from './secrets.ts';

/**
 * What belongs to the database as a whole. It serves one mode for life, so that sandbox data can
 * never turn into live data; and in the sandbox it holds the master secret, so that every process
 * on it agrees without being told.
 */
export async function openInstallation(sql: Sql, config: Config): Promise<Secrets> {
  const mode = await setOnce(sql, 'mode', config.mode);
  if (mode !== config.mode) {
    throw new Error(
      `This database belongs to a ${mode} installation; MODE=${config.mode} needs one of its own.`,
    );
  }
  if (config.secretKeys.length > 0) return createSecrets(config.secretKeys);
  const secret = await setOnce(sql, 'sandbox_secret', randomBytes(32).toString('hex'));
  return createSecrets([Buffer.from(secret, 'hex')]);
}

/** Stores a value unless one is there, and answers the one that is. */
async function setOnce(sql: Sql, name: string, value: string): Promise<string> {
  await sql`
    INSERT INTO installation (name, value)
    VALUES (${name}, ${value})
        ON CONFLICT (name) DO NOTHING`;
  const [row] = await sql<{ value: string }[]>`
    SELECT value
      FROM installation
     WHERE name = ${name}`;
  return row?.value ?? value;
}
