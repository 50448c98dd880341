import { expect, test } from 'vitest';
import { createEnvReader, type Environment } from '../../../base/ground/env-reader.ts';
import { readDlocalSettings } from './settings.ts';

const keys = { DLOCAL_LOGIN: 'login-1', DLOCAL_TRANS_KEY: 'trans-1', DLOCAL_SECRET_KEY: 'secret-1' };

function read(env: Environment) {
  const reader = createEnvReader(env);
  return { settings: readDlocalSettings(reader), faults: reader.faults };
}

test.each([
  ['sandbox', 'https://sandbox.dlocal.com'],
  ['live', 'https://api.dlocal.com'],
])('three keys are enough: in %s the address is %s', (mode, apiUrl) => {
  expect(read({ ...keys, MODE: mode })).toEqual({
    settings: { login: 'login-1', transKey: 'trans-1', secretKey: 'secret-1', apiUrl, maxInstalments: 1 },
    faults: [],
  });
});

test('every fault is told at once, and no key is in it', () => {
  const { settings, faults } = read({
    DLOCAL_TRANS_KEY: 'a key with spaces',
    DLOCAL_SECRET_KEY: 'sécret',
    DLOCAL_API_URL: 'ftp://dlocal.example',
    DLOCAL_MAX_INSTALMENTS: '37',
  });
  expect(settings).toBeNull();
  expect(faults.map(({ name }) => name)).toEqual([
    'DLOCAL_LOGIN',
    'DLOCAL_TRANS_KEY',
    'DLOCAL_SECRET_KEY',
    'DLOCAL_API_URL',
    'DLOCAL_MAX_INSTALMENTS',
  ]);
  expect(JSON.stringify(faults)).not.toMatch(/a key|sécret/);
});

test.each([
  ['live', 'https://sandbox.dlocal.com', /live address/],
  ['live', 'http://127.0.0.1:4000', /https/],
  ['live', 'http://api.dlocal.com', /https/],
  ['sandbox', 'https://api.dlocal.com', /sandbox's address/],
  ['sandbox', 'http://sandbox.dlocal.com', /this machine/],
  ['sandbox', 'http://127.0.0.1.evil.example', /this machine/],
  ['sandbox', 'https://sandbox.dlocal.com?x=1', /query/],
  ['sandbox', 'https://user:word@sandbox.dlocal.com', /name/],
])('%s refuses %s', (mode, url, expected) => {
  const { settings, faults } = read({ ...keys, MODE: mode, DLOCAL_API_URL: url });
  expect(settings).toBeNull();
  expect(faults).toEqual([
    { name: 'DLOCAL_API_URL', given: expect.any(String), expected: expect.stringMatching(expected) },
  ]);
  expect(JSON.stringify(faults)).not.toContain('word');
});

test.each([
  'http://127.0.0.1:4000',
  'http://localhost:4000',
  'http://[::1]:4000',
  'https://proxy.example/dlocal',
])('the sandbox takes %s', (url) => {
  expect(read({ ...keys, DLOCAL_API_URL: url }).settings?.apiUrl).toBe(url);
});
