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
  const masters =
    config.secretKeys.length > 0
      ? config.secretKeys
      : [Buffer.from(await setOnce(sql, 'sandbox_secret', randomBytes(32).toString('hex')), 'hex')];
  const secrets = createSecrets(masters);
  await checkSecret(sql, secrets);
  return secrets;
}

/** Another SECRET_KEY would make keys that no other process takes: better to say so at once. */
async function checkSecret(sql: Sql, secrets: Secrets): Promise<void> {
  const sealed = await setOnce(
    sql,
    'secret_check',
    secrets.seal('pasarela', 'secret-check').toString('base64'),
  );
  try {
    secrets.open(Buffer.from(sealed, 'base64'), 'secret-check');
  } catch {
    throw new Error(
      'SECRET_KEY: given another key than this database was set up with; set that one, or name it as SECRET_KEY_PREVIOUS.',
    );
  }
}

/** Stores a value unless one is there, and answers the one that is. */
export async function setOnce(sql: Sql, name: string, value: string): Promise<string> {
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
