import type { RequestListener } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { allAlarms } from '../../src/accounts/alarms/alarms.ts';
import { checkLedger, faultsIn } from '../../src/accounts/ledger/check-ledger.ts';
import { type EvmPayer, evmPayer } from '../kit/chains/payer.ts';
import {
  call,
  createCharge,
  keyHeaders,
  postCharge,
  readTransaction,
  sampleCharge,
  until,
} from '../kit/client.ts';
import { choose, endHold, stateOf, untilStatus } from '../kit/crypto/orders.ts';
import { startExchange } from '../kit/exchange.ts';
import { signedIn } from '../kit/people.ts';
import { startTestServer, type TestServer } from '../kit/server.ts';
import { type Receiver, startReceiver } from '../kit/webhooks/receiver.ts';

/** A price in a local currency, paid in USDT: from E2 to the merchant's books. */

const inPesos = {
  ...sampleCharge,
  method_code: 'USDT',
  method_category: 'CRYPTO',
  currency: 'COP',
  amount: 100_000.01,
};
let receiver: Receiver;
let server: TestServer;
let payer: EvmPayer;

beforeAll(async () => {
  receiver = await startReceiver();
  server = await startTestServer({
    SANDBOX_CHAINS: 'on',
    RATE_SOURCES: 'fixed:0.9995',
    DEMO_WEBHOOK_URL: `${receiver.url}/account`,
  });
  payer = evmPayer(server.networks.ERC20 as NonNullable<typeof server.networks.ERC20>);
});

afterAll(async () => {
  const report = await checkLedger(server.sql);
  await server.stop();
  await receiver.close();
  expect(faultsIn(report)).toEqual([]);
});

/** Comes to the page as a customer does; returns the page's text. */
async function arrive(at: TestServer, reference: string): Promise<string> {
  expect((await call(at, 'GET', `/pay/${reference}`)).httpStatus).toBe(303);
  return await (
    await fetch(`${at.url}/crypto/${reference}`, { headers: { 'accept-language': 'en' } })
  ).text();
}

async function noticeOf(reference: string, status: string) {
  const [sent] = await until(
    async () =>
      receiver.received
        .map(({ body }) => JSON.parse(body))
        .filter((body) => body.transactionId === reference && body.transactionStatus === status),
    (all) => all.length > 0,
  );
  return sent;
}

test('a price in pesos is paid in USDT, and everybody is told price, dollars, units and both rates', async () => {
  const reference = await createCharge(server, inPesos);
  const page = await arrive(server, reference);
  expect(page).toContain('100000.01\u00a0COP');
  expect(page.replaceAll('&#61;', '=')).toContain('1 USDT = 0.9995 USD, 1 USD = 4000.00 COP');

  const state = await choose(server, reference, 'ERC20');
  // 100000.01 / 4000 / 0.9995 = 25.0125087…, rounded up once to a millionth; 25.0000025 USD up to a cent.
  expect(state).toMatchObject({
    amountUnits: '25012509',
    price: '100000.01',
    priceCurrency: 'COP',
    usdAmount: '25.01',
    rate: '0.9995',
    localRate: '4000.00',
  });
  const transactionHash = await payer.pay(state.address as string, 25_012_509n);
  await payer.finalize();
  await untilStatus(server, reference, 'success');

  const conversion = {
    price: '100000.01',
    currency: 'COP',
    usdAmount: '25.01',
    received: '100000.01',
    localRate: '4000.00000000',
    localRateAt: expect.stringMatching(/Z$/),
    localRateSources: ['fixed'],
    rate: '0.99950000',
    rateAt: expect.stringMatching(/Z$/),
    rateSources: ['fixed'],
  };
  expect(await noticeOf(reference, 'approved')).toMatchObject({
    totalAmount: 100_000.01,
    currency: 'COP',
    transactionHash,
    cryptoAmount: '25.012509',
    expected: '25.012509',
    conversion,
  });
  const amounts = { asset: 'USDT', expected: '25.012509', received: '25.012509', credited: '25.012509' };
  expect((await readTransaction(server, reference)).body.data).toMatchObject({
    status: 'approved',
    amount: 100_000.01,
    currency: 'COP',
    crypto: { ...amounts, network: 'ERC20', fee: '0.000000', conversion },
  });
  const order = await call(server, 'GET', `/payment/${reference}`, keyHeaders(server.merchant));
  expect(order.body.order).toMatchObject({
    amount: '25.01',
    currency: 'USDT',
    expected: '25.012509',
    conversion,
  });
  const { merchantId } = server.merchant;
  const owner = await signedIn(server, { merchantId, role: 'owner' });
  const seen = await owner.ask('GET', `/dashboard/api/payments/${reference}`, undefined, {
    'x-merchant-id': merchantId,
  });
  expect(seen.body.data).toMatchObject({
    amount: '100000.01',
    currency: 'COP',
    crypto: { ...amounts, conversion },
  });

  const [receipt] = await until(
    async (): Promise<{ text: string }[]> => {
      const mails: { text: string }[] = await (await fetch(`${server.url}/sandbox/mail`)).json();
      return mails.filter(({ text }) => text.includes(reference) && text.includes('USDT ('));
    },
    (all) => all.length > 0,
  );
  expect(receipt?.text).toMatch(/25[.,]012509 USDT \(COP\s100[.,]000[.,]01\)/);
  expect(receipt?.text).toContain('1 USDT = 0.9995 USD, 1 USD = 4000.00 COP');
  const posted = await server.sql`
    SELECT account, asset, amount
      FROM ledger_postings
     WHERE merchant_id = ${server.merchant.merchantId}
       AND account = 'merchant_available'`;
  expect(posted).toEqual([{ account: 'merchant_available', asset: 'USDT', amount: 25_012_509n }]);
});

