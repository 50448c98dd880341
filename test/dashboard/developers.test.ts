import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CaughtMail } from '../../src/sandbox/mail-catcher.ts';
import {
  type Credentials,
  call,
  createCharge,
  keyHeaders,
  pay,
  postCharge,
  sampleCharge,
  until,
} from '../kit/client.ts';
import { addMerchant } from '../kit/merchants.ts';
import { signedIn, type Visitor } from '../kit/people.ts';
import { startTestServer, type TestServer } from '../kit/server.ts';
import { startReceiver } from '../kit/webhooks/receiver.ts';

/** The pages for a merchant's developers and its owner, and the refusals for strangers. */

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

/** A new merchant with its owner. */
async function shop() {
  const merchant = await addMerchant(server);
  const { merchantId } = merchant;
  const owner = await signedIn(server, { merchantId, role: 'owner' });
  const ask = (method: string, path: string, body?: unknown, who: Visitor = owner) =>
    who.ask(method, `/dashboard/api/${path}`, body, { 'x-merchant-id': merchantId });
  return { merchant, merchantId, owner, ask };
}

const token = (credentials: Credentials) => call(server, 'POST', '/api/auth/token', keyHeaders(credentials));

/** The person's acts at the merchant, from the audit log. */
async function actsOf({ person }: { person: { email: string } }, merchantId: string): Promise<string[]> {
  const rows = await server.sql<{ act: string }[]>`
    SELECT act FROM audit_log
     WHERE actor = ${person.email} AND subject = ${`merchant ${merchantId}`}
     ORDER BY number`;
  return rows.map(({ act }) => act);
}

