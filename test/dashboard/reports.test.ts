import { afterAll, beforeAll, expect, test } from 'vitest';
import { sumHours } from '../../src/commerce/reports/hour-sums.ts';
import { createCharge, pay } from '../kit/client.ts';
import { addMerchant } from '../kit/merchants.ts';
import { signedIn } from '../kit/people.ts';
import { startTestServer, type TestServer } from '../kit/server.ts';

/** The overview, balances, their movements and statements, from a server at which customers really paid. */

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const zone = 'America/Bogota';

test('what was paid, refused and given back is told alike by overview, balances, lines, report and statement', async () => {
  const merchant = await addMerchant(server, { cardFeeBasisPoints: 300 });
  const { merchantId } = merchant;
  const at = { 'x-merchant-id': merchantId };
  const [finance, developer] = [
    await signedIn(server, { merchantId, role: 'finance' }),
    await signedIn(server, { merchantId, role: 'developer' }),
  ];
  const first = await createCharge(server, { amount: 100 }, merchant);
  await pay(server, first, '4000000000009995');
  await pay(server, first, '4242424242424242');
  const second = await createCharge(server, { amount: 50.5, order_number: 'A-77' }, merchant);
  await pay(server, second, '4242424242424242');
  await finance.ask(
    'POST',
    `/api/transactions/${first}/refunds`,
    { amount: 30 },
    { ...at, 'idempotency-key': 'once' },
  );

  const numbers = await server.sql<{ id: string; number: string | null }[]>`
    SELECT id, order_number AS number FROM charges WHERE merchant_id = ${merchantId}`;
  const numberOf = (id: string): string => numbers.find((each) => each.id === id)?.number ?? '';
  const now = new Date();
  const period = new URLSearchParams({
    from: new Date(now.getTime() - 86_400_000).toISOString(),
    to: new Date(now.getTime() + 60_000).toISOString(),
    zone,
  });
  const read = async (path: string, someone = finance) =>
    (await someone.ask('GET', `/dashboard/api/${path}`, undefined, at)).body;
  const overview = async () => (await read(`overview?${period}`)).data;

  const told = await overview();
  expect(told.assets).toEqual([
    {
      asset: 'USD',
      received: { amount: '150.50', count: 2, before: '0.00', count_before: 0 },
      given_back: { amount: '30.00', count: 1, before: '0.00', count_before: 0 },
      taken_back: { amount: '0.00', count: 0, before: '0.00', count_before: 0 },
      paid_out: { amount: '0.00', count: 0, before: '0.00', count_before: 0 },
      fees: { amount: '4.51', before: '0.00' },
    },
  ]);
  expect(told.tries).toMatchObject({
    approved: 2,
    refused: 1,
    refusals: [{ reason: 'insufficient_funds', count: 1 }],
  });
  expect(told.balances).toEqual([{ book: 'available', asset: 'USD', balance: '115.99' }]);
  expect((await read(`overview?${period}`, developer)).data.balances).toBeNull();
  expect((await read('balances', developer)).data.error).toBe('permission_missing');
  // The same result once the hours are summed.
  await sumHours(server.sql, merchantId, new Date(now.getTime() + 2 * 3_600_000));
  expect(
    (await server.sql`SELECT 1 FROM hour_sums WHERE merchant_id = ${merchantId}`).length,
  ).toBeGreaterThan(5);
  expect(await overview()).toEqual(told);

  const lines = (await read(`movements?${period}&of=available`)).data.movements;
  expect(lines.map(({ kind, amount, payment }: Record<string, string>) => [kind, amount, payment])).toEqual([
    ['refund', '-30.00', first],
    ['charge_approved', '48.99', second],
    ['charge_approved', '97.00', first],
  ]);
  const running = (await read(`movements?${period}&of=available&asset=USD`)).data.movements;
  expect(
    running.map(({ amount, fee, balance, method }: Record<string, string>) => [amount, fee, balance, method]),
  ).toEqual([
    ['-30.00', '0.00', '115.99', 'CARDS'],
    ['48.99', '1.51', '145.99', 'CARDS'],
    ['97.00', '3.00', '97.00', 'CARDS'],
  ]);
  // The next page goes on where the row before left off.
  const next = await read(`movements?${period}&of=available&asset=USD&cursor=${running[0].id}`);
  expect(next.data.movements.map(({ balance }: Record<string, string>) => balance)).toEqual([
    '145.99',
    '97.00',
  ]);
  const fees = (await read(`movements?${period}&of=fees&asset=USD`)).data.movements;
  expect(fees.map(({ amount }: Record<string, string>) => amount)).toEqual(['1.51', '3.00']);
  expect((await read(`movements.csv?${period}&of=given_back`)).split('\r\n')).toEqual([
    'Date (UTC),What,Payment,Order number,E-mail,Method,Amount,Fee,Balance,Currency',
    expect.stringContaining(
      `,Refund by card,${first},${numberOf(first)},ana@customer.example,CARDS,30.00,0.00,,USD`,
    ),
    '',
  ]);
  expect((await read(`movements.csv?${period}&of=available`)).split('\r\n')[2]).toContain(
    `,Card payment,${second},${numberOf(second)},ana@customer.example,CARDS,48.99,1.51,,USD`,
  );
  const payments = (await read('payments.csv')).split('\r\n');
  expect(payments[0]).toContain(
    ',Given back,Paid (UTC),Fee,Net,Currency of fee and net,Taken back by banks,',
  );
  // 50.50 less 3 %.
  expect(payments.find((line: string) => line.includes(second))).toMatch(
    /,50\.50,USD,,0\.00,20\d\d-\d\d-\d\dT[\d:.]+Z,1\.51,48\.99,USD,0\.00,/,
  );

  const day = new Intl.DateTimeFormat('en-CA', { timeZone: zone }).format(now);
  expect((await read(`report.csv?${period}&by=day`)).split('\r\n')[1]).toBe(
    `${day},USD,150.50,2,30.00,0.00,0.00,4.51`,
  );
  expect((await read(`report.csv?${period}&by=month`)).split('\r\n')[1]).toBe(
    `${day.slice(0, 7)},USD,150.50,2,30.00,0.00,0.00,4.51`,
  );
  const month = day.slice(0, 7);
  expect((await read(`statements/${month}?zone=${zone}`)).data).toEqual({
    month,
    as_of: expect.any(String),
    assets: [
      {
        book: 'available',
        asset: 'USD',
        opening: '0.00',
        lines: {
          received: '150.50',
          fees: '-4.51',
          given_back: '-30.00',
          taken_back: '0.00',
          payouts: '0.00',
          settlements: '0.00',
          set_aside: '0.00',
          released: '0.00',
          paid: '0.00',
          corrections: '0.00',
          other: '0.00',
        },
        closing: '115.99',
      },
    ],
  });
  expect((await read(`statements/2025-01?zone=${zone}`)).data).toEqual({
    month: '2025-01',
    as_of: null,
    assets: [],
  });
  expect(await read(`statements/${month}/pdf`)).toMatch(/^%PDF-1\.\d/);
});

test('all that is wrong with what is asked for is told at once', async () => {
  const { merchantId } = server.merchant;
  const someone = await signedIn(server, { merchantId, role: 'viewer' });
  const faults = async (path: string): Promise<string[]> => {
    const { httpStatus, body } = await someone.ask('GET', `/dashboard/api/${path}`, undefined, {
      'x-merchant-id': merchantId,
    });
    expect(httpStatus).toBe(422);
    return body.data.fields.map(({ field }: { field: string }) => field);
  };
  expect(await faults('overview?from=x&to=2026-02-30&zone=Mars/Base')).toEqual(['from', 'to', 'zone']);
  expect(await faults('overview?from=2026-02-01&to=2026-01-01')).toEqual(['to']);
  expect(await faults('overview?from=2020-02-01&to=2026-01-01')).toEqual(['to']);
  expect(await faults('statements/2026-13?zone=x')).toEqual(['month', 'zone']);
});
