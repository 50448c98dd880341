import type { Sql, Tx } from '../../../base/db/pool.ts';
import type { Secrets } from '../../../base/ground/secrets.ts';
import { formatDecimal } from '../../../base/money/money.ts';
import { appendAudit } from '../../audit/audit-log.ts';
import { getMerchant } from '../get-merchant.ts';
import { insertApiKey } from '../store.ts';
import { newApiKey } from './api-key.ts';
import type { KeyGrant } from './key-request.ts';

export interface IssueKeyDeps {
  sql: Sql;
  secrets: Secrets;
}

/** Makes one more key for a merchant. The key is readable only here. */
export async function issueApiKey(
  { sql, secrets }: IssueKeyDeps,
  merchantId: string,
  /** The actor, for the audit log. */
  actor: string,
  grant: KeyGrant,
): Promise<{ id: string; key: string }> {
  return await sql.begin(async (tx) => {
    const merchant = await getMerchant(tx, merchantId);
    const made = await makeKey(tx, secrets, merchant.id, grant);
    const subject = `merchant ${merchant.id}`;
    const details = { keyId: made.id, name: grant.name, ...grantDetails(grant) };
    await appendAudit(tx, { actor, act: 'key_issued', subject, details }, new Date());
    return made;
  });
}

/** Stores a new key; it is readable only here. */
export async function makeKey(
  tx: Tx,
  secrets: Secrets,
  merchantId: string,
  { bounds, ...grant }: KeyGrant,
): Promise<{ id: string; key: string }> {
  const { id, key } = newApiKey();
  await insertApiKey(tx, { id, merchantId, keyHash: secrets.hashApiKey(key), ...grant, ...bounds });
  return { id, key };
}

/** The rights of a key, for the audit log. */
export function grantDetails({ scopes, bounds, expiresAt, signingKey }: KeyGrant) {
  const { payoutMaxMinor, payoutsPerDayMinor, networks, sources } = bounds;
  return {
    scopes: scopes ?? 'all',
    ...(payoutMaxMinor !== null && { payoutMax: formatDecimal(payoutMaxMinor, 2) }),
    ...(payoutsPerDayMinor !== null && { payoutsPerDay: formatDecimal(payoutsPerDayMinor, 2) }),
    ...(networks && { networks }),
    ...(sources && { sources }),
    ...(expiresAt && { expiresAt: expiresAt.toISOString() }),
    ...(signingKey && { signed: true }),
  };
}
