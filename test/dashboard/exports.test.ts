import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../src/base/db/ids.ts';
import { samplePaymentLink } from '../contract/payment-link-exercises.ts';
import { createCharge, pay, until } from '../kit/client.ts';
import { addMerchant } from '../kit/merchants.ts';
import { fund } from '../kit/payouts/requests.ts';
import { signedIn, type Visitor } from '../kit/people.ts';
import { startTestServer, type TestServer } from '../kit/server.ts';

/**
 * Every list as a file: the rows of the list, each once, and nobody else's; formulas that people typed have no effect.
 */

const api = '/dashboard/api';
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ SANDBOX_CHAINS: 'on' });
});
afterAll(() => server.stop());

async function shop() {
  const merchant = await addMerchant(server);
  const { merchantId } = merchant;
  const at = { 'x-merchant-id': merchantId };
  return { merchant, at, owner: await signedIn(server, { merchantId, role: 'owner' }) };
}

/** The rows of a file, without its header; none of the tests writes a line break. */
async function linesOf(someone: Visitor, list: string, at: Record<string, string> = {}): Promise<string[]> {
  const { httpStatus, body, headers } = await someone.ask('GET', `${api}/${list}`, undefined, at);
  expect(httpStatus).toBe(200);
  expect(headers.get('content-disposition')).toMatch(/^attachment; filename="[\w-]+-\d{4}-\d\d-\d\d\.csv"$/);
  return body.trimEnd().split('\r\n').slice(1);
}

test('links and who paid under them', async () => {
  const { at, owner } = await shop();
  const other = await shop();
  const make = async (who: Visitor, where: Record<string, string>, edit: object) =>
    (await who.ask('POST', '/api/payment-links', { ...samplePaymentLink, ...edit }, where)).body.data;
  const first = await make(owner, at, { title: '=HYPERLINK("http://evil.example")' });
  const second = await make(owner, at, { title: 'Dos, "tres"' });
  const foreign = await make(other.owner, other.at, {});
  const lines = await linesOf(owner, 'payment-links.csv', at);
  expect(lines.map((line) => line.split(',')[1])).toEqual([second.id, first.id]);
  expect(lines[0]).toContain(',"Dos, ""tres""",');
  expect(lines[1]).toContain(`,"'=HYPERLINK(""http://evil.example"")",`);
  expect(await linesOf(owner, 'payment-links.csv?kind=invoice', at)).toEqual([]);
  expect(await linesOf(owner, `payment-links/${first.id}/payments.csv`, at)).toEqual([]);
  const elsewhere = await owner.ask('GET', `${api}/payment-links/${foreign.id}/payments.csv`, undefined, at);
  expect(elsewhere.httpStatus).toBe(404);
});

test('more rows than are read at once, each once and newest first', async () => {
  const { merchant, at, owner } = await shop();
  await owner.ask('POST', '/api/payment-links', samplePaymentLink, at);
  const count = 2_300;
  await server.sql`
    INSERT INTO payment_links (merchant_id, id, token, kind, number, title, country, currency, amount_minor, methods,
                               is_once, created_by, created_at)
    SELECT merchant_id, gen_random_uuid(), 'token-' || n, kind, 'N-' || n, title, country, currency, amount_minor,
           methods, is_once, created_by, created_at
      FROM payment_links CROSS JOIN generate_series(1, ${count}::int) AS n
     WHERE merchant_id = ${merchant.merchantId}`;
  const ids = (await linesOf(owner, 'payment-links.csv', at)).map((line) => line.split(',')[1]);
  expect(new Set(ids).size).toBe(count + 1);
  expect(ids).toEqual([...ids].sort().reverse());
});

test('payouts of a shop, and of all shops for who runs the installation', async () => {
  const { merchant, at, owner } = await shop();
  await fund(server, merchant.merchantId, 100_000_000n);
  const quote = await owner.ask(
    'POST',
    `${api}/payout-quotes`,
    { amount: '10', country: 'COL', email: '=cmd@recipient.example', asset: 'USDT' },
    at,
  );
  const made = await owner.ask('POST', `${api}/payouts`, { hash: quote.body.data.hash, asset: 'USDT' }, at);
  expect(made.httpStatus, JSON.stringify([quote.body, made.body])).toBe(200);
  const [line = '', ...rest] = await linesOf(owner, 'payouts.csv', at);
  expect(rest).toEqual([]);
  expect(line).toContain(`,${made.body.data.id},Another Store,payout,open,,10.00,USDT,`);
  expect(line).toContain(`,'=cmd@recipient.example,`);
  expect(await linesOf(owner, 'payouts.csv?state=paid', at)).toEqual([]);
  const other = await shop();
  expect(await linesOf(other.owner, 'payouts.csv', other.at)).toEqual([]);
  const operator = await signedIn(server, { merchantId: null, role: 'operator' });
  expect((await linesOf(operator, 'payouts.csv')).join()).toContain(made.body.data.id);
  // A merchant's own people cannot query the installation.
  expect((await owner.ask('GET', `${api}/payouts.csv`)).httpStatus).toBe(404);
});