describe('API keys', () => {
  test('are made, used, replaced and stopped, each time under who signed in', async () => {
    const { merchantId, owner, ask } = await shop();
    const first = (await ask('POST', 'keys', { name: ' Web shop ' })).body.data;
    const credentials = { apiKey: first.key, merchantId };
    expect((await token(credentials)).httpStatus).toBe(200);
    const used = await until(
      async () =>
        (await ask('GET', 'keys')).body.data.keys.find((key: { id: string }) => key.id === first.id),
      (key) => key.last_used_at !== null,
    );
    expect(used).toMatchObject({ name: 'Web shop', prefix: first.key.slice(0, 17), works: true });
    const second = (await ask('POST', 'keys/rotation', { overlap_seconds: 3600, name: null })).body.data;
    expect(second.previous.map(({ id }: { id: string }) => id)).toContain(first.id);
    expect((await token(credentials)).httpStatus).toBe(200);
    for (const _ of [1, 2]) expect((await ask('DELETE', `keys/${first.id}`)).httpStatus).toBe(200);
    await until(
      () => token(credentials),
      ({ httpStatus }) => httpStatus === 401,
    );
    expect((await token({ apiKey: second.key, merchantId })).httpStatus).toBe(200);
    expect(await actsOf(owner, merchantId)).toEqual(['key_issued', 'keys_rotated', 'key_revoked']);
    const stored = await server.sql`SELECT * FROM audit_log WHERE subject = ${`merchant ${merchantId}`}`;
    expect(
      JSON.stringify(stored, (_, value) => (typeof value === 'bigint' ? String(value) : value)),
    ).not.toContain(first.key.slice(20));
  });

  test('cannot move money out by default, nor ever may more than whoever made them', async () => {
    const { merchantId, ask } = await shop();
    const developer = await signedIn(server, { merchantId, role: 'developer' });
    const made = (await ask('POST', 'keys', { name: null }, developer)).body.data;
    const listed = (await ask('GET', 'keys')).body.data;
    expect(listed.can_give).toContain('payouts');
    expect(listed.keys[0]).toMatchObject({
      made_by: developer.person.email,
      scopes: ['charges:write', 'charges:read', 'orders', 'events', 'webhooks'],
    });
    const key = keyHeaders({ apiKey: made.key, merchantId });
    const refund = () => call(server, 'POST', '/api/transactions/none/refunds', key, {});
    expect(await refund()).toMatchObject({ httpStatus: 403, body: { data: { error: 'scope_missing' } } });
    const wanted = { name: null, scopes: ['charges:read', 'payouts', 'refunds'] };
    const refused = await ask('POST', 'keys', wanted, developer);
    expect(refused).toMatchObject({ httpStatus: 403, body: { data: { error: 'permission_missing' } } });
    expect(refused.body.message).toContain('refunds, payouts');
    expect((await ask('POST', 'keys', wanted)).httpStatus).toBe(200);
    const rotated = await ask('POST', 'keys/rotation', { ...wanted, overlap_seconds: 0 }, developer);
    expect(rotated.httpStatus).toBe(403);
  });

  test('shrink with the role of whoever made them, and end with it', async () => {
    const { merchantId, ask } = await shop();
    const second = await signedIn(server, { merchantId, role: 'owner' });
    const scopes = ['refunds', 'balances:read', 'charges:read'];
    const { id, key } = (await ask('POST', 'keys', { name: null, scopes }, second)).body.data;
    const headers = keyHeaders({ apiKey: key, merchantId });
    const balances = () => call(server, 'GET', '/api/balances', headers);
    const list = () => call(server, 'GET', '/api/transactions', headers);
    expect((await balances()).httpStatus).toBe(200);
    const change = (role: string | null) => ask('PUT', `people/${second.person.id}/role`, { role });
    expect((await change('developer')).httpStatus).toBe(200);
    const shrunk = await until(balances, ({ httpStatus }) => httpStatus === 403);
    expect(shrunk.body).toMatchObject({ data: { error: 'scope_missing' } });
    expect((await list()).httpStatus).toBe(200);
    const { keys } = (await ask('GET', 'keys')).body.data;
    expect(keys[0]).toMatchObject({ id, is_short: ['refunds', 'balances:read'] });
    const { people } = (await ask('GET', 'people')).body.data;
    expect(people.find(({ id: person }: { id: string }) => person === second.person.id).keys).toBe(1);
    const removed = await change(null);
    expect(removed.body.data.ended.keys).toEqual([id]);
    await until(list, ({ httpStatus }) => httpStatus === 401);
  });

  test('work from where they may, and until when', async () => {
    const { merchantId, ask } = await shop();
    const make = async (bounds: object) =>
      (await ask('POST', 'keys', { name: null, ...bounds })).body.data.key as string;
    const here = await make({ sources: ['127.0.0.0/8', '::1'] });
    const elsewhere = await make({ sources: ['203.0.113.7'] });
    expect((await token({ apiKey: here, merchantId })).httpStatus).toBe(200);
    const refused = await token({ apiKey: elsewhere, merchantId });
    expect(refused).toMatchObject({ httpStatus: 403, body: { data: { error: 'source_not_allowed' } } });
    const short = await make({ expires_at: new Date(Date.now() + 1_500).toISOString() });
    expect((await token({ apiKey: short, merchantId })).httpStatus).toBe(200);
    await until(
      () => token({ apiKey: short, merchantId }),
      ({ httpStatus }) => httpStatus === 401,
    );
  });

  test('are refused with all that is wrong with what was asked', async () => {
    const { ask } = await shop();
    const { httpStatus, body } = await ask('POST', 'keys', {
      name: 'x'.repeat(61),
      scopes: ['everything'],
      payout_max: '1.005',
      payouts_per_day: '-5',
      networks: ['BTC'],
      sources: ['10.0.0.0/33', 'localhost'],
      expires_at: '2020-01-01T00:00:00Z',
      signing_key: 'ssh-ed25519 AAAA',
    });
    expect(httpStatus).toBe(422);
    expect(body.data.fields.map(({ field }: { field: string }) => field)).toEqual([
      'name',
      'scopes.0',
      'payout_max',
      'payouts_per_day',
      'networks.0',
      'sources.0',
      'sources.1',
      'expires_at',
      'signing_key',
    ]);
  });

  test('of another merchant cannot be stopped', async () => {
    const [mine, theirs] = [await shop(), await shop()];
    const { id, key } = (await theirs.ask('POST', 'keys', { name: null })).body.data;
    expect((await mine.ask('DELETE', `keys/${id}`)).httpStatus).toBe(404);
    expect((await token({ apiKey: key, merchantId: theirs.merchantId })).httpStatus).toBe(200);
  });
});

