import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../src/base/db/ids.ts';
import { connect, type Sql, type Tx } from '../../src/base/db/pool.ts';
import { type Account, isNobodys, lockAccount, takeNonces } from '../../src/crypto/sending/nonces.ts';
import type { Purpose } from '../../src/crypto/sending/sending.ts';
import {
  buryTransactions,
  insertPlanned,
  insertSendings,
  lockSendings,
} from '../../src/crypto/sending/store.ts';
import { createTestDatabase, type TestDatabase } from '../kit/postgres.ts';

/** One record of all nonces that a key signs, enforced by the database. */

const draft = { unsigned: '0x01', terms: '', expiresAt: null, maxCost: 1n };
let database: TestDatabase;
let sql: Sql;
let account: Account;
let wallets = 0;
beforeAll(async () => {
  database = await createTestDatabase();
  sql = connect(database.url, { max: 8 });
});
afterAll(async () => {
  await sql.end();
  await database.drop();
});

function anotherKey(): void {
  wallets += 1;
  account = { chain: 'ethereum', wallet: `0x${String(wallets).padStart(40, '0')}` };
}

async function plan(purpose: Purpose, network = 'ERC20', chainNonce = 5n) {
  const key = { merchantId: newId(), id: newId() };
  const lane = { network, name: purpose === 'payout' ? 'hot' : newId() };
  const nonce = await sql.begin(async (tx) => {
    await lockAccount(tx, account);
    await insertSendings(
      tx,
      lane,
      account.wallet,
      [{ ...key, purpose, to: '0x02', amountUnits: 1n }],
      new Date(),
    );
    const [next] = await takeNonces(tx, account, chainNonce, [key]);
    await insertPlanned(
      tx,
      network,
      account,
      [{ ...key, number: 1, nonce: next as bigint, draft }],
      new Date(),
    );
    return next;
  });
  return { ...key, nonce };
}

const buryAll = (tx: Tx, key: { merchantId: string; id: string }) =>
  lockSendings(tx, [key]).then(() => buryTransactions(tx, [key]));

test('whatever is sent with a key, and of whichever token, takes the next nonce', async () => {
  anotherKey();
  const many = await Promise.all([
    plan('payout'),
    plan('top_up'),
    plan('payout', 'USDC_ERC20'),
    plan('sweep'),
    plan('payout'),
  ]);
  expect(many.map(({ nonce }) => nonce).toSorted()).toEqual([5n, 6n, 7n, 8n, 9n]);
});

test('one that a block has is passed over, and one that somebody skipped is taken up', async () => {
  anotherKey();
  expect((await plan('payout')).nonce).toBe(5n);
  expect((await plan('payout', 'ERC20', 8n)).nonce).toBe(8n);
  expect(await isNobodys(sql, account, 6n)).toBe(true);
  expect((await plan('payout')).nonce).toBe(6n);
  expect(await isNobodys(sql, account, 6n)).toBe(false);
});

test('one of what died unsigned is given on; one of what was signed never is', async () => {
  anotherKey();
  const unsigned = await plan('top_up');
  const signed = await plan('payout');
  await sql`
    UPDATE outgoing_transactions
       SET status = 'signed', signed = '\\x01', hash = decode(md5(sending_id::text), 'hex')
     WHERE sending_id = ${signed.id}`;
  for (const each of [unsigned, signed]) await sql.begin((tx) => buryAll(tx, each));
  expect((await plan('payout')).nonce).toBe(5n);
  expect((await plan('payout')).nonce).toBe(7n);
});

test('the database refuses a transaction with a nonce that is not its own', async () => {
  anotherKey();
  const one = await plan('payout');
  const other = await plan('payout');
  const stolen = { merchantId: other.merchantId, id: other.id, number: 2, nonce: one.nonce as bigint, draft };
  await expect(sql.begin((tx) => insertPlanned(tx, 'ERC20', account, [stolen], new Date()))).rejects.toThrow(
    /foreign key/,
  );
  await expect(
    sql`UPDATE nonces SET sending_id = ${other.id}, merchant_id = ${other.merchantId} WHERE sending_id = ${one.id}`,
  ).rejects.toThrow(/foreign key/);
});