test('settlements, messages and requests', async () => {
  const { merchant, at, owner } = await shop();
  const reference = await createCharge(server, {}, merchant);
  await pay(server, reference, '4242424242424242');
  const asked = await owner.ask(
    'POST',
    `${api}/settlements`,
    { currency: 'USD', amount: '1.00', destination: '@SUM(A1)' },
    { ...at, 'idempotency-key': newId() },
  );
  const settlements = await linesOf(owner, 'settlements.csv', at);
  expect(settlements).toHaveLength(1);
  expect(settlements[0]).toContain(`,${asked.body.data.id},`);
  expect(settlements[0]).toContain(`,requested,1.00,USD,'@SUM(A1),${owner.person.email},`);
  const messages = await linesOf(owner, 'events.csv', at);
  expect(messages.map((line) => line.split(',').slice(2, 4))).toEqual([['approved', reference]]);
  expect(await linesOf(owner, `events.csv?created_to=2026-01-01`, at)).toEqual([]);
  await createCharge(server, { amount: -1 }, merchant).catch(() => {});
  // Requests are listed some seconds after their answer.
  const requests = await until(
    () => linesOf(owner, 'requests.csv?outcome=refused', at),
    (lines) => lines.length > 0,
  );
  expect(requests[0]).toMatch(/,POST,\/api\/transactions\/charges,422,/);
});

test('the audit log and the merchants', async () => {
  const { merchant, owner, at } = await shop();
  const named = await addMerchant(server);
  await server.sql`UPDATE merchants SET name = '=evil()' WHERE id = ${named.merchantId}`;
  const auditor = await signedIn(server, { merchantId: null, role: 'auditor' });
  await owner.ask('PUT', `${api}/webhook`, { url: 'https://shop.example/hooks' }, at);
  const acts = await linesOf(auditor, `audit.csv?actor=${encodeURIComponent(owner.person.email)}`);
  expect(acts).toHaveLength(1);
  expect(acts[0]).toContain(merchant.merchantId);
  const merchants = await linesOf(auditor, 'merchants.csv');
  expect(merchants.find((line) => line.includes(named.merchantId))).toContain(`,'=evil(),`);
  expect(await linesOf(auditor, `merchants.csv?search=${merchant.merchantId}`)).toHaveLength(1);
  // Includes the sandbox's own merchant, whose id contains no time.
  for (const line of merchants) expect(Date.parse(line.split(',')[0] ?? '')).toBeLessThanOrEqual(Date.now());
});

test('how far it is can be told by the times of its rows, whoever asks and whatever for', async () => {
  const { merchantId } = server.merchant;
  const someone = await signedIn(
    server,
    { merchantId, role: 'owner' },
    { merchantId: null, role: 'auditor' },
  );
  const bounds = async (list: string, at: Record<string, string>): Promise<string[]> => {
    const { headers } = await someone.ask('GET', `${api}/${list}`, undefined, at);
    return ['x-export-from', 'x-export-to'].map((name) => headers.get(name) ?? '');
  };
  const at = { 'x-merchant-id': merchantId };
  for (const where of [at, {}]) {
    const [from = '', to = ''] = await bounds('payouts.csv', where);
    expect(Date.parse(from)).toBeLessThan(Date.parse(to));
    expect(Date.parse(to)).toBeLessThanOrEqual(Date.now());
  }
  const january = ['2026-01-01T00:00:00.000Z', '2026-02-01T00:00:00.000Z'];
  const asked = 'created_from=2026-01-01&created_to=2026-02-01';
  expect(await bounds(`payments.csv?${asked}`, at)).toEqual(january);
  expect(await bounds(`events.csv?${asked}`, at)).toEqual(january);
  expect(await bounds('audit.csv?from=2026-01-01&to=2026-02-01', {})).toEqual(january);
});
