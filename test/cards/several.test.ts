import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkLedger, faultsIn } from '../../src/accounts/ledger/check-ledger.ts';
import { balancesOf } from '../../src/accounts/ledger/ledger.ts';
import { recordDispute } from '../../src/payments/charges/disputes/record-dispute.ts';
import { run } from '../../src/surfaces/cli/run.ts';
import { type Credentials, call, createCharge, readTransaction, until } from '../kit/client.ts';
import { machineUser } from '../kit/machine-user.ts';
import { addMerchant } from '../kit/merchants.ts';
import { startDlocalSimulator } from '../kit/processors/dlocal-simulator.ts';
import type { ProcessorSimulator } from '../kit/processors/simulator.ts';
import { numberToAuthenticate } from '../kit/processors/stripe/test-cards.ts';
import { type StripeSimulator, startStripeSimulator } from '../kit/processors/stripe-simulator.ts';
import { startTestServer, type TestServer } from '../kit/server.ts';

/** Two processors at once: which one is used, which one is skipped, and why. */

let stripe: StripeSimulator;
let dlocal: ProcessorSimulator;
let hosted: TestServer;
let direct: TestServer;

beforeAll(async () => {
  [stripe, dlocal] = await Promise.all([startStripeSimulator(), startDlocalSimulator()]);
  const env = { CARD_PROCESSORS: 'stripe,dlocal', ...stripe.env, ...dlocal.env };
  hosted = await startTestServer(env);
  direct = await startTestServer({ ...env, CARD_DIRECT: 'on' });
});

afterAll(async () => {
  for (const server of [hosted, direct]) {
    expect(faultsIn(await checkLedger(server.sql))).toEqual([]);
    await server.stop();
  }
  await Promise.all([stripe.close(), dlocal.close()]);
});

const newCharge = (server: TestServer, merchant: Credentials = server.merchant) =>
  createCharge(server, { currency: 'BRL', country: 'BRA', amount: 100 }, merchant);

/** Submits our page, including the details that dLocal would need. */
async function submit(
  server: TestServer,
  reference: string,
  number = '',
  change: Record<string, string> = {},
) {
  const posted = await fetch(`${server.url}/pay/${reference}`, {
    method: 'POST',
    headers: { accept: 'application/json' },
    body: new URLSearchParams({
      number,
      expiry: '12/39',
      code: '123',
      name: 'Ana Test',
      document: dlocal.document ?? '',
      ...change,
    }),
  });
  return (await posted.json()) as { view: string; status: string; forwardTo: string; faults?: object };
}

const attemptsOf = async (server: TestServer, reference: string) =>
  (await readTransaction(server, reference)).body.data.attempts as {
    id: string;
    processor: string;
    status: string;
    refusal: string | null;
    route: string;
    instalments: number | null;
  }[];

const callsOf = (simulator: ProcessorSimulator): number =>
  Object.values(simulator.calls()).reduce((sum, count) => sum + count, 0);

async function setRules(server: TestServer, rules: object[]): Promise<void> {
  await server.sql`
    INSERT INTO card_routes (merchant_id, rules, changed_at)
    VALUES ('00000000-0000-0000-0000-000000000000', ${JSON.stringify(rules)}::text::jsonb, now())
        ON CONFLICT (merchant_id) DO UPDATE SET rules = excluded.rules`;
}

/** Every process has the new rules within some seconds. */
async function routedBy(route: string): Promise<void> {
  await until(
    async () => {
      const reference = await newCharge(hosted);
      await submit(hosted, reference);
      return (await attemptsOf(hosted, reference)).at(-1)?.route;
    },
    (found) => found === route,
  );
}

