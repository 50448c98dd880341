import { createHash } from 'node:crypto';
import { amongMerchants, ownersOfTag } from '../../../../base/db/citus/owners.ts';
import type { Db, Tx } from '../../../../base/db/pool.ts';
import type { BankRefund } from './bank-refund.ts';

const columns = `
  merchant_id AS "merchantId", id, charge_id AS "chargeId", status, country, email, language, ask_id AS "askId",
  details_sealed AS "detailsSealed", details_hint AS "detailsHint", is_held AS "isHeld", reference,
  asked_at AS "askedAt", given_at AS "givenAt", ended_at AS "endedAt"`;

export type NewBankRefund = Pick<
  BankRefund,
  'merchantId' | 'id' | 'chargeId' | 'country' | 'email' | 'language' | 'askId' | 'isHeld' | 'askedAt'
>;

export async function insertBankRefund(tx: Tx, refund: NewBankRefund): Promise<void> {
  await tx`
    INSERT INTO bank_refunds (
      merchant_id, id, charge_id, status, country, email, language, ask_id, is_held, asked_at)
    VALUES (
      ${refund.merchantId}, ${refund.id}, ${refund.chargeId}, 'asked', ${refund.country}, ${refund.email},
      ${refund.language}, ${refund.askId}, ${refund.isHeld}, ${refund.askedAt})`;
}

export async function findBankRefund(db: Db, merchantId: string, id: string): Promise<BankRefund | null> {
  const [row] = await db<BankRefund[]>`
    SELECT ${db.unsafe(columns)}
      FROM bank_refunds
     WHERE merchant_id = ${merchantId}
       AND id = ${id}`;
  return row ?? null;
}

export async function bankRefundsOf(db: Db, merchantId: string, chargeId: string): Promise<BankRefund[]> {
  return await db<BankRefund[]>`
    SELECT ${db.unsafe(columns)}
      FROM bank_refunds
     WHERE merchant_id = ${merchantId}
       AND charge_id = ${chargeId}
     ORDER BY asked_at, id`;
}

/** The refund of a mail that is due; null: another mail was asked for since. */
export async function findByAsk(db: Db, merchantId: string, askId: string): Promise<BankRefund | null> {
  const [row] = await db<BankRefund[]>`
    SELECT ${db.unsafe(columns)}
      FROM bank_refunds
     WHERE merchant_id = ${merchantId}
       AND ask_id = ${askId}`;
  return row ?? null;
}

/** For the public page, whose URL has only the token. */
export async function findByToken(db: Db, token: string): Promise<BankRefund | null> {
  const owners = await ownersOfTag(db, token);
  const [row] = await db<BankRefund[]>`
    SELECT ${db.unsafe(columns)}
      FROM bank_refunds
     WHERE token_hash = ${hashOf(token)}
           ${amongMerchants(db, owners)}`;
  return row ?? null;
}

/** The link in the newest mail is the only one that opens the page. */
export async function saveToken(tx: Tx, refund: BankRefund, token: string): Promise<void> {
  await tx`
    UPDATE bank_refunds
       SET token_hash = ${hashOf(token)}
     WHERE merchant_id = ${refund.merchantId}
       AND id = ${refund.id}`;
}

export async function saveAsk(tx: Tx, refund: BankRefund, askId: string): Promise<void> {
  await tx`
    UPDATE bank_refunds
       SET ask_id = ${askId}
     WHERE merchant_id = ${refund.merchantId}
       AND id = ${refund.id}`;
}

/** True if the refund was still open. */
export async function saveDetails(
  tx: Tx,
  refund: BankRefund,
  details: { sealed: Buffer; hint: string },
  now: Date,
): Promise<boolean> {
  const rows = await tx`
    UPDATE bank_refunds
       SET status = 'given',
           details_sealed = ${details.sealed},
           details_hint = ${details.hint},
           given_at = ${now}
     WHERE merchant_id = ${refund.merchantId}
       AND id = ${refund.id}
       AND status IN ('asked', 'given')
    RETURNING id`;
  return rows.length === 1;
}

/** The details are deleted: nobody needs them any more. */
export async function saveEnding(
  tx: Tx,
  refund: BankRefund,
  change: { status: 'paid' | 'withdrawn'; reference: string | null },
  now: Date,
): Promise<void> {
  await tx`
    UPDATE bank_refunds
       SET status = ${change.status},
           reference = ${change.reference},
           details_sealed = NULL,
           ended_at = ${now}
     WHERE merchant_id = ${refund.merchantId}
       AND id = ${refund.id}`;
}

function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
