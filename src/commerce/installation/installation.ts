import { randomBytes } from 'node:crypto';
import type { Db, Sql, Tx } from '../../base/db/pool.ts';
import { createSecrets, type RetiredKeys, type Secrets } from '../../base/ground/secrets.ts';

/**
 * Opens what belongs to the database as a whole. It serves one mode for life, so that sandbox data can never become
 * live data. In the sandbox it holds the master secret, so that all its processes share it without configuration.
 */
export async function openInstallation(
  sql: Sql,
  config: { mode: 'sandbox' | 'live'; secretKeys: Buffer[] },
): Promise<Secrets> {
  const mode = await setOnce(sql, 'mode', config.mode);
  if (mode !== config.mode) {
    throw new Error(
      `DATABASE_URL: this database belongs to a ${mode} installation; MODE=${config.mode} needs one of its own.`,
    );
  }
  const masters =
    config.secretKeys.length > 0
      ? config.secretKeys
      : [Buffer.from(await setOnce(sql, 'sandbox_secret', randomBytes(32).toString('hex')), 'hex')];
  const secrets = createSecrets(masters);
  await checkSecret(sql, secrets);
  return createSecrets(masters, await readRetiredKeys(sql, secrets));
}

/** Another SECRET_KEY would make keys that no other process accepts: this fails at once. */
async function checkSecret(sql: Sql, secrets: Secrets): Promise<void> {
  const sealed = await setOnce(
    sql,
    'secret_check',
    secrets.seal('pasarela', 'secret-check').toString('base64'),
  );
  open(secrets, sealed, 'secret-check');
}

function open(secrets: Secrets, sealed: string, purpose: 'secret-check' | 'retired-keys'): string {
  try {
    return secrets.open(Buffer.from(sealed, 'base64'), purpose);
  } catch {
    throw new Error(
      'SECRET_KEY_PREVIOUS: expected the key that the rows of this database are under, since SECRET_KEY is another one. Set it until `pasarela secrets reseal` has brought every row under SECRET_KEY; if SECRET_KEY was not meant to change, set it back.',
    );
  }
}

async function readRetiredKeys(db: Db, secrets: Secrets): Promise<RetiredKeys[]> {
  const sealed = await readValue(db, 'retired_keys');
  return sealed === null ? [] : JSON.parse(open(secrets, sealed, 'retired-keys'));
}

/**
 * Keeps the keys that must outlive the previous SECRET_KEY, sealed under the present one. True if something changed.
 */
export async function keepRetiredKeys(sql: Sql, secrets: Secrets): Promise<boolean> {
  const sealed = await readValue(sql, 'retired_keys');
  const isCurrent = sealed !== null && secrets.reseal(Buffer.from(sealed, 'base64'), 'retired-keys') === null;
  const kept = sealed === null ? [] : await readRetiredKeys(sql, secrets);
  if (secrets.retiredKeys.length <= kept.length && (isCurrent || sealed === null)) return false;
  const value = secrets.seal(JSON.stringify(secrets.retiredKeys), 'retired-keys').toString('base64');
  await setValue(sql, 'retired_keys', value);
  return true;
}

/** Lets a process with only the present SECRET_KEY start on this database; before, it was refused. */
export async function moveSecretCheck(sql: Sql, secrets: Secrets): Promise<boolean> {
  const sealed = secrets.reseal(
    Buffer.from((await readValue(sql, 'secret_check')) ?? '', 'base64'),
    'secret-check',
  );
  if (sealed) await setValue(sql, 'secret_check', sealed.toString('base64'));
  return sealed !== null;
}

/** When everything stored was first found under the present SECRET_KEY; `isNews`: something was resealed just now. */
export async function noteResealed(sql: Sql, secrets: Secrets, isNews: boolean, now: Date): Promise<Date> {
  const key = secrets.derive('key-id', 8).toString('hex');
  const [noted, at] = (await readValue(sql, 'resealed'))?.split(' ') ?? [];
  if (noted === key && at !== undefined && !isNews) return new Date(at);
  await setValue(sql, 'resealed', `${key} ${now.toISOString()}`);
  return now;
}

/** A value of the database as a whole; null: not set. */
export async function readValue(db: Db, name: string): Promise<string | null> {
  const [row] = await db<{ value: string }[]>`
    SELECT value
      FROM installation
     WHERE name = ${name}`;
  return row?.value ?? null;
}

export async function setValue(db: Db, name: string, value: string): Promise<void> {
  await db`
    INSERT INTO installation (name, value)
    VALUES (${name}, ${value})
        ON CONFLICT (name) DO UPDATE SET value = ${value}`;
}

/** Stores a value; true if it replaced another one. */
export async function replaceValue(tx: Tx, name: string, value: string): Promise<boolean> {
  const rows = await tx<{ replaced: boolean }[]>`
    INSERT INTO installation (name, value)
    VALUES (${name}, ${value})
        ON CONFLICT (name) DO UPDATE SET value = excluded.value
     WHERE installation.value <> excluded.value
    RETURNING xmax <> 0 AS replaced`;
  return rows[0]?.replaced ?? false;
}

/** Stores a value unless one exists, and returns the stored one. */
export async function setOnce(sql: Sql, name: string, value: string): Promise<string> {
  await sql`
    INSERT INTO installation (name, value)
    VALUES (${name}, ${value})
        ON CONFLICT (name) DO NOTHING`;
  return (await readValue(sql, name)) ?? value;
}