test('a price in Chilean pesos, which have no cents, is paid short, and the page says so in pesos', async () => {
  const reference = await createCharge(server, {
    ...inPesos,
    country: 'CHL',
    currency: 'CLP',
    amount: 9_990,
  });
  await arrive(server, reference);
  const state = await choose(server, reference, 'ERC20');
  expect(state).toMatchObject({ amountUnits: '10521050', price: '9990', localRate: '950.00' });
  await payer.pay(state.address as string, 5_000_000n);
  await untilStatus(server, reference, 'pending');
  const page = await (
    await fetch(`${server.url}/crypto/${reference}`, { headers: { 'accept-language': 'en' } })
  ).text();
  // 5 × 0.9995 × 950 = 4747.625, rounded down.
  expect(page).toContain('What arrived is worth 4747\u00a0CLP of 9990\u00a0CLP.');
  await endHold(server, reference);
  await payer.finalize();
  await until(
    () => stateOf(server, reference),
    ({ status }) => status === 'failed',
  );
  expect(await noticeOf(reference, 'expired')).toMatchObject({
    totalAmount: 9_990,
    anomalies: ['underpaid'],
    undecided: '5.000000',
    conversion: { price: '9990', currency: 'CLP', received: '4747' },
  });
  const accepted = await call(server, 'POST', `/payment/${reference}/resolve`, keyHeaders(server.merchant), {
    decision: 'accept',
    note: 'agreed by phone',
  });
  expect(accepted.httpStatus).toBe(200);
  expect((await readTransaction(server, reference)).body.data).toMatchObject({
    status: 'approved',
    crypto: { credited: '5.000000', conversion: { price: '9990', received: '4747' } },
  });
});

test('a merchant that was not given the currency is refused it, and one rule gives it', async () => {
  const { merchantId } = server.merchant;
  const setCurrencies = (currencies: string[]) => server.sql`
    UPDATE merchants
       SET settings = jsonb_set(settings, '{methods,1,currencies}', ${server.sql.json(currencies)})
     WHERE id = ${merchantId}`;
  await setCurrencies(['USD']);
  await until(
    () => call(server, 'GET', '/api/payment-methods', keyHeaders(server.merchant)),
    ({ body }) => body.data[1].currencies.join() === 'USD',
  );
  const refused = await postCharge(server, server.merchant, inPesos);
  expect(refused).toMatchObject({ httpStatus: 403, body: { data: { error: 'method_not_available' } } });
  await setCurrencies(['USD', 'COP']);
  await until(
    () => call(server, 'GET', '/api/payment-methods', keyHeaders(server.merchant)),
    ({ body }) => body.data[1].currencies.length === 2,
  );
  expect(await createCharge(server, inPesos)).toMatch(/^[0-9a-f-]{36}$/);
});

test('without sources that agree and are fresh nothing is guessed, and the charge stays open', async () => {
  const told = { coinbase: '4000', coingecko: 4_100, at: Math.floor(Date.now() / 1000) };
  const answer =
    (write: () => object): RequestListener =>
    (_request, response) =>
      response.end(JSON.stringify(write()));
  const coinbase = await startExchange(
    answer(() => ({ data: { currency: 'USD', rates: { COP: told.coinbase } } })),
  );
  const coingecko = await startExchange(
    answer(() => ({ tether: { usd: 1, cop: told.coingecko, last_updated_at: told.at } })),
  );
  const asking = await startTestServer({
    SANDBOX_CHAINS: 'on',
    RATE_SOURCES_COP: `coinbase:${coinbase},coingecko:${coingecko}`,
    RATE_MAX_AGE_LOCAL: '60',
  });
  try {
    const reference = await createCharge(asking, inPesos);
    expect(await arrive(asking, reference)).toContain('We have no exchange rate yet');
    const refused = await call(asking, 'POST', `/crypto/${reference}/network`, {}, { network: 'ERC20' });
    expect(refused).toMatchObject({ httpStatus: 503, body: { error: 'no_rate' } });
    expect(await allAlarms(asking.sql)).toContainEqual(
      expect.objectContaining({ network: 'COP', code: 'rates_failing' }),
    );
    expect((await readTransaction(asking, reference)).body.data).toMatchObject({
      status: 'open',
      crypto: null,
    });
    // Dollars need no peso.
    const inDollars = await createCharge(asking, { ...inPesos, currency: 'USD', amount: 25 });
    await arrive(asking, inDollars);
    expect(await choose(asking, inDollars, 'ERC20')).toMatchObject({
      amountUnits: '25000000',
      localRate: null,
    });
  } finally {
    await asking.stop();
  }
});
