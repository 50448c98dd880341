import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/kit/postgres.ts';
import { newId } from '../../base/db/ids.ts';
import { connect, type Sql } from '../../base/db/pool.ts';
import type { Money } from '../../base/money/money.ts';
import { convertPrice } from '../../chain/rates/convert.ts';
import { freshRates } from './choose-network.ts';
import { type CryptoOrder, findOrderById, type Hold, insertOrder, lockOrder, saveHold } from './store.ts';

let database: TestDatabase;
let sql: Sql;
beforeAll(async () => {
  database = await createTestDatabase();
  sql = connect(database.url, { max: 2 });
});
afterAll(async () => {
  await sql.end();
  await database.drop();
});

const merchantId = newId();
const at = new Date('2026-11-18T12:00:00Z');
const asset = { priceScaled: 99_950_000n, at, sources: ['kraken', 'coinbase'] };
const local = { priceScaled: 400_000_000_000n, at, sources: ['coinbase', 'coingecko'] };

async function open(price: Money): Promise<CryptoOrder> {
  const id = newId();
  await sql.begin((tx) =>
    insertOrder(
      tx,
      {
        ...{ merchantId, id, price, chargeId: null, country: 'COL', origin: 'api', asset: 'USDT' },
        ...{
          email: '',
          merchantIdCustom: null,
          description: null,
          metadata: null,
          language: null,
          returnUrl: null,
        },
        ...{ opensUntil: new Date(Date.now() + 60_000), createdAt: at },
      },
      Buffer.alloc(0),
    ),
  );
  return (await findOrderById(sql, id)) as CryptoOrder;
}

function holdOf(amountUnits: bigint, ofLocal: Hold['local']): Hold {
  return {
    ...{ network: 'ERC20', address: `0x${'ab'.repeat(20)}`, addressIndex: 0n, amountUnits, local: ofLocal },
    ...{ rateScaled: asset.priceScaled, rateAt: at, rateSources: asset.sources, heldUntil: at },
  };
}

async function hold({ id }: CryptoOrder, held: Hold, usdMinor: bigint): Promise<void> {
  await sql.begin(async (tx) =>
    saveHold(tx, (await lockOrder(tx, merchantId, id)) as CryptoOrder, held, usdMinor),
  );
}

test('an order keeps its price, and with its network both rates, whence they came and of when', async () => {
  const price = { currency: 'COP', amountMinor: 10_000_000n };
  const order = await open(price);
  expect(order).toMatchObject({ price, amountMinor: 0n, hold: null });
  const { units, usdMinor } = convertPrice(price, { asset, local });
  const ofLocal = { rateScaled: local.priceScaled, at, sources: local.sources };
  await hold(order, holdOf(units, ofLocal), usdMinor);
  expect(await findOrderById(sql, order.id)).toMatchObject({
    price,
    amountMinor: 2_500n,
    hold: { amountUnits: 25_012_507n, rateSources: ['kraken', 'coinbase'], local: ofLocal },
  });
});

test('the database refuses a local price without its rate, a rate without one, and what a previous version would fix', async () => {
  const ofLocal = { rateScaled: local.priceScaled, at, sources: local.sources };
  const inPesos = await open({ currency: 'COP', amountMinor: 10_000_000n });
  await expect(hold(inPesos, holdOf(25_000_000n, null), 2_500n)).rejects.toThrow('local_price_check');
  // A previous version knows no price but the cents, which are 0 here.
  await expect(hold(inPesos, holdOf(25_000_000n, ofLocal), 0n)).rejects.toThrow('amount_minor_check');
  await expect(hold(inPesos, holdOf(0n, null), 0n)).rejects.toThrow('check');
  const inDollars = await open({ currency: 'USD', amountMinor: 2_500n });
  await expect(hold(inDollars, holdOf(25_000_000n, ofLocal), 2_500n)).rejects.toThrow('local_price_check');
  await expect(open({ currency: 'USD', amountMinor: 0n })).rejects.toThrow('amount_minor_check');
  await expect(open({ currency: 'COP', amountMinor: 0n })).rejects.toThrow('local_price_check');
});

test('a price needs every rate of its own, and no other', async () => {
  const rates = (missing: string | null) =>
    freshRates(
      { freshRate: async (code) => (code === missing ? null : code === 'USDT' ? asset : local) },
      { asset: 'USDT', price: { currency: 'COP', amountMinor: 1n } },
    );
  expect(await rates(null)).toEqual({ asset, local });
  expect(await rates('USDT')).toBeNull();
  expect(await rates('COP')).toBeNull();
  const usd = { asset: 'USDT', price: { currency: 'USD', amountMinor: 1n } } as const;
  const onlyAsset = async (code: string) => (code === 'USDT' ? asset : null);
  expect(await freshRates({ freshRate: onlyAsset }, usd)).toEqual({ asset, local: null });
});
