import { toBytes } from '../../../base/db/bytes.ts';
import type { Db, Tx } from '../../../base/db/pool.ts';
import type { Language } from '../../../base/money/language.ts';
import type { Claim, Wallet } from './claim.ts';

interface PayoutKey {
  merchantId: string;
  id: string;
}

const claimColumns = `
  merchant_id AS "merchantId", payout_id AS "payoutId", network, '0x' || encode(address, 'hex') AS address,
  is_contract AS "isContract", code_hash AS "codeHash", code_until AS "codeUntil", wrong_codes AS "wrongCodes",
  wrong_codes_in_all AS "wrongCodesInAll", codes_sent AS "codesSent", last_code_at AS "lastCodeAt",
  verified_at AS "verifiedAt", language, refused_at AS "refusedAt", refusal`;

export async function findClaim(db: Db, { merchantId, id }: PayoutKey): Promise<Claim | null> {
  const [row] = await db<Claim[]>`
    SELECT ${db.unsafe(claimColumns)}
      FROM payout_claims
     WHERE merchant_id = ${merchantId}
       AND payout_id = ${id}`;
  return row ?? null;
}

/** Serialises code checks and wallet changes. */
export async function lockClaim(tx: Tx, { merchantId, id }: PayoutKey): Promise<Claim | null> {
  const [row] = await tx<Claim[]>`
    SELECT ${tx.unsafe(claimColumns)}
      FROM payout_claims
     WHERE merchant_id = ${merchantId}
       AND payout_id = ${id}
       FOR UPDATE`;
  return row ?? null;
}

/** Saves a wallet that needs no code. The counts of earlier codes stay. */
export async function saveWallet(tx: Tx, { merchantId, id }: PayoutKey, wallet: Wallet): Promise<void> {
  await tx`
    INSERT INTO payout_claims (merchant_id, payout_id, network, address)
    VALUES (${merchantId}, ${id}, ${wallet.network}, ${toBytes(wallet.address)})
        ON CONFLICT (merchant_id, payout_id)
        DO UPDATE SET network = excluded.network,
                      address = excluded.address,
                      code_hash = NULL,
                      code_until = NULL,
                      wrong_codes = 0,
                      verified_at = NULL,
                      mail_id = NULL,
                      refused_at = NULL,
                      refusal = NULL`;
}

/** Saves a wallet and the code mailed for it; all earlier codes become void. */
export async function saveCode(
  tx: Tx,
  { merchantId, id }: PayoutKey,
  wallet: Wallet,
  code: {
    hash: Buffer;
    until: Date;
    codesSent: number;
    wrongCodesInAll: number;
    at: Date;
    mailId: string;
    language: Language;
  },
): Promise<void> {
  await saveWallet(tx, { merchantId, id }, wallet);
  await tx`
    UPDATE payout_claims
       SET code_hash = ${code.hash},
           code_until = ${code.until},
           codes_sent = ${code.codesSent},
           wrong_codes_in_all = ${code.wrongCodesInAll},
           last_code_at = ${code.at},
           mail_id = ${code.mailId},
           language = ${code.language}
     WHERE merchant_id = ${merchantId}
       AND payout_id = ${id}`;
}

/** Saves whether the entered wallet is a contract, which does not affect whether it may be paid. */
export async function saveIsContract(
  tx: Tx,
  { merchantId, id }: PayoutKey,
  isContract: boolean,
): Promise<void> {
  await tx`
    UPDATE payout_claims
       SET is_contract = ${isContract}
     WHERE merchant_id = ${merchantId}
       AND payout_id = ${id}`;
}

export async function countWrongCode(tx: Tx, { merchantId, payoutId }: Claim): Promise<void> {
  await tx`
    UPDATE payout_claims
       SET wrong_codes = wrong_codes + 1,
           wrong_codes_in_all = wrong_codes_in_all + 1
     WHERE merchant_id = ${merchantId}
       AND payout_id = ${payoutId}`;
}

export async function markVerified(tx: Tx, { merchantId, payoutId }: Claim, now: Date): Promise<void> {
  await tx`
    UPDATE payout_claims
       SET verified_at = ${now}
     WHERE merchant_id = ${merchantId}
       AND payout_id = ${payoutId}`;
}

/**
 * Records that the mail of a code was refused. False if that code is no longer valid, so that the refusal does not
 * matter.
 */
export async function markCodeRefused(
  tx: Tx,
  { merchantId, payoutId, mailId }: { merchantId: string; payoutId: string; mailId: string },
  refusal: string,
): Promise<boolean> {
  const marked = await tx`
    UPDATE payout_claims
       SET refused_at = now(),
           refusal = ${refusal}
     WHERE merchant_id = ${merchantId}
       AND payout_id = ${payoutId}
       AND mail_id = ${mailId}
    RETURNING payout_id`;
  return marked.length > 0;
}

/** Voids the mailed code and the browser's proof. The counts stay. */
export async function voidCode(tx: Tx, { merchantId, payoutId, network, address }: Claim): Promise<void> {
  await saveWallet(tx, { merchantId, id: payoutId }, { network, address });
}

export async function dropClaim(tx: Tx, { merchantId, id }: PayoutKey): Promise<void> {
  await tx`
    DELETE FROM payout_claims
     WHERE merchant_id = ${merchantId}
       AND payout_id = ${id}`;
}

/**
 * Whether the address is ours on any of these networks: money sent there would return to us instead of the recipient.
 */
export async function isOurAddress(db: Db, networks: readonly string[], address: string): Promise<boolean> {
  const [row] = await db<{ ours: boolean }[]>`
    SELECT EXISTS (
             SELECT 1 FROM deposit_addresses
              WHERE network = ANY (${networks as string[]}) AND address = ${toBytes(address)})
           OR EXISTS (
             SELECT 1 FROM hot_wallets
              WHERE network = ANY (${networks as string[]}) AND address = ${toBytes(address)})
           OR EXISTS (
             SELECT 1 FROM custody_wallets
              WHERE network = ANY (${networks as string[]}) AND address = ${toBytes(address)}) AS ours`;
  return row?.ours ?? false;
}
