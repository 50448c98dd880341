import { amongMerchants, ownersOfTag } from '../../base/db/citus/owners.ts';
import { acrossMerchants } from '../../base/db/citus/reach.ts';
import { firstIdAt } from '../../base/db/ids.ts';
import type { Db, Sql, Tx } from '../../base/db/pool.ts';
import type { ChargeStatus } from '../../payments/charges/charge.ts';
import type { Adjustment } from './invoice-total.ts';
import type { InvoiceItem, PaymentLink } from './payment-link.ts';
import { type ListedPaymentLink, withProgress } from './progress/progress.ts';

interface LinkRow extends Omit<PaymentLink, 'invoice'> {
  customerName: string | null;
  customerEmail: string | null;
  dueOn: string | null;
  lines: InvoiceItem[] | null;
  terms: { adjustments?: Adjustment[] } | null;
}

const linkColumns = `
  merchant_id AS "merchantId", id, token, kind, number, title, country, currency, amount_minor AS "amountMinor",
  min_minor AS "minMinor", max_minor AS "maxMinor", min_quantity AS "minQuantity", max_quantity AS "maxQuantity", stock, sold, methods, language, is_once AS "isOnce", in_parts AS "inParts", expires_at AS "expiresAt",
  customer_name AS "customerName", customer_email AS "customerEmail", due_on::text AS "dueOn", lines,
  invoice_terms AS terms,
  remind_at AS "remindAt", charge_id AS "chargeId", version, closed_at AS "closedAt", created_by AS "createdBy",
  created_at AS "createdAt"`;

function toLink({ customerName, customerEmail, dueOn, lines, terms, ...row }: LinkRow): PaymentLink {
  const invoice =
    customerEmail === null || dueOn === null || lines === null
      ? null
      : {
          customerName: customerName ?? '',
          customerEmail,
          dueOn,
          lines,
          adjustments: terms?.adjustments ?? [],
        };
  return { ...row, invoice };
}

function termsOf(tx: Tx, { invoice }: PaymentLink) {
  return invoice && invoice.adjustments.length > 0 ? tx.json({ adjustments: invoice.adjustments }) : null;
}

/** False if another invoice has its number, or the request was made before. */
export async function insertPaymentLink(
  tx: Tx,
  link: PaymentLink,
  request: { key: string | null; hash: Buffer },
): Promise<boolean> {
  const { invoice } = link;
  const rows = await tx`
    INSERT INTO payment_links (
      merchant_id, id, token, kind, number, title, country, currency, amount_minor, min_minor, max_minor,
      min_quantity, max_quantity, stock, methods, language, is_once, in_parts, expires_at, customer_name, customer_email, due_on, lines, invoice_terms, remind_at, request_key, request_hash, created_by,
      created_at)
    VALUES (
      ${link.merchantId}, ${link.id}, ${link.token}, ${link.kind}, ${link.number}, ${link.title}, ${link.country},
      ${link.currency}, ${link.amountMinor}, ${link.minMinor}, ${link.maxMinor},
      ${link.minQuantity}, ${link.maxQuantity}, ${link.stock}, ${link.methods}::text[], ${link.language}, ${link.isOnce}, ${link.inParts}, ${link.expiresAt}, ${invoice?.customerName ?? null},
      ${invoice?.customerEmail ?? null}, ${invoice?.dueOn ?? null}, ${invoice ? tx.json(invoice.lines) : null},
      ${termsOf(tx, link)},
      ${link.remindAt}, ${request.key}, ${request.hash}, ${link.createdBy}, ${link.createdAt})
        ON CONFLICT DO NOTHING
    RETURNING id`;
  return rows.length === 1;
}

