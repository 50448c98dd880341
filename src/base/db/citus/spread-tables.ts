/** Where each table lies on Citus (docs/operate/scale.md). */

/** Rows lie with their merchant's, all of one merchant on one node. A table stands after those that it refers to. */
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
  'disputes',
  'dispute_changes',
  'payment_warnings',
  'processor_lines',
  'card_cases',
  'archived_charges',
  'events',
  'deliveries',
  'delivery_attempts',
  'replays',
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
  'settlements',
];

/** A few rows that never change: every node has a copy. */
export const tablesEverywhere: readonly string[] = [
  'charge_transitions',
  'attempt_transitions',
  'crypto_order_transitions',
];

/** On the coordinator, and Citus knows nothing of them: no transaction writes to one of them and to a merchant's rows. */
export const tablesApart: readonly string[] = [
  'migrations',
  'distribution',
  'endpoint_owners',
  'request_counts',
];

// All others are on the coordinator, too: what belongs to the installation, to chains and to wallets. Citus is told of them, so
// that a transaction over one of them and a merchant's rows commits on both nodes or on neither.
