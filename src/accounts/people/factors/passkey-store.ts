import type { Db, Tx } from '../../../base/db/pool.ts';

export interface Passkey {
  id: string;
  personId: string;
  /** The owner's name for it. */
  name: string;
  credentialId: string;
  publicKey: Buffer;
  counter: number;
  transports: string[];
  createdAt: Date;
  lastUsedAt: Date | null;
}

const columns = `id, person_id AS "personId", name, credential_id AS "credentialId", public_key AS "publicKey",
  counter::int8, transports, created_at AS "createdAt", last_used_at AS "lastUsedAt"`;

interface Row extends Omit<Passkey, 'counter'> {
  counter: bigint;
}

const fromRow = ({ counter, ...row }: Row): Passkey => ({ ...row, counter: Number(counter) });

export async function passkeysOf(db: Db, personId: string): Promise<Passkey[]> {
  const rows = await db<Row[]>`
    SELECT ${db.unsafe(columns)}
      FROM passkeys
     WHERE person_id = ${personId}
     ORDER BY id`;
  return rows.map(fromRow);
}

export async function findPasskey(db: Db, credentialId: string): Promise<Passkey | null> {
  const [row] = await db<Row[]>`
    SELECT ${db.unsafe(columns)}
      FROM passkeys
     WHERE credential_id = ${credentialId}`;
  return row ? fromRow(row) : null;
}

/** False: the passkey already belongs to a person. */
export async function insertPasskey(tx: Tx, passkey: Passkey): Promise<boolean> {
  const rows = await tx`
    INSERT INTO passkeys (id, person_id, name, credential_id, public_key, counter, transports, created_at)
    VALUES (${passkey.id}, ${passkey.personId}, ${passkey.name}, ${passkey.credentialId}, ${passkey.publicKey},
            ${passkey.counter}, ${passkey.transports}, ${passkey.createdAt})
        ON CONFLICT (credential_id) DO NOTHING
    RETURNING id`;
  return rows.length > 0;
}

export async function notePasskeyUse(db: Db, id: string, counter: number, now: Date): Promise<void> {
  await db`
    UPDATE passkeys
       SET counter = ${counter},
           last_used_at = ${now}
     WHERE id = ${id}`;
}

export async function deletePasskey(tx: Tx, personId: string, id: string): Promise<boolean> {
  const rows = await tx`
    DELETE FROM passkeys
     WHERE id = ${id}
       AND person_id = ${personId}
    RETURNING id`;
  return rows.length > 0;
}

/** A challenge that awaits the answer of a passkey: of one person, or of anyone who signs in. */
export interface Challenge {
  id: string;
  /** null: anyone who signs in. */
  personId: string | null;
  /** The digest of the one act that the answer proves; absent: none. */
  act?: string;
}

const identifierOf = ({ personId, act }: Challenge): string =>
  act === undefined ? `passkey ${personId ?? ''}` : `proof ${personId} ${act}`;

export async function insertChallenge(
  db: Db,
  of: Challenge,
  challenge: string,
  now: Date,
  until: Date,
): Promise<void> {
  await db`
    INSERT INTO sign_in_steps (id, identifier, value, expires_at, created_at, updated_at)
    VALUES (${of.id}, ${identifierOf(of)}, ${challenge}, ${until}, ${now}, ${now})`;
}

/** Each challenge is answered at most once. */
export async function takeChallenge(db: Db, of: Challenge, now: Date): Promise<string | null> {
  const [row] = await db<{ value: string }[]>`
    DELETE FROM sign_in_steps
     WHERE id = ${of.id}
       AND identifier = ${identifierOf(of)}
       AND expires_at > ${now}
    RETURNING value`;
  return row?.value ?? null;
}

/** Returns the number deleted. */
export async function deletePasskeys(tx: Tx, personId: string): Promise<number> {
  const ended = await tx`
    DELETE FROM passkeys
     WHERE person_id = ${personId}
    RETURNING id`;
  return ended.length;
}
