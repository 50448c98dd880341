import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../test/kit/postgres.ts';
import { listAudit } from '../../../accounts/audit/audit-log.ts';
import { connect, type Sql } from '../../../base/db/pool.ts';
import { accountXpub, parseAccountXpub } from '../../../chain/wallets/account-xpub.ts';
import { depositAddresses } from '../../../chain/wallets/deposit-address.ts';
import { startCursor } from '../../deposits/cursor-store.ts';
import { takeAddressIndexes } from '../store.ts';
import { setWallet, shareWallets } from './set-wallet.ts';
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

const set = (network: string, xpub: string, replace: boolean, peers: string[] = []) =>
  setWallet(sql, { network, xpub, replace, actor: 'ana', peers });
const take = (network = 'ERC20') => sql.begin((tx) => takeAddressIndexes(tx, network));

test('the first wallet of a network is set without further ado, and so is its correction', async () => {
  expect(await set('ERC20', first, false)).toMatchObject({ kind: 'set', nextIndex: 0n });
  expect(await set('ERC20', first, false)).toMatchObject({ kind: 'unchanged', nextIndex: 0n });
  expect(await set('ERC20', second, false)).toMatchObject({ kind: 'set', nextIndex: 0n });
  expect(await take()).toMatchObject({ xpub: second, index: 0n });
});

test('a wallet that handed out addresses is replaced only on purpose', async () => {
  await set('ERC20', first, false);
  await take();
  expect(await set('ERC20', second, false)).toMatchObject({ kind: 'in_use', nextIndex: 1n });
  expect(await take()).toMatchObject({ xpub: first, index: 1n });
  expect(await set('ERC20', second, true)).toMatchObject({ kind: 'replaced', nextIndex: 0n });
  expect(await take()).toMatchObject({ xpub: second, index: 0n });
  const acts = await listAudit(sql, { subject: 'network ERC20' }, 1);
  expect(acts).toMatchObject([{ act: 'deposit_wallet_set', actor: 'ana' }]);
  expect(JSON.parse(acts[0]?.details ?? '')).toEqual({ xpub: second, before: first });
});

test('a wallet that comes back goes on behind its last address', async () => {
  await set('ERC20', first, false);
  await take();
  await take();
  await set('ERC20', second, true);
  await take();
  expect(await set('ERC20', first, true)).toMatchObject({ kind: 'replaced', nextIndex: 2n });
  expect(await take()).toMatchObject({ xpub: first, index: 2n });
  expect(await listWallets(sql)).toMatchObject([
    { xpub: first, nextIndex: 3n, retiredAt: null },
    { xpub: second, nextIndex: 1n, retiredAt: expect.any(Date) },
  ]);
});

test('no address is handed out twice while wallets change to and fro', async () => {
  await set('ERC20', first, false);
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
      await set('ERC20', randomBytes(1).readUInt8() < 128 ? first : second, true);
    }
  };
  await Promise.all([customer(), customer(), customer(), customer(), operator(), operator()]);
  expect(taken).toHaveLength(80);
  expect(new Set(taken).size).toBe(80);
});

test('networks that share a wallet never hand out the same address', async () => {
  await set('ERC20', first, false);
  await set('POLYGON', first, false);
  await set('BEP20', second, false);
  const taken = await Promise.all(
    Array.from({ length: 20 }, (_, at) => take(at % 2 === 0 ? 'ERC20' : 'POLYGON')),
  );
  const indexes = taken.map((each) => Number(each?.index)).sort((a, b) => a - b);
  expect(indexes).toEqual(Array.from({ length: 20 }, (_, at) => at));
  // Each network numbers its own addresses, for the watchers that follow them.
  expect(taken.filter((each) => each?.number === 10n)).toHaveLength(2);
  expect(await take('BEP20')).toMatchObject({ index: 0n, number: 1n });
});

test('a wallet that is replaced is replaced wherever it is shared, and goes on behind all of its addresses', async () => {
  await set('ERC20', first, false);
  await set('POLYGON', first, false);
  await take();
  await take('POLYGON');
  expect(await set('ERC20', second, true, ['POLYGON', 'BEP20'])).toMatchObject({
    kind: 'replaced',
    alsoFor: ['POLYGON'],
  });
  expect(await take('POLYGON')).toMatchObject({ xpub: second, index: 0n });
  expect(await take()).toMatchObject({ xpub: second, index: 1n });
  await set('BEP20', first, false);
  expect(await take('BEP20')).toMatchObject({ xpub: first, index: 2n });
});

test('the first wallet of a family is that of all its networks that are read, until one gets its own', async () => {
  const peers = ['POLYGON', 'BEP20'];
  for (const network of peers) {
    const hash = `0x${'0'.repeat(64)}`;
    await startCursor(sql, network, { number: 1n, hash, parentHash: hash, time: new Date() });
  }
  expect(await set('ERC20', first, false, [...peers, 'BASE'])).toMatchObject({
    kind: 'set',
    alsoFor: peers,
  });
  expect(await take('BEP20')).toMatchObject({ xpub: first, index: 0n });
  expect(await take()).toMatchObject({ xpub: first, index: 1n });
  expect(await set('POLYGON', second, true, ['ERC20', 'BEP20'])).toMatchObject({
    alsoFor: ['BEP20', 'ERC20'],
  });
  expect(await set('POLYGON', first, true)).toMatchObject({ alsoFor: [] });
  expect(await take('POLYGON')).toMatchObject({ xpub: first, index: 2n });
  expect(await take()).toMatchObject({ xpub: second, index: 0n });
});

test('a served network without a wallet shares that of its family', async () => {
  const all = [
    { id: 'TRC20', family: 'tron' },
    { id: 'ERC20', family: 'evm' },
    { id: 'POLYGON', family: 'evm' },
    { id: 'BEP20', family: 'evm' },
  ];
  expect(await shareWallets(sql, all, all)).toEqual([]);
  await set('ERC20', first, false);
  await set('BEP20', second, false);
  await take();
  expect(await shareWallets(sql, all, all)).toEqual(['POLYGON']);
  expect(await shareWallets(sql, all, all)).toEqual([]);
  expect(await take('POLYGON')).toMatchObject({ xpub: first, index: 1n });
});
