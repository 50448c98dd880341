import fastify from 'fastify';
import pg from 'pg';
import { newId } from '../src/db/ids.ts';
import type { chargeBody } from './requests.ts';

/**
 * The baseline of `charges_vs_bare`: what one writes in ten minutes. It parses the body, inserts the same row
 * into a table of the same columns and indexes, one statement a request, and answers the same fields. No
 * token, no validation, no log, no metrics, and nothing that makes a repeat safe.
 */

const { DATABASE_URL = '', MERCHANT_ID = '', POOL_SIZE = '' } = process.env;
const pool = new pg.Pool({ connectionString: DATABASE_URL, max: Number(POOL_SIZE) });
const app = fastify();

const dayMs = 24 * 60 * 60 * 1000;
const requestHash = Buffer.alloc(32, 7);
const queryOfSameLength = `?${'q'.repeat(230)}`;

const answer = {
  type: 'object',
  properties: {
    status: { type: 'string' },
    code: { type: 'number' },
    message: { type: 'string' },
    data: {
      type: 'object',
      properties: {
        urlCheckout: { type: 'string' },
        amount: { type: 'number' },
        currency: { type: 'string' },
        reference: { type: 'string' },
      },
    },
  },
};

app.post<{ Body: ReturnType<typeof chargeBody> }>(
  '/api/transactions/charges',
  { schema: { response: { 200: answer } } },
  async ({ body }) => {
    const id = newId();
    const now = Date.now();
    await pool.query({
      name: 'insert',
      text: `
      INSERT INTO bare_charges (
        merchant_id, id, method, country, currency, amount_minor, description, customer_id, email, order_number,
        metadata, language, notification_url, return_url, request_hash, created_at, expires_at)
      VALUES (
        $1, $2, $3, $4, $5,
        $6, $7, $8, NULL, NULL,
        NULL, NULL, $9, $10, $11, $12,
        $13)`,
      values: [
        MERCHANT_ID,
        id,
        body.method_code,
        body.country,
        body.currency,
        Math.round(body.amount * 100),
        body.description,
        body.customer_id,
        body.notification_url,
        body.return_url,
        requestHash,
        new Date(now),
        new Date(now + dayMs),
      ],
    });
    return {
      status: 'Success',
      code: 200,
      message: 'Charge created',
      data: {
        urlCheckout: `http://127.0.0.1:8080/pay/${id}${queryOfSameLength}`,
        amount: body.amount,
        currency: body.currency,
        reference: id,
      },
    };
  },
);

process.send?.(await app.listen({ host: '127.0.0.1', port: 0 }));
