/**
 * The single list of alarms. The dashboard's alarms, ops/prometheus-alerts.yml and the table in docs/operate/alarms.md
 * are generated from it, and tests compare all three with it.
 */

export const alarmBounds = {
  unresolvedSeconds: 1_800,
  unledSeconds: 60,
  dueSeconds: 300,
  dueDeliveries: 5_000,
  mailSeconds: 600,
  notifications: 100,
  linesSeconds: 86_400,
  checksSeconds: 2 * 86_400,
  /** A backup is tested once a month. */
  backupSeconds: 35 * 86_400,
  token: 1_000,
  /** In whole units of an asset. Less is mostly dust, which is not worth a decision. */
  suspense: 100,
};

export interface AlarmRule {
  /** The alert's name in Prometheus. */
  alert: string;
  group: 'service' | 'cards' | 'crypto' | 'queues';
  /** `page`: money may be lost or customers cannot pay, so a person must look at once. */
  severity: 'page' | 'warn';
  /**
   * The same alarm on the dashboard and in mails: keys of the texts in web/texts/operator. Empty: it needs history or
   * an outside view, so only Prometheus raises it.
   */
  codes: readonly string[];
  /** PromQL. */
  expr: string;
  /** How long it must hold before the alert fires. */
  for?: string;
  summary: string;
  action?: string;
  /** The heading in docs/operate/alarms.md; absent: the alert's name. */
  runbook?: string;
}

const bounds = alarmBounds;
/** Alarms that the service raises itself are rows of a table; the gauge counts them by code. */
const raised = (code: string): string => `max(pasarela_alarms_raised{code="${code}"}) > 0`;
const heldUp = (reasons: readonly string[]): string =>
  `max by (network, reason) (pasarela_payouts_waiting{reason=~"${reasons.join('|')}"}) > 0`;
const named = <const R extends string>(reasons: readonly R[]) =>
  reasons.map((reason): `payouts_${R}` => `payouts_${reason}`);

/** Reasons that hold up payouts: those that a person must look at now, and those that may pass. */
const graveReasons = [
  'nonce_gap',
  'outcome_unproven',
  'wallet_ahead_of_books',
  'merchant_in_the_red',
  'deposit_reversed',
  'signer_unavailable',
] as const;
const plainReasons = [
  'no_wallet',
  'low_usdt',
  'low_gas',
  'fee_above_cap',
  'would_fail',
  'address_blocked',
  'over_limit',
  'node_unavailable',
] as const;

