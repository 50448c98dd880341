import fastify from 'fastify';

/** The baseline of `token_vs_empty`: accepts the same request and answers a constant of the same size. */

const { ANSWER = '{}' } = process.env;
const constant = JSON.parse(ANSWER);
const app = fastify();

// The interface's request has a content type and no body, which Fastify's own parser refuses.
app.removeAllContentTypeParsers();
app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, _body, done) => done(null));

const answer = {
  type: 'object',
  properties: {
    status: { type: 'string' },
    code: { type: 'number' },
    message: { type: 'string' },
    data: {
      type: 'object',
      properties: {
        access_token: { type: 'string' },
        expires_in: { type: 'number' },
        session_id: { type: 'string' },
      },
    },
  },
};
app.post('/api/auth/token', { schema: { response: { 200: answer } } }, async () => constant);

process.send?.(await app.listen({ host: '127.0.0.1', port: 0 }));
