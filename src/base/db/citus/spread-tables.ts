/** The place of each table on Citus (docs/operate/scale.md). */

/**
 * Distributed by merchant: all rows of one merchant are on one worker. A table comes after the tables that it
 * references.
 */
export const tablesByMerchant: readonly string[] = [
  'ledger_entries',
  'ledger_balances',
  'ledger_postings',
  'hour_sums',
  'hour_sums_until',
  'late_entries',
  'closed_balances',
  'charges',
  'attempts',
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
  'processor_lines',
  'card_cases',
  'archived_charges',
  'events',
  'deliveries',
  'delivery_attempts',
  'replays',
  'notifications',
  'notification_progress',
  'api_requests',
  'idempotency_keys',
  'mails',
  'crypto_orders',
  'former_addresses',
  'transfers',
  'order_resolutions',
  'payment_links',
  'link_charges',
  'link_mailings',
  'invoice_series',
  'settlements',
];

/** A few rows that never change: every worker has a copy. */
export const tablesEverywhere: readonly string[] = [
  'charge_transitions',
  'attempt_transitions',
  'crypto_order_transitions',
];

/** On the coordinator and unknown to Citus: no transaction writes to one of these and to a merchant's rows. */
export const tablesApart: readonly string[] = [
  'migrations',
  'distribution',
  'endpoint_owners',
  'request_counts',
];

// All other tables are on the coordinator too: those of the installation, chains and wallets. Citus knows them, so a
// transaction over one of them and a merchant's rows commits on both servers or on neither.
