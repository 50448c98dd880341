import { afterAll, beforeAll, beforeEach } from 'vitest';
import {
  checkLedger,
  checkMerchant,
  faultsIn,
  type LedgerReport,
} from '../../src/accounts/ledger/check-ledger.ts';
import { defaultSettings } from '../../src/accounts/merchants/merchant.ts';
import { insertMerchant } from '../../src/accounts/merchants/store.ts';
import { newId } from '../../src/base/db/ids.ts';
import { connect, type Sql, type Tx } from '../../src/base/db/pool.ts';
import { passTriggers } from './pass-triggers.ts';
import { createTestDatabase, type TestDatabase } from './postgres.ts';

type Found =
  | 'unexplainedPostings'
  | 'unexplainedLines'
  | 'unexplainedSettlements'
  | 'wrongOrders'
  | 'wrongRefunds'
  | 'unexplainedUsdtRefunds'
  | 'wrongUsdtRefunds';

export interface TestBooks {
  sql(): Sql;
  /** A new merchant for each test. The platform keeps 2.9 % of cards and 1 % of USDT. */
  merchantId(): string;
  /** All faults that a check finds in the merchant's books. */
  faults(): Promise<object[]>;
  /** The faults of one kind. */
  found<K extends Found>(kind: K): Promise<LedgerReport[K]>;
  /** Makes changes that are otherwise impossible: without its triggers the database accepts everything. */
  damage(change: (tx: Tx) => PromiseLike<unknown>): Promise<void>;
}

export function useBooks(): TestBooks {
  let database: TestDatabase;
  let sql: Sql;
  let merchantId: string;
  beforeAll(async () => {
    database = await createTestDatabase();
    sql = connect(database.url, { max: 3 });
  });
  afterAll(async () => {
    await sql.end();
    await database.drop();
  });
  beforeEach(async () => {
    merchantId = newId();
    await insertMerchant(
      sql,
      {
        id: merchantId,
        name: 'Tienda',
        contactEmail: 'ana@tienda.example',
        language: 'es',
        enabled: true,
        settings: { ...defaultSettings, cardFeeBasisPoints: 290, cryptoFeeBasisPoints: 100 },
        webhookUrl: null,
      },
      Buffer.alloc(0),
    );
  });

  // On Citus a check goes from merchant to merchant, including the damaged ones of earlier tests.
  const check = () => (sql.isDistributed ? checkMerchant(sql, merchantId) : checkLedger(sql));
  const own = <T extends object>(faults: readonly T[]): T[] =>
    faults.filter((fault) => (fault as { merchantId?: string }).merchantId === merchantId);
  return {
    sql: () => sql,
    merchantId: () => merchantId,
    faults: async () => own(faultsIn(await check())),
    found: async <K extends Found>(kind: K) =>
      own<LedgerReport[K][number]>((await check())[kind]) as LedgerReport[K],
    async damage(change) {
      await sql.begin(async (tx) => {
        await passTriggers(tx);
        await change(tx);
      });
    },
  };
}