/** Saves what was edited; the caller has locked the row. */
export async function updatePaymentLink(tx: Tx, link: PaymentLink): Promise<void> {
  const { invoice } = link;
  await tx`
    UPDATE payment_links
       SET title = ${link.title}, amount_minor = ${link.amountMinor}, min_minor = ${link.minMinor},
           max_minor = ${link.maxMinor}, min_quantity = ${link.minQuantity}, max_quantity = ${link.maxQuantity},
           stock = ${link.stock}, methods = ${link.methods}::text[], language = ${link.language},
           in_parts = ${link.inParts}, charge_id = ${link.chargeId}, expires_at = ${link.expiresAt}, customer_name = ${invoice?.customerName ?? null},
           customer_email = ${invoice?.customerEmail ?? null}, due_on = ${invoice?.dueOn ?? null},
           lines = ${invoice ? tx.json(invoice.lines) : null}, invoice_terms = ${termsOf(tx, link)},
           remind_at = ${link.remindAt}, version = ${link.version}
     WHERE merchant_id = ${link.merchantId}
       AND id = ${link.id}`;
}

export async function findPaymentLink(db: Db, merchantId: string, id: string): Promise<PaymentLink | null> {
  const [row] = await db<LinkRow[]>`
    SELECT ${db.unsafe(linkColumns)}
      FROM payment_links
     WHERE merchant_id = ${merchantId}
       AND id = ${id}`;
  return row ? toLink(row) : null;
}

export async function findPaymentLinkByRequest(
  db: Db,
  merchantId: string,
  requestKey: string,
): Promise<{ link: PaymentLink; requestHash: Buffer | null } | null> {
  const [row] = await db<(LinkRow & { requestHash: Buffer | null })[]>`
    SELECT ${db.unsafe(linkColumns)}, request_hash AS "requestHash"
      FROM payment_links
     WHERE merchant_id = ${merchantId}
       AND request_key = ${requestKey}`;
  if (!row) return null;
  const { requestHash, ...link } = row;
  return { link: toLink(link), requestHash };
}

/** For the public page, whose URL has only the token. */
export async function findPaymentLinkByToken(db: Db, token: string): Promise<PaymentLink | null> {
  const owners = await ownersOfTag(db, token);
  const [row] = await db<LinkRow[]>`
    SELECT ${db.unsafe(linkColumns)}
      FROM payment_links
     WHERE token = ${token}
           ${amongMerchants(db, owners)}`;
  return row ? toLink(row) : null;
}

/** The token of the open payment link that a charge was made under; null: of none. */
export async function tokenOfCharge(
  db: Db,
  merchantId: string,
  chargeId: string,
  now: Date,
): Promise<string | null> {
  const [row] = await db<{ token: string }[]>`
    SELECT token
      FROM link_charges AS made
      JOIN payment_links AS link ON link.merchant_id = made.merchant_id
                                AND link.id = made.link_id
     WHERE made.merchant_id = ${merchantId}
       AND made.charge_id = ${chargeId}
       AND link.closed_at IS NULL
       AND (link.expires_at IS NULL OR link.expires_at > ${now})`;
  return row?.token ?? null;
}

/** Locks the payment link's row for the rest of the transaction: all attempts to pay it queue here. */
export async function lockPaymentLink(tx: Tx, merchantId: string, id: string): Promise<PaymentLink | null> {
  const [row] = await tx<LinkRow[]>`
    SELECT ${tx.unsafe(linkColumns)}
      FROM payment_links
     WHERE merchant_id = ${merchantId}
       AND id = ${id}
       FOR UPDATE`;
  return row ? toLink(row) : null;
}

export interface PaymentLinkFilter {
  kind?: PaymentLink['kind'];
  /** The number, or the e-mail of an invoice's customer. */
  search?: string;
  beforeId?: string;
}

/** Newest first. Uses the primary key. */
export async function listPaymentLinks(
  db: Db,
  merchantId: string,
  { kind, search, beforeId }: PaymentLinkFilter,
  limit: number,
  now: Date,
): Promise<ListedPaymentLink[]> {
  const rows = await db<LinkRow[]>`
    SELECT ${db.unsafe(linkColumns)}
      FROM payment_links
     WHERE merchant_id = ${merchantId}
           ${kind === undefined ? db`` : db`AND kind = ${kind}`}
           ${search === undefined ? db`` : db`AND (number = ${search} OR lower(customer_email) = lower(${search}))`}
           ${beforeId === undefined ? db`` : db`AND id < ${beforeId}`}
     ORDER BY id DESC
     LIMIT ${limit}`;
  const links = rows.map(toLink);
  return await withProgress(db, merchantId, links, now);
}

