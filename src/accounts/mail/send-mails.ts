import { claimDue, type Leased } from '../../base/db/leases.ts';
import type { Db, Sql, Tx } from '../../base/db/pool.ts';
import type { Logger } from '../../base/ground/logger.ts';
import type { Job } from '../../base/worker/worker.ts';
import { logoCid, showsLogo, withoutLogo } from './brand.ts';
import type { CollectedKind, WriteCollected } from './collect-mail.ts';
import type { Mailer } from './mailer.ts';
import type { UnwrittenKind, WrittenMail } from './queue-mail.ts';
import {
  closeCollecting,
  dropMail,
  findLeasedMail,
  findMailLogo,
  type QueuedMail,
  recordMailResult,
  writeMail,
} from './store.ts';

export interface MailDeps {
  sql: Sql;
  mailer: Pick<Mailer, 'send'>;
  /** The domain in message ids: our own, so that no other sender makes the same ids. */
  domain: string;
  /** Writers of collected mails, by kind. */
  writers: Readonly<Record<CollectedKind, WriteCollected>>;
  /**
   * Writers of mails that carry a secret, for their payout or one-time link; null: the mail is no longer to be sent.
   */
  secretWriters: Readonly<Record<UnwrittenKind, WriteSecret>>;
  /** A mail server permanently refused the mail with a payout's code. Runs in the transaction that records it. */
  onCodeRefused(
    tx: Tx,
    refused: { merchantId: string; mailId: string; payoutId: string; cause: string },
  ): Promise<void>;
  /**
   * A mail server accepted, or permanently refused, a mail to a merchant's contact address. Runs in the transaction
   * that records it.
   */
  onContactAnswer(tx: Tx, answer: ContactAnswer): Promise<void>;
  logger: Pick<Logger, 'warn'>;
}

export interface ContactAnswer {
  merchantId: string;
  recipient: string;
  subject: string;
  text: string;
  /** The server's words; null: it accepted the mail. */
  refusal: string | null;
}

export type WriteSecret = (
  tx: Tx,
  about: { merchantId: string; id: string },
) => Promise<{ recipient: string; subject: string; text: string; html?: string } | null>;

/** Kinds that go to a merchant's contact address. */
const contactKinds: ReadonlySet<string> = new Set<CollectedKind | WrittenMail['kind']>([
  'webhooks_undeliverable',
  'orders_waiting',
  'payout_codes_refused',
  'payout_tried',
  'settlement',
  'external_refund',
  'authorization',
  'payment_reversed',
  'payment_astray',
  'dispute',
  'card_case',
  'payment_warning',
]);

const batchSize = 8;
/** Longer than a whole SMTP session may take. */
const leaseSeconds = 60;
/** A mail server that is down is retried for as long as it takes: nothing is lost. */
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
  const logo = showsLogo(mail.html) ? await findMailLogo(sql, mail.merchantId) : null;
  const result = await mailer.send({
    to: mail.recipient ?? '',
    subject: mail.subject ?? '',
    text: mail.body ?? '',
    ...(mail.html !== null && { html: logo ? mail.html : withoutLogo(mail.html) }),
    ...(logo && { images: [{ cid: logoCid, ...logo }] }),
    messageId: `${mail.id}@${deps.domain}`,
  });
  const retryInSeconds = retrySeconds[Math.min(mail.tries, retrySeconds.length - 1)] ?? 0;
  const record = (db: Db) =>
    recordMailResult(db, lease, {
      status: result.outcome === 'retry' ? 'queued' : result.outcome,
      error: result.outcome === 'sent' ? null : result.cause,
      retryInSeconds,
    });
  const { merchantId, id: mailId, kind, payoutId, recipient, subject, body } = mail;
  if (result.outcome !== 'sent') {
    const { outcome, reason } = result;
    deps.logger.warn(
      { mailId, kind, merchantId, tries: mail.tries + 1, outcome, reason },
      'a mail was not sent',
    );
  }
  const isToContact = contactKinds.has(kind) && result.outcome !== 'retry';
  if (!isToContact && (result.outcome !== 'rejected' || payoutId === null)) {
    await record(sql);
    return;
  }
  await sql.begin(async (tx) => {
    if (!(await record(tx))) return;
    const refusal = result.outcome === 'sent' ? null : result.cause;
    if (isToContact) {
      const said = { recipient: recipient ?? '', subject: subject ?? '', text: body ?? '', refusal };
      await deps.onContactAnswer(tx, { merchantId, ...said });
    } else if (payoutId !== null) {
      await deps.onCodeRefused(tx, { merchantId, mailId, payoutId, cause: refusal ?? '' });
    }
  });
}

/** The mail under this lease; one that still collects is closed and written first. */
async function writtenMail(deps: MailDeps, lease: Leased): Promise<QueuedMail | null> {
  const { merchantId, id } = lease;
  return await deps.sql.begin(async (tx) => {
    const mail = await findLeasedMail(tx, merchantId, id, lease.leaseToken);
    if (mail && Object.hasOwn(deps.secretWriters, mail.kind)) return await writtenSecret(deps, tx, mail);
    if (mail?.status !== 'collecting') return mail;
    // From here on no event can join it: the next statement sees all that did.
    await closeCollecting(tx, merchantId, id);
    const written = await deps.writers[mail.kind as CollectedKind](tx, lease);
    if (!written) {
      await dropMail(tx, merchantId, id);
      return null;
    }
    await writeMail(tx, merchantId, id, written);
    return await findLeasedMail(tx, merchantId, id, lease.leaseToken);
  });
}

/** The text is not stored: for another attempt it is written again. */
async function writtenSecret(deps: MailDeps, tx: Tx, mail: QueuedMail): Promise<QueuedMail | null> {
  const { merchantId, id } = mail;
  const write = deps.secretWriters[mail.kind as UnwrittenKind];
  const about = mail.payoutId ?? mail.causeId;
  const written = about === null ? null : await write(tx, { merchantId, id: about });
  if (written) {
    const { recipient, subject, text, html = null } = written;
    return { ...mail, recipient, subject, body: text, html };
  }
  await dropMail(tx, merchantId, id);
  return null;
}
