import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import readXlsxFile from 'read-excel-file/node';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { xlsxType } from '../../src/accounts/dashboard-kit/xlsx.ts';
import { createCharge, pay } from '../kit/client.ts';
import { addMerchant } from '../kit/merchants.ts';
import { signedIn, type Visitor } from '../kit/people.ts';
import { startTestServer, type TestServer } from '../kit/server.ts';

/** Lists as files: their contents, and that a long one takes no more memory than a short one. */

const path = '/dashboard/api/payments.csv';
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

async function shop() {
  const merchant = await addMerchant(server);
  const someone = await signedIn(server, { merchantId: merchant.merchantId, role: 'viewer' });
  return { merchant, someone, at: { 'x-merchant-id': merchant.merchantId } };
}

/** Stores this many charges of a merchant, a second apart, the last one a minute ago. */
async function storeCharges(merchantId: string, count: number): Promise<void> {
  await server.sql`
    INSERT INTO charges (
      merchant_id, id, status, method, country, currency, amount_minor, description, order_number, email,
      request_hash, created_at, expires_at, decided_at)
    SELECT ${merchantId},
           (lpad(to_hex((extract(epoch FROM at) * 1000)::bigint), 12, '0') || '7000a000' || lpad(to_hex(n), 12, '0'))::uuid,
           'expired', 'CARDS', 'COL', 'COP', 1499000 + n, 'Tres artículos, entregados el lunes', 'order-' || n,
           'customer-' || n || '@mail.example', '\\x00'::bytea, at, at + interval '1 day', at + interval '1 day'
      FROM generate_series(1, ${count}::int) AS n
     CROSS JOIN LATERAL (SELECT now() - interval '1 minute' - interval '1 second' * (${count}::int - n) AS at) AS made`;
}

async function download(someone: Visitor, at: Record<string, string>): Promise<Response> {
  const cookie = [...someone.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  return await fetch(server.url + path, { headers: { ...at, cookie } });
}

test('what customers and merchants wrote is text, whatever they wrote; amounts are numbers; filters are the list\u2019s', async () => {
  const { merchant, someone, at } = await shop();
  const paid = await createCharge(
    server,
    {
      order_number: '=cmd()',
      description: '<img src=x onerror=alert(1)>, "dos"',
      email: 'ana@customer.example',
    },
    merchant,
  );
  await pay(server, paid, '4242424242424242');
  await createCharge(server, { order_number: 'N-2' }, merchant);
  const { body, headers } = await someone.ask('GET', path, undefined, at);
  const [head, ...lines] = body.split('\r\n');
  expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(headers.get('content-disposition')).toMatch(/^attachment; filename="payments-[\d-]+\.csv"$/);
  expect(head).toBe(
    'Date (UTC),Reference,Order number,Status,Method,Amount,Currency,Captured,Given back,Paid (UTC),Fee,Net,Currency of fee and net,Taken back by banks,E-mail,Description,Second payment after,Refund reason',
  );
  expect(lines).toHaveLength(3);
  expect(lines[1]).toContain(`,${paid},'=cmd(),approved,CARDS,10.50,USD,,0.00,20`);
  expect(lines[1]).toContain(',USD,0.00,ana@customer.example,"<img src=x onerror=alert(1)>, ""dos"""');
  const inSpanish = async () =>
    (await someone.ask('GET', path, undefined, { ...at, 'accept-language': 'es' })).body.split('\r\n');
  expect((await inSpanish())[0]).toMatch(/^\uFEFF?Fecha \(UTC\);Referencia;/);
  expect((await inSpanish())[2]).toContain(`;${paid};'=cmd();approved;CARDS;10,50;USD;;0,00;20`);
  // In Mexico, decimals have a point in Spanish, too.
  await server.sql`
    UPDATE merchants SET settings = settings || '{"timeZone":"America/Mexico_City"}' WHERE id = ${merchant.merchantId}`;
  await expect
    .poll(async () => (await inSpanish())[2])
    .toContain(",'=cmd(),approved,CARDS,10.50,USD,,0.00,20");
  const filtered = async (query: string) =>
    (await someone.ask('GET', `${path}?${query}`, undefined, at)).body.split('\r\n').length - 2;
  expect(await filtered('state=paid')).toBe(1);
  expect(await filtered('method=USDT')).toBe(0);
  expect(await filtered(`created_from=${new Date(Date.now() + 60_000).toISOString()}`)).toBe(0);
  const faulty = await someone.ask('GET', `${path}?created_from=x&created_to=2026-02-30`, undefined, at);
  expect(faulty.body.data.fields.map(({ field }: { field: string }) => field)).toEqual([
    'created_from',
    'created_to',
  ]);
});

test('as a workbook amounts are numbers, times are dates, and what people wrote is text and no formula', async () => {
  const { merchant, someone, at } = await shop();
  const written = { order_number: '=1+1', description: '@SUM(1)', email: 'ana@customer.example' };
  const paid = await createCharge(server, { ...written, amount: 1234.5 }, merchant);
  await pay(server, paid, '4242424242424242');
  await createCharge(server, { order_number: '007', amount: 0.07 }, merchant);
  const response = await download(someone, { ...at, accept: xlsxType, 'accept-language': 'es' });
  expect(response.headers.get('content-type')).toBe(xlsxType);
  expect(response.headers.get('content-disposition')).toMatch(/filename="payments-[\d-]+\.xlsx"$/);
  const bytes = Buffer.from(await response.arrayBuffer());
  // Read by a library that did not write it.
  const [sheet] = await readXlsxFile(bytes);
  const [heads = [], second = [], first = []] = sheet?.data ?? [];
  expect(heads.slice(0, 3)).toEqual(['Fecha (UTC)', 'Referencia', 'Número de pedido']);
  const [time, id, orderNumber, , , amount, currency] = first;
  expect(time).toBeInstanceOf(Date);
  expect(Math.abs(Number(time) - Date.now())).toBeLessThan(10 * 60_000);
  expect([id, orderNumber, amount, currency]).toEqual([paid, '=1+1', 1234.5, 'USD']);
  expect(first).toContain('@SUM(1)');
  expect([second[2], second[5]]).toEqual(['007', 0.07]);
});

test('a hundred thousand rows take no more memory than the first thousand, and each is there once', async () => {
  const count = 100_500;
  const { merchant, someone, at } = await shop();
  await storeCharges(merchant.merchantId, count);
  const response = await download(someone, at);
  const seen = new Set<string>();
  const kept: number[] = [];
  let rest = '';
  for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
    const lines = (rest + Buffer.from(chunk).toString('latin1')).split('\r\n');
    rest = lines.pop() ?? '';
    for (const line of lines) seen.add(line.slice(25, 61));
    if (seen.size > (kept.length + 1) * 20_000) kept.push(liveBytes());
  }
  // Includes the header row.
  expect(seen.size).toBe(count + 1);
  expect(Date.parse(response.headers.get('x-export-from') ?? '')).toBeLessThan(Date.now());
  const [first = 0] = kept;
  // The set of ids alone grows by some 10 MB; the rows would be 100.
  expect(Math.max(...kept) - first).toBeLessThan(32e6);
  expect(kept).toHaveLength(5);
});

/** The bytes that are still in use after a garbage collection. */
function liveBytes(): number {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