describe('on their pages', () => {
  test('the first of the list is asked', async () => {
    const reference = await newCharge(hosted);
    const { forwardTo } = await submit(hosted, reference);
    expect(new URL(forwardTo).origin).toBe(stripe.url);
    expect(await attemptsOf(hosted, reference)).toMatchObject([
      { processor: 'stripe', route: 'the usual order' },
    ]);
  });

  test('one that cannot open its page is passed over on the same visit, and it is told why', async () => {
    const reference = await newCharge(hosted);
    stripe.misbehave('error_before', 100);
    const { forwardTo } = await submit(hosted, reference);
    stripe.misbehave('error_before', 0);
    expect(new URL(forwardTo).origin).toBe(dlocal.url);
    const [first, second] = await attemptsOf(hosted, reference);
    expect(first).toMatchObject({ processor: 'stripe', status: 'refused', refusal: 'not_processed' });
    expect(second).toMatchObject({ processor: 'dlocal', status: 'authenticating' });
    expect(second?.route).toMatch(/^the usual order; stripe could not take it: .*HTTP 500/);
    await dlocal.pay(forwardTo, 'approved');
    await fetch(`${hosted.url}/pay/${reference}/return`);
    expect((await readTransaction(hosted, reference)).body.data.status).toBe('approved');
  });

  test('it is told what the statement of the card is to say: of the charge, else of the merchant', async () => {
    const merchant = await addMerchant(hosted, { statementDescriptor: 'LUZ SHOP' });
    const suffixOf = async (change: object) => {
      const charge = { currency: 'BRL', country: 'BRA', amount: 100, order_number: 'A-7', ...change };
      const reference = await createCharge(hosted, charge, merchant);
      await submit(hosted, reference);
      const opened = stripe.requests.findLast(({ body }) => body.includes(reference));
      const form = new URLSearchParams(opened?.body);
      expect(form.get('payment_intent_data[metadata][pasarela_order]')).toBe('A-7');
      expect(form.get('payment_intent_data[metadata][pasarela_merchant]')).toBe(merchant.merchantId);
      return form.get('payment_intent_data[statement_descriptor_suffix]');
    };
    expect(await suffixOf({})).toBe('LUZ SHOP');
    expect(await suffixOf({ statement_descriptor: 'LUZ CAFE' })).toBe('LUZ CAFE');
  });

  test('a change of routes leaves what is under way where it is', async () => {
    const before = await newCharge(hosted);
    const { forwardTo } = await submit(hosted, before);
    await setRules(hosted, [{ countries: ['BRA'], use: [{ processor: 'dlocal' }] }]);
    await routedBy("the installation's rule 1");
    await stripe.pay(forwardTo, 'approved');
    await fetch(`${hosted.url}/pay/${before}/return`);
    expect(await attemptsOf(hosted, before)).toMatchObject([{ processor: 'stripe', status: 'approved' }]);
    await setRules(hosted, []);
    await routedBy('the usual order');
  });

  test('one that fails again and again is not asked for a while, and the metrics say so', async () => {
    stripe.misbehave('error_before', 1_000);
    for (let at = 0; at < 6; at++) await submit(hosted, await newCharge(hosted));
    const before = callsOf(stripe);
    const reference = await newCharge(hosted);
    await submit(hosted, reference);
    stripe.misbehave('error_before', 0);
    expect(callsOf(stripe)).toBe(before);
    expect(await attemptsOf(hosted, reference)).toMatchObject([
      { processor: 'dlocal', route: 'the usual order; stripe is failing' },
    ]);
    const headers = { authorization: `Bearer ${hosted.metricsToken}` };
    const { body } = await call(hosted, 'GET', '/metrics', headers);
    expect(body).toContain('pasarela_card_processor_failing{processor="stripe"} 1');
    expect(body).toContain('pasarela_card_processor_failing{processor="dlocal"} 0');
  });
});

