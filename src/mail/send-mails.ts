import { waitingOrders } from '../crypto-orders/list-store.ts';
import { claimDue, type Leased } from '../db/leases.ts';
import type { Db, Sql, Tx } from '../db/pool.ts';
import { findMerchant } from '../merchants/store.ts';
import { noteRefusedCode, refusedCodes } from '../payouts/refused-codes.ts';
import type { Job } from '../worker.ts';
import type { Mailer } from './mailer.ts';
import { operatorId } from './operator-notice.ts';
import { listedCodes, refusedCodesMail } from './refused-codes-text.ts';
import {
  closeCollecting,
  dropMail,
  eventsOfNotice,
  findLeasedMail,
  type QueuedMail,
  recordMailResult,
  writeMail,
} from './store.ts';
import { undeliverableMail } from './undeliverable-text.ts';
import { listedOrders, operatorWaitingMail, waitingMail } from './waiting-text.ts';

export interface MailDeps {
  sql: Sql;
  mailer: Mailer;
  /** The domain in message ids: ours, so that no other sender makes the same. */
  domain: string;
  baseUrl(): string;
  cryptoBaseUrl(): string;
  /** null: no operator is written to. */
  alertEmail: string | null;
}

const batchSize = 8;
/** Longer than a whole SMTP conversation may take. */
const leaseSeconds = 60;
/** A mail server that is down is tried for as long as it takes: nothing is lost. */
const retrySeconds = [10, 60, 300, 900, 3600];

export function mailJob(deps: MailDeps): Job {
  return {
    name: 'send-mails',
    idleMs: 1_000,
    async run() {
      const leased = await claimDue(deps.sql, 'mails', batchSize, leaseSeconds);
      await Promise.all(leased.map((lease) => sendMail(deps, lease)));
      return leased.length;
    },
  };
}

async function sendMail(deps: MailDeps, lease: Leased): Promise<void> {
  const { sql, mailer } = deps;
  const mail = await writtenMail(deps, lease);
  if (!mail) return;
  const result = await mailer.send({
    to: mail.recipient ?? '',
    subject: mail.subject ?? '',
    text: mail.body ?? '',
    ...(mail.html !== null && { html: mail.html }),
    messageId: `${mail.id}@${deps.domain}`,
  });
  const retryInSeconds = retrySeconds[Math.min(mail.tries, retrySeconds.length - 1)] ?? 0;
  const record = (db: Db) =>
    recordMailResult(db, lease, {
      status: result.outcome === 'retry' ? 'queued' : result.outcome,
      error: result.outcome === 'sent' ? null : result.cause,
      retryInSeconds,
    });
  const { merchantId, id: mailId, payoutId } = mail;
  if (result.outcome !== 'rejected' || payoutId === null) {
    await record(sql);
    return;
  }
  await sql.begin(async (tx) => {
    if (await record(tx)) await noteRefusedCode(tx, { merchantId, mailId, payoutId, cause: result.cause });
  });
}

/** The mail under this lease; one that was still collecting is closed and written first. */
async function writtenMail(deps: MailDeps, lease: Leased): Promise<QueuedMail | null> {
  const { merchantId, id } = lease;
  return await deps.sql.begin(async (tx) => {
    const mail = await findLeasedMail(tx, merchantId, id, lease.leaseToken);
    if (mail?.status !== 'collecting') return mail;
    // From here on nothing joins it: the next statement sees all that did.
    await closeCollecting(tx, merchantId, id);
    const written = merchantId === operatorId ? await toOperator(deps, tx) : await toMerchant(deps, tx, mail);
    if (!written) {
      await dropMail(tx, merchantId, id);
      return null;
    }
    await writeMail(tx, merchantId, id, written);
    return await findLeasedMail(tx, merchantId, id, lease.leaseToken);
  });
}

interface Written {
  recipient: string;
  subject: string;
  text: string;
}

/** null: there is nobody to write to, or nothing to tell any more. */
async function toOperator({ alertEmail }: MailDeps, tx: Tx): Promise<Written | null> {
  if (alertEmail === null) return null;
  const { orders, total } = await waitingOrders(tx, null, listedOrders);
  return total === 0 ? null : { recipient: alertEmail, ...operatorWaitingMail(orders, total) };
}

async function toMerchant(
  deps: MailDeps,
  tx: Tx,
  { merchantId, id, kind }: QueuedMail,
): Promise<Written | null> {
  const merchant = await findMerchant(tx, merchantId);
  if (!merchant) throw new Error(`mail ${id}: its merchant is gone`);
  const recipient = merchant.contactEmail;
  if (kind === 'orders_waiting') {
    const { orders, total } = await waitingOrders(tx, merchantId, listedOrders);
    return total === 0 ? null : { recipient, ...waitingMail(merchant, orders, total, deps.cryptoBaseUrl()) };
  }
  if (kind === 'payout_codes_refused') {
    const { codes, total } = await refusedCodes(tx, merchantId, listedCodes);
    return total === 0
      ? null
      : { recipient, ...refusedCodesMail(merchant, codes, total, deps.cryptoBaseUrl()) };
  }
  const { events, total } = await eventsOfNotice(tx, merchantId, id);
  return { recipient, ...undeliverableMail(merchant, events, total, deps.baseUrl()) };
}
