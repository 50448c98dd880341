import type { Sql } from '../../../base/db/pool.ts';
import type { Secrets } from '../../../base/ground/secrets.ts';
import { appendAudit } from '../../audit/audit-log.ts';
import { lockMerchant } from '../lock-merchant.ts';
import { expireOtherApiKeys, usableApiKeys } from '../store.ts';
import { grantDetails, makeKey } from './issue-api-key.ts';
import type { KeyGrant } from './key-request.ts';

/** A key that should work for longer than a quarter is not being rotated. */
export const maxOverlapSeconds = 90 * 86_400;

export interface RotatedApiKey {
  id: string;
  /** Readable only here. */
  key: string;
  /** The keys that still work beside it, and until when. */
  previous: { id: string; expiresAt: Date }[];
}

/** Replaces all other keys with a new one; they keep working for at most the overlap. */
export async function rotateApiKey(
  { sql, secrets }: { sql: Sql; secrets: Secrets },
  merchantId: string,
  overlapSeconds: number,
  /** The actor, for the audit log. */
  actor: string,
  grant: KeyGrant,
): Promise<RotatedApiKey> {
  return await sql.begin(async (tx) => {
    // Two rotations at once would each spare the other's key, which they cannot see.
    const merchant = await lockMerchant(tx, merchantId);
    const { id, key } = await makeKey(tx, secrets, merchant.id, grant);
    await expireOtherApiKeys(tx, merchant.id, id, overlapSeconds);
    const usable = await usableApiKeys(tx, merchant.id);
    const previous = usable.flatMap((other) =>
      other.expiresAt ? [{ id: other.id, expiresAt: other.expiresAt }] : [],
    );
    const subject = `merchant ${merchant.id}`;
    const details = { keyId: id, overlapSeconds, ...grantDetails(grant) };
    await appendAudit(tx, { actor, act: 'keys_rotated', subject, details }, new Date());
    return { id, key, previous };
  });
}
