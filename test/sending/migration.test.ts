import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connect, type Sql } from '../../src/base/db/pool.ts';
import { migrate } from '../../src/base/db/schema/migrate.ts';
import { openSendings } from '../../src/crypto/sending/store.ts';
import { createEmptyDatabase, type TestDatabase } from '../kit/postgres.ts';

/** Transactions in progress when payouts and sweeps had separate tables continue in the shared ones. */

const merchantId = '00000000-0000-7000-8000-000000000001';
const id = (number: number): string => `00000000-0000-7000-8000-${String(number).padStart(12, '0')}`;
const sweepId = id(50);

let database: TestDatabase;
let sql: Sql;
let folder: string;
beforeAll(async () => {
  database = await createEmptyDatabase();
  sql = connect(database.url, { max: 2 });
  folder = await mkdtemp(join(tmpdir(), 'pasarela-migrations-'));
  const own = new URL('../../migrations/', import.meta.url);
  const before = (await readdir(own)).filter((name) => name < '0030');
  for (const name of before) await cp(new URL(name, own), join(folder, name));
  await migrate(sql, { folder: pathToFileURL(`${folder}/`) });
  await fill();
  await migrate(sql);
});
afterAll(async () => {
  await sql.end();
  await database.drop();
  await rm(folder, { recursive: true });
});

async function fill(): Promise<void> {
  const payout = (number: number, status: string) => sql`
    INSERT INTO payouts (merchant_id, id, status, country, origin, amount_minor, email, request_hash, link_hash, link_sealed,
                         opens_until, amount_units, fee_units, rate_scaled, rate_at, rate_sources, network, address,
                         confirmed_at, wallet, created_at)
    VALUES (${merchantId}, ${id(number)}, ${status}, 'COL', 'api', 100, 'a@b.example', '\\x01', '\\x01', '\\x01', now(),
            1000000, 0, 1, now(), '{}', 'ERC20', '\\x0b', now(), '\\x0a', now())`;
  await payout(1, 'pending');
  await payout(2, 'success');
  await payout(3, 'queued');
  await sql`
    INSERT INTO wallet_nonces (network, wallet, nonce, merchant_id, payout_id)
    VALUES ('ERC20', '\\x0a', 7, ${merchantId}, ${id(2)}), ('ERC20', '\\x0a', 8, ${merchantId}, ${id(1)})`;
  await sql`
    INSERT INTO payout_transactions (merchant_id, payout_id, number, network, wallet, nonce, status, unsigned, signed, hash,
                                     terms, created_at)
    VALUES (${merchantId}, ${id(2)}, 1, 'ERC20', '\\x0a', 7, 'final', '\\x01', '\\x02', '\\xa7', '', now()),
           (${merchantId}, ${id(1)}, 1, 'ERC20', '\\x0a', 8, 'sent', '\\x01', '\\x02', '\\xa8', '1', now()),
           (${merchantId}, ${id(1)}, 2, 'ERC20', '\\x0a', 8, 'planned', '\\x01', NULL, NULL, '2', now())`;
  await sql`
    INSERT INTO sweeps (id, network, place, address, status, planned_by, created_at)
    VALUES (${sweepId}, 'ERC20', 'hot', '\\x0a', 'running', 'ana', now())`;
  const item = (number: number, status: string) => sql`
    INSERT INTO sweep_items (merchant_id, id, sweep_id, number, order_id, network, address, xpub, address_index, status,
                             planned_units, amount_units, likely_fee, likely_top_up)
    VALUES (${merchantId}, ${id(50 + number)}, ${sweepId}, ${number}, ${id(60 + number)}, 'ERC20',
            decode(${`c${number}`}, 'hex'), 'xpub', ${number}, ${status}, 5, 5, 0, 0)`;
  await item(1, 'moving');
  await item(2, 'topping_up');
  // The second item's first gas transaction died unsigned, and its nonce went to the first item's.
  const made = (
    item: number,
    number: number,
    purpose: string,
    nonce: number,
    status: string,
    hash: string | null,
  ) => sql`
    INSERT INTO sweep_transactions (merchant_id, item_id, number, purpose, network, wallet, recipient, amount, nonce, status,
                                    unsigned, signed, hash, terms, created_at)
    VALUES (${merchantId}, ${id(50 + item)}, ${number}, ${purpose}, 'ERC20',
            ${Buffer.from(purpose === 'move' ? `c${item}` : '0d', 'hex')}, '\\x0e', 9, ${nonce}, ${status}, '\\x01',
            ${hash && Buffer.from('02', 'hex')}, ${hash && Buffer.from(hash, 'hex')}, '', now())`;
  // The hot wallet once paid for gas: the transaction died unsigned and left its nonce to a payout.
  await made(2, 3, 'top_up', 8, 'dead', null);
  await sql`UPDATE sweep_transactions SET wallet = '\\x0a' WHERE number = 3 AND nonce = 8`;
  await made(2, 1, 'top_up', 0, 'dead', null);
  await made(1, 1, 'top_up', 0, 'dead', 'd1');
  await made(1, 2, 'top_up', 0, 'final', 'd2');
  await made(1, 3, 'move', 0, 'sent', 'd3');
  await made(2, 2, 'top_up', 1, 'signed', 'd4');
  await sql`
    INSERT INTO sweep_nonces (network, wallet, nonce, merchant_id, item_id)
    VALUES ('ERC20', '\\x0d', 0, ${merchantId}, ${id(51)}), ('ERC20', '\\x0d', 1, ${merchantId}, ${id(52)}),
           ('ERC20', '\\xc1', 0, ${merchantId}, ${id(51)})`;
}

