import { expect, test } from 'vitest';
import { defaultSettings, type Merchant, settingsOfNew } from './merchant.ts';
import { editMerchant, type MerchantEdit } from './merchant-edit.ts';
import { returnUrlFault } from './return-url.ts';

const merchant: Merchant = {
  id: '018f0000-0000-7000-8000-000000000000',
  name: 'Tienda',
  contactEmail: 'ana@tienda.example',
  language: 'es',
  enabled: true,
  settings: defaultSettings,
  webhookUrl: 'https://tienda.example/hook',
};

const edit = (change: MerchantEdit) =>
  editMerchant(
    merchant,
    change,
    (url) => (url.startsWith('https://') ? null : 'must be https'),
    (url) => returnUrlFault(url, true),
  );

test('an edit changes what it names and nothing else', () => {
  expect(edit({ name: ' Tienda Nueva ', webhookUrl: null, requestsPerTenSeconds: 50 })).toEqual({
    merchant: {
      ...merchant,
      name: 'Tienda Nueva',
      webhookUrl: null,
      settings: { ...defaultSettings, requestsPerTenSeconds: 50 },
    },
    faults: [],
  });
  expect(edit({})).toEqual({ merchant, faults: [] });
  expect(defaultSettings.requestsPerTenSeconds).toBeNull();
});

test('what stands on the statements of cards is checked, and can be taken away', () => {
  const settingsOf = (statementDescriptor: string | null) => edit({ statementDescriptor }).merchant.settings;
  expect(settingsOf('MERCADO LUZ')).toEqual({ ...defaultSettings, statementDescriptor: 'MERCADO LUZ' });
  expect(settingsOf(null)).toEqual(defaultSettings);
  expect(edit({ statementDescriptor: 'LUZ*2' }).faults).toEqual([
    { field: 'statementDescriptor', message: expect.stringMatching(/^may have Latin letters/) },
  ]);
});

test('all faults are told at once', () => {
  const { faults } = edit({
    name: '',
    contactEmail: 'nobody',
    language: 'xx',
    webhookUrl: 'http://tienda.example',
    returnUrl: 'http://tienda.example',
    cardFeeBasisPoints: -1,
    requestsPerTenSeconds: 0,
    method: { methodCode: 'CARDS', act: 'set', countries: ['ZZZ'] },
  });
  expect(faults.map(({ field }) => field)).toEqual([
    'name',
    'contactEmail',
    'language',
    'webhookUrl',
    'returnUrl',
    'cardFeeBasisPoints',
    'requestsPerTenSeconds',
    'countries',
  ]);
});

test.each(['a@b.co', "o'neil+tag@sub.tienda.example", 'josé@correo.español', 'x_y@xn--80ak6aa92e.com'])(
  '%s is an e-mail address',
  (contactEmail) => {
    expect(edit({ contactEmail }).faults).toEqual([]);
  },
);

test.each([
  '',
  'ana',
  'ana@',
  '@tienda.example',
  'ana@tienda',
  'ana@tienda..example',
  'ana@-tienda.example',
  'ana@tienda.example.',
  'ana@tienda.example,eva@tienda.example',
  'Ana <ana@tienda.example>',
  'ana@tienda.example\r\nBcc: eva@tienda.example',
  'ana tienda@tienda.example',
  `${'a'.repeat(250)}@b.co`,
])('%j is not an e-mail address', (contactEmail) => {
  expect(edit({ contactEmail }).faults).toMatchObject([{ field: 'contactEmail' }]);
});

test.each(['', '   ', 'x'.repeat(101), 'Tienda\u001b[31m', 'a\nb'])('%j is not a name', (name) => {
  expect(edit({ name }).faults).toMatchObject([{ field: 'name' }]);
});

test.each([
  [{ cardFeeBasisPoints: 0 }, []],
  [{ cardFeeBasisPoints: 10_000 }, []],
  [{ cardFeeBasisPoints: 10_001 }, ['cardFeeBasisPoints']],
  [{ cardFeeBasisPoints: 2.5 }, ['cardFeeBasisPoints']],
  [{ cardFeeBasisPoints: Number.NaN }, ['cardFeeBasisPoints']],
  [{ supportEmail: 'ayuda@tienda.example', supportUrl: 'https://tienda.example/ayuda' }, []],
  [{ supportEmail: null, supportUrl: null }, []],
  [{ supportEmail: 'ayuda' }, ['supportEmail']],
  [{ supportUrl: 'javascript:alert(1)' }, ['supportUrl']],
  [{ supportUrl: 'http://tienda.example' }, ['supportUrl']],
  [{ supportUrl: `https://tienda.example/${'a'.repeat(500)}` }, ['supportUrl']],
  [{ requestsPerTenSeconds: null }, []],
  [{ requestsPerTenSeconds: Number.NaN }, ['requestsPerTenSeconds']],
  [{ requestsPerTenSeconds: 1_000_001 }, ['requestsPerTenSeconds']],
])('%j has faults in %j', (change, fields) => {
  expect(edit(change).faults.map(({ field }) => field)).toEqual(fields);
});

test('a new merchant in live makes payouts only when somebody has set every limit', () => {
  const isNew = { ...merchant, settings: settingsOfNew(true) };
  const change = (given: MerchantEdit) =>
    editMerchant(
      isNew,
      given,
      () => null,
      () => null,
    );
  expect(isNew.settings.payoutsEnabled).toBe(false);
  expect(change({ payoutsEnabled: true }).faults.map(({ field }) => field)).toEqual([
    'payoutSingleLimit',
    'payoutDailyLimit',
    'payoutMonthlyLimit',
  ]);
  const single = change({ payoutsEnabled: true, payoutSingleLimit: '100', payoutDailyLimit: '0' });
  expect(single.faults.map(({ field }) => field)).toEqual(['payoutDailyLimit', 'payoutMonthlyLimit']);
  const all = { payoutSingleLimit: '10000', payoutDailyLimit: '20000', payoutMonthlyLimit: null };
  expect(change({ payoutsEnabled: true, ...all })).toMatchObject({
    merchant: { settings: { payoutsEnabled: true, payoutSingleLimit: '10000.00' } },
    faults: [],
  });
  // Other merchants keep their limits, and can be switched off and on.
  expect(edit({ payoutsEnabled: true }).faults).toEqual([]);
});
