import { afterAll, beforeAll, expect, test } from 'vitest';
import { call, getToken, postCharge, sampleCharge, until } from '../kit/client.ts';
import { startMercadopagoSimulator } from '../kit/processors/mercadopago/mercadopago-simulator.ts';
import type { ProcessorSimulator } from '../kit/processors/simulator.ts';
import { startTestServer, type TestServer } from '../kit/server.ts';

/**
 * A charge that no processor accepts: refused at creation if that is known by then, otherwise shown to the customer.
 */

let simulator: ProcessorSimulator;
let server: TestServer;
beforeAll(async () => {
  simulator = await startMercadopagoSimulator();
  server = await startTestServer({ CARD_PROCESSORS: 'mercadopago', ...simulator.env });
});
afterAll(async () => {
  await server.stop();
  await simulator.close();
});

test('is refused when it is asked for', async () => {
  const refused = await postCharge(server, server.merchant, { ...sampleCharge, country: 'ARG' });
  expect(refused.httpStatus).toBe(403);
  expect(refused.body).toMatchObject({
    status: 'Error',
    code: 403,
    message: 'No processor of this service takes 10.50 USD by CARDS in ARG.',
    data: { error: 'method_not_available' },
  });
  expect(await server.sql`SELECT id FROM charges`).toEqual([]);
});

test('is the same as before when it was made before, and its page says so', async () => {
  const token = await getToken(server, server.merchant);
  const { currency, country } = simulator;
  const ask = () =>
    call(server, 'POST', '/api/transactions/charges', token, { ...sampleCharge, currency, country });
  const made = await ask();
  expect(made.httpStatus).toBe(200);
  const rules = [{ use: [{ processor: 'stripe' }] }];
  await server.sql`
    INSERT INTO card_routes (merchant_id, rules, changed_at)
    VALUES ('00000000-0000-0000-0000-000000000000', ${JSON.stringify(rules)}::text::jsonb, now())`;
  const { reference } = made.body.data;
  await until(
    async () => (await call(server, 'GET', `/pay/${reference}/state`)).body.view,
    (view) => view === 'unpayable',
  );
  const repeated = await ask();
  expect(repeated.httpStatus).toBe(200);
  expect(repeated.headers.get('idempotent-replayed')).toBe('true');
  expect(repeated.body).toEqual(made.body);
});
