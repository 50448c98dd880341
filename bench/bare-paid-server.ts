import { parse } from 'node:querystring';
import fastify from 'fastify';
import pg from 'pg';
import { request } from 'undici';
import { newId } from '../src/base/db/ids.ts';
import { connect } from '../src/base/db/pool.ts';
import { signatureHeaders } from '../src/events/webhooks/delivery/sign.ts';
import { startAcquirer } from '../src/sandbox/acquirer/start.ts';
import { bareCharges } from './bare-charges.ts';

/**
 * The baseline of `paid_vs_bare`: writes the same rows that the program writes for a paid charge, each with one plain
 * statement that commits by itself, calls an acquirer of the same kind and sends the same webhook. It takes no locks,
 * makes no decisions and retries nothing, and a crash between two statements leaves half a payment.
 */

const {
  DATABASE_URL = '',
  MERCHANT_ID = '',
  POOL_SIZE = '',
  PAGE_BYTES = '',
  WEBHOOK_SECRET = '',
} = process.env;
const pool = new pg.Pool({ connectionString: DATABASE_URL, max: Number(POOL_SIZE) });
const app = fastify();
bareCharges(app, pool, MERCHANT_ID);

const acquirer = await startAcquirer({
  sql: connect(DATABASE_URL),
  secret: 'bare',
  challengeBaseUrl: () => 'http://127.0.0.1',
  localPageBaseUrl: () => 'http://127.0.0.1',
});

/** `name` is the table and the operation. */
function write(name: string, text: string, values: unknown[]): Promise<pg.QueryResult> {
  return pool.query({ name, text, values });
}

const hash = Buffer.alloc(32, 7);
const page = 'p'.repeat(Number(PAGE_BYTES));
const leaseMs = 20_000;

app.addContentTypeParser(
  'application/x-www-form-urlencoded',
  { parseAs: 'string' },
  (_request, body: string, done) => done(null, parse(body)),
);

interface Charge {
  amount_minor: string;
  currency: string;
  country: string;
  description: string;
  notification_url: string;
}

interface Paid {
  Params: { id: string };
  Body: { number: string; code: string; name: string; document: string };
}

app.get<Paid>('/pay/:id', async ({ params }, reply) => {
  const { rows } = await pool.query({
    name: 'page',
    text: 'SELECT amount_minor, currency, description FROM bare_charges WHERE id = $1',
    values: [params.id],
  });
  return reply.type('text/html; charset=utf-8').send(`${rows[0].amount_minor}${page}`);
});

app.post<Paid>('/pay/:id', async ({ params, body }) => {
  const { rows } = await pool.query<Charge>({
    name: 'charge',
    text: 'SELECT amount_minor, currency, country, description, notification_url FROM bare_charges WHERE id = $1',
    values: [params.id],
  });
  const charge = rows[0] as Charge;
  const attemptId = newId();
  await write(
    'attempt',
    `INSERT INTO bare_attempts (
       merchant_id, id, charge_id, processor, card_brand, card_first6, card_last4, card_fingerprint, client_address_hash,
       created_at, due_at)
     VALUES ($1, $2, $3, 'sandbox', 'visa', '424242', '4242', $4, $4, $5, $6)`,
    [MERCHANT_ID, attemptId, params.id, hash, new Date(), new Date(Date.now() + leaseMs)],
  );
  const reference = await authorize(attemptId, charge, body);
  const now = new Date();
  await write(
    'attempt approved',
    `UPDATE bare_attempts
        SET status = 'approved', processor_reference = $3, inquiries = 1, resolved_at = $4
      WHERE merchant_id = $1 AND id = $2`,
    [MERCHANT_ID, attemptId, reference, now],
  );
  await write(
    'charge approved',
    `UPDATE bare_charges
        SET status = 'approved', decided_at = $3, approved_at = $3
      WHERE merchant_id = $1 AND id = $2`,
    [MERCHANT_ID, params.id, now],
  );
  await post(params.id, charge);
  const event = {
    id: newId(),
    url: charge.notification_url,
    body: noticeOf(params.id, charge, now),
    at: now,
  };
  await write(
    'event',
    `INSERT INTO bare_events (merchant_id, id, subject, subject_id, status, url, body, created_at)
     VALUES ($1, $2, 'charge', $3, 'approved', $4, $5, $6)`,
    [MERCHANT_ID, event.id, params.id, event.url, event.body, now],
  );
  await write(
    'delivery',
    'INSERT INTO bare_deliveries (merchant_id, event_id, endpoint, due_at) VALUES ($1, $2, 1, $3)',
    [MERCHANT_ID, event.id, now],
  );
  void deliver(event);
  return { status: 'approved' };
});

