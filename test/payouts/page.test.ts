import { TronWeb } from 'tronweb';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../src/base/db/ids.ts';
import { formatAddress } from '../../src/chain/chains/address/codec.ts';
import { evmPayer } from '../kit/chains/payer.ts';
import { call, createCharge, until } from '../kit/client.ts';
import { awaitPayment, createOrder, processOrder } from '../kit/crypto/orders.ts';
import { addMerchant } from '../kit/merchants.ts';
import { codeMailedTo, type Recipient, recipientOf } from '../kit/payouts/recipient.ts';
import { fund, openPayout } from '../kit/payouts/requests.ts';
import { startTestServer, type TestServer } from '../kit/server.ts';
import { everythingStored } from '../kit/stored.ts';

/** The recipient's page on the real server and real chains: its refusals, and the data it never reveals. */

let server: TestServer;
const tokens: string[] = [];

beforeAll(async () => {
  server = await startTestServer({ SANDBOX_CHAINS: 'on' });
  await fund(server, server.merchant.merchantId, 10_000_000_000n);
});
afterAll(() => server.stop());

async function aRecipient(): Promise<Recipient & { email: string; token: string }> {
  const email = `${newId()}@recipient.example`;
  const { token } = await openPayout(server, server.merchant, { email });
  tokens.push(token);
  return { ...recipientOf(server, token), email, token };
}

const networks = ['ERC20', 'TRC20'] as const;
const families = { ERC20: 'evm', TRC20: 'tron' } as const;
const wallets = {
  ERC20: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  TRC20: 'TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE',
} as const;

test('every page names whom its merchant wants asked', async () => {
  const merchant = await addMerchant(server, { supportEmail: 'help@shop.example' });
  await fund(server, merchant.merchantId, 10_000_000_000n);
  const { body } = await processOrder(server, await createOrder(server), { merchantId: merchant.merchantId });
  const { token } = await openPayout(server, merchant);
  for (const url of [
    `${server.url}/pay/${await createCharge(server, {}, merchant)}`,
    body.url,
    `${server.url}/payout/${token}`,
  ]) {
    expect(await (await fetch(url)).text(), url).toContain('<a href="mailto:help@shop.example">');
  }
});

describe.each(networks)('a wallet on %s is refused that is', (network) => {
  const family = families[network];
  const written = (address: string): string => formatAddress(family, address);

  async function expectRefused(wallet: string, error: string, httpStatus = 422): Promise<void> {
    const recipient = await aRecipient();
    const answer = await recipient.propose(network, wallet);
    expect(answer).toMatchObject({ httpStatus, body: { error, message: expect.any(String) } });
    expect(await recipient.state()).toMatchObject({ view: 'choose', address: null });
  }

  test('of the other network', async () => {
    await expectRefused(
      wallets[network === 'ERC20' ? 'TRC20' : 'ERC20'],
      network === 'ERC20' ? 'of_tron' : 'of_ethereum',
    );
  });

  test('the token itself', async () => {
    await expectRefused(server.networks[network]?.token ?? '', 'token');
  });

  test('an address that a customer of ours pays to', async () => {
    const { address } = await awaitPayment(server, network);
    await expectRefused(address, 'ours');
  });

  test('the wallet it would be sent from', async () => {
    const [row] = await server.sql<{ address: Buffer }[]>`
      SELECT address FROM hot_wallets WHERE network = ${network}`;
    await expectRefused(written(`0x${row?.address.toString('hex')}`), 'ours');
  });

  test.each(networks)('the treasury of %s', async (treasuryOf) => {
    const address = Buffer.alloc(20, 0x73);
    await server.sql`
      INSERT INTO custody_wallets (network, address, place, opening_units, agreed_block)
      VALUES (${treasuryOf}, ${address}, 'treasury', 0, 0)`;
    try {
      await expectRefused(written(`0x${address.toString('hex')}`), 'ours');
    } finally {
      await server.sql`DELETE FROM custody_wallets WHERE address = ${address}`;
    }
  });

  test('nobody’s', async () => {
    await expectRefused(written(`0x${'0'.repeat(40)}`), 'nobody');
  });

  test('blocked, for the merchant or for all, and not on its list', async () => {
    const { merchantId } = server.merchant;
    const address = Buffer.alloc(20, 0x61);
    const wallet = written(`0x${address.toString('hex')}`);
    const list = (owner: string, kind: string) =>
      server.sql`INSERT INTO payout_addresses (merchant_id, list, network, address) VALUES (${owner}, ${kind}, ${network}, ${address})`;
    try {
      for (const owner of [merchantId, '00000000-0000-0000-0000-000000000000']) {
        await list(owner, 'block');
        await expectRefused(wallet, 'blocked');
        await server.sql`DELETE FROM payout_addresses`;
      }
      await list(merchantId, 'allow');
      await expectRefused(wallets[network], 'not_allowed');
    } finally {
      await server.sql`DELETE FROM payout_addresses`;
    }
  });

  test('frozen by the token’s issuer, also when that happened after it was entered', async () => {
    const wallet = written(`0x${(network === 'ERC20' ? '71' : '72').repeat(20)}`);
    const recipient = await aRecipient();
    await recipient.propose(network, wallet);
    await recipient.enterCode(await codeMailedTo(server, recipient.email));
    expect(await recipient.state()).toMatchObject({ view: 'review' });
    await freeze(network, wallet);
    const other = await aRecipient();
    const answer = await until(
      () => other.propose(network, wallet),
      ({ httpStatus }) => httpStatus !== 200,
    );
    expect(answer).toMatchObject({ httpStatus: 422, body: { error: 'frozen' } });
    expect(await recipient.confirm()).toMatchObject({ httpStatus: 422, body: { error: 'frozen' } });
    expect(await recipient.state()).toMatchObject({ status: 'open', view: 'review' });
  });
});

