import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { aPaidCharge } from '../../../../test/kit/charges.ts';
import { useCli } from '../../../../test/kit/cli.ts';
import { anAuthorizeRequest } from '../../../../test/kit/processors/requests.ts';
import {
  type StripeSimulator,
  startStripeSimulator,
} from '../../../../test/kit/processors/stripe-simulator.ts';
import { checkLedger, faultsIn } from '../../../accounts/ledger/check-ledger.ts';
import { newId } from '../../../base/db/ids.ts';
import { createMemoryLogger } from '../../../base/ground/logger.ts';
import { openInstallation } from '../../../commerce/installation/installation.ts';
import { readConfig } from '../../../config/config.ts';
import { bookMovements } from '../../../payments/charges/movements/book-movements.ts';
import { reconcileDaily } from '../../../payments/charges/movements/reconcile-daily.ts';
import type { Card } from '../../../payments/charges/payment-processor.ts';
import { run } from '../run.ts';
import { openCards } from './open-cards.ts';

const { newMerchant, sql, databaseUrl } = useCli();
let stripe: StripeSimulator;
let folder: string;

beforeAll(async () => {
  stripe = await startStripeSimulator();
  folder = await mkdtemp(join(tmpdir(), 'pasarela-cards-'));
});
afterAll(async () => {
  await stripe.close();
  await rm(folder, { recursive: true });
});

const environment = () => ({ DATABASE_URL: databaseUrl(), BASE_URL: 'https://pay.example' });
const withKeys = () => ({ ...environment(), ...stripe.env, CARD_PROCESSORS: 'stripe,sandbox' });

async function file(text: string): Promise<string> {
  const path = join(folder, newId());
  await writeFile(path, text);
  return path;
}

async function json(env: Record<string, string>, ...argv: string[]) {
  const { exitCode, stdout, stderr } = await run([...argv, '--json'], env);
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
  return JSON.parse(stdout);
}

async function refused(env: Record<string, string>, ...argv: string[]): Promise<string> {
  const { exitCode, stdout, stderr } = await run(argv, env);
  expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: '' });
  return stderr;
}

const settings = () =>
  Object.entries(stripe.env)
    .map(([name, value]) => `${name}=${value}`)
    .join('\n');
const setFrom = async (merchant: string, text: string, ...rest: string[]) =>
  await json(
    environment(),
    'cards',
    'accounts',
    'set',
    merchant,
    'stripe',
    '--from',
    await file(text),
    ...rest,
  );

async function installation() {
  const { secretKeys, mode } = readConfig({ DATABASE_URL: databaseUrl() });
  const secrets = await openInstallation(sql(), { secretKeys, mode });
  return { secrets, ...(await openCards({ sql: sql(), secrets }, withKeys())) };
}