describe('with cards that our page took', () => {
  test('a soft refusal is tried at the next, once', async () => {
    const reference = await newCharge(direct);
    expect(await submit(direct, reference, '4000000000000119')).toMatchObject({ status: 'approved' });
    const [first, second] = await attemptsOf(direct, reference);
    expect(first).toMatchObject({ processor: 'stripe', status: 'refused' });
    expect(second).toMatchObject({ processor: 'dlocal', status: 'approved' });
    expect(second?.route).toBe('the usual order; stripe refused: card_refused');
  });

  test('a bank that demands 3-D Secure gets it at once, at the same processor', async () => {
    const reference = await newCharge(direct);
    const before = callsOf(dlocal);
    const { forwardTo } = await submit(direct, reference, numberToAuthenticate);
    expect(forwardTo).toContain(`${stripe.url}/3ds/`);
    const [first, second, ...others] = await attemptsOf(direct, reference);
    expect(first).toMatchObject({
      processor: 'stripe',
      status: 'refused',
      refusal: 'authentication_required',
    });
    expect(second).toMatchObject({ processor: 'stripe', status: 'authenticating' });
    expect(second?.route).toBe('the usual order; the bank demands 3-D Secure');
    expect(others).toEqual([]);
    await stripe.pay(forwardTo, 'approved');
    await fetch(`${direct.url}/pay/${reference}/return`);
    expect((await readTransaction(direct, reference)).body.data.status).toBe('approved');
    expect(await stripe.capturesOf(first?.id ?? '')).toBe(0);
    expect(await stripe.capturesOf(second?.id ?? '')).toBe(1);
    expect(callsOf(dlocal)).toBe(before);

    // Only once: a customer who fails the check is refused and may use another card.
    const failed = await newCharge(direct);
    const challenged = await submit(direct, failed, numberToAuthenticate);
    await stripe.failChallenge(challenged.forwardTo);
    await fetch(`${direct.url}/pay/${failed}/return`);
    expect(await attemptsOf(direct, failed)).toMatchObject([
      { refusal: 'authentication_required' },
      { refusal: 'authentication_failed' },
    ]);
    // For the customer this is one refusal: the first attempt never reached them.
    const [{ refused_count: refused } = {}] = await direct.sql<{ refused_count: number }[]>`
      SELECT refused_count FROM charges WHERE id = ${failed}`;
    expect(refused).toBe(1);
  });

  test('a hard one never', async () => {
    const reference = await newCharge(direct);
    const before = callsOf(dlocal);
    expect(await submit(direct, reference, '4000000000009995')).toMatchObject({ view: 'form' });
    expect(await attemptsOf(direct, reference)).toMatchObject([{ refusal: 'insufficient_funds' }]);
    expect(callsOf(dlocal)).toBe(before);
  });

  test('nor where nobody knows what became of it', async () => {
    const reference = await newCharge(direct);
    const before = callsOf(dlocal);
    stripe.misbehave('cut_after', 100, '/confirm');
    expect(await submit(direct, reference, '4242424242424242')).toMatchObject({ view: 'processing' });
    stripe.misbehave('cut_after', 0);
    expect(callsOf(dlocal)).toBe(before);
    const [attempt] = await attemptsOf(direct, reference);
    await until(
      () => attemptsOf(direct, reference),
      ([only]) => only?.status === 'approved',
    );
    expect(await stripe.capturesOf(attempt?.id ?? '')).toBe(1);
  });

  test('one that cannot be paid in so many instalments there is tried at the next, in as many', async () => {
    const reference = await createCharge(direct, { currency: 'MXN', country: 'MEX', amount: 900 });
    const chosen = { document: 'GODE561231HDFRRN09', instalments: '6' };
    const number = stripe.cardInOne?.number;
    expect(await submit(direct, reference, number, chosen)).toMatchObject({ status: 'approved' });
    const attempts = await attemptsOf(direct, reference);
    expect(attempts).toMatchObject([
      { processor: 'stripe', refusal: 'instalments_refused', instalments: 6 },
      { processor: 'dlocal', status: 'approved', instalments: 6 },
    ]);
    expect(await dlocal.instalmentsOf(attempts[1]?.id ?? '')).toBe(6);
  });

  test('instalments that nobody takes of its brand are told as a fault, and nothing is tried', async () => {
    await setRules(direct, [
      { brands: ['visa'], use: [{ processor: 'stripe' }] },
      { use: [{ processor: 'dlocal' }] },
    ]);
    const reference = await newCharge(direct);
    // The brand is unknown before the card is typed: the page offers dLocal's instalments.
    await until(
      async () => await (await fetch(`${direct.url}/pay/${reference}`)).text(),
      (page) => page.includes('<option value="12">'),
    );
    expect(await submit(direct, reference, '4242424242424242', { instalments: '2' })).toEqual({
      faults: { instalments: 'instalments_wrong' },
    });
    expect(await attemptsOf(direct, reference)).toEqual([]);
  });
});

