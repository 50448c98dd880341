import { type Act, appendAudit } from '../../accounts/audit/audit-log.ts';
import { lockMerchant } from '../../accounts/merchants/lock-merchant.ts';
import { newId } from '../../base/db/ids.ts';
import type { Sql } from '../../base/db/pool.ts';
import { ConfigError } from '../../base/ground/env-reader.ts';
import { PasarelaError } from '../../base/ground/errors.ts';
import type { Secrets } from '../../base/ground/secrets.ts';
import { changeAccountSettings, findCurrentAccount, insertAccount, retireAccount } from './accounts-store.ts';
import { type RealName, readAccountSettings, settingsReaders } from './settings.ts';

export interface AccountDeps {
  sql: Sql;
  secrets: Secrets;
  live: boolean;
  now(): Date;
}

export interface AccountChange {
  merchantId: string;
  processor: string;
  /** The settings under the names of the environment variables. */
  values: Readonly<Record<string, string | undefined>>;
  /** Whether names that the processor does not know are ignored; otherwise they are faults. */
  mayHoldOthers: boolean;
  /** True: the same account as before, with new keys. */
  isSame: boolean;
}

export interface SetAccount {
  merchantId: string;
  accountId: string;
  processor: RealName;
  /** The former account, kept for its payments; null: there was none, or it is the same. */
  formerId: string | null;
}

/**
 * Gives a merchant its own account at a processor, or new keys for the account it has there. Reports all faults at
 * once.
 */
export async function setAccount(
  { sql, secrets, live, now }: AccountDeps,
  change: AccountChange,
  actor: string,
): Promise<SetAccount> {
  const processor = readProcessor(change.processor);
  const values = readValues(processor, change, live);
  const sealed = secrets.seal(JSON.stringify(values), 'card-account');
  return await sql.begin(async (tx) => {
    const { id: merchantId } = await lockMerchant(tx, change.merchantId);
    const current = await findCurrentAccount(tx, merchantId, processor);
    if (change.isSame && !current) {
      throw new PasarelaError(
        'not_found',
        `Merchant ${merchantId} has no account of its own at ${processor}.`,
      );
    }
    const accountId = change.isSame && current ? current.id : newId();
    if (change.isSame) {
      await changeAccountSettings(tx, accountId, sealed, now());
    } else {
      if (current) await retireAccount(tx, current.id);
      await insertAccount(tx, { id: accountId, merchantId, processor, settingsSealed: sealed }, now());
    }
    const formerId = change.isSame ? null : (current?.id ?? null);
    const act = change.isSame ? 'card_account_rotated' : 'card_account_set';
    const details = { processor, accountId, formerId, names: Object.keys(values) };
    await appendAudit(tx, { actor, act, subject: `merchant ${merchantId}`, details }, now());
    return { merchantId, accountId, processor, formerId };
  });
}

/** New payments no longer use the account. Its existing payments are still resolved and refunded. */
export async function removeAccount(
  { sql, now }: Pick<AccountDeps, 'sql' | 'now'>,
  merchant: string,
  name: string,
  actor: string,
): Promise<{ merchantId: string; accountId: string }> {
  const processor = readProcessor(name);
  return await sql.begin(async (tx) => {
    const { id: merchantId } = await lockMerchant(tx, merchant);
    const current = await findCurrentAccount(tx, merchantId, processor);
    if (!current) {
      throw new PasarelaError(
        'not_found',
        `Merchant ${merchantId} has no account of its own at ${processor}.`,
      );
    }
    await retireAccount(tx, current.id);
    const details = { processor, accountId: current.id };
    const act: Act = { actor, act: 'card_account_removed', subject: `merchant ${merchantId}`, details };
    await appendAudit(tx, act, now());
    return { merchantId, accountId: current.id };
  });
}

function readProcessor(name: string): RealName {
  if (Object.hasOwn(settingsReaders, name)) return name as RealName;
  const known = Object.keys(settingsReaders).join(', ');
  throw new PasarelaError(
    'not_found',
    `There is no card processor ${name} with accounts. There are: ${known}.`,
  );
}

/** The values that the processor uses. */
function readValues(
  processor: RealName,
  { values, mayHoldOthers }: AccountChange,
  live: boolean,
): Record<string, string> {
  const read = readAccountSettings(processor, values, live);
  if ('faults' in read) throw new ConfigError(read.faults);
  const unknown = Object.keys(values).filter((name) => !read.names.includes(name));
  if (!mayHoldOthers && unknown.length > 0) {
    const expected = `one of ${read.names.join(', ')}`;
    throw new ConfigError(unknown.map((name) => ({ name, given: 'a name that nobody reads', expected })));
  }
  return Object.fromEntries(
    read.names.flatMap((name): [string, string][] => {
      const value = values[name]?.trim();
      return value ? [[name, value]] : [];
    }),
  );
}