describe("a merchant's own account", () => {
  test('is set from lines, takes the next payment, is rotated, replaced and removed; the former stays', async () => {
    const merchant = await newMerchant();
    const first = await setFrom(merchant, `# of Tienda\n\n${settings()}\r\n`);
    expect(first).toMatchObject({
      ...{ merchantId: merchant, processor: 'stripe', formerId: null },
      notificationUrl: `https://pay.example/processors/stripe/notifications/${merchant}`,
    });
    const { processors } = await installation();
    const amount = { amountMinor: 100_00n, currency: 'MXN' };
    const [route] = await processors.routesOf(
      { merchantId: merchant, id: newId(), amount, capture: 'automatic', country: 'MEX', method: 'CARDS' },
      null,
    );
    expect(route).toMatchObject({ accountId: first.accountId, processor: { name: 'stripe' } });

    const rotated = await setFrom(merchant, settings(), '--rotate');
    expect(rotated).toMatchObject({ accountId: first.accountId, formerId: null });
    const second = await setFrom(merchant, settings());
    expect(second).toMatchObject({ formerId: first.accountId });
    const removed = await json(environment(), 'cards', 'accounts', 'remove', merchant, 'stripe');
    expect(removed).toMatchObject({ accountId: second.accountId });
    const listed = await json(environment(), 'cards', 'accounts', 'list', merchant);
    expect(listed).toMatchObject([
      { accountId: first.accountId, isCurrent: false },
      { accountId: second.accountId, isCurrent: false },
    ]);
    expect(await refused(environment(), 'cards', 'accounts', 'remove', merchant, 'stripe')).toMatch(
      /has no account/,
    );
    expect(
      await refused(
        environment(),
        'cards',
        'accounts',
        'set',
        merchant,
        'stripe',
        '--rotate',
        '--from',
        await file(settings()),
      ),
    ).toMatch(/has no account/);
  });

  test('comes from the environment, of which only its own names are kept', async () => {
    const merchant = await newMerchant();
    const env = { ...environment(), ...stripe.env, HOME: '/somewhere' };
    await json(env, 'cards', 'accounts', 'set', merchant, 'stripe', '--from-env');
    const { secrets } = await installation();
    const [row] = await sql()<{ sealed: Buffer }[]>`
      SELECT settings_sealed AS sealed FROM card_accounts WHERE merchant_id = ${merchant}`;
    expect(JSON.parse(secrets.open(row?.sealed as Buffer, 'card-account'))).toEqual(stripe.env);
  });

  test('shows its keys nowhere: not in what is printed, nor in the audit log', async () => {
    const merchant = await newMerchant();
    const printed = [
      await run(
        ['cards', 'accounts', 'set', merchant, 'stripe', '--from', await file(settings())],
        environment(),
      ),
      await run(['cards', 'accounts', 'list'], environment()),
      await run(['cards', 'accounts', 'list', merchant, '--json'], environment()),
      await sql()`SELECT * FROM audit_log`,
    ];
    const text = JSON.stringify(printed, (_, value) => (typeof value === 'bigint' ? String(value) : value));
    expect(text).toContain(merchant);
    for (const name of ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'])
      expect(text).not.toContain(stripe.env[name]);
  });

  test('is refused with all that is wrong with it, and nothing is kept', async () => {
    const merchant = await newMerchant();
    const set = async (text: string, processor = 'stripe') =>
      await refused(
        environment(),
        'cards',
        'accounts',
        'set',
        merchant,
        processor,
        '--from',
        await file(text),
      );
    const both = await set('STRIPE_SECRET_KEY=sk_live_0123456789\n');
    expect(both).toMatch(/^STRIPE_SECRET_KEY: given \(hidden\).*\nSTRIPE_WEBHOOK_SECRET: given nothing/);
    expect(both).not.toContain('sk_live_0123456789');
    expect(await set(`${settings()}\nSTRIPE_SECRT=x`)).toMatch(
      /^STRIPE_SECRT: given a name that nobody reads/,
    );
    expect(await set('sk_test_0123456789\nA=1\nA=2')).toBe(
      'Line 1 is not NAME=value.\nLine 3 gives A once more.\n',
    );
    expect(await set('')).toBe('No settings were given.\n');
    expect(await set(settings(), 'sandbox')).toMatch(/^There is no card processor sandbox with accounts/);
    expect(
      await refused(environment(), 'cards', 'accounts', 'set', newId(), 'stripe', '--from-env'),
    ).not.toBe('');
    expect(await json(environment(), 'cards', 'accounts', 'list', merchant)).toEqual([]);
  });
});

describe('routes', () => {
  const rules = [
    { countries: ['MEX'], currencies: ['MXN'], min: '50', max: '500.50', use: [{ processor: 'stripe' }] },
    {
      use: [
        { processor: 'sandbox', share: 30 },
        { processor: 'stripe', share: 70 },
      ],
    },
  ];
  const setRules = async (given: unknown, ...merchant: string[]) =>
    await json(
      environment(),
      'cards',
      'routes',
      'set',
      ...merchant,
      '--from',
      await file(JSON.stringify(given)),
    );

  test('are set and shown, of the installation and of a merchant', async () => {
    const merchant = await newMerchant();
    expect(await json(environment(), 'cards', 'routes', 'show')).toEqual([]);
    expect(await setRules(rules)).toEqual(rules);
    expect(await json(environment(), 'cards', 'routes', 'show')).toEqual(rules);
    expect(await json(environment(), 'cards', 'routes', 'show', merchant)).toEqual([]);
    await setRules([{ use: [{ processor: 'stripe' }] }], merchant);
    const { stdout } = await run(['cards', 'routes', 'show', merchant], environment());
    expect(stdout).toMatch(/^1 +all +all +all +all +any +stripe$/m);
  });

  test('tell who would take a payment, and why', async () => {
    await setRules(rules);
    const explain = async (amount: string, ...rest: string[]) =>
      await json(
        withKeys(),
        ...[
          'cards',
          'routes',
          'show',
          ...rest,
          '--explain',
          '--country',
          'mex',
          '--currency',
          'mxn',
          '--amount',
          amount,
        ],
      );
    expect(await explain('100')).toMatchObject({
      routes: [{ processor: 'stripe', kind: 'hosted', why: "the installation's rule 1" }],
    });
    expect((await explain('500.51')).routes[0].why).toMatch(/^the installation's rule 2/);
    const merchant = await newMerchant();
    await setRules([{ brands: ['visa'], use: [{ processor: 'stripe' }] }], merchant);
    expect((await explain('100', merchant, '--brand', 'visa')).routes[0].why).toBe("the merchant's rule 1");
    expect((await explain('100', merchant)).routes[0].why).toBe("the installation's rule 1");
    await setRules([{ use: [{ processor: 'sandbox' }] }]);
    const { stdout } = await run(
      ['cards', 'routes', 'show', '--explain', '--country', 'MEX', '--currency', 'MXN', '--amount', '1'],
      withKeys(),
    );
    expect(stdout).toBe('Nobody would take 1.00 MXN in MEX.\nNot stripe: the rule leaves it out.\n');
  });

  test('are refused with all that is wrong with them, and nothing is changed', async () => {
    const before = await json(environment(), 'cards', 'routes', 'show');
    const faults = async (given: unknown) =>
      (await refused(environment(), 'cards', 'routes', 'set', '--from', await file(JSON.stringify(given))))
        .trim()
        .split('\n');
    expect(
      await faults([
        { countries: ['MX'], currencies: [], brands: ['gold'], colour: 1, use: [{ processor: 'paypal' }] },
        { currencies: ['MXN', 'USD'], min: '1', use: [] },
        { currencies: ['JPY'], min: '1.5', max: 10, use: [{ processor: 'stripe', share: 0 }] },
        {
          ...{ currencies: ['USD'], min: '3', max: '2' },
          use: [
            { processor: 'stripe', share: 60 },
            { processor: 'stripe', share: 50 },
          ],
        },
        'all',
      ]),
    ).toEqual([
      'Rule 1: "colour" is not one of countries, currencies, methods, brands, min, max, use.',
      'Rule 1: countries: "MX" is not a country, as three letters of ISO 3166-1.',
      'Rule 1: currencies: must be a list that names some; leave it out for all.',
      'Rule 1: brands: "gold" is not a card brand.',
      expect.stringMatching(/^Rule 1: use: "paypal" is not one of sandbox, stripe/),
      'Rule 2: min and max: need currencies to name the one that they are in.',
      'Rule 2: use: must be a list of processors, e.g. [{"processor": "stripe"}].',
      'Rule 3: min: must be an amount of JPY as a text, e.g. "100".',
      'Rule 3: max: must be an amount of JPY as a text, e.g. "100".',
      'Rule 3: use: a share of 0 is not a whole number from 1 to 100.',
      'Rule 4: min: is more than max.',
      'Rule 4: use: "stripe" stands there twice.',
      'Rule 4: use: the shares come to 110 %.',
      'Rule 5: it must be an object.',
    ]);
    expect(await faults({ use: [] })).toEqual([expect.stringMatching(/^The rules must be a list/)]);
    expect(await json(environment(), 'cards', 'routes', 'show')).toEqual(before);
    expect(await refused(withKeys(), 'cards', 'routes', 'show', '--explain')).toMatch(
      /^--country: .*\n--currency: .*\n$/,
    );
  });
});

describe('what a processor says', () => {
  const days = () => {
    const day = (ms: number) => new Date(Date.now() + ms).toISOString().slice(0, 10);
    return ['--from', day(-48 * 60 * 60 * 1000), '--to', day(0)];
  };

  /** Makes a payment at Stripe two hours ago. */
  async function payAtStripe(attemptId: string): Promise<void> {
    const { processors } = await installation();
    const processor = await processors.of({ processor: 'stripe', kind: 'direct', accountId: null });
    stripe.skewClock(-2 * 60 * 60 * 1000);
    const place = { amount: { amountMinor: 100_00n, currency: 'MXN' }, country: 'MEX' };
    const request = anAuthorizeRequest(place, stripe.cards?.approved as Card, { attemptId });
    expect(await processor.authorize(request)).toMatchObject({ outcome: 'approved' });
    stripe.skewClock(0);
  }

  test('is booked, shows in the status, and is compared with the books both ways', async () => {
    const merchant = await newMerchant();
    const amount = { amountMinor: 100_00n, currency: 'MXN' };
    const taker = { processor: 'stripe', accountId: null };
    const charge = await aPaidCharge(sql(), merchant, amount, taker);
    await payAtStripe(charge.attemptId);
    const { processors } = await installation();
    expect(
      await bookMovements({
        sql: sql(),
        processors,
        now: () => new Date(),
        logger: createMemoryLogger([]),
        alertEmail: null,
      }),
    ).toBeGreaterThan(0);
    const [status] = (await json(withKeys(), 'cards', 'status')).filter(
      (each: { processor: string }) => each.processor === 'stripe',
    );
    expect(status).toMatchObject({ order: 1, hasKeys: true, kind: 'hosted', failure: null });
    expect(Math.abs(Date.parse(status.lastLineAt) - Date.now() + 2 * 60 * 60 * 1000)).toBeLessThan(60_000);
    const balances = await json(environment(), 'ledger', 'balances', merchant);
    expect(balances).toContainEqual(
      expect.objectContaining({ account: 'processor_costs', balance: '-6.60' }),
    );
    // Other merchants' own accounts have the keys of the same simulator: for them the payment is unknown.
    const faults = faultsIn(await checkLedger(sql()));
    expect(faults.filter((fault) => 'merchantId' in fault && fault.merchantId === merchant)).toEqual([]);

    const report = await json(withKeys(), 'cards', 'reconcile', 'stripe', ...days());
    expect(report).toMatchObject({ ok: true, found: 0, theirs: { payment: 1 } });

    expect(report.balances).toEqual([expect.objectContaining({ currency: 'MXN', difference: '0.00' })]);

    const reference = stripe.payOutAll();
    // Compared for the first time once this day can no longer change.
    const hourMs = 60 * 60 * 1000;
    const today = Math.floor(Date.now() / (24 * hourMs)) * 24 * hourMs;
    const later = new Date(today + (3 * 24 + 4) * hourMs);
    await reconcileDaily({
      ...{ sql: sql(), processors, now: () => later },
      ...{ logger: createMemoryLogger([]), alertEmail: null },
    });
    const payouts = await json(environment(), 'cards', 'payouts', 'list');
    expect(payouts).toContainEqual(
      expect.objectContaining({ reference, isListed: true, amountMinor: '9340', linesMinor: '9340' }),
    );
    const held = await json(withKeys(), 'cards', 'payouts', 'show', reference);
    expect(held.lines).toMatchObject([
      { kind: 'payment', place: { chargeId: charge.id, merchantId: merchant } },
    ]);

    const stranger = newId();
    await payAtStripe(stranger);
    const lines: string[] = [];
    const compared = await run(['cards', 'reconcile', 'stripe', ...days()], withKeys(), (line) =>
      lines.push(line),
    );
    expect(compared).toMatchObject({ exitCode: 1, stderr: '' });
    expect(compared.stdout).toMatch(/^payment +not in our books +\d.* UTC +100\.00 MXN/m);
    expect(lines.length).toBeGreaterThanOrEqual(3);
  });

  test.each([
    [['stripe', '--from', '2026-02-30', '--to', 'today'], /^--from: .*\n--to: /],
    [['stripe', '--from', '2026-02-03', '--to', '2026-02-01'], /^--to: comes before the first day/],
    [['stripe', '--from', '2024-02-03', '--to', '2026-02-01'], /more than 366 days/],
    [['sandbox', '--from', '2026-02-03', '--to', '2026-02-03'], /^This installation has no keys/],
  ])('is not compared by %j', async (argv, message) => {
    expect(await refused(withKeys(), 'cards', 'reconcile', ...argv)).toMatch(message);
  });

  test('cannot be asked where its keys are wrong, and who does not ask it is not kept from anything', async () => {
    const env = { ...environment(), STRIPE_SECRET_KEY: 'nonsense' };
    expect(await refused(env, 'cards', 'status')).toMatch(/^STRIPE_SECRET_KEY: given \(hidden\)/);
    expect(await json(env, 'cards', 'accounts', 'list')).toBeInstanceOf(Array);
  });
});
