import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/kit/postgres.ts';
import { listAudit } from '../audit/audit-log.ts';
import { connect, type Sql } from '../db/pool.ts';
import { accountXpub, parseAccountXpub } from '../wallets/account-xpub.ts';
import { depositAddresses } from '../wallets/deposit-address.ts';
import { setWallet } from './set-wallet.ts';
import { takeAddressIndex } from './store.ts';
import { listWallets } from './wallet-store.ts';

let database: TestDatabase;
let sql: Sql;
const first = accountXpub(Buffer.alloc(64, 1), 60, 0);
const second = accountXpub(Buffer.alloc(64, 2), 60, 0);

beforeAll(async () => {
  database = await createTestDatabase();
  sql = connect(database.url, { max: 10 });
});
afterAll(async () => {
  await sql.end();
  await database.drop();
});
beforeEach(async () => {
  await sql`TRUNCATE deposit_wallets, retired_wallets`;
});

const take = () => sql.begin((tx) => takeAddressIndex(tx, 'ERC20'));

test('the first wallet of a network is set without further ado, and so is its correction', async () => {
  expect(await setWallet(sql, 'ERC20', first, false, 'ana')).toEqual({ kind: 'set', nextIndex: 0n });
  expect(await setWallet(sql, 'ERC20', first, false, 'ana')).toEqual({ kind: 'unchanged', nextIndex: 0n });
  expect(await setWallet(sql, 'ERC20', second, false, 'ana')).toEqual({ kind: 'set', nextIndex: 0n });
  expect(await take()).toMatchObject({ xpub: second, index: 0n });
});

test('a wallet that handed out addresses is replaced only on purpose', async () => {
  await setWallet(sql, 'ERC20', first, false, 'ana');
  await take();
  expect(await setWallet(sql, 'ERC20', second, false, 'ana')).toEqual({ kind: 'in_use', nextIndex: 1n });
  expect(await take()).toMatchObject({ xpub: first, index: 1n });
  expect(await setWallet(sql, 'ERC20', second, true, 'ana')).toEqual({ kind: 'replaced', nextIndex: 0n });
  expect(await take()).toMatchObject({ xpub: second, index: 0n });
  const acts = await listAudit(sql, { subject: 'network ERC20' }, 1);
  expect(acts).toMatchObject([{ act: 'deposit_wallet_set', actor: 'ana' }]);
  expect(JSON.parse(acts[0]?.details ?? '')).toEqual({ xpub: second, before: first });
});

test('a wallet that comes back goes on behind its last address', async () => {
  await setWallet(sql, 'ERC20', first, false, 'ana');
  await take();
  await take();
  await setWallet(sql, 'ERC20', second, true, 'ana');
  await take();
  expect(await setWallet(sql, 'ERC20', first, true, 'ana')).toEqual({ kind: 'replaced', nextIndex: 2n });
  expect(await take()).toMatchObject({ xpub: first, index: 2n });
  expect(await listWallets(sql)).toMatchObject([
    { xpub: first, nextIndex: 3n, retiredAt: null },
    { xpub: second, nextIndex: 1n, retiredAt: expect.any(Date) },
  ]);
});

test('no address is handed out twice while wallets change to and fro', async () => {
  await setWallet(sql, 'ERC20', first, false, 'ana');
  const taken: string[] = [];
  const addressOf = new Map(
    [first, second].map((xpub) => {
      const key = parseAccountXpub(xpub);
      if ('code' in key) throw new Error(key.code);
      return [xpub, depositAddresses(key)];
    }),
  );
  const customer = async (): Promise<void> => {
    for (let count = 0; count < 20; count++) {
      const next = await take();
      taken.push(addressOf.get(next?.xpub ?? '')?.(Number(next?.index)) ?? '');
    }
  };
  const operator = async (): Promise<void> => {
    for (let count = 0; count < 20; count++) {
      await setWallet(sql, 'ERC20', randomBytes(1).readUInt8() < 128 ? first : second, true, 'ana');
    }
  };
  await Promise.all([customer(), customer(), customer(), customer(), operator(), operator()]);
  expect(taken).toHaveLength(80);
  expect(new Set(taken).size).toBe(80);
});
