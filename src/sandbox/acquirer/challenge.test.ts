import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { desktop, expectAccessible, openBrowser, phone } from '../../../test/kit/pages/customer.ts';
import { createTestDatabase } from '../../../test/kit/postgres.ts';
import { newId } from '../../base/db/ids.ts';
import { connect, type Sql } from '../../base/db/pool.ts';
import { findPayment, takePayment } from './payments.ts';
import { type Acquirer, startAcquirer } from './start.ts';

const returnUrl = 'https://shop.example/return?order=7';
let database: Awaited<ReturnType<typeof createTestDatabase>>;
let sql: Sql;
let acquirer: Acquirer;
let bank: FastifyInstance;

beforeAll(async () => {
  database = await createTestDatabase();
  sql = connect(database.url);
  acquirer = await startAcquirer({
    sql,
    secret: 'unused',
    challengeBaseUrl: () => 'https://pay.example/sandbox/3ds',
    localPageBaseUrl: () => 'https://pay.example/sandbox/pay',
  });
  bank = Fastify();
  await bank.register(acquirer.challengeRoutes, { prefix: '/sandbox/3ds' });
});

afterAll(async () => {
  await bank?.close();
  await acquirer?.close();
  await sql?.end();
  await database?.drop();
});

async function openChallenge(change: { description?: string; returnUrl?: string } = {}): Promise<string> {
  const id = newId();
  await takePayment(
    sql,
    {
      id,
      amountMinor: 1_234_550n,
      currency: 'COP',
      instalments: 1,
      capturesAtOnce: true,
      description: null,
      returnUrl,
      ...change,
    },
    { behaviour: { does: 'challenge' }, cardBrand: 'visa', cardLast4: '3184' },
    0,
  );
  return id;
}

function show(id: string, language = 'en') {
  return bank.inject({ url: `/sandbox/3ds/${id}`, headers: { 'accept-language': language } });
}

function press(id: string, decision: string) {
  return bank.inject({
    method: 'POST',
    url: `/sandbox/3ds/${id}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: `decision=${decision}`,
  });
}

async function statusOf(id: string) {
  const payment = await findPayment(sql, id);
  return payment && { status: payment.status, reason: payment.reason };
}

test.each([
  ['es-CO,es;q=0.9', 'es', 'Banco de pruebas', '12.345,50'],
  ['pt-BR', 'pt', 'Banco de testes', '12.345,50'],
  ['en-US,en;q=0.9', 'en', 'Sandbox bank', '12,345.50'],
])(
  'to %s the page speaks %s and shows the amount as one writes it there',
  async (accept, language, name, amount) => {
    const page = await show(await openChallenge(), accept);
    expect(page.statusCode).toBe(200);
    expect(page.body).toContain(`<html lang="${language}">`);
    expect(page.body).toContain(name);
    expect(page.body).toContain(amount);
    expect(page.body).toContain('3184');
  },
);

test('the page may send its form only to itself and back to the shop, and is neither framed nor kept', async () => {
  const { headers } = await show(await openChallenge());
  const policy = headers['content-security-policy'];
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("form-action 'self' https://shop.example;");
  expect(policy).toContain("frame-ancestors 'none'");
  expect(headers['cache-control']).toBe('no-store');
});

test('what the merchant wrote is shown as text', async () => {
  const page = await show(await openChallenge({ description: '<script>alert(1)</script>' }));
  expect(page.body).not.toContain('<script');
  expect(page.body).toContain('alert(1)');
});

test.each([
  ['approve', { status: 'approved', reason: null }],
  ['fail', { status: 'refused', reason: 'authentication_failed' }],
])('%s decides for good: pressing again or the other button only leads back', async (decision, decided) => {
  const id = await openChallenge();
  for (const pressed of [decision, decision, 'approve', 'fail']) {
    const answer = await press(id, pressed);
    expect([answer.statusCode, answer.headers.location]).toEqual([303, returnUrl]);
    expect(await statusOf(id)).toEqual(decided);
  }
  const reloaded = await show(id);
  expect([reloaded.statusCode, reloaded.headers.location]).toEqual([303, returnUrl]);
});

test('a form without a decision shows the page again and decides nothing', async () => {
  const id = await openChallenge();
  const answer = await press(id, 'maybe');
  expect(answer.statusCode).toBe(400);
  expect(answer.body).toContain('<form');
  expect(await statusOf(id)).toEqual({ status: 'challenge', reason: null });
});

test('an unknown payment has a page that says so', async () => {
  const page = await show(newId());
  expect(page.statusCode).toBe(404);
  expect(page.body).toContain('We cannot find this payment');
  for (const id of [newId(), '%00', 'x'.repeat(100)]) {
    expect((await show(id)).statusCode).toBe(404);
    expect((await press(id, 'approve')).statusCode).toBe(404);
  }
});

test('it mounts on a server that reads forms already', async () => {
  const { default: formbody } = await import('@fastify/formbody');
  const server = Fastify();
  await server.register(formbody);
  await server.register(acquirer.challengeRoutes, { prefix: '/sandbox/3ds' });
  expect((await server.inject(`/sandbox/3ds/${await openChallenge()}`)).statusCode).toBe(200);
  await server.close();
});

describe('in Chromium', () => {
  test.each([
    ['phone', phone],
    ['desktop', desktop],
  ])(
    'on a %s, without script, axe finds nothing and approving leads back to a shop elsewhere',
    async (_name, viewport) => {
      const shop = Fastify();
      shop.get('/return', async () => 'Back at the shop');
      const shopUrl = await shop.listen({ host: '127.0.0.1', port: 0 });
      const server = Fastify();
      await server.register(acquirer.challengeRoutes, { prefix: '/sandbox/3ds' });
      const serverUrl = await server.listen({ host: '127.0.0.1', port: 0 });
      const customers = await openBrowser();
      try {
        const id = await openChallenge({ description: 'Dos cafés', returnUrl: `${shopUrl}/return` });
        const address = `${serverUrl}/sandbox/3ds/${id}`;

        const checked = await customers.arrive({ viewport });
        await checked.goto(address);
        await expectAccessible(checked);
        const width = await checked.evaluate('document.documentElement.scrollWidth');
        expect(width).toBeLessThanOrEqual(viewport.width);

        const page = await customers.arrive({ viewport, javaScriptEnabled: false, locale: 'pt-BR' });
        await page.goto(address);
        await page.getByRole('button', { name: 'Aprovar o pagamento' }).click();
        await page.waitForURL(`${shopUrl}/return`);
        expect(await statusOf(id)).toEqual({ status: 'approved', reason: null });
      } finally {
        await customers.leave();
        await server.close();
        await shop.close();
      }
    },
  );
});
