import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { payerOn } from '../kit/chains/payer.ts';
import { createCharge, readTransaction, sampleCharge } from '../kit/client.ts';
import { createOrder, processOrder } from '../kit/crypto/orders.ts';
import { type Customers, heading, openBrowser } from '../kit/pages/customer.ts';
import { startTestServer, type TestServer } from '../kit/server.ts';

/** A customer's whole path, from the merchant's url to the end, on real chains. */

let server: TestServer;
let customers: Customers;

beforeAll(async () => {
  [server, customers] = await Promise.all([startTestServer({ SANDBOX_CHAINS: 'on' }), openBrowser()]);
});
afterAll(async () => {
  await customers.leave();
  await server.stop();
  expect(customers.faults).toEqual([]);
  expect([...customers.hosts]).toEqual([new URL(server.url).host]);
});

describe.each([
  ['ERC20', 'Ethereum (ERC-20)'],
  ['TRC20', 'Tron (TRC-20)'],
])('on %s', (network, title) => {
  async function payOnPage(url: string, units: bigint): Promise<void> {
    const page = await customers.arrive();
    await page.goto(url);
    await page.getByRole('radio', { name: title }).check();
    await page.getByRole('button', { name: 'Continue' }).click();
    await heading(page, `Pay with USDT on ${title}`);
    const address = (await page.locator('#address').textContent()) as string;
    const described = server.networks[network];
    if (!described) throw new Error(`no ${network}`);
    const half = units / 2n;
    await payerOn(network, described).pay(address, half);
    await page
      .getByText(`${Number(half) / 1e6}`)
      .first()
      .waitFor();
    await payerOn(network, described).pay(address, units - half);
    await heading(page, 'Payment complete');
  }

  test('an order is chosen, paid in two parts and followed to its success', async () => {
    const { body } = await processOrder(server, await createOrder(server));
    await payOnPage(body.url, 25_500_000n);
    const [order] =
      await server.sql`SELECT status FROM crypto_orders WHERE id = ${body.url.split('/').at(-1)}`;
    expect(order?.status).toBe('success');
  });

  test('a charge leads to the same page, and is approved', async () => {
    const reference = await createCharge(server, {
      ...sampleCharge,
      method_code: 'USDT',
      method_category: 'CRYPTO',
    });
    await payOnPage(`${server.url}/pay/${reference}`, 10_500_000n);
    expect((await readTransaction(server, reference)).body.data.status).toBe('approved');
  });
});