/** Gauges read from the database are equal on every process, so the maximum is taken; counters are summed. */
export const alarmRules = [
  {
    alert: 'PasarelaDown',
    group: 'service',
    severity: 'page',
    codes: [],
    // `absent` also fires when the targets are missing from Prometheus; a sum over `up` would then be empty.
    expr: 'absent(pasarela_build_info)',
    for: '2m',
    summary: 'No process of Pasarela answers Prometheus.',
  },
  {
    alert: 'PasarelaProcessDown',
    group: 'service',
    severity: 'warn',
    codes: [],
    expr: 'up{job=~".*pasarela.*"} == 0',
    for: '5m',
    summary: 'The process at {{ $labels.instance }} does not answer Prometheus.',
  },
  {
    alert: 'PasarelaNoWorker',
    group: 'service',
    severity: 'page',
    codes: ['no_worker'],
    expr: 'max(pasarela_processes{role="worker"}) < 1',
    for: '2m',
    summary: 'No process with the role worker runs. Webhooks, mails and payouts wait.',
  },
  {
    alert: 'PasarelaNoWatcher',
    group: 'service',
    severity: 'page',
    codes: ['no_watcher'],
    // Without a network there is nothing to watch.
    expr: 'max(pasarela_processes{role="watcher"}) < 1 and on () count(pasarela_chain_unled_seconds) > 0',
    for: '2m',
    summary: 'No process with the role watcher runs. Crypto payments are not noticed.',
  },
  {
    alert: 'PasarelaDatabaseUnwritable',
    group: 'service',
    severity: 'page',
    codes: [],
    expr: 'min(pasarela_database_writable) < 1',
    for: '1m',
    summary: 'The database is away, its disk is full or it takes no writes.',
    action: 'pasarela doctor',
  },
  {
    alert: 'PasarelaDiskFilling',
    group: 'service',
    severity: 'page',
    codes: [],
    // Metrics of node_exporter on the database's machine: PostgreSQL itself does not report free disk space.
    expr: 'min by (instance, mountpoint) (node_filesystem_avail_bytes{fstype!~"tmpfs|overlay|squashfs"} / node_filesystem_size_bytes{fstype!~"tmpfs|overlay|squashfs"}) < 0.1',
    for: '10m',
    summary: 'Less than 10 % of {{ $labels.mountpoint }} on {{ $labels.instance }} is free.',
  },
  {
    alert: 'PasarelaErrors',
    group: 'service',
    severity: 'page',
    codes: [],
    expr: 'sum(rate(pasarela_http_request_duration_seconds_count{status=~"5.."}[5m])) / sum(rate(pasarela_http_request_duration_seconds_count[5m])) > 0.02',
    for: '5m',
    summary: 'More than 2 % of requests fail on our side.',
    action: 'Look for status 5xx in the log, and whether PostgreSQL is well.',
  },
  {
    alert: 'PasarelaSlow',
    group: 'service',
    severity: 'warn',
    codes: [],
    expr: 'histogram_quantile(0.95, sum by (le) (rate(pasarela_http_request_duration_seconds_bucket{route="/api/transactions/charges"}[5m]))) > 1',
    for: '10m',
    summary: 'One charge in twenty takes more than a second to make.',
  },
  {
    alert: 'PasarelaJobsFail',
    group: 'service',
    severity: 'warn',
    codes: [],
    // Not `job`: Prometheus writes the name of the scrape into that label.
    expr: 'sum by (task) (increase(pasarela_job_failures_total[10m])) > 5',
    for: '10m',
    summary: 'The background task {{ $labels.task }} fails again and again.',
  },
  {
    alert: 'PasarelaClockOff',
    group: 'service',
    severity: 'page',
    codes: ['clock_off'],
    expr: raised('clock_off'),
    summary: 'The clock of a machine or of the database is wrong.',
    runbook: 'clock_off',
  },
  {
    alert: 'PasarelaRestored',
    group: 'service',
    severity: 'page',
    codes: ['restored'],
    expr: 'max(pasarela_restored) > 0',
    summary: 'The database was restored or promoted. Payouts and sweeps wait for a person.',
    action: 'pasarela restored status',
  },
  {
    alert: 'PasarelaLateEntries',
    group: 'service',
    severity: 'warn',
    codes: ['late_entries'],
    expr: raised('late_entries'),
    summary: 'Ledger entries were written into hours that were already summed.',
    runbook: 'late_entries',
  },
  {
    alert: 'PasarelaLedgerWrong',
    group: 'service',
    severity: 'page',
    codes: ['ledger_wrong'],
    expr: raised('ledger_wrong'),
    summary: 'The nightly check of the ledger found something wrong.',
    action: 'pasarela ledger check',
    runbook: 'ledger_wrong',
  },
  {
    alert: 'PasarelaAuditWrong',
    group: 'service',
    severity: 'page',
    codes: ['audit_wrong'],
    expr: raised('audit_wrong'),
    summary: 'Rows of the audit log were changed, removed or added.',
    action: 'pasarela audit verify',
    runbook: 'audit_wrong',
  },
  {
    alert: 'PasarelaBackupWrong',
    group: 'service',
    severity: 'page',
    codes: ['backup_wrong'],
    expr: 'max(pasarela_check_found{check="backup_verification"}) > 0',
    summary: 'The last backup that was tried out could not be restored, or its books are wrong.',
    action: 'pasarela checks',
  },
  {
    alert: 'PasarelaChecksLate',
    group: 'service',
    severity: 'warn',
    codes: ['checks_late'],
    expr: `max by (check) (pasarela_check_age_seconds{check=~"ledger_check|audit_verification"}) > ${bounds.checksSeconds} or max by (check) (pasarela_check_age_seconds{check="backup_verification"}) > ${bounds.backupSeconds}`,
    for: '1h',
    summary: 'The check {{ $labels.check }} has not come to its end for too long.',
    action: 'pasarela checks',
  },
  {
    alert: 'PasarelaMerchantInTheRed',
    group: 'service',
    severity: 'warn',
    codes: ['merchant_in_the_red'],
    expr: raised('merchant_in_the_red'),
    summary: 'A merchant owes the installation money.',
    runbook: 'merchant_in_the_red',
  },

  {
    alert: 'PasarelaRefusals',
    group: 'cards',
    severity: 'warn',
    codes: [],
    expr: 'sum(increase(pasarela_attempts_total{status="refused"}[30m])) / sum(increase(pasarela_attempts_total{status=~"approved|refused"}[30m])) > 0.6 and sum(increase(pasarela_attempts_total{status=~"approved|refused"}[30m])) > 20',
    for: '10m',
    summary: 'More than 60 % of card attempts are refused.',
    action: 'See the reasons on the dashboard. Card testing, or trouble at the processor.',
  },
  {
    alert: 'PasarelaAttemptsUnresolved',
    group: 'cards',
    severity: 'page',
    codes: ['attempts_unresolved'],
    expr: `max(pasarela_attempts_oldest_unresolved_seconds) > ${bounds.unresolvedSeconds}`,
    summary: 'The outcome of a card attempt has been unknown for half an hour.',
    action: 'The processor does not answer inquiries. No second charge is made meanwhile.',
  },
  {
    alert: 'PasarelaProcessorFailing',
    group: 'cards',
    severity: 'page',
    codes: ['processor_failing'],
    expr: 'max by (processor) (pasarela_card_processor_failing) == 1',
    for: '5m',
    summary: '{{ $labels.processor }} fails again and again; card payments go to others, if there are any.',
    action: 'pasarela cards status',
  },
  {
    alert: 'PasarelaProcessorNotifications',
    group: 'cards',
    severity: 'warn',
    codes: ['processor_notifications'],
    expr: `max by (processor) (pasarela_card_notifications_waiting) > ${bounds.notifications}`,
    for: '15m',
    summary: 'Notifications of {{ $labels.processor }} wait to be looked into.',
    action: 'pasarela cards status',
  },
  {
    alert: 'PasarelaCardCases',
    group: 'cards',
    severity: 'page',
    codes: ['card_cases'],
    expr: 'max by (processor) (pasarela_card_cases_open) > 0',
    for: '15m',
    summary: 'Money moved at {{ $labels.processor }} that the books cannot explain.',
    action: 'pasarela cards cases list',
  },
  {
    alert: 'PasarelaCardBalance',
    group: 'cards',
    severity: 'warn',
    codes: [],
    expr: 'max by (processor, currency) (pasarela_card_balance_difference) > 0',
    for: '25h',
    summary:
      'The balance that {{ $labels.processor }} reports in {{ $labels.currency }} is not the sum of its movements.',
    action: 'pasarela cards cases list',
  },
  {
    alert: 'PasarelaProcessorLines',
    group: 'cards',
    severity: 'warn',
    codes: ['processor_lines'],
    expr: `max by (processor) (pasarela_card_lines_age_seconds) > ${bounds.linesSeconds}`,
    for: '2h',
    summary: 'The movements of an account at {{ $labels.processor }} could not be read for a day.',
    action: 'pasarela cards status',
  },

  {
    alert: 'PasarelaChainBehind',
    group: 'crypto',
    severity: 'page',
    codes: ['chain_lag'],
    expr: 'max by (network) (pasarela_chain_last_block_age_seconds) > 300',
    for: '5m',
    summary: '{{ $labels.network }} has not been read for five minutes.',
    action: 'pasarela chain status',
  },
  {
    alert: 'PasarelaChainUnled',
    group: 'crypto',
    severity: 'page',
    codes: ['chain_unled'],
    expr: `max by (network) (pasarela_chain_unled_seconds) > ${bounds.unledSeconds}`,
    summary: 'No watcher reads {{ $labels.network }}.',
  },
  {
    alert: 'PasarelaChainGaps',
    group: 'crypto',
    severity: 'page',
    codes: ['chain_gap'],
    expr: 'max by (network) (pasarela_chain_gaps) > 0',
    summary: 'Deposit addresses on {{ $labels.network }} hold something else than is booked.',
    action: 'pasarela chain reconcile',
  },
  {
    alert: 'PasarelaCustodyGap',
    group: 'crypto',
    severity: 'page',
    codes: ['custody_gap'],
    expr: raised('custody_gap'),
    summary: 'A hot wallet or the treasury holds something else than is booked.',
    action: 'pasarela custody check',
    runbook: 'custody_gap',
  },
  {
    alert: 'PasarelaSentAfterFailed',
    group: 'crypto',
    severity: 'page',
    codes: ['sent_after_failed'],
    expr: raised('sent_after_failed'),
    summary: 'A payout or sweep that was declared failed has left the wallet.',
    action: 'pasarela custody check',
    runbook: 'sent_after_failed',
  },
  {
    alert: 'PasarelaRatesFailing',
    group: 'crypto',
    severity: 'page',
    codes: ['rates_failing'],
    expr: raised('rates_failing'),
    summary: 'There is no reliable exchange rate. Crypto orders and payouts cannot be made.',
    runbook: 'rates_failing',
  },
  {
    alert: 'PasarelaRateSourceAway',
    group: 'crypto',
    severity: 'warn',
    codes: ['rate_source_away'],
    expr: raised('rate_source_away'),
    summary: 'A source of exchange rates does not count. The others agree.',
    runbook: 'rate_source_away',
  },
  {
    alert: 'PasarelaOrdersWaiting',
    group: 'crypto',
    severity: 'warn',
    codes: ['orders_waiting'],
    expr: 'max(pasarela_orders_waiting) > 0',
    for: '24h',
    summary: 'Crypto payments that came late, short or too often have waited for a decision for a day.',
    action: 'pasarela orders list --anomalies',
  },
  {
    alert: 'PasarelaSuspense',
    group: 'crypto',
    severity: 'warn',
    codes: [],
    expr: `max(pasarela_usdt_in_suspense) > ${bounds.suspense} or max(pasarela_usdc_in_suspense) > ${bounds.suspense}`,
    for: '24h',
    summary: `More than ${bounds.suspense} USDT or USDC has belonged to nobody for a day.`,
    action: 'pasarela orders list --anomalies',
  },
  {
    alert: 'PasarelaStraysWaiting',
    group: 'crypto',
    severity: 'warn',
    codes: ['strays_waiting'],
    expr: 'max(pasarela_strays_waiting) > 0',
    for: '1h',
    summary:
      'Money came for an order on another network or in another coin, and nobody has decided about it.',
    action: 'pasarela strays list',
  },
  {
    alert: 'PasarelaPayoutsInReview',
    group: 'crypto',
    severity: 'warn',
    codes: ['payouts_in_review'],
    expr: 'max(pasarela_payouts_in_review) > 0',
    for: '1h',
    summary: 'Payouts have waited an hour for a person.',
    action: 'pasarela payouts list --status review',
  },
  {
    alert: 'PasarelaSettlementsWaiting',
    group: 'crypto',
    severity: 'warn',
    codes: ['settlements_waiting'],
    expr: 'max(pasarela_settlements_waiting) > 0',
    for: '24h',
    summary: 'Merchants have waited a day for settlements that they asked for.',
    action: 'Open Settlements on the dashboard.',
  },
  {
    alert: 'PasarelaPayoutsHeldUp',
    group: 'crypto',
    severity: 'page',
    codes: named(graveReasons),
    expr: heldUp(graveReasons),
    for: '10m',
    summary: 'Payouts on {{ $labels.network }} are held up: {{ $labels.reason }}.',
    action: 'pasarela payouts list --status queued',
  },
  {
    alert: 'PasarelaPayoutsWait',
    group: 'crypto',
    severity: 'warn',
    codes: named(plainReasons),
    expr: heldUp(plainReasons),
    for: '10m',
    summary: 'Payouts on {{ $labels.network }} wait: {{ $labels.reason }}.',
    action: 'pasarela payouts list --status queued',
    runbook: 'PasarelaPayoutsHeldUp',
  },
  {
    alert: 'PasarelaHotWalletLow',
    group: 'crypto',
    severity: 'warn',
    codes: ['hot_wallet_low'],
    expr: `min by (network, asset) (pasarela_hot_wallet_token) < ${bounds.token}`,
    for: '10m',
    summary: 'The hot wallet on {{ $labels.network }} has less than 1,000 {{ $labels.asset }}.',
    action: 'pasarela sweep plan {{ $labels.network }} --to hot',
  },
  {
    alert: 'PasarelaGasLow',
    group: 'crypto',
    severity: 'page',
    codes: ['gas_low'],
    // Each network's limit is exposed beside the wallet's balance, so a new network needs no new rule.
    expr: 'min by (network, coin) (pasarela_hot_wallet_gas) < max by (network, coin) (pasarela_hot_wallet_gas_low_below)',
    for: '10m',
    summary: 'The hot wallet on {{ $labels.network }} has too little {{ $labels.coin }} for network fees.',
    action: 'pasarela hot-wallet list',
  },

  {
    alert: 'PasarelaPoolWaits',
    group: 'queues',
    severity: 'warn',
    codes: [],
    expr: 'max(rate(pasarela_database_pool_wait_seconds_total[5m])) > 1',
    for: '10m',
    summary: 'In a process more than one caller waits for a connection to the database all the time.',
    action: 'See whether the database is slow; else raise DATABASE_POOL_SIZE, and max_connections with it.',
  },
  {
    alert: 'PasarelaWebhooksLate',
    group: 'queues',
    severity: 'page',
    codes: ['webhooks_late'],
    expr: `max(pasarela_webhook_oldest_due_seconds) > ${bounds.dueSeconds} or max(pasarela_webhook_deliveries_due) > ${bounds.dueDeliveries}`,
    for: '5m',
    summary: 'Webhooks that are due wait for more than five minutes, or too many of them wait.',
  },
  {
    alert: 'PasarelaWebhooksRefused',
    group: 'queues',
    severity: 'warn',
    codes: [],
    expr: 'sum(rate(pasarela_webhook_send_duration_seconds_count{cause!="ok"}[15m])) / sum(rate(pasarela_webhook_send_duration_seconds_count[15m])) > 0.5',
    for: '15m',
    summary: 'Half of all webhooks are not confirmed by their receivers.',
  },
  {
    alert: 'PasarelaMailsWait',
    group: 'queues',
    severity: 'page',
    codes: ['mails_wait'],
    expr: `max(pasarela_mail_oldest_waiting_seconds) > ${bounds.mailSeconds}`,
    summary: 'A mail has not been sent for ten minutes. See whether the mail server answers.',
    action: 'pasarela doctor',
  },
  {
    alert: 'PasarelaContactRefused',
    group: 'queues',
    severity: 'warn',
    codes: ['contact_refused'],
    expr: 'max(pasarela_contacts_refused) > 0',
    for: '15m',
    summary: 'The contact address of a merchant refuses mail. Its owners are written to instead.',
    action: 'See the alarms on the dashboard, and ask the merchant for another address.',
  },
] as const satisfies readonly AlarmRule[];

export type AlarmCode = (typeof alarmRules)[number]['codes'][number];

export const alarmCodes: readonly AlarmCode[] = alarmRules.flatMap(
  ({ codes }): readonly AlarmCode[] => codes,
);

const urgentCodes: ReadonlySet<AlarmCode> = new Set(
  alarmRules
    .filter(({ severity }) => severity === 'page')
    .flatMap(({ codes }): readonly AlarmCode[] => codes),
);

export function isUrgent(code: AlarmCode): boolean {
  return urgentCodes.has(code);
}

/**
 * Codes that the service raises itself and stores in a table until they are over. The others are computed on request.
 */
export const raisedCodes = [
  'restored',
  'chain_lag',
  'chain_gap',
  'custody_gap',
  'late_entries',
  'ledger_wrong',
  'audit_wrong',
  'merchant_in_the_red',
  'card_cases',
  'clock_off',
  'rates_failing',
  'rate_source_away',
  'sent_after_failed',
  ...named(graveReasons),
  ...named(plainReasons),
] as const satisfies readonly AlarmCode[];
export type RaisedCode = (typeof raisedCodes)[number];
