import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { tablesApart, tablesByMerchant, tablesEverywhere } from '../src/base/db/citus/spread-tables.ts';
import { connect, type Sql } from '../src/base/db/pool.ts';
import { makePartitions } from '../src/events/webhooks/delivery/clean-up-job.ts';
import { createTestDatabase, type TestDatabase } from './kit/postgres.ts';
import { type SourceStatement, statements } from './kit/statements.ts';

/**
 * The rules that every statement and every table follows, so that the same program runs with merchants' rows spread
 * over the workers of Citus (docs/operate/scale.md). Statements are read from the source, so that those that no test
 * runs count too.
 */

/**
 * Tables of the installation, of chains and of wallets: docs/operate/scale.md says for each why it may be in one place.
 */
const onCoordinator = [
  'api_key_uses',
  'api_keys',
  'audit_head',
  'audit_log',
  'card_accounts',
  'card_balances',
  'card_reconciliation_runs',
  'card_reconciliations',
  'card_routes',
  'card_tries',
  'chain_alarms',
  'chain_audits',
  'chain_blocks',
  'chain_cursors',
  'chain_gaps',
  'custody_bookings',
  'custody_checks',
  'custody_wallets',
  'deposit_addresses',
  'deposit_wallets',
  'dispute_cursors',
  'explained_nonces',
  'held_outcomes',
  'hot_wallets',
  'installation',
  'known_browsers',
  'line_cursors',
  'merchant_logos',
  'merchants',
  'nonces',
  'notification_reads',
  'notification_settings',
  'order_owners',
  'outgoing_transactions',
  'parked_transfers',
  'passkeys',
  'payout_addresses',
  'payout_approvals',
  'payout_batch_lines',
  'payout_batches',
  'payout_claims',
  'payout_days',
  'payout_pauses',
  'payout_sent_days',
  'payout_transitions',
  'payouts',
  'people',
  'person_accounts',
  'person_links',
  'person_roles',
  'person_sessions',
  'process_reports',
  'processor_notifications',
  'processor_payouts',
  'push_devices',
  'pushes',
  'retired_wallets',
  'runs',
  'saved_views',
  'second_factors',
  'sendings',
  'sign_in_failures',
  'sign_in_secrets',
  'sign_in_steps',
  'stray_transfers',
  'sweep_item_transitions',
  'sweep_items',
  'sweep_top_ups',
  'sweeps',
  'used_codes',
  'wallet_accounts',
  'webhook_endpoints',
];

/** `all_charges` is a view over two of them. */
const spread = [...tablesByMerchant, 'all_charges'];
const named = (tables: readonly string[]): RegExp =>
  new RegExp(String.raw`\b(?:FROM|JOIN|INTO|UPDATE|TABLE)\s+(?:${tables.join('|')})\b`);
const onSpread = statements.filter(({ text }) => named(spread).test(text));

/** The statement names its merchant: one merchant, or a batch, which on Citus belongs to one merchant. */
const isOfMerchant = (text: string): boolean => /\bmerchant_id = \?|«ofBatch»|«scope»/.test(text);
/** Fragments of statements do not count. */
const isWhole = (text: string): boolean => /^(?:SELECT|INSERT|UPDATE|DELETE|WITH)\b/.test(text);

const places = (broken: readonly SourceStatement[]): string[] =>
  broken.map(({ place, text }) => `${place} ${text}`);
/** Without line numbers, which change. */
const paths = (found: readonly SourceStatement[]): string[] =>
  [...new Set(found.map(({ path }) => path))].sort();

