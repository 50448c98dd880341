import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Abi, encodeDeployData, encodeFunctionData, type Hex, toFunctionSelector } from 'viem';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Network, networkById, peersOf } from '../../src/chain/chains/networks.ts';
import { accountXpub } from '../../src/chain/wallets/account-xpub.ts';
import { setWallet } from '../../src/crypto/orders/addresses/set-wallet.ts';
import { confirmPayout } from '../../src/crypto/payouts/claim/confirm-payout.ts';
import { contracts } from '../../src/sandbox/chains/contracts.ts';
import { type LocalChain, startLocalChain } from '../../src/sandbox/chains/local-chain.ts';
import { rpc } from '../../src/sandbox/chains/rpc.ts';
import { call, createCharge, keyHeaders, sampleCharge, until } from '../kit/client.ts';
import { createOrder, processOrder } from '../kit/crypto/orders.ts';
import { addMerchant } from '../kit/merchants.ts';
import { startTestServer, type TestServer } from '../kit/server.ts';

/**
 * Two assets on one chain, through the whole service: an amount asked for in one is never paid, held or paid out in the
 * other.
 */

let dataDir: string;
let chain: LocalChain;
let server: TestServer;
const rows = ['ERC20', 'USDC_ERC20'].map((id) => networkById(id) as Network);

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'pasarela-usdc-'));
  chain = await startLocalChain({
    family: 'ethereum',
    dataDir,
    chainId: 1,
    slotsInAnEpoch: 1,
    blockSeconds: null,
  });
  for (const row of rows) await putToken(row);
  const env = Object.fromEntries(rows.map(({ id }) => [`${id}_RPC_URLS`, chain.rpcUrl]));
  server = await startTestServer({ ...env, RATE_SOURCES_USDC: 'fixed:0.98' });
  await setWallet(server.sql, {
    network: 'ERC20',
    xpub: accountXpub(Buffer.alloc(64, 7), 60, 0),
    replace: false,
    actor: 'ana',
    peers: peersOf('ERC20'),
  });
});
afterAll(async () => {
  await server.stop();
  await chain.close();
  await rm(dataDir, { recursive: true, force: true });
});

async function send(transaction: object): Promise<Hex | null> {
  const receipt = await rpc<{ contractAddress: Hex | null; status: Hex }>(
    chain.rpcUrl,
    'eth_sendTransactionSync',
    [{ from: chain.funder.address, gas: '0x4c4b40', ...transaction }],
  );
  expect(receipt.status).toBe('0x1');
  return receipt.contractAddress;
}

function onToken(functionName: string, ...args: unknown[]): Hex {
  return encodeFunctionData({ abi: contracts.RowToken.abi as Abi, functionName, args });
}

/** Deploys the row's token at its address on the real chain. */
async function putToken({ token, tokenDecimals, freeze }: Network): Promise<void> {
  const { abi, bytecode } = contracts.RowToken;
  const args = [tokenDecimals, toFunctionSelector(`function ${freeze}(address)`)];
  const made = await send({ data: encodeDeployData({ abi: abi as Abi, bytecode, args }) });
  const code = await rpc(chain.rpcUrl, 'eth_getCode', [made, 'latest']);
  await rpc(chain.rpcUrl, 'anvil_setCode', [token, code]);
  await send({ to: token, data: onToken('mint', chain.funder.address, 10n ** 12n) });
}

async function pay(row: Network | undefined, to: string, units: bigint): Promise<void> {
  await send({ to: row?.token, data: onToken('transfer', to, units) });
}

/** Mines until everything before is final and the service has seen it. */
async function statusOf(page: string): Promise<{ status: string; received: string }> {
  await rpc(chain.rpcUrl, 'anvil_mine', ['0x3']);
  return await (await fetch(`${page}/state`)).json();
}

async function openPage(paymentMethod: string, merchantId: string): Promise<string> {
  const { body } = await processOrder(server, await createOrder(server), { paymentMethod, merchantId });
  return body.url;
}

async function choose(page: string, network: string) {
  const response = await fetch(`${page}/network`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ network }),
  });
  return { status: response.status, body: await response.json() };
}

