import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aHeldOrder } from '../../../test/kit/crypto/held-orders.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/kit/postgres.ts';
import { newId } from '../../base/db/ids.ts';
import { connect, type Sql } from '../../base/db/pool.ts';
import { ensureWallet, takeAddressIndexes } from '../orders/store.ts';
import { createAddressBook } from './address-book.ts';

let database: TestDatabase;
let sql: Sql;

beforeAll(async () => {
  database = await createTestDatabase();
  sql = connect(database.url, { max: 10 });
});
afterAll(async () => {
  await sql.end();
  await database.drop();
});

const hashed = (text: string) => `0x${createHash('sha256').update(text).digest('hex').slice(0, 40)}`;

test('has every address of its network and hardly any other', async () => {
  const count = 50_000;
  await sql`
    INSERT INTO deposit_addresses (network, address, merchant_id, order_id, number)
    SELECT 'many', substring(sha256(('ours ' || n)::bytea) FOR 20), gen_random_uuid(), gen_random_uuid(), n
      FROM generate_series(1, ${count}) AS n`;
  const book = createAddressBook();
  await book.update(sql, 'many');
  let missing = 0;
  let mistaken = 0;
  for (let n = 1; n <= count; n++) {
    if (!book.mayHave(hashed(`ours ${n}`), 2)) missing += 1;
    if (book.mayHave(hashed(`foreign ${n}`), 2)) mistaken += 1;
  }
  expect(missing).toBe(0);
  expect(mistaken).toBeLessThan(10);
});

test('learns what was handed out since, also addresses that begin with zeros', async () => {
  const book = createAddressBook();
  const order = await aHeldOrder(sql, newId());
  expect(book.mayHave(order.address, 2)).toBe(false);
  await book.update(sql, 'ERC20');
  expect(book.mayHave(order.address, 2)).toBe(true);

  const odd = `0x${'0'.repeat(39)}7`;
  await aHeldOrder(sql, newId(), { address: odd });
  const other = await aHeldOrder(sql, newId(), { network: 'TRC20' });
  await book.update(sql, 'ERC20');
  expect(book.mayHave(odd, 2)).toBe(true);
  expect(book.mayHave(other.address, 2)).toBe(false);
});

test('learns addresses under numbers that a lost database had given to others', async () => {
  const hand = (addresses: string[], from: number) => sql`
    INSERT INTO deposit_addresses (network, address, merchant_id, order_id, number)
    SELECT 'promoted', decode(substr(address, 3), 'hex'), gen_random_uuid(), gen_random_uuid(), ${from - 1}::int + n
      FROM unnest(${addresses}::text[]) WITH ORDINALITY AS given (address, n)`;
  const book = createAddressBook();
  await hand(['kept', 'lost 1', 'lost 2'].map(hashed), 1);
  await book.update(sql, 'promoted');
  await sql`DELETE FROM deposit_addresses WHERE network = 'promoted' AND number > 1`;
  await book.update(sql, 'promoted');
  await hand(['new 1'].map(hashed), 2);
  await book.update(sql, 'promoted');
  expect(book.mayHave(hashed('new 1'), 2)).toBe(true);
  // The same number again, before the book was asked.
  await sql`DELETE FROM deposit_addresses WHERE network = 'promoted' AND number > 1`;
  await hand(['new 2', 'new 3'].map(hashed), 2);
  await book.update(sql, 'promoted');
  expect(['new 2', 'new 3'].map((each) => book.mayHave(hashed(each), 2))).toEqual([true, true]);
});

test('misses none that is committed out of step with others', async () => {
  await ensureWallet(sql, 'slow', 'xpub');
  const book = createAddressBook();
  const addresses: string[] = [];
  /** Takes a number, waits, and commits or rolls back. */
  async function open(n: number): Promise<void> {
    const address = hashed(`slow ${n}`);
    const opened = sql.begin(async (tx) => {
      const taken = await takeAddressIndexes(tx, 'slow');
      await tx`
        INSERT INTO deposit_addresses (network, address, merchant_id, order_id, number)
        VALUES ('slow', ${Buffer.from(address.slice(2), 'hex')}, ${newId()}, ${newId()}, ${taken?.number ?? 0n})`;
      await tx`SELECT pg_sleep(random() * 0.01)`;
      if (n % 5 === 0) throw new Error('the customer went away');
    });
    await opened.then(
      () => addresses.push(address),
      () => {},
    );
  }
  const opening = Promise.all(Array.from({ length: 60 }, (_, n) => open(n)));
  let isOpening = true;
  void opening.then(() => {
    isOpening = false;
  });
  while (isOpening) {
    // Every order that shows its address by now must be found after the next update.
    const shown = [...addresses];
    await book.update(sql, 'slow');
    expect(shown.filter((address) => !book.mayHave(address, 2))).toEqual([]);
  }
  await book.update(sql, 'slow');
  expect(addresses).toHaveLength(48);
  expect(addresses.filter((address) => !book.mayHave(address, 2))).toEqual([]);
});