/** A payment of a payment link. */
export interface PaymentLinkPaymentRow {
  id: string;
  status: ChargeStatus;
  method: string;
  currency: string;
  amountMinor: bigint;
  email: string | null;
  /** How many were paid for. */
  quantity: number;
  createdAt: Date;
}

/** Payments, newest first. */
export async function paymentsOfPaymentLink(
  db: Db,
  { merchantId, id }: Pick<PaymentLink, 'merchantId' | 'id'>,
  beforeId: string | null,
  limit: number,
): Promise<PaymentLinkPaymentRow[]> {
  return await db<PaymentLinkPaymentRow[]>`
    SELECT paid.id, paid.status, paid.method, paid.currency, paid.amount_minor AS "amountMinor", paid.email,
           coalesce(link_charges.pieces, 1) AS quantity, paid.created_at AS "createdAt"
      FROM link_charges
      JOIN all_charges AS paid ON paid.merchant_id = link_charges.merchant_id AND paid.id = link_charges.charge_id
     WHERE link_charges.merchant_id = ${merchantId}
       AND paid.merchant_id = ${merchantId}
       AND link_id = ${id}
       AND paid.status IN ('approved', 'partially_refunded', 'refunded', 'charged_back')
           ${beforeId === null ? db`` : db`AND charge_id < ${beforeId}`}
     ORDER BY charge_id DESC
     LIMIT ${limit}`;
}

export interface MadeCharge {
  linkId: string;
  merchantId: string;
  chargeId: string;
  /** In hex digits. */
  requestHash: string;
  clientAddressHash: Buffer;
  /** How many it is for. */
  pieces: number;
  /** null: there is no stock. */
  pieceState: 'held' | null;
  createdAt: Date;
}

export async function insertPaymentLinkCharge(tx: Tx, made: MadeCharge): Promise<void> {
  await tx`
    INSERT INTO link_charges (merchant_id, link_id, charge_id, request_hash, client_address_hash, pieces, pieces_state, created_at)
    VALUES (${made.merchantId}, ${made.linkId}, ${made.chargeId}, ${Buffer.from(made.requestHash, 'hex')}, ${made.clientAddressHash},
            ${made.pieces}, ${made.pieceState}, ${made.createdAt})`;
}

export async function setCharge(
  tx: Tx,
  { merchantId, id }: PaymentLink,
  chargeId: string | null,
): Promise<void> {
  await tx`
    UPDATE payment_links
       SET charge_id = ${chargeId}
     WHERE merchant_id = ${merchantId}
       AND id = ${id}`;
}

/** The hash of the request that made a charge of a payment link. */
export async function findRequestHash(
  db: Db,
  { merchantId, id }: PaymentLink,
  chargeId: string,
): Promise<string | null> {
  const [row] = await db<{ requestHash: string }[]>`
    SELECT encode(request_hash, 'hex') AS "requestHash"
      FROM link_charges
     WHERE merchant_id = ${merchantId}
       AND link_id = ${id}
       AND charge_id = ${chargeId}`;
  return row?.requestHash ?? null;
}

/** An unpaid charge made since then by the same request from the same client address. */
export async function findSameCharge(
  db: Db,
  { merchantId, id }: PaymentLink,
  same: Pick<MadeCharge, 'requestHash' | 'clientAddressHash'>,
  since: Date,
  now: Date,
): Promise<string | null> {
  const [row] = await db<{ id: string }[]>`
    SELECT charges.id
      FROM link_charges
      JOIN charges ON charges.merchant_id = link_charges.merchant_id AND charges.id = link_charges.charge_id
     WHERE link_charges.merchant_id = ${merchantId}
       AND charges.merchant_id = ${merchantId}
       AND link_id = ${id}
       AND charge_id >= ${firstIdAt(since)}
       AND link_charges.request_hash = ${Buffer.from(same.requestHash, 'hex')}
       AND client_address_hash = ${same.clientAddressHash}
       AND charges.status = 'open'
       AND charges.expires_at > ${now}
     ORDER BY charge_id DESC
     LIMIT 1`;
  return row?.id ?? null;
}

