import { brandOfPasarela, mailPage } from '../../accounts/mail/brand.ts';
import { queueMail } from '../../accounts/mail/queue-mail.ts';
import type { Merchant } from '../../accounts/merchants/merchant.ts';
import { findMerchant } from '../../accounts/merchants/store.ts';
import { may } from '../../accounts/people/roles.ts';
import type { Sql, Tx } from '../../base/db/pool.ts';
import type { Job } from '../../base/worker/worker.ts';
import {
  type Choice,
  defaultChoice,
  type Notification,
  type NotificationKind,
  permissionOf,
} from './notification.ts';
import { notificationMail } from './notification-mail.ts';
import { queuePushes } from './push/push-store.ts';
import { findUnnotified, type Listener, listenersAt, saleNotifiedSince, takeUnnotified } from './store.ts';

export interface NotifyDeps {
  sql: Sql;
  baseUrl(): string;
  now(): Date;
}

const batchSize = 200;
/** On a busy day sales are collected this long, so that they make one mail and not hundreds. */
const collectSalesMs = 5 * 60_000;

/** Kinds of which the merchant's contact address has a mail of its own. */
const toContact: ReadonlySet<NotificationKind> = new Set([
  'chargeback',
  'other_money',
  'settlement',
  'webhook',
]);

/**
 * Queues mails and pushes about new notifications; each notification is taken in the transaction that queues them.
 */
export function notifyPeopleJob(deps: NotifyDeps): Job {
  return {
    name: 'notify-people',
    idleMs: 1_000,
    async run() {
      const untold = await findUnnotified(deps.sql, batchSize);
      let count = 0;
      for (const [merchantId, rows] of Map.groupBy(untold, (row) => row.merchantId)) {
        const due = await dueOf(deps, merchantId, rows);
        if (due.length > 0) count += await tell(deps, merchantId, due);
      }
      return count;
    },
  };
}

/** The first sale is told at once, those that follow within minutes together. */
async function dueOf(
  { sql, now }: NotifyDeps,
  merchantId: string,
  rows: readonly { id: string; kind: NotificationKind; createdAt: Date }[],
): Promise<string[]> {
  const since = new Date(now().getTime() - collectSalesMs);
  const sales = rows.filter(({ kind }) => kind === 'sale');
  const mayWait = sales.length > 0 && sales.every(({ createdAt }) => createdAt > since);
  const waits = mayWait && (await saleNotifiedSince(sql, merchantId, since));
  return rows.filter(({ kind }) => !waits || kind !== 'sale').map(({ id }) => id);
}

async function tell(deps: NotifyDeps, merchantId: string, ids: readonly string[]): Promise<number> {
  return await deps.sql.begin(async (tx) => {
    const taken = await takeUnnotified(tx, merchantId, ids, deps.now());
    if (taken.length === 0) return 0;
    const merchant = await findMerchant(tx, merchantId);
    if (!merchant) return 0;
    for (const person of await listenersAt(tx, merchantId)) {
      const mailed = taken.filter(({ kind }) => isMailed(merchant, person, kind));
      if (mailed.length > 0) await mailTo(tx, deps, merchant, person, mailed);
      const pushed = taken.filter(
        ({ kind }) => mayHear(person, merchantId, kind) && choiceOf(person, kind).push,
      );
      const newest = pushed.at(-1);
      if (newest) {
        const about = { personIds: [person.id], merchantId, notificationId: newest.id, count: pushed.length };
        await queuePushes(tx, about, deps.now());
      }
    }
    return taken.length;
  });
}

export function choiceOf(person: Pick<Listener, 'role' | 'chosen'>, kind: NotificationKind): Choice {
  return person.chosen[kind] ?? defaultChoice(person.role, kind);
}

/** The role decides at the moment of telling: whoever lost it hears nothing more. */
export function mayHear(person: Pick<Listener, 'role'>, merchantId: string, kind: NotificationKind): boolean {
  return may([{ merchantId, role: person.role }], permissionOf[kind], merchantId);
}

function isMailed(merchant: Merchant, person: Listener, kind: NotificationKind): boolean {
  const hasMail = toContact.has(kind) && person.email === merchant.contactEmail.toLowerCase();
  return mayHear(person, merchant.id, kind) && choiceOf(person, kind).mail === 'at_once' && !hasMail;
}

async function mailTo(
  tx: Tx,
  { baseUrl }: NotifyDeps,
  merchant: Merchant,
  person: Listener,
  notifications: readonly Notification[],
): Promise<void> {
  const mail = notificationMail(merchant, person.language, notifications, baseUrl());
  await queueMail(tx, {
    merchantId: merchant.id,
    kind: 'notification',
    recipient: person.email,
    subject: mail.subject,
    text: mail.text,
    html: mailPage(person.language, brandOfPasarela, mail.subject, mail.content),
  });
}
