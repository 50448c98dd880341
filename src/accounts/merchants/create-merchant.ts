import { newId } from '../../base/db/ids.ts';
import type { Sql } from '../../base/db/pool.ts';
import { checkUrl, type UrlPolicy } from '../../base/egress/guard.ts';
import { validationFailed } from '../../base/ground/errors.ts';
import type { Secrets } from '../../base/ground/secrets.ts';
import { type Act, appendAudit } from '../audit/audit-log.ts';
import { makeKey } from './keys/issue-api-key.ts';
import { unboundGrant } from './keys/key-request.ts';
import { type Merchant, settingsOfNew } from './merchant.ts';
import { editMerchant, type MerchantEdit } from './merchant-edit.ts';
import { returnUrlFault } from './return-url.ts';
import { insertMerchant } from './store.ts';
import { newWebhookSecret } from './webhook-secret.ts';

export interface CreateMerchantDeps {
  sql: Sql;
  secrets: Secrets;
  urlPolicy: UrlPolicy;
}

export interface CreatedMerchant {
  merchant: Merchant;
  /** Both are readable only here. */
  apiKey: string;
  webhookSecret: string;
}

type NewMerchant = MerchantEdit & { name: string; contactEmail: string };

/** Creates a merchant with its first key and its webhook secret: all or nothing. */
export async function createMerchant(
  deps: CreateMerchantDeps,
  edit: NewMerchant,
  /** The actor, for the audit log. */
  actor: string,
): Promise<CreatedMerchant> {
  const { apiKey, ...made } = await create(deps, edit, actor, true);
  if (apiKey === null) throw new Error(`merchant ${made.merchant.id} has no key`);
  return { ...made, apiKey };
}

/** Creates a merchant whose own people make its first key, so that nobody else sees its secrets. */
export async function createMerchantOfPeople(
  deps: CreateMerchantDeps,
  edit: NewMerchant,
  actor: string,
): Promise<Merchant> {
  return (await create(deps, edit, actor, false)).merchant;
}

async function create(
  { sql, secrets, urlPolicy }: CreateMerchantDeps,
  edit: NewMerchant,
  actor: string,
  withKey: boolean,
): Promise<Omit<CreatedMerchant, 'apiKey'> & { apiKey: string | null }> {
  const blank: Merchant = {
    id: newId(),
    name: '',
    contactEmail: '',
    language: 'es',
    enabled: true,
    settings: settingsOfNew(!urlPolicy.allowHttp),
    webhookUrl: null,
  };
  const { merchant, faults } = editMerchant(
    blank,
    edit,
    (url) => checkUrl(url, urlPolicy)?.message ?? null,
    (url) => returnUrlFault(url, !urlPolicy.allowHttp),
  );
  if (faults.length > 0) throw validationFailed(faults);

  const webhookSecret = newWebhookSecret();
  const key = await sql.begin(async (tx) => {
    await insertMerchant(tx, merchant, secrets.seal(webhookSecret, 'webhook-secret'));
    const made = withKey ? await makeKey(tx, secrets, merchant.id, unboundGrant(null)) : null;
    const details = {
      name: merchant.name,
      contactEmail: merchant.contactEmail,
      ...(made && { keyId: made.id }),
    };
    const act: Act = { actor, act: 'merchant_created', subject: `merchant ${merchant.id}`, details };
    await appendAudit(tx, act, new Date());
    return made?.key ?? null;
  });
  return { merchant, apiKey: key, webhookSecret };
}
