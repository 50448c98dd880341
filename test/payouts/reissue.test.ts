import { afterAll, beforeAll, expect, test } from 'vitest';
import { call, keyHeaders } from '../kit/client.ts';
import { openOrder } from '../kit/crypto/orders.ts';
import { addMerchant } from '../kit/merchants.ts';
import { fund, openPayout, processPayout } from '../kit/payouts/requests.ts';
import { startTestServer, type TestServer } from '../kit/server.ts';

/** A merchant reissues the recipient's claim link of a payout. */

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({ SANDBOX_CHAINS: 'on' });
  await fund(server, server.merchant.merchantId, 1_000_000_000n);
});
afterAll(() => server.stop());

const reissue = (name: string, headers = keyHeaders(server.merchant)) =>
  call(server, 'POST', `/payment/${name}/link`, headers);
const statusOf = async (token: string) => (await call(server, 'GET', `/payout/${token}`)).httpStatus;

test('the old link dies, the new one works and is answered once, and the audit log says who', async () => {
  const { hash, token } = await openPayout(server);
  expect(await statusOf(token)).toBe(200);
  const { httpStatus, body } = await reissue(hash);
  expect(httpStatus).toBe(200);
  const fresh = body.url.split('/').at(-1);
  expect(await statusOf(token)).toBe(404);
  expect(await statusOf(fresh)).toBe(200);

  // The new link is not shown again, even to the merchant; another one is issued instead.
  const repeated = await processPayout(server, hash);
  expect(repeated.httpStatus).toBe(409);
  expect(JSON.stringify(repeated.body)).not.toContain(fresh);
  const again = (await reissue(hash)).body.url.split('/').at(-1);
  expect([await statusOf(fresh), await statusOf(again)]).toEqual([404, 200]);

  const rows = await server.sql<{ actor: string; details: string }[]>`
    SELECT actor, details FROM audit_log WHERE act = 'payout_link_reissued'`;
  expect(rows.map(({ actor }) => actor)).toEqual(Array(2).fill(expect.stringMatching(/^key [0-9a-f]{12}$/)));
  expect(JSON.stringify(rows)).not.toContain(again);
});

test('what was entered under the old link is void, and wrong codes are counted anew', async () => {
  const { hash, token } = await openPayout(server);
  const wallet = { network: 'ERC20', wallet: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed' };
  await call(server, 'POST', `/payout/${token}/wallet`, { accept: 'application/json' }, wallet);
  const claims = () => server.sql`
    SELECT FROM payout_claims JOIN payouts ON payouts.id = payout_id WHERE link_sealed IS NULL OR status = 'open'`;
  const before = (await claims()).length;
  expect(before).toBe(1);
  await reissue(hash);
  expect(await claims()).toHaveLength(0);
});

test('only the merchant of a payout that is open can', async () => {
  const { hash } = await openPayout(server);
  expect((await reissue(hash, {})).httpStatus).toBe(401);
  expect((await reissue(hash, keyHeaders(await addMerchant(server)))).httpStatus).toBe(404);
  expect((await reissue(await openOrder(server))).httpStatus).toBe(404);
  await call(server, 'POST', `/payment/${hash}/cancel`, keyHeaders(server.merchant));
  const { httpStatus, body } = await reissue(hash);
  expect([httpStatus, body.error]).toEqual([409, 'payout_not_open']);
});
