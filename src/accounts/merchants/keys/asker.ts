import type { ApiKey } from './api-key.ts';

/** The author of a request: a person, or an API key and its maker. */
export interface Asker {
  /** The name in the audit log: a person's e-mail, or the key with its maker's e-mail. */
  actor: string;
  /** The e-mail of the responsible person, who must not approve the request; null: a key whose maker is unknown. */
  person: string | null;
  /** null: a person asks. */
  key: ApiKey | null;
}

export function personAsks(email: string): Asker {
  return { actor: email, person: email, key: null };
}

export function keyAsks(key: ApiKey): Asker {
  const by = key.maker ? ` by ${key.maker.email}` : '';
  return { actor: `key ${key.id}${by}`, person: key.maker?.email ?? null, key };
}
