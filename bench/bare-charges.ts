import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { newId } from '../src/base/db/ids.ts';
import type { chargeBody } from './requests.ts';

/**
 * A token and a charge in their simplest form: the token is a constant, and each request makes one INSERT into a table
 * with the same columns and indexes and answers the same fields. No key is checked, nothing is validated, logged or
 * counted, and a repeated request is not safe.
 */

const dayMs = 24 * 60 * 60 * 1000;
const requestHash = Buffer.alloc(32, 7);
const queryOfSameLength = `?${'q'.repeat(230)}`;

const token = {
  status: 'Success',
  code: 200,
  message: 'Access token created',
  data: { access_token: 't'.repeat(320), expires_in: 60, session_id: newId() },
};

function envelope(data: Record<string, { type: string }>) {
  return {
    type: 'object',
    properties: {
      status: { type: 'string' },
      code: { type: 'number' },
      message: { type: 'string' },
      data: { type: 'object', properties: data },
    },
  };
}

const tokenAnswer = envelope({
  access_token: { type: 'string' },
  expires_in: { type: 'number' },
  session_id: { type: 'string' },
});
const chargeAnswer = envelope({
  urlCheckout: { type: 'string' },
  amount: { type: 'number' },
  currency: { type: 'string' },
  reference: { type: 'string' },
});

export function bareCharges(app: FastifyInstance, pool: pg.Pool, merchantId: string): void {
  // The interface's token request has a content type and no body, which Fastify's own parser refuses.
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body: string, done) => {
    if (body === '') done(null);
    else parse(request, body, done);
  });

  app.post('/api/auth/token', { schema: { response: { 200: tokenAnswer } } }, async () => token);

  app.post<{ Body: ReturnType<typeof chargeBody> }>(
    '/api/transactions/charges',
    { schema: { response: { 200: chargeAnswer } } },
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
          merchantId,
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
}
