import type { AlarmCode } from '../../src/accounts/alarms/alarm-list.ts';

type Page =
  | '/card-cases'
  | '/checks'
  | '/merchants'
  | '/networks'
  | '/pauses'
  | '/payouts'
  | '/processors'
  | '/settlements';

/** The page where an alarm is looked into, by its code; null: the page that shows the alarms has it, too. */
export const alarmPages: Readonly<Record<AlarmCode, Page | null>> = {
  restored: '/pauses',
  chain_lag: '/networks',
  chain_gap: '/networks',
  chain_unled: '/networks',
  custody_gap: '/networks',
  hot_wallet_low: '/networks',
  gas_low: '/networks',
  rates_failing: '/networks',
  rate_source_away: '/networks',
  late_entries: '/checks',
  ledger_wrong: '/checks',
  audit_wrong: '/checks',
  backup_wrong: '/checks',
  checks_late: '/checks',
  merchant_in_the_red: '/merchants',
  contact_refused: '/merchants',
  orders_waiting: '/merchants',
  payouts_merchant_in_the_red: '/merchants',
  payouts_no_wallet: '/networks',
  payouts_low_usdt: '/networks',
  payouts_low_gas: '/networks',
  payouts_fee_above_cap: '/networks',
  payouts_nonce_gap: '/networks',
  payouts_wallet_ahead_of_books: '/networks',
  payouts_signer_unavailable: '/networks',
  payouts_node_unavailable: '/networks',
  payouts_would_fail: '/payouts',
  payouts_address_blocked: '/payouts',
  payouts_over_limit: '/payouts',
  payouts_deposit_reversed: '/payouts',
  payouts_in_review: '/payouts',
  sent_after_failed: '/payouts',
  attempts_unresolved: '/processors',
  processor_failing: '/processors',
  processor_notifications: '/processors',
  processor_lines: '/card-cases',
  card_cases: '/card-cases',
  settlements_waiting: '/settlements',
  // Processes, queues, transfers to decide about: below the alarms.
  payouts_outcome_unproven: null,
  strays_waiting: null,
  clock_off: null,
  no_worker: null,
  no_watcher: null,
  webhooks_late: null,
  mails_wait: null,
};
