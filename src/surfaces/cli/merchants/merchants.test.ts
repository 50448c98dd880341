import { expect, test } from 'vitest';
import { useCli } from '../../../../test/kit/cli.ts';
import { actingUser, machineUser } from '../../../../test/kit/machine-user.ts';
import { settingsOfNew } from '../../../accounts/merchants/merchant.ts';

const { cli, json, newMerchant } = useCli();

test('one is created with its key and secret, which no other command shows', async () => {
  const created = await json(
    ...['merchants', 'create', '--name', 'Café Ñandú', '--email', 'eva@cafe.example', '--language', 'pt'],
    ...[
      '--webhook-url',
      'http://127.0.0.1:9/hook',
      '--country',
      'COL,per',
      '--country',
      'ECU',
      '--currency',
      'USD',
    ],
  );
  expect(created).toMatchObject({
    name: 'Café Ñandú',
    contactEmail: 'eva@cafe.example',
    language: 'pt',
    enabled: true,
    webhookUrl: 'http://127.0.0.1:9/hook',
    settings: {
      methods: expect.arrayContaining([
        { methodCode: 'CARDS', countries: ['COL', 'PER', 'ECU'], currencies: ['USD'], bounds: {} },
      ]),
    },
    apiKey: expect.stringMatching(/^psk_[0-9a-f]{12}_[0-9a-f]{48}$/),
    webhookSecret: expect.stringMatching(/^whsec_/),
  });
  const id = created.merchantId;
  const secretPart = created.apiKey.split('_')[2];
  for (const argv of [
    ['merchants', 'list'],
    ['merchants', 'show', id.toUpperCase()],
    ['merchants', 'disable', id],
    ['merchants', 'enable', id],
    ['merchants', 'set', id, '--name', 'Café'],
    ['keys', 'list', id],
  ]) {
    for (const format of [[], ['--json']]) {
      const { exitCode, stdout } = await cli(...argv, ...format);
      expect(exitCode).toBe(0);
      expect(stdout).toContain(argv[0] === 'keys' ? created.apiKey.split('_')[1] : id);
      expect(stdout).not.toContain(secretPart);
      expect(stdout).not.toContain(created.webhookSecret);
    }
  }
});

test('people read that the key and the secret are shown once', async () => {
  const { stdout } = await cli('merchants', 'create', '--name', 'A', '--email', 'a@b.example');
  expect(stdout).toMatch(
    /^Merchant {8}[0-9a-f-]{36}\nAPI key {9}psk_\w+\nWebhook secret {2}whsec_\S+\n\n.*shown this once/,
  );
});

test('every fault of a new merchant is told under its option, and nothing is stored', async () => {
  const before = await json('merchants', 'list');
  const { exitCode, stderr } = await cli(
    ...['merchants', 'create', '--name', ' ', '--email', 'eva', '--language', 'xx'],
    ...['--webhook-url', 'http://10.0.0.1/', '--country', 'COL,ZZZ', '--currency', 'EURO'],
  );
  expect(exitCode).toBe(1);
  expect(stderr.split('\n').map((line) => line.split(':')[0])).toEqual([
    ...['--name', '--email', '--language', '--webhook-url', '--country', '--currency', ''],
  ]);
  expect(await json('merchants', 'list')).toEqual(before);
});

test('what must be given is asked for at once', async () => {
  const { stderr } = await cli('merchants', 'create', '--language', 'es');
  expect(stderr.split('\n')).toEqual([
    expect.stringMatching(/^--name <text> is missing/),
    expect.stringMatching(/^--email <address> is missing/),
    '',
  ]);
});