/** Freezes a wallet, as the issuer of the token does. */
async function freeze(network: 'ERC20' | 'TRC20', wallet: string): Promise<void> {
  const described = server.networks[network];
  if (!described) throw new Error(`no ${network}`);
  const { token, funder, fullNodeUrl } = described;
  if (network === 'ERC20') {
    await evmPayer(described).send('EthereumUsdt', token, 'addBlackList', [wallet]);
    return;
  }
  const privateKey = funder.privateKey.replace(/^0x/, '');
  const tronWeb = new TronWeb({ fullHost: fullNodeUrl as string, privateKey });
  const { transaction } = await tronWeb.transactionBuilder.triggerSmartContract(
    token,
    'addBlackList(address)',
    { feeLimit: 100_000_000 },
    [{ type: 'address', value: wallet }],
    funder.address,
  );
  await tronWeb.trx.sendRawTransaction(await tronWeb.trx.sign(transaction));
}

describe('a link', () => {
  test('that leads nowhere is answered the same, whatever it looks like', async () => {
    const { token } = await aRecipient();
    const strangers = [
      `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`,
      token.toLowerCase(),
      'x',
      newId(),
      `${token}x`,
      '..%2f..%2fetc',
    ];
    const answers = await Promise.all(
      strangers.map((stranger) => call(server, 'GET', `/payout/${stranger}`, { 'accept-language': 'en' })),
    );
    const bodies = answers.map(({ body }) => body.replaceAll(/nonce="[^"]+"/g, ''));
    expect(new Set(answers.map(({ httpStatus }) => httpStatus))).toEqual(new Set([404]));
    expect(new Set(bodies).size).toBe(1);
    for (const action of ['wallet', 'code', 'resend', 'confirm']) {
      const answer = await call(server, 'POST', `/payout/${strangers[0]}/${action}`, {}, {});
      expect(answer.httpStatus).toBe(404);
    }
  });

  test('stands in no log and in no table as it is', async () => {
    const recipient = await aRecipient();
    await recipient.propose('ERC20', 'nonsense');
    await recipient.propose('ERC20', wallets.ERC20);
    await recipient.enterCode('000000');
    await call(server, 'GET', `${recipient.path}?token=${recipient.token}`);
    await call(server, 'GET', `/PAYOUT/${recipient.token}`);
    await call(
      server,
      'GET',
      `/payout/%${recipient.token.charCodeAt(0).toString(16)}${recipient.token.slice(1)}`,
    );
    await call(server, 'DELETE', recipient.path);
    await server.sql`ALTER TABLE payout_claims RENAME COLUMN network TO mislaid`;
    try {
      for (const action of ['wallet', 'code', 'confirm']) {
        const form = {
          network: 'ERC20',
          wallet: wallets.ERC20,
          address: `0x${'11'.repeat(20)}`,
          code: '123456',
        };
        const { httpStatus } = await call(server, 'POST', `${recipient.path}/${action}`, {}, form);
        expect(httpStatus).toBe(500);
      }
    } finally {
      await server.sql`ALTER TABLE payout_claims RENAME COLUMN mislaid TO network`;
    }
    const requests = server.logs.filter((line) => line.includes('"path":"/payout/[secret]'));
    expect(requests.length).toBeGreaterThan(5);
    const stored = await everythingStored(server.sql);
    expect([...stored.keys()]).toContain('public.payouts');
    for (const token of tokens) {
      // Searches for the token's tail: a request that spells the token differently must not leave it in the log either.
      const tail = token.slice(1);
      expect(server.logs.filter((line) => line.includes(tail))).toEqual([]);
      for (const [table, text] of stored) expect(text.includes(tail), table).toBe(false);
    }
  });
});

test('a thousand wrong codes for a stolen link are looked at five times and open nothing', async () => {
  const recipient = await aRecipient();
  await recipient.propose('ERC20', wallets.ERC20);
  const code = await codeMailedTo(server, recipient.email);
  const wallet = await recipient.shownWallet();
  const answers: string[] = [];
  for (let batch = 0; batch < 20; batch++) {
    const guesses = Array.from({ length: 50 }, (_, i) =>
      String((Number(code) + 1 + batch * 50 + i) % 1_000_000).padStart(6, '0'),
    );
    const results = await Promise.all(guesses.map((guess) => recipient.enterCode(guess, wallet)));
    answers.push(...results.map(({ body }) => body.error));
  }
  expect(answers).toHaveLength(1_000);
  expect(answers.filter((error) => error === 'wrong')).toHaveLength(4);
  expect(answers.filter((error) => error === 'used_up')).toHaveLength(996);
  expect((await recipient.enterCode(code, wallet)).body).toMatchObject({ error: 'used_up' });
  expect(await recipient.confirm(wallet)).toMatchObject({ httpStatus: 422, body: { error: 'unproven' } });
  expect(await recipient.state()).toMatchObject({ status: 'open', view: 'code' });
});