test('payouts on their way have their transactions, and those that are over are done', async () => {
  expect(await openSendings(sql, { network: 'ERC20', name: 'hot' })).toMatchObject([
    {
      id: id(1),
      purpose: 'payout',
      wallet: '0x0a',
      to: '0x0b',
      amountUnits: 1_000_000n,
      transactions: [
        { number: 1, nonce: 8n, status: 'sent', hash: '0xa8' },
        { number: 2, nonce: 8n, status: 'planned', hash: null },
      ],
    },
  ]);
  const all = await sql`SELECT id, status FROM sendings WHERE lane = 'hot' ORDER BY id`;
  expect(all).toEqual([
    { id: id(1), status: 'open' },
    { id: id(2), status: 'done' },
  ]);
});

test('a sweep goes on with what moves an address, and with the gas that is on its way', async () => {
  const open = await openSendings(sql, { network: 'ERC20', name: sweepId });
  expect(
    open
      .map(({ purpose, wallet, transactions }) => [purpose, wallet, transactions.map(({ hash }) => hash)])
      .toSorted(),
  ).toEqual([
    ['sweep', '0xc1', ['0xd3']],
    ['top_up', '0x0d', ['0xd4']],
  ]);
  const gas = await sql`
    SELECT gas.item_id AS item, sendings.status
      FROM sweep_top_ups AS gas
      JOIN sendings USING (merchant_id, id)
     ORDER BY 1, 2`;
  expect(gas).toEqual([
    { item: id(51), status: 'done' },
    { item: id(52), status: 'given_up' },
    { item: id(52), status: 'given_up' },
    { item: id(52), status: 'open' },
  ]);
});

test('each nonce belongs to one of them', async () => {
  const nonces = await sql`
    SELECT chain, encode(nonces.wallet, 'hex') || ' ' || nonces.nonce AS nonce, sendings.purpose
      FROM nonces
      JOIN sendings ON sendings.id = nonces.sending_id
     ORDER BY 2`;
  expect(nonces).toEqual([
    { chain: 'ethereum', nonce: '0a 7', purpose: 'payout' },
    { chain: 'ethereum', nonce: '0a 8', purpose: 'payout' },
    { chain: 'ethereum', nonce: '0d 0', purpose: 'top_up' },
    { chain: 'ethereum', nonce: '0d 1', purpose: 'top_up' },
    { chain: 'ethereum', nonce: 'c1 0', purpose: 'sweep' },
  ]);
});
