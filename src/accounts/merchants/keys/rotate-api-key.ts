import type { Sql } from '../../../base/db/pool.ts';
import type { Secrets } from '../../../base/ground/secrets.ts';
import { appendAudit } from '../../audit/audit-log.ts';
import { lockMerchant } from '../lock-merchant.ts';
import { expireOtherApiKeys, usableApiKeys } from '../store.ts';
import { grantDetails, makeKey } from './issue-api-key.ts';
import type { KeyGrant } from './key-request.ts';

/** A key that is to go on working for longer than a quarter is not being rotated. */
export const maxOverlapSeconds = 90 * 86_400;

export interface RotatedApiKey {
  id: string;
  /** Readable here and never again. */
  key: string;
  /** The keys that still work beside it, and until when. */
  previous: { id: string; expiresAt: Date }[];
}

/** A new key in the place of all others, which go on working for the overlap at most. */
export async function rotateApiKey(
  { sql, secrets }: { sql: Sql; secrets: Secrets },
  merchantId: string,
  overlapSeconds: number,
  /** Who asks for it, for the audit log. */
  actor: string,
  grant: KeyGrant,
): Promise<RotatedApiKey> {
  return await sql.begin(async (tx) => {
    // Two rotations at once would each spare the key of the other, which they cannot see.
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
