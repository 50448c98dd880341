import { createHmac, timingSafeEqual } from 'node:crypto';
import fastify from 'fastify';
import pg from 'pg';

/** The baseline of `notifications_vs_bare`: checks the signature of a message and inserts one row for it. */

const { DATABASE_URL = '', SECRET = '', POOL_SIZE = '' } = process.env;
const pool = new pg.Pool({ connectionString: DATABASE_URL, max: Number(POOL_SIZE) });
const app = fastify();
app.removeAllContentTypeParsers();
app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));

app.post<{ Body: Buffer }>('/processors/stripe/notifications', async (request, reply) => {
  const [, at = '', signature = ''] =
    /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(request.headers['stripe-signature'])) ?? [];
  const expected = createHmac('sha256', SECRET).update(`${at}.`).update(request.body).digest();
  const given = Buffer.from(signature, 'hex');
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return reply.code(401).send();
  const { id, data } = JSON.parse(request.body.toString());
  await pool.query({
    name: 'keep',
    text: `INSERT INTO bare_notifications (processor, account_id, id, hint, received_at, due_at)
           VALUES ('stripe', '00000000-0000-0000-0000-000000000000', $1, $2, now(), now())
               ON CONFLICT DO NOTHING`,
    values: [id, JSON.stringify({ about: 'attempt', attemptId: data.object.metadata.pasarela_attempt })],
  });
  return { received: true };
});

process.send?.(await app.listen({ host: '127.0.0.1', port: 0 }));