describe('the log of requests', () => {
  test('tells what was refused and why, to the merchant alone, and keeps nothing that is a secret or a customer’s', async () => {
    const { merchant, merchantId, ask } = await shop();
    const other = await shop();
    const headers = keyHeaders(merchant);
    await createCharge(server, {}, merchant);
    await call(server, 'GET', '/api/transactions?email=ana@customer.example&limit=0', headers);
    await call(server, 'POST', '/payment/create', headers, {
      amount: '4242424242424242',
      email: 'ana@customer',
      country: 'COL',
      origin: 'api',
      merchantIdCustom: 'card 4242 4242 4242 4242 of ana@customer.example',
    });
    await call(server, 'GET', '/api/transactions/4242424242424242', headers);
    await call(server, 'GET', '/api/events', {
      ...headers,
      'x-api-key': `psk_${'0'.repeat(12)}_${'a'.repeat(48)}`,
    });
    await call(server, 'POST', '/api/transactions/charges', {
      authorization: `Bearer ${unsignedToken(merchantId)}`,
      'x-session-id': merchantId,
    });
    const list = async (query = '') => (await ask('GET', `requests${query}`)).body.data.requests;
    const refused = await until(
      () => list('?outcome=refused'),
      (requests) => requests.length >= 5,
    );
    expect(
      refused.map((each: Record<string, unknown>) => [each.status, each.error, each.key_prefix !== null]),
    ).toEqual([
      [401, 'token_invalid', false],
      [401, 'credentials_invalid', false],
      [404, 'not_found', true],
      [422, 'validation_failed', true],
      [422, 'validation_failed', true],
    ]);
    expect(refused[4]).toMatchObject({
      method: 'GET',
      path: '/api/transactions',
      fields: [expect.objectContaining({ field: 'limit' })],
      request_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
    const good = await list('?outcome=good');
    expect(good.map(({ path }: { path: string }) => path)).toEqual([
      '/api/transactions/charges',
      '/api/auth/token',
    ]);
    const rows = await server.sql`SELECT * FROM api_requests WHERE merchant_id = ${merchantId}`;
    expect(rows).toHaveLength(7);
    // Ids are random: one of them may look like anything.
    const kept = rows.map(({ merchant_id, id, key_id, request_id, ...row }) => row);
    expect(JSON.stringify(kept)).not.toMatch(/4242|ana@|customer|psk_|aaaa/);
    expect((await other.ask('GET', 'requests')).body.data.requests).toEqual([]);
  });
});

/** A token that looks like ours but is not signed. */
function unsignedToken(merchantId: string): string {
  const part = (claims: object) => Buffer.from(JSON.stringify(claims)).toString('base64url');
  const claims = { sub: merchantId, key: 'x', sid: merchantId, aud: 'pasarela:session', exp: 1 };
  return `${part({ alg: 'HS256', typ: 'JWT' })}.${part(claims)}.c2ln`;
}

describe('webhooks', () => {
  test('go where the owner says, with samples of every kind, sent again one by one and together', async () => {
    const { merchantId, ask, owner } = await shop();
    const receiver = await startReceiver();
    const place = { 'x-merchant-id': merchantId };
    try {
      const wrong = await ask('PUT', 'webhook', { url: 'http://10.0.0.1/' });
      expect([wrong.httpStatus, wrong.body.data.fields[0].field]).toEqual([422, 'url']);
      expect((await ask('PUT', 'webhook', { url: receiver.url })).body.data.url).toBe(receiver.url);
      const secret = (await ask('POST', 'webhook/secret', { overlap_hours: 24 })).body.data;
      expect(secret.secret).toMatch(/^whsec_/);
      expect((await ask('GET', 'webhook')).body.data.previous_secret_until).not.toBeNull();
      receiver.answer((response) => response.writeHead(500).end('out of order'));
      const sample = async (kind: string) =>
        (await owner.ask('POST', '/api/webhooks/test', { kind }, place)).body.data.event_id as string;
      const [, crypto] = [await sample('refunded'), await sample('success')];
      const read = async (id: string) =>
        (await owner.ask('GET', `/api/events/${id}`, undefined, place)).body.data;
      const tried = await until(
        () => read(crypto),
        ({ attempts }) => attempts.length > 0,
      );
      expect(tried.attempts[0]).toMatchObject({
        http_status: 500,
        response: { body_excerpt: 'out of order' },
      });
      expect(tried.payload).toMatchObject({ status: 'success', merchantId });
      expect(receiver.received.map(({ body }) => JSON.parse(body).transactionStatus)).toContain('refunded');
      receiver.answer((response) => response.end('ok'));
      await owner.ask('POST', `/api/events/${crypto}/redeliver`, undefined, place);
      await until(
        () => read(crypto),
        ({ delivery }) => delivery.status === 'delivered',
      );
      const body = { status: 'test', expected_count: 2 };
      expect((await owner.ask('POST', '/api/events/replays', body, place)).httpStatus).toBe(200);
      await until(
        async () => (await ask('GET', 'replays/latest')).body.data.replay,
        ({ status, done }) => status === 'finished' && done >= 1,
      );
      expect(await actsOf(owner, merchantId)).toEqual([
        ...['merchant_changed', 'webhook_secret_rotated', 'sample_sent', 'sample_sent'],
        ...['event_redelivered', 'events_replayed'],
      ]);
    } finally {
      await receiver.close();
    }
  });
});

const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

describe('settings', () => {
  test('tell all faults at once, and change nothing then', async () => {
    const { ask } = await shop();
    const refused = await ask('PUT', 'settings', {
      contact_email: 'nobody',
      terms_url: 'javascript:alert(1)',
      support_url: `https://shop.example/${'x'.repeat(600)}`,
      color: 'url(x)',
      methods: [{ code: 'GOLD', on: true }],
      receipts: false,
    });
    expect([
      refused.httpStatus,
      refused.body.data.fields.map(({ field }: { field: string }) => field),
    ]).toEqual([422, ['contact_email', 'support_url', 'terms_url', 'color', 'methods']]);
    expect((await ask('GET', 'settings')).body.data).toMatchObject({ receipts: true, color: null });
  });

  test('close and open methods', async () => {
    const { merchant, ask } = await shop();
    const methods = async () =>
      (await call(server, 'GET', '/api/payment-methods', keyHeaders(merchant))).body.data.map(
        ({ method_code }: { method_code: string }) => method_code,
      );
    const turn = (on: boolean) => ask('PUT', 'settings', { methods: [{ code: 'CARDS', on }] });
    const [cards, ...others] = (await turn(false)).body.data.methods;
    expect(cards).toEqual({ code: 'CARDS', category: 'CARD', currencies: [], on: false });
    // Methods that were not named stay as they are.
    expect(others.length).toBeGreaterThan(0);
    expect(others.every(({ on }: { on: boolean }) => on)).toBe(true);
    await until(methods, (codes) => !codes.includes('CARDS'));
    const refused = await postCharge(server, merchant, sampleCharge);
    expect([refused.httpStatus, refused.body.data.error]).toEqual([403, 'method_not_available']);
    await turn(true);
    await until(methods, (codes) => codes.includes('CARDS'));
    await createCharge(server, {}, merchant);
  });

  test('put methods in the order in which customers see them', async () => {
    const { merchant, ask } = await shop();
    const codes = async (): Promise<string[]> =>
      (
        await call(server, 'GET', '/api/payment-methods?country=BRA&currency=BRL', keyHeaders(merchant))
      ).body.data.map(({ method_code }: { method_code: string }) => method_code);
    expect(await codes()).toEqual(['CARDS', 'PIX', 'BOLETO', 'MERCADOPAGO']);
    const inOrder = ['BOLETO', 'PIX'].map((code) => ({ code, on: true }));
    expect((await ask('PUT', 'settings', { methods: inOrder })).httpStatus).toBe(200);
    await until(codes, ([first]) => first === 'BOLETO');
    expect(await codes()).toEqual(['BOLETO', 'PIX', 'CARDS', 'MERCADOPAGO']);
  });

  test('a logo is taken by its bytes, shown on the payment page alone, and sent as nothing else', async () => {
    const { merchant, merchantId, owner, ask } = await shop();
    const put = (content: Buffer) => ask('PUT', 'settings/logo', { content: content.toString('base64') });
    for (const bad of [
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'),
      Buffer.from('<!doctype html><script>alert(1)</script>'),
      Buffer.concat([pixel.subarray(0, 16), Buffer.from('0000ffff0000ffff', 'hex'), pixel.subarray(24)]),
      Buffer.concat([pixel, Buffer.alloc(205_000)]),
    ]) {
      const refused = await put(bad);
      expect([refused.httpStatus, refused.body.data.fields[0].field]).toEqual([422, 'content']);
    }
    const before = await pageOf(merchant);
    expect(before.policy).toContain('img-src data:;');
    const hash = createHash('sha256').update(pixel).digest('hex');
    for (const _ of [1, 2]) expect((await put(pixel)).body.data.logo_url).toBe(`/dashboard/brand/${hash}`);
    await ask('PUT', 'settings', { color: '#ffee00', terms_url: 'https://shop.example/terms' });
    const page = await until(
      () => pageOf(merchant),
      ({ text }) => text.includes('https://shop.example/terms'),
    );
    expect(page.text).toContain(`<img class="logo" src="/brand/${hash}" alt=""`);
    expect(page.text).toMatch(/:root\{--accent:#[0-9a-f]{6};--on-accent:#ffffff/);
    expect(page.policy).toBe(
      before.policy.replace('img-src data:', "img-src 'self' data:").replace(/nonce-[\w-]+/g, page.nonce),
    );
    const email = 'branded@customer.example';
    await pay(server, await createCharge(server, { email }, merchant), '4242424242424242');
    const [mail] = await until(
      async () =>
        ((await call(server, 'GET', '/sandbox/mail')).body as CaughtMail[]).filter(({ to }) =>
          to.includes(email),
        ),
      (caught) => caught.length > 0,
    );
    expect(mail?.html).toContain('<img src="cid:logo"');
    expect(mail?.text).toContain('https://shop.example/terms');
    const image = await fetch(`${server.url}/brand/${hash}`);
    expect(Buffer.from(await image.arrayBuffer())).toEqual(pixel);
    expect(Object.fromEntries(image.headers)).toMatchObject({
      'content-type': 'image/png',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'none'; sandbox",
      'cache-control': 'public, max-age=31536000, immutable',
    });
    expect((await fetch(`${server.url}/brand/${'0'.repeat(64)}`)).status).toBe(404);
    expect((await ask('DELETE', 'settings/logo')).body.data.logo_url).toBeNull();
    expect((await fetch(`${server.url}/brand/${hash}`)).status).toBe(404);
    expect(await actsOf(owner, merchantId)).toEqual(['logo_changed', 'merchant_changed', 'logo_changed']);
  });

  async function pageOf(merchant: { apiKey: string; merchantId: string }) {
    const reference = await createCharge(server, {}, merchant);
    const response = await fetch(`${server.url}/pay/${reference}`);
    const policy = response.headers.get('content-security-policy') ?? '';
    return { text: await response.text(), policy, nonce: /nonce-[\w-]+/.exec(policy)?.[0] ?? '' };
  }
});
