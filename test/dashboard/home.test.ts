import { afterAll, beforeAll, expect, test } from 'vitest';
import { sumHours } from '../../src/commerce/reports/hour-sums.ts';
import { createCharge, pay } from '../kit/client.ts';
import { addMerchant } from '../kit/merchants.ts';
import { signedIn, type Visitor } from '../kit/people.ts';
import { startTestServer, type TestServer } from '../kit/server.ts';
import { paidLate } from '../kit/unexpected.ts';

/** What the first page of the dashboard reads: today's figures, and what waits for its reader. */

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const zone = 'America/Bogota';

async function read(someone: Visitor, merchantId: string, path: string) {
  const answer = await someone.ask('GET', `/dashboard/api/${path}`, undefined, {
    'x-merchant-id': merchantId,
  });
  return answer.body.data;
}

test('today shows what customers paid and tried, also once the hour is summed, and nothing of other merchants', async () => {
  const merchant = await addMerchant(server);
  const { merchantId } = merchant;
  const owner = await signedIn(server, { merchantId, role: 'owner' });
  const first = await createCharge(server, { amount: 20 }, merchant);
  await pay(server, first, '4000000000009995');
  await pay(server, first, '4242424242424242');
  await pay(server, await createCharge(server, {}), '4242424242424242');

  const home = await read(owner, merchantId, `home?zone=${zone}`);
  // The same result once the hours are summed.
  await sumHours(server.sql, merchantId, new Date(Date.now() + 2 * 3_600_000));
  expect({ ...(await read(owner, merchantId, `home?zone=${zone}`)), at: home.at }).toEqual(home);
  expect(home.assets).toMatchObject([
    { asset: 'USD', today: { amount: '20.00', count: 1 }, before: { amount: '0.00', count: 0 } },
  ]);
  expect(home.assets[0].hours.at(-1)).toBe('20.00');
  expect(home.attempts).toEqual({ approved: 1, refused: 1, approved_before: 0, refused_before: 0 });

  const stranger = await signedIn(server, { merchantId: server.merchant.merchantId, role: 'owner' });
  expect((await read(stranger, merchantId, 'home')).error).toBe('not_found');
  expect((await read(stranger, merchantId, 'to-do')).error).toBe('not_found');
  expect((await read(owner, merchantId, 'home?zone=Nowhere')).fields).toMatchObject([{ field: 'zone' }]);
});

test('what waits is counted for whoever may do something about it', async () => {
  const { merchantId } = server.merchant;
  const [owner, viewer] = [
    await signedIn(server, { merchantId, role: 'owner' }),
    await signedIn(server, { merchantId, role: 'viewer' }),
  ];
  const merchant = await addMerchant(server);
  const quiet = await signedIn(server, { merchantId: merchant.merchantId, role: 'owner' });
  expect(await read(quiet, merchant.merchantId, 'to-do')).toEqual({
    decisions: { count: 0, newest: [] },
    disputes: { to_answer: 0, next_due_at: null },
    payouts_to_approve: 0,
    undeliverable: 0,
    settlements: 0,
    steps: { webhook: false, logo: false, first_payment: false },
  });

  const { reference } = await paidLate(server, { order_number: 'A-7' });
  await server.sql`
    INSERT INTO settlements (merchant_id, id, currency, amount_minor, status, destination, requested_by, requested_at,
                             payable_from, request_key, reason, decided_by, decided_at)
    VALUES (${merchantId}, ${crypto.randomUUID()}, 'USD', 100, 'refused', 'Bank 1', 'somebody', now(), now(), 'once',
            'unknown account', 'somebody', now())`;
  const toDo = await read(owner, merchantId, 'to-do');
  expect(toDo).toMatchObject({
    decisions: { count: 1, newest: [{ payment: reference, number: 'A-7', asset: 'MXN', amount: '150.00' }] },
    settlements: 1,
    steps: { webhook: false, logo: false },
  });
  expect(await read(viewer, merchantId, 'to-do')).toMatchObject({
    decisions: { count: 1 },
    payouts_to_approve: null,
    undeliverable: null,
    settlements: 1,
  });
});
