import fastify from 'fastify';
import pg from 'pg';
import { newId } from '../src/base/db/ids.ts';
import type { orderBody } from './requests.ts';

/**
 * The baseline of `orders_vs_bare`: parses the body, inserts the order into a table with the same columns and indexes,
 * one statement per request, and answers the same fields. No validation, no log, no encryption.
 */

const { DATABASE_URL = '', MERCHANT_ID = '', POOL_SIZE = '' } = process.env;
const pool = new pg.Pool({ connectionString: DATABASE_URL, max: Number(POOL_SIZE) });
const app = fastify();

const dayMs = 24 * 60 * 60 * 1000;
const requestHash = Buffer.alloc(32, 7);
const restOfHash = 'h'.repeat(220);

const answer = {
  type: 'object',
  properties: { status: { type: 'boolean' }, hash: { type: 'string' }, message: { type: 'string' } },
};

app.post<{ Body: ReturnType<typeof orderBody> }>(
  '/payment/create',
  { schema: { response: { 200: answer } } },
  async ({ body }) => {
    const id = newId();
    const now = Date.now();
    await pool.query({
      name: 'insert',
      text: `
      INSERT INTO bare_orders (
        merchant_id, id, country, origin, amount_minor, email, merchant_id_custom, request_hash, opens_until, created_at)
      VALUES (
        $1, $2, $3, $4, $5, $6,
        $7, $8, $9, $10)`,
      values: [
        MERCHANT_ID,
        id,
        body.country,
        body.origin,
        Math.round(Number(body.amount) * 100),
        body.email,
        body.merchantIdCustom,
        requestHash,
        new Date(now + dayMs),
        new Date(now),
      ],
    });
    return { status: true, hash: id + restOfHash, message: 'Order created' };
  },
);

process.send?.(await app.listen({ host: '127.0.0.1', port: 0 }));