/** Counts unpaid charges of a payment link made since then: in total, and from one client address. */
export async function countUnpaid(
  db: Db,
  { merchantId, id }: PaymentLink,
  clientAddressHash: Buffer,
  since: Date,
): Promise<{ all: number; fromAddress: number }> {
  const [row] = await db<{ all: number; fromAddress: number }[]>`
    SELECT count(*)::int AS all,
           (count(*) FILTER (WHERE client_address_hash = ${clientAddressHash}))::int AS "fromAddress"
      FROM link_charges
      JOIN charges ON charges.merchant_id = link_charges.merchant_id AND charges.id = link_charges.charge_id
     WHERE link_charges.merchant_id = ${merchantId}
       AND charges.merchant_id = ${merchantId}
       AND link_id = ${id}
       AND charge_id >= ${firstIdAt(since)}
       AND charges.status IN ('open', 'declined', 'canceled', 'expired')`;
  return row ?? { all: 0, fromAddress: 0 };
}

export async function setClosed(
  tx: Tx,
  { merchantId, id }: PaymentLink,
  closedAt: Date | null,
): Promise<void> {
  await tx`
    UPDATE payment_links
       SET closed_at = ${closedAt}
     WHERE merchant_id = ${merchantId}
       AND id = ${id}`;
}

export async function setReminder(
  tx: Tx,
  { merchantId, id }: PaymentLink,
  remindAt: Date | null,
): Promise<void> {
  await tx`
    UPDATE payment_links
       SET remind_at = ${remindAt}
     WHERE merchant_id = ${merchantId}
       AND id = ${id}`;
}

/** Invoices with a due reminder. */
export async function findToRemind(
  sql: Sql,
  now: Date,
  limit: number,
): Promise<{ merchantId: string; id: string }[]> {
  return await acrossMerchants(
    sql,
    (within) => sql<{ merchantId: string; id: string }[]>`
      SELECT merchant_id AS "merchantId", id
        FROM payment_links
       WHERE remind_at <= ${now}
             ${within}
       ORDER BY remind_at
       LIMIT ${limit}`,
  );
}

export interface Mailing {
  id: string;
  linkId: string;
  kind: 'invoice' | 'invoice_reminder';
  createdAt: Date;
}

export async function insertMailing(tx: Tx, merchantId: string, mailing: Mailing): Promise<void> {
  await tx`
    INSERT INTO link_mailings (merchant_id, id, link_id, kind, created_at)
    VALUES (${merchantId}, ${mailing.id}, ${mailing.linkId}, ${mailing.kind}, ${mailing.createdAt})`;
}

export async function findMailing(db: Db, merchantId: string, id: string): Promise<Mailing | null> {
  const [row] = await db<Mailing[]>`
    SELECT id, link_id AS "linkId", kind, created_at AS "createdAt"
      FROM link_mailings
     WHERE merchant_id = ${merchantId}
       AND id = ${id}`;
  return row ?? null;
}

/**
 * The mailings of one invoice, newest first. There are a handful: three automatic ones, and at most one a day by hand.
 */
const shownMailings = 20;

export async function mailingsOf(
  db: Db,
  { merchantId, id }: Pick<PaymentLink, 'merchantId' | 'id'>,
): Promise<(Mailing & { status: 'queued' | 'sent' | 'rejected' | null })[]> {
  return await db`
    SELECT link_mailings.id, link_id AS "linkId", link_mailings.kind, link_mailings.created_at AS "createdAt", mails.status
      FROM link_mailings
      LEFT JOIN mails ON mails.merchant_id = link_mailings.merchant_id AND mails.kind = link_mailings.kind
                     AND mails.cause_id = link_mailings.id
     WHERE link_mailings.merchant_id = ${merchantId}
       AND link_id = ${id}
     ORDER BY link_mailings.id DESC
     LIMIT ${shownMailings}`;
}
