import { HDKey } from '@scure/bip32';
import { beforeEach, describe, expect, test } from 'vitest';
import { useCli } from '../../../../test/kit/cli.ts';
import { networks } from '../../../chain/chains/networks.ts';
import { accountXpub } from '../../../chain/wallets/account-xpub.ts';
import { takeAddressIndexes } from '../../../crypto/orders/store.ts';

const { cli, json, sql } = useCli();

const seed = Buffer.alloc(64, 7);
const ethereum = accountXpub(seed, 60, 0);
const tron = accountXpub(seed, 195, 3);
const words = 'abandon ability able about above absent absorb abstract absurd abuse access accident'.split(
  ' ',
);

beforeEach(async () => {
  await sql()`TRUNCATE deposit_wallets, retired_wallets`;
});

describe('wallet set', () => {
  test('names the next address, as the network writes it, for a check', async () => {
    const { exitCode, stdout } = await cli('wallet', 'set', 'trc20', tron);
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(/^TRC20 has its wallet\.\nThe next address is number 0: T[1-9A-Za-z]{33}\n/);
    expect((await cli('wallet', 'set', 'TRC20', tron)).stdout).toMatch(/^TRC20 has this wallet already\./);
  });

  test('replaces one that handed out addresses only when told to', async () => {
    await cli('wallet', 'set', 'ERC20', ethereum);
    await sql().begin((tx) => takeAddressIndexes(tx, 'ERC20'));
    const refused = await cli('wallet', 'set', 'ERC20', tron);
    expect(refused).toMatchObject({ exitCode: 1, stdout: '' });
    expect(refused.stderr).toMatch(
      /^ERC20 has another wallet, which has handed out 1 addresses\. With --replace /,
    );
    expect(await json('wallet', 'set', 'ERC20', tron, '--replace')).toMatchObject({
      kind: 'replaced',
      nextIndex: '0',
    });
    expect(await json('wallet', 'show')).toMatchObject([
      { xpub: tron, nextIndex: '0', retiredAt: null },
      { xpub: ethereum, nextIndex: '1', retiredAt: expect.any(String) },
    ]);
  });

  const root = HDKey.fromMasterSeed(seed);
  test.each<[string, string[], RegExp]>([
    ['an extended private key', [root.derive("m/44'/60'/0'").privateExtendedKey], /extended private key/],
    ['a private key', ['ab'.repeat(32)], /private key/],
    ['a seed phrase', [words.join(' ')], /seed phrase/],
    ['a seed phrase without quotes', words, /seed phrase/],
    ['a key of a test network', [`tpub${ethereum.slice(4)}`], /test network/],
    ['a key of another depth', [root.derive("m/44'/60'").publicExtendedKey], /lies 2 steps below the seed/],
    ['a typing mistake', [`${ethereum.slice(0, -1)}${ethereum.endsWith('1') ? '2' : '1'}`], /typing mistake/],
  ])('refuses %s, repeats none of it and stores nothing', async (_what, given, message) => {
    const { exitCode, stdout, stderr } = await cli('wallet', 'set', 'ERC20', ...given);
    expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: '' });
    expect(stderr).toMatch(message);
    for (const secret of given) expect(stderr).not.toContain(secret);
    expect(await json('wallet', 'show')).toEqual([]);
  });

  test('knows the networks', async () => {
    expect((await cli('wallet', 'set', 'SOLANA', ethereum)).stderr).toBe(
      `There is no network "SOLANA". There are: ${networks.map(({ id }) => id).join(', ')}.\n`,
    );
    expect((await cli('wallet', 'set', 'ERC20')).stderr).toBe('<xpub…> is missing.\n');
  });
});

test('wallet show says when there is none', async () => {
  expect((await cli('wallet', 'show')).stdout).toBe('No network has a wallet yet: pasarela wallet set.\n');
});

describe('wallet derive', () => {
  test("lists the addresses that the operator's own wallet shows, by their paths", async () => {
    // The account of the phrase "test test … junk", whose addresses every Ethereum tool knows.
    const known = HDKey.fromMasterSeed(
      Buffer.from(
        '9dfc3c64c2f8bede1533b6a79f8570e5943e0b8fd1cf77107adf7b72cef42185d564a3aee24cab43f80e3c4538087d70fc824eabbad596a23c97b6ee8322ccc0',
        'hex',
      ),
    ).derive("m/44'/60'/0'").publicExtendedKey;
    await cli('wallet', 'set', 'ERC20', known);
    await sql().begin((tx) => takeAddressIndexes(tx, 'ERC20'));
    expect(await json('wallet', 'derive', 'ERC20', '--count', '2')).toEqual([
      { path: "m/44'/60'/0'/0/0", address: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266', isUsed: true },
      { path: "m/44'/60'/0'/0/1", address: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8', isUsed: false },
    ]);
  });

  test('begins where it is told to, in any account', async () => {
    await cli('wallet', 'set', 'TRC20', tron);
    const { stdout } = await cli('wallet', 'derive', 'trc20', '--from', '41', '--count', '1');
    expect(stdout).toMatch(/\nm\/44'\/195'\/3'\/0\/41 +T[1-9A-Za-z]{33}\n$/);
  });

  test.each([
    [['ERC20'], 'ERC20 has no wallet yet: pasarela wallet set.'],
    [['TRC20', '--count', '0'], '--count: must be 1 to 1000.'],
    [['TRC20', '--count', 'x'], '--count: "x" is not a whole number.'],
    [['TRC20', '--from', '999999999', '--count', '1001'], '--count: must be 1 to 1000.'],
  ])('%j is refused in one line', async (argv, line) => {
    expect(await cli('wallet', 'derive', ...argv)).toEqual({ exitCode: 1, stdout: '', stderr: `${line}\n` });
  });
});
