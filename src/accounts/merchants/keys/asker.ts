import type { ApiKey } from './api-key.ts';

/** Who asks for something: a person, or an API key and whoever made it. */
export interface Asker {
  /** As the audit log has them: a person's e-mail, or the key with the e-mail of its maker. */
  actor: string;
  /** Who answers for it, by e-mail, and does not approve it; null: a key whose maker is not known. */
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