/** Sends the same request as the program; returns the acquirer's reference. */
async function authorize(attemptId: string, charge: Charge, card: Paid['Body']): Promise<string> {
  const response = await request(`${acquirer.url}/payments`, {
    method: 'POST',
    headers: { authorization: 'Bearer bare', 'content-type': 'application/json' },
    body: JSON.stringify({
      id: attemptId,
      amount_minor: charge.amount_minor,
      currency: charge.currency,
      country: charge.country,
      description: charge.description,
      document: card.document,
      return_url: `http://127.0.0.1/pay/${attemptId}/return`,
      card: {
        number: card.number,
        expiry_month: 12,
        expiry_year: 2039,
        security_code: card.code,
        holder_name: card.name,
      },
    }),
  });
  const { status, reference } = (await response.body.json()) as { status: string; reference: string };
  if (status !== 'approved') throw new Error(`the acquirer said ${status}`);
  return reference;
}

/** Writes the ledger entry, its postings, and the balances that they change. */
async function post(chargeId: string, charge: Charge): Promise<void> {
  const entryId = newId();
  const { amount_minor, currency } = charge;
  await write(
    'entry',
    `INSERT INTO bare_ledger_entries (merchant_id, id, kind, subject_id) VALUES ($1, $2, 'charge_approved', $3)`,
    [MERCHANT_ID, entryId, chargeId],
  );
  await write(
    'postings',
    `INSERT INTO bare_ledger_postings (merchant_id, entry_id, line, account, asset, amount)
     VALUES ($1, $2, 0, 'card_clearing', $3, - $4::bigint), ($1, $2, 1, 'merchant_available', $3, $4::bigint)`,
    [MERCHANT_ID, entryId, currency, amount_minor],
  );
  await write(
    'balances',
    `INSERT INTO bare_ledger_balances AS kept (merchant_id, account, asset, balance)
     VALUES ($1, 'card_clearing', $2, - $3::bigint), ($1, 'merchant_available', $2, $3::bigint)
     ON CONFLICT (merchant_id, account, asset) DO UPDATE SET balance = kept.balance + excluded.balance`,
    [MERCHANT_ID, currency, amount_minor],
  );
}

function noticeOf(id: string, charge: Charge, at: Date): string {
  return JSON.stringify({
    transactionDate: at.toISOString(),
    transactionStatus: 'approved',
    transactionId: id,
    totalAmount: Number(charge.amount_minor) / 100,
    paymentMethod: 'CARDS',
    email: '',
    numeroOrden: '',
    merchantId: MERCHANT_ID,
    currency: charge.currency,
    refundedAmount: 0,
    transactionDateUtc: at.toISOString(),
  });
}

async function deliver(event: { id: string; url: string; body: string; at: Date }): Promise<void> {
  const timestampSeconds = Math.floor(Date.now() / 1000);
  const signature = signatureHeaders({
    id: event.id,
    timestampSeconds,
    body: event.body,
    secrets: [WEBHOOK_SECRET],
  });
  const response = await request(event.url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...signature },
    body: event.body,
  });
  const answer = await response.body.text();
  await write(
    'log',
    `INSERT INTO bare_delivery_attempts (
       merchant_id, event_id, sent_at, url, signature, http_status, response_headers, body_excerpt, duration_ms, cause)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, 1, 'ok')`,
    [
      MERCHANT_ID,
      event.id,
      event.at,
      event.url,
      signature['webhook-signature'],
      response.statusCode,
      JSON.stringify(response.headers),
      answer,
    ],
  );
  await write(
    'delivered',
    `UPDATE bare_deliveries SET status = 'delivered' WHERE merchant_id = $1 AND event_id = $2`,
    [MERCHANT_ID, event.id],
  );
}

process.send?.(await app.listen({ host: '127.0.0.1', port: 0 }));