test('settings are changed together', async () => {
  const id = await newMerchant();
  const changed = await json(
    ...['merchants', 'set', id, '--email', 'eva@tienda.example', '--card-fee-bps', '250'],
    ...['--crypto-fee-bps', '75', '--crypto-credentials', 'required'],
    ...['--requests-per-10s', '20', '--webhook-url', 'https://tienda.example/hook'],
    ...['--method', 'CARDS', '--countries', 'COL,PER', '--currencies', 'COP,USD'],
    ...['--currency', 'USD', '--min', '1', '--max', '5000'],
  );
  expect(changed).toEqual({
    merchantId: id,
    name: 'Tienda',
    contactEmail: 'eva@tienda.example',
    language: 'es',
    enabled: true,
    webhookUrl: 'https://tienda.example/hook',
    settings: {
      ...settingsOfNew(false),
      // It keeps its place: customers see the methods in this order.
      methods: [
        {
          methodCode: 'CARDS',
          countries: ['COL', 'PER'],
          currencies: ['COP', 'USD'],
          bounds: { USD: { min: '1.00', max: '5000.00' } },
        },
        ...settingsOfNew(false).methods.slice(1),
      ],
      cardFeeBasisPoints: 250,
      cryptoFeeBasisPoints: 75,
      cryptoCredentialsRequired: true,
      requestsPerTenSeconds: 20,
    },
  });
  expect(await json('merchants', 'show', id)).toEqual(changed);
  const { stdout } = await cli('merchants', 'show', id);
  expect(stdout).toMatch(/CARDS +COL, PER; COP, USD/);
  expect(stdout).toContain('1.00 to 5000.00 USD');
  expect(stdout).toContain('2.50 %');
  expect(stdout).toContain('0.75 %');
  expect(stdout).toMatch(/Crypto credentials +required/);

  expect(
    await json(
      'merchants',
      'set',
      id,
      '--no-webhook-url',
      '--return-url',
      'https://tienda.example/',
      '--receipts',
      'off',
      '--requests-per-10s',
      'default',
      '--remove-method',
      'cards',
    ),
  ).toMatchObject({
    webhookUrl: null,
    settings: {
      returnUrl: 'https://tienda.example/',
      receipts: false,
      requestsPerTenSeconds: null,
      methods: settingsOfNew(false).methods.slice(1),
    },
  });
  expect((await cli('merchants', 'show', id)).stdout).toMatch(/Return URL +https:\/\/tienda\.example\//);
  expect(await json('merchants', 'set', id, '--return-url', 'none')).toMatchObject({
    settings: { returnUrl: null },
  });
});

test('one wrong setting leaves all others as they were', async () => {
  const id = await newMerchant();
  const before = await json('merchants', 'show', id);
  const { exitCode, stderr } = await cli(
    ...['merchants', 'set', id, '--name', 'Otra', '--card-fee-bps', '1e2'],
    ...['--method', 'CARDS', '--currency', 'CLP', '--min', '10.5', '--max', '5'],
  );
  expect({ exitCode, stderr }).toEqual({
    exitCode: 1,
    stderr: '--card-fee-bps: expected a whole number from 0 to 10000\n--min: CLP has no decimals\n',
  });
  expect(await json('merchants', 'show', id)).toEqual(before);
});

test.each([
  [[], /Nothing to change/],
  [['--webhook-url', 'https://a.example', '--no-webhook-url'], /exclude each other/],
  [['--method', 'CARDS', '--remove-method', 'CARDS', '--countries', 'all'], /Only one of/],
  [['--countries', 'COL'], /--countries: give the method/],
  [['--remove-method', 'CARDS', '--min', '1', '--currency', 'USD'], /--currency, --min: give the method/],
  [['--method', 'CARDS', '--min', '1'], /need their --currency/],
  [['--crypto-credentials', 'maybe'], /^--crypto-credentials: given "maybe", expected required or optional/],
  [['--remove-method', 'CASH'], /^--remove-method: "CASH" is not one of BOLETO, CARDS, .*, USDC, USDT/],
  [['--add-method', 'CARDS'], /^--add-method: say in which countries/],
  [['--name', 'a', '--name', 'b'], /--name is given more than once/],
  [['--webhook-url', 'http://169.254.169.254/'], /^--webhook-url: .*private/],
])('merchants set with %j is refused', async (argv, line) => {
  const { exitCode, stderr } = await cli('merchants', 'set', await newMerchant(), ...argv);
  expect(exitCode).toBe(1);
  expect(stderr).toMatch(line);
});

test('merchants set tells customers whom to ask, and no longer', async () => {
  const id = await newMerchant();
  const set = ['--support-email', 'ayuda@a.example', '--support-url', 'https://a.example/ayuda'];
  const { settings } = await json('merchants', 'set', id, ...set);
  expect(settings).toMatchObject({
    supportEmail: 'ayuda@a.example',
    supportUrl: 'https://a.example/ayuda',
  });
  const { stdout } = await cli('merchants', 'show', id);
  expect(stdout).toMatch(/^Support +ayuda@a.example, https:\/\/a.example\/ayuda$/m);
  const cleared = await json('merchants', 'set', id, '--support-email', 'none', '--support-url', 'none');
  expect(cleared.settings).toMatchObject({ supportEmail: null, supportUrl: null });
});

test('changes made at the same moment all last', async () => {
  const id = await newMerchant();
  const currencies = ['ARS', 'BRL', 'CLP', 'COP', 'EUR', 'MXN', 'PEN', 'USD'];
  await Promise.all(
    currencies.map((currency) =>
      json('merchants', 'set', id, '--method', 'CARDS', '--currency', currency, '--min', '7'),
    ),
  );
  const { settings } = await json('merchants', 'show', id);
  expect(Object.keys(settings.methods[0].bounds).sort()).toEqual(currencies);
});

test('what a merchant may pay out is changed, shown, and kept in the audit log with who did it', async () => {
  const id = await newMerchant();
  const { settings } = await json(
    ...['merchants', 'set', id, '--by', machineUser, '--payouts', 'off', '--payout-fee-bps', '50'],
    ...['--payout-single-limit', '2500', '--payout-daily-limit', '99.5', '--payout-monthly-limit', 'none'],
    ...['--payout-auto-approve', '0', '--payout-code', 'optional'],
  );
  expect(settings).toEqual({
    ...settingsOfNew(false),
    payoutsEnabled: false,
    payoutFeeBasisPoints: 50,
    payoutSingleLimit: '2500.00',
    payoutDailyLimit: '99.50',
    payoutMonthlyLimit: null,
    payoutAutoApproveUpTo: '0.00',
    payoutCodeRequired: false,
  });
  const { stdout } = await cli('merchants', 'show', id);
  expect(stdout).toMatch(/Payouts +off\n/);
  expect(stdout).toMatch(/Payout fee +0\.50 %\n/);
  expect(stdout).toMatch(/Payout limits +2500\.00 USD each; 99\.50 USD a day; no limit a month\n/);
  expect(stdout).toMatch(/Payout approval +by a person above 0\.00 USD\n/);
  expect(stdout).toMatch(/Payout code +optional\n/);

  const [row, ...others] = await json('audit', 'list', '--subject', `merchant ${id}`);
  expect(others.map(({ act }: { act: string }) => act)).toEqual(['merchant_created']);
  expect(row).toMatchObject({ actor: actingUser, act: 'payout_settings_changed' });
  expect(JSON.parse(row.details)).toMatchObject({
    payoutSingleLimit: { before: '10000.00', after: '2500.00' },
    payoutsEnabled: { before: true, after: false },
  });
  // A change that is not about payouts is an act of its own; a change without effect is none.
  await json('merchants', 'set', id, '--card-fee-bps', '1', '--payout-code', 'optional', '--by', machineUser);
  const [changed, ...earlier] = await json('audit', 'list', '--subject', `merchant ${id}`);
  expect(earlier).toEqual([row, ...others]);
  expect(changed).toMatchObject({ actor: actingUser, act: 'merchant_changed' });
  expect(JSON.parse(changed.details)).toEqual({ cardFeeBasisPoints: { before: 0, after: 1 } });
});

test.each([
  ['--payout-fee-bps', '-1'],
  ['--payout-fee-bps', '10001'],
  ['--payout-single-limit', '1e3'],
  ['--payout-daily-limit', '-5'],
  ['--payout-monthly-limit', '1.234'],
  ['--payout-single-limit', 'None'],
  ['--payout-auto-approve', 'none'],
  ['--payout-auto-approve', '99999999999999'],
  ['--payouts', 'maybe'],
  ['--payout-code', 'on'],
])('%s %s is refused under its name', async (option, value) => {
  const id = await newMerchant();
  const { exitCode, stderr } = await cli('merchants', 'set', id, `${option}=${value}`);
  expect(exitCode).toBe(1);
  expect(stderr).toMatch(new RegExp(`^${option}: .*expected .*\n$`));
  expect((await json('merchants', 'show', id)).settings).toEqual(settingsOfNew(false));
});