/** Pays at whichever of the two was chosen: the first may be resting. */
async function stripeOrDlocalPays(url: string): Promise<void> {
  await (url.startsWith(stripe.url) ? stripe : dlocal).pay(url, 'approved');
}

test('a merchant with an account of its own is paid there, told of there, and owes the fee alone', async () => {
  const own = await startStripeSimulator();
  try {
    const merchant = await addMerchant(hosted, { cardFeeBasisPoints: 250 });
    const env = { DATABASE_URL: hosted.databaseUrl, ...own.env };
    const set = [
      'cards',
      'accounts',
      'set',
      merchant.merchantId,
      'stripe',
      '--from-env',
      '--by',
      machineUser,
    ];
    const { stderr, stdout } = await run(set, env);
    expect(stderr).toBe('');
    expect(stdout).not.toContain(own.env.STRIPE_SECRET_KEY);
    own.notify(`${hosted.url}/processors/stripe/notifications/${merchant.merchantId}`);
    const { forwardTo } = await until(
      async () => await submit(hosted, await newCharge(hosted, merchant)),
      (state) => state.forwardTo?.startsWith(own.url) ?? false,
    );
    await own.pay(forwardTo, 'approved');
    await until(
      () => balancesOf(hosted.sql, merchant.merchantId),
      (balances) => balances.length > 0,
    );
    expect(await balancesOf(hosted.sql, merchant.merchantId)).toEqual([
      { account: 'card_clearing_stripe', asset: 'BRL', balance: -10_000n },
      { account: 'merchant_available', asset: 'BRL', balance: -250n },
      { account: 'merchant_direct', asset: 'BRL', balance: 10_000n },
      { account: 'platform_fees', asset: 'BRL', balance: 250n },
    ]);
    // This account has no say over payments made elsewhere, even if it names them.
    const other = await newCharge(hosted);
    const elsewhere = await submit(hosted, other);
    await stripeOrDlocalPays(elsewhere.forwardTo);
    await fetch(`${hosted.url}/pay/${other}/return`);
    const [foreign] = await attemptsOf(hosted, other);
    const [account] = await hosted.sql<{ id: string }[]>`SELECT id FROM card_accounts`;
    const amount = { amountMinor: 10_000n, currency: 'BRL' };
    const dispute = {
      disputeId: 'dp_1',
      attemptId: foreign?.id ?? '',
      amount,
      status: 'lost',
      reason: null,
    } as const;
    const told = { processor: foreign?.processor ?? '', accountId: account?.id ?? '' };
    const recorded = await hosted.sql.begin((tx) => recordDispute(tx, told, dispute, new Date(), new Date()));
    expect(recorded).toBe('not_ours');
    expect((await readTransaction(hosted, other)).body.data.status).toBe('approved');
    // An account rests by itself: the installation's account may be healthy.
    own.misbehave('error_before', 1_000);
    for (let at = 0; at < 6; at++) await submit(hosted, await newCharge(hosted, merchant));
    const [last] = await hosted.sql<{ route: string }[]>`
      SELECT route FROM attempts WHERE merchant_id = ${merchant.merchantId} ORDER BY id DESC LIMIT 1`;
    expect(last?.route).toContain('stripe is failing');
    // The installation's own address refuses messages that the merchant's account signed.
    const { headers, body } = own.notifications.at(-1)?.signed() ?? { headers: {}, body: '' };
    const refused = await fetch(`${hosted.url}/processors/stripe/notifications`, {
      method: 'POST',
      headers,
      body,
    });
    expect(refused.status).toBe(401);
  } finally {
    await own.close();
  }
});
