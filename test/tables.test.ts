import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { codeOf, files, roomOf } from './kit/source.ts';

/** Table ownership: any folder may read a table, only its own folder writes it, so that its rules are in one place. */

const tablesOf: Readonly<Record<string, readonly string[]>> = {
  'base/db': ['migrations', 'distribution'],
  'base/http': ['request_counts'],
  'commerce/installation': ['installation'],
  'accounts/audit': ['audit_log', 'audit_head'],
  'accounts/mail': ['mails'],
  'accounts/alarms': ['chain_alarms'],
  'accounts/ledger': ['ledger_entries', 'ledger_postings', 'ledger_balances', 'late_entries'],
  'commerce/reports': ['hour_sums', 'hour_sums_until', 'closed_balances'],
  'accounts/merchants': [
    'merchants',
    'api_keys',
    'api_key_uses',
    'api_requests',
    'idempotency_keys',
    'merchant_logos',
  ],
  'accounts/people': [
    'people',
    'person_accounts',
    'person_sessions',
    'person_roles',
    'person_links',
    'passkeys',
    'known_browsers',
    'second_factors',
    'sign_in_failures',
    'sign_in_secrets',
    'sign_in_steps',
    'used_codes',
  ],
  'events/outbox': ['events', 'deliveries', 'delivery_attempts'],
  'events/notifications': [
    'notifications',
    'notification_progress',
    'notification_settings',
    'notification_reads',
    'push_devices',
    'pushes',
  ],
  'events/webhooks': ['endpoint_owners', 'replays', 'webhook_endpoints'],
  'payments/charges': [
    'charges',
    'card_tries',
    'charge_transitions',
    'attempts',
    'attempt_transitions',
    'refunds',
    'bank_refunds',
    'authorizations',
    'closings',
    'disputes',
    'dispute_changes',
    'dispute_evidence',
    'dispute_files',
    'payment_warnings',
    'unexpected_payments',
    'dispute_cursors',
    'processor_lines',
    'card_cases',
    'card_reconciliations',
    'card_reconciliation_runs',
    'card_balances',
    'processor_payouts',
    'line_cursors',
    'processor_notifications',
    'archived_charges',
  ],
  'payments/processors': ['card_accounts', 'card_routes'],
  'crypto/orders': [
    'crypto_orders',
    'order_owners',
    'crypto_order_transitions',
    'order_resolutions',
    'transfers',
    'deposit_addresses',
    'former_addresses',
    'deposit_wallets',
    'retired_wallets',
  ],
  'crypto/deposits': [
    'chain_cursors',
    'chain_blocks',
    'chain_gaps',
    'chain_audits',
    'parked_transfers',
    'stray_transfers',
  ],
  'crypto/sending': [
    'sendings',
    'outgoing_transactions',
    'nonces',
    'hot_wallets',
    'held_outcomes',
    'wallet_accounts',
    'explained_nonces',
  ],
  'crypto/payouts': [
    'payouts',
    'payout_transitions',
    'payout_claims',
    'payout_addresses',
    'payout_pauses',
    'payout_approvals',
    'payout_batches',
    'payout_batch_lines',
    'payout_days',
    'payout_sent_days',
  ],
  'commerce/settlements': ['settlements'],
  'crypto/sweeps': ['sweeps', 'sweep_items', 'sweep_item_transitions', 'sweep_top_ups'],
  'crypto/custody': ['custody_wallets', 'custody_bookings', 'custody_checks'],
  'surfaces/operator': ['runs', 'process_reports'],
  'commerce/payment-links': ['payment_links', 'link_charges', 'link_mailings', 'invoice_series'],
  'commerce/payment-list': ['saved_views'],
};
const owners = new Map(
  Object.entries(tablesOf).flatMap(([folder, tables]) => tables.map((table) => [table, folder])),
);
/** The sandbox keeps its outside world in separate schemas. */
const ownerOf = (table: string): string | undefined =>
  table.startsWith('sandbox_') ? 'sandbox' : owners.get(table);

const migrationsFolder = fileURLToPath(new URL('../migrations/', import.meta.url));
const migrations = readdirSync(migrationsFolder)
  .filter((name) => name.endsWith('.sql'))
  .sort()
  .map((name) => readFileSync(join(migrationsFolder, name), 'utf8'))
  .join('\n');

/** Statements that write, with the table or its placeholder. */
const writePattern =
  /\b(?:INSERT INTO|DELETE FROM|MERGE INTO|TRUNCATE(?: TABLE)?|COPY|(?<!DO |FOR |KEY )UPDATE(?: ONLY)?)\s+([\w.]+|\$\{)/g;

interface Write {
  path: string;
  table: string;
}
const writes: Write[] = files.flatMap((path) =>
  [...codeOf(path).matchAll(writePattern)].map(([, table = '']) => ({ path, table })),
);
/** Work rows of all queues are leased in one place, for tables that their owners name. */
const leasing = 'base/db/leases.ts';
const leases: Write[] = files.flatMap((path) =>
  [...codeOf(path).matchAll(/\bclaimDue\(\s*[\w.]+,\s*'(\w+)'/g)].map(([, table = '']) => ({ path, table })),
);

const foreign = (all: Write[]): string[] =>
  all
    .filter(({ path, table }) => ownerOf(table) !== roomOf(path))
    .map(({ path, table }) => `src/${path} writes ${table}, which is of ${ownerOf(table) ?? 'nobody'}`);

describe('a table', () => {
  test('has an owner, and every owner has its tables', () => {
    const made = [...migrations.matchAll(/^CREATE (?:UNLOGGED )?TABLE (?:IF NOT EXISTS )?(\w+)/gm)].map(
      ([, name]) => name,
    );
    const dropped = [...migrations.matchAll(/^DROP TABLE (?:IF EXISTS )?([\w, ]+)/gm)].flatMap(
      ([, names = '']) => names.split(', '),
    );
    const there = made.filter((name = '') => !dropped.includes(name));
    // Migrations record themselves which of them are applied.
    expect([...there, 'migrations'].sort()).toEqual([...owners.keys()].sort());
    for (const folder of owners.values()) expect(files.some((path) => roomOf(path) === folder)).toBe(true);
  });

  test('is written by its own folder only', () => {
    expect(writes.length).toBeGreaterThan(80);
    expect(foreign(writes.filter(({ path }) => path !== leasing))).toEqual([]);
  });

  test('that is a queue is worked off by its own folder only', () => {
    expect(leases.length).toBeGreaterThan(3);
    expect(foreign(leases)).toEqual([]);
  });
});