describe('an order', () => {
  test.each([
    ['usdc', 'USDC', 'USDC_ERC20', 'ERC20', '26.020409'],
    ['usdt', 'USDT', 'ERC20', 'USDC_ERC20', '25.500000'],
  ])(
    'of %s is paid in %s on %s at its own price, and %s is not offered',
    async (paymentMethod, asset, network, other, amount) => {
      const merchant = await addMerchant(server);
      const page = await openPage(paymentMethod, merchant.merchantId);
      const html = await (await fetch(page)).text();
      expect(html).toContain(`value="${network}"`);
      expect(html).not.toContain(`value="${other}"`);
      expect(html).toContain(asset);
      expect(await choose(page, other)).toMatchObject({ status: 422, body: { error: 'unknown_network' } });
      const chosen = await choose(page, network);
      expect(chosen.body).toMatchObject({ asset, network, amountUnits: amount.replace('.', '') });

      // The other asset at the same address is no payment.
      const row = rows.find(({ id }) => id === network);
      const units = BigInt(chosen.body.amountUnits);
      await pay(
        rows.find(({ id }) => id === other),
        chosen.body.address,
        units,
      );
      await pay(row, chosen.body.address, units);
      await until(
        () => statusOf(page),
        ({ status }) => status === 'success',
      );
      const id = page.split('/').at(-1);
      const { body } = await call(server, 'GET', `/payment/${id}`, keyHeaders(merchant));
      expect(body.order).toMatchObject({ currency: asset, network, received: amount });
      const balances = await call(server, 'GET', '/api/balances', keyHeaders(merchant));
      expect(balances.body.data).toEqual([{ asset, available: amount, reserved: '0.000000' }]);
      const [event] = await server.sql<{ body: string }[]>`
      SELECT body FROM events WHERE subject_id = ${id ?? ''} AND status = 'success'`;
      expect(JSON.parse(event?.body ?? '{}')).toMatchObject({ currency: asset, cryptoAmount: amount });
      // Another watcher reads the other network, at its own pace.
      await until(
        () => server.sql<{ network: string }[]>`
          SELECT network FROM stray_transfers WHERE order_id = ${id ?? ''}`,
        ([stray]) => stray?.network === other,
      );
    },
  );

  test('of an asset that the merchant does not take is refused', async () => {
    const methods = [{ methodCode: 'USDT' as const, countries: [], currencies: ['USD'], bounds: {} }];
    const { merchantId } = await addMerchant(server, { methods });
    const answer = await processOrder(server, await createOrder(server), {
      paymentMethod: 'usdc',
      merchantId,
    });
    expect(answer).toMatchObject({ httpStatus: 403, body: { error: 'method_not_available' } });
  });

  test('of anything else is refused, with what there is', async () => {
    const { httpStatus, body } = await processOrder(server, await createOrder(server), {
      paymentMethod: 'dai',
    });
    expect(httpStatus).toBe(422);
    expect(body.fields).toEqual([
      { field: 'paymentMethod', message: expect.stringContaining('"usdt" or "usdc"') },
    ]);
  });
});

test('a charge of USDC is offered, and paid on the page of USDC', async () => {
  const { body } = await call(server, 'GET', '/api/payment-methods', keyHeaders(server.merchant));
  expect(body.data.map((method: { method_code: string }) => method.method_code)).toContain('USDC');
  const reference = await createCharge(server, {
    ...sampleCharge,
    method_code: 'USDC',
    method_category: 'CRYPTO',
  });
  expect((await call(server, 'GET', `/pay/${reference}`)).headers.get('location')).toBe(
    `/crypto/${reference}`,
  );
  const page = `${server.url}/crypto/${reference}`;
  const { body: state } = await choose(page, 'USDC_ERC20');
  await pay(rows[1], state.address, BigInt(state.amountUnits));
  await until(
    () => statusOf(page),
    ({ status }) => status === 'success',
  );
  const read = await call(server, 'GET', `/api/transactions/${reference}`, keyHeaders(server.merchant));
  expect(read.body.data).toMatchObject({ status: 'approved', method_code: 'USDC' });
});

test('a payout of USDC takes USDC, and is not paid on a network of USDT', async () => {
  const merchant = await addMerchant(server);
  const page = await openPage('usdt', merchant.merchantId);
  const { body } = await choose(page, 'ERC20');
  await pay(rows[0], body.address, 25_500_000n);
  await until(
    () => statusOf(page),
    ({ status }) => status === 'success',
  );
  const payOut = async (paymentMethod: string) =>
    await call(server, 'POST', '/processor', keyHeaders(merchant), {
      hash: await createOrder(server, { amount: '10.00' }),
      paymentMethod,
      typePayment: 'wallet',
      typeTransaction: 'cashout',
      merchantId: merchant.merchantId,
    });
  const refused = await payOut('usdc');
  expect(refused).toMatchObject({ body: { error: 'insufficient_balance' } });
  expect(refused.body.message).toContain('10.204081 USDC; 0.000000 USDC are available');
  const made = await payOut('usdt');
  expect(made.httpStatus).toBe(200);
  const html = await (await fetch(made.body.url)).text();
  expect(html).toContain('value="ERC20"');
  expect(html).not.toContain('value="USDC_ERC20"');
  const wallet = { network: 'USDC_ERC20', wallet: `0x${'5a'.repeat(20)}` };
  const entered = await fetch(`${made.body.url}/wallet`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(wallet),
  });
  expect(entered.status).toBe(422);
  const [payout] = await server.sql<{ id: string }[]>`
    SELECT id FROM payouts WHERE merchant_id = ${merchant.merchantId}`;
  const confirmed = server.sql.begin((tx) =>
    confirmPayout(
      tx,
      {
        merchantId: merchant.merchantId,
        payoutId: payout?.id ?? '',
        network: 'USDC_ERC20',
        address: wallet.wallet,
        language: 'en',
      },
      new Date(),
    ),
  );
  await expect(confirmed).rejects.toThrow('is not paid on USDC_ERC20');
});