describe('a statement on the rows of merchants', () => {
  test('is found: there are many', () => {
    expect(onSpread.length).toBeGreaterThan(100);
  });

  test('changes or locks those of one merchant', () => {
    const broken = onSpread.filter(
      ({ text }) =>
        isWhole(text) &&
        (/^(?:UPDATE|DELETE)\b/.test(text) || /\bFOR (?:UPDATE|SHARE|NO KEY|KEY)\b/.test(text)) &&
        !isOfMerchant(text) &&
        !text.includes('«amongMerchants»'),
    );
    // A reorganisation reverts the transfers above a block for all merchants: no function, no lock, no join.
    const allowed = broken.filter(({ text }) =>
      /^UPDATE transfers SET orphaned = true WHERE network = \?/.test(text),
    );
    expect(places(broken.filter((each) => !allowed.includes(each)))).toEqual([]);
    expect(allowed.length).toBe(2);
  });

  test('goes from row to row over all of them only where there is one node', () => {
    expect(paths(onSpread.filter(({ text }) => /\bRECURSIVE\b/.test(text)))).toEqual([
      'events/webhooks/delivery/claim-deliveries.ts',
    ]);
  });

  test('does not join them with a table of the coordinator', () => {
    const others = new RegExp(
      String.raw`\b(?:FROM|JOIN)\s+(?:${[...onCoordinator, ...tablesApart].join('|')})\b`,
    );
    const broken = onSpread.filter(({ text }) => others.test(text) && !text.includes('«scope»'));
    expect(paths(broken)).toEqual(['crypto/payouts/claim/refused-codes.ts']);
  });

  test('joins them with each other by their merchant', () => {
    const broken = onSpread.filter(({ text }) => {
      const joins = [
        ...text.matchAll(
          new RegExp(
            String.raw`\bJOIN (?:${spread.join('|')})(?: AS \w+)? (ON .{0,60}|USING \([^)]*\))`,
            'g',
          ),
        ),
      ];
      return joins.some(([, condition = '']) => !condition.includes('merchant_id'));
    });
    expect(places(broken)).toEqual([]);
  });

  test('names a column of what it looks for inside, also in a table that is put in', () => {
    expect(places(statements.filter(({ text }) => /\(\s*SELECT FROM [«?]/.test(text)))).toEqual([]);
  });

  test('writes rows that stand in it, not rows that another statement reads', () => {
    const selected = onSpread.filter(({ text }) =>
      new RegExp(String.raw`INSERT INTO (?:${spread.join('|')})\b[^«]*?\bSELECT\b`).test(text),
    );
    // These select from their own values (arrays or JSON of one worker's rows) or from the same merchant's rows.
    expect(paths(selected)).toEqual([
      'crypto/orders/store.ts',
      'events/outbox/delivery-store.ts',
      'payments/charges/archive/store.ts',
      'payments/charges/insert-charges.ts',
    ]);
  });

  test('reads those of all merchants only to look for work, to add up, or for the operator', () => {
    const across = onSpread.filter(
      ({ text }) =>
        /^(?:SELECT|WITH)\b/.test(text) &&
        !isOfMerchant(text) &&
        !/«within»|«amongMerchants»|merchant_id = ANY/.test(text),
    );
    expect(paths(across)).toEqual([
      'accounts/merchants/idempotency-store.ts',
      'accounts/merchants/requests/request-store.ts',
      'commerce/reports/jobs.ts',
      'crypto/custody/custody-store.ts',
      'crypto/orders/list-store.ts',
      'crypto/orders/transfers/transfer-store.ts',
      'crypto/sweeps/sweep-store.ts',
      'events/outbox/delivery-store.ts',
      'events/webhooks/delivery/claim-deliveries.ts',
      'payments/charges/cases/case-store.ts',
      'payments/charges/movements/balance-store.ts',
      'payments/charges/movements/movement-store.ts',
      'payments/charges/movements/place-movements.ts',
      'payments/charges/movements/processor-status.ts',
      'payments/charges/movements/reconcile-store.ts',
      'payments/charges/refunds/bank/reseal-bank-details.ts',
      'surfaces/cli/installation/backup-verify.ts',
      'surfaces/cli/ledger.ts',
      'surfaces/lookup/find-payments.ts',
      'surfaces/metrics/money-gauges.ts',
      'surfaces/metrics/queue-gauges.ts',
      'surfaces/operator/money-store.ts',
    ]);
  });

  test('adds a column to the time only where it is read', () => {
    const broken = onSpread.filter(
      ({ text, path }) =>
        /\bUPDATE\b/.test(text) &&
        /\bnow\(\) [+-] make_interval\([^)]*=> (?!\?)/.test(text) &&
        path !== 'events/outbox/delivery-store.ts',
    );
    expect(places(broken)).toEqual([]);
  });
});

/**
 * Citus checks statements on the coordinator's tables, too; there it refuses functions that may return a different
 * value each time.
 */
test('what a statement writes where a row is there already is told by its own values alone', () => {
  const resolved = statements.filter(({ text }) => /\bDO UPDATE\b/.test(text));
  expect(resolved.length).toBeGreaterThan(20);
  const apart = new RegExp(String.raw`\bINTO (?:${tablesApart.join('|')})\b`);
  const broken = resolved.filter(({ text }) => /\bDO UPDATE\b.*\b(?:now|random)\(/.test(text));
  expect(places(broken.filter(({ text }) => !apart.test(text)))).toEqual([]);
});

describe('a table', () => {
  let database: TestDatabase;
  let sql: Sql;
  beforeAll(async () => {
    database = await createTestDatabase();
    sql = connect(database.url, { max: 1 });
  });
  afterAll(async () => {
    await sql.end();
    await database.drop();
  });

  test('of merchants has the merchant in every key that is to be unique', async () => {
    const keys = await sql<{ index: string; isOfMerchant: boolean }[]>`
      SELECT indexrelid::regclass::text AS index,
             EXISTS (
               SELECT
                 FROM pg_attribute
                WHERE attrelid = indrelid
                  AND attnum = ANY (indkey)
                  AND attname = 'merchant_id') AS "isOfMerchant"
        FROM pg_index
       WHERE indisunique
         AND indrelid = ANY (${tablesByMerchant}::text[]::regclass[])`;
    expect(keys.length).toBeGreaterThan(tablesByMerchant.length);
    expect(keys.filter(({ isOfMerchant }) => !isOfMerchant)).toEqual([]);
  });

  test('of merchants refers only to others of merchants, by the merchant too', async () => {
    const keys = await sql<{ name: string; from: string; to: string; text: string }[]>`
      SELECT conname AS name, conrelid::regclass::text AS from, confrelid::regclass::text AS to,
             pg_get_constraintdef(oid) AS text
        FROM pg_constraint
       WHERE contype = 'f'
         AND (conrelid = ANY (${tablesByMerchant}::text[]::regclass[])
           OR confrelid = ANY (${tablesByMerchant}::text[]::regclass[]))`;
    for (const { from, to, text } of keys) {
      expect([from, to].filter((name) => !tablesByMerchant.includes(name))).toEqual([]);
      expect(text).toMatch(/FOREIGN KEY \(merchant_id, /);
    }
  });

  test('that grows with payments is one of merchants, and each of the others was put where it is on purpose', async () => {
    const rows = await sql<{ name: string }[]>`
      SELECT relname AS name
        FROM pg_class
       WHERE relnamespace = 'public'::regnamespace
         AND relkind IN ('r', 'p')
         AND NOT relispartition`;
    const known = [...tablesByMerchant, ...tablesEverywhere, ...tablesApart];
    expect(
      rows
        .map(({ name }) => name)
        .filter((name) => !known.includes(name))
        .sort(),
    ).toEqual(onCoordinator);
  });

  test('on the nodes has a primary key or another replica identity, each partition too: Citus moves no other', async () => {
    await makePartitions(sql, new Date());
    const rows = await sql<{ name: string; isIdentified: boolean }[]>`
      SELECT oid::regclass::text AS name,
             relreplident = 'f' OR EXISTS (
               SELECT
                 FROM pg_index
                WHERE indrelid = pg_class.oid
                  AND (indisreplident OR (relreplident = 'd' AND indisprimary))) AS "isIdentified"
        FROM pg_class
       WHERE relkind = 'r'
         AND coalesce(pg_partition_root(oid), oid) = ANY (${[...tablesByMerchant, ...tablesEverywhere]}::text[]::regclass[])`;
    expect(rows.length).toBeGreaterThan(tablesByMerchant.length + tablesEverywhere.length);
    expect(rows.filter(({ isIdentified }) => !isIdentified)).toEqual([]);
  });

  test('has no trigger that goes by the name of its table', async () => {
    const functions = await sql<{ name: string; text: string }[]>`
      SELECT DISTINCT proname AS name, prosrc AS text
        FROM pg_trigger
        JOIN pg_proc ON pg_proc.oid = tgfoid
       WHERE NOT tgisinternal`;
    expect(functions.length).toBeGreaterThan(5);
    const broken = functions.filter(({ text }) =>
      /TG_TABLE_NAME/.test(text.replaceAll("regexp_replace(TG_TABLE_NAME, '_\\d+$', '')", '')),
    );
    expect(broken.map(({ name }) => name)).toEqual([]);
  });
});
