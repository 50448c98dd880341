import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { parse, stringify } from 'yaml';
import { type AlarmRule, alarmBounds, alarmRules } from '../../src/accounts/alarms/alarm-list.ts';
import { networks } from '../../src/chain/chains/networks.ts';
import { findPromtool } from '../kit/programs.ts';

/** The list of alarms, the files generated from it, and Prometheus's own tool over every rule. */

const rules: readonly AlarmRule[] = alarmRules;
const rulesFile = new URL('../../ops/prometheus-alerts.yml', import.meta.url);
const headingOf = ({ runbook, alert }: AlarmRule): string => runbook ?? alert;
const annotationsOf = (rule: AlarmRule): Record<string, string> => ({
  summary: rule.summary,
  ...(rule.action && { action: rule.action }),
  runbook: `docs/operate/alarms.md#${headingOf(rule).toLowerCase()}`,
});

test('the rules of Prometheus are made from the list', async () => {
  const groups = [...new Set(rules.map(({ group }) => group))].map((group) => ({
    name: `pasarela-${group}`,
    rules: rules
      .filter((rule) => rule.group === group)
      .map((rule) => ({
        alert: rule.alert,
        expr: rule.expr,
        ...(rule.for && { for: rule.for }),
        labels: { severity: rule.severity },
        annotations: annotationsOf(rule),
      })),
  }));
  const head = [
    '# Made from src/accounts/alarms/alarm-list.ts; change it there, then: npx vitest run test/ops/alerts.test.ts --update',
    '# The name of the scrape job contains "pasarela". PasarelaDiskFilling needs node_exporter on the machine of the database.',
    '',
  ].join('\n');
  await expect(`${head}${stringify({ groups }, { lineWidth: 0 })}`).toMatchFileSnapshot(rulesFile.pathname);
});

test('the table of the runbook is made from the list', async () => {
  const path = new URL('../../docs/operate/alarms.md', import.meta.url).pathname;
  const text = await readFile(path, 'utf8');
  const [begin, end] = ['<!-- alarms: begin -->\n', '<!-- alarms: end -->'];
  const [before = '', rest = ''] = text.split(begin);
  const after = rest.slice(rest.indexOf(end));
  expect(after.startsWith(end)).toBe(true);
  const table = [
    '| in Prometheus | severity | on the dashboard and by mail | after | what it means |',
    '|---|---|---|---|---|',
    ...rules.map((rule) => {
      const { alert, severity, codes, summary } = rule;
      const link = `[${alert}](#${headingOf(rule).toLowerCase()})`;
      const names = codes.map((code) => `\`${code}\``).join(', ');
      return `| ${link} | ${severity} | ${names} | ${rule.for ?? 'at once'} | ${plain(summary)} |`;
    }),
    '',
  ].join('\n');
  await expect(`${before}${begin}${table}${after}`).toMatchFileSnapshot(path);
});

/** A summary with label names in place of values: `{{ $labels.network }}` becomes "network". */
function plain(summary: string): string {
  return summary.replaceAll(/\{\{ \$labels\.(\w+) \}\}/g, '<$1>').replaceAll('<', '&lt;');
}

/** Values per step, in promtool's notation. */
type Series = Readonly<Record<string, string>>;
interface Example {
  /** The alert fires for each of these, once per set of labels. */
  bad: { series: Series; labels?: Record<string, string>; each?: Record<string, string>[] }[];
  /** The alert is silent for these. */
  good: Series[];
  /** Long enough for the rule's `for`. */
  at: string;
}

/** Examples of a day and more use steps of ten minutes: promtool's time grows with the number of steps. */
const stepOf = ({ at }: Example): string => (/^2\dh$/.test(at) ? '10m' : '1m');
const day = 160;
/** A constant value. */
const steady = (value: number, steps = 60): string => `${value}x${steps}`;
/** A counter that grows by this much per minute. */
const growing = (perMinute: number): string => `0+${perMinute}x60`;
/** An example of one series above or below a bound. */
const above = (name: string, bound: number, at: string, minutes = 60): Example => ({
  bad: [{ series: { [name]: steady(bound + 1, minutes) } }],
  good: [{ [name]: steady(bound, minutes) }, {}],
  at,
});
const raised = (code: string): Example => above(`pasarela_alarms_raised{code="${code}"}`, 0, '1m');
/** The same with labels that the alert keeps. */
const by = (labels: Record<string, string>, name: string, bound: number, at: string, minutes = 60) => {
  const matchers = Object.entries(labels).map(([label, value]) => `${label}="${value}"`);
  const example = above(`${name}{${matchers.join(',')}}`, bound, at, minutes);
  return { ...example, bad: example.bad.map((bad) => ({ ...bad, labels })) };
};
const requests = (status: string): string =>
  `pasarela_http_request_duration_seconds_count{route="/pay",status="${status}"}`;
const charges = (le: string): string =>
  `pasarela_http_request_duration_seconds_bucket{route="/api/transactions/charges",le="${le}"}`;
const attempts = (status: string): string => `pasarela_attempts_total{status="${status}"}`;
const sends = (cause: string): string => `pasarela_webhook_send_duration_seconds_count{cause="${cause}"}`;
const held = (reasons: readonly string[]): Series =>
  Object.fromEntries(
    reasons.map((reason) => [`pasarela_payouts_waiting{network="ERC20",reason="${reason}"}`, steady(1)]),
  );
const waiting = (codes: readonly string[]): Example => {
  const reasons = codes.map((code) => code.replace('payouts_', ''));
  const each = reasons.map((reason) => ({ network: 'ERC20', reason }));
  return { bad: [{ series: held(reasons), each }], good: [held(['turn', 'paused'])], at: '15m' };
};
const codesOf = (name: string): readonly string[] => rules.find(({ alert }) => alert === name)?.codes ?? [];
/** Wallets on every network, with this share of the minimum gas. */
const gasEverywhere = (share: number): Series =>
  Object.assign(
    {},
    ...networks.map(({ id, coin, gasLowBelow }): Series => {
      const labels = `{network="${id}",coin="${coin.code}",address="a"}`;
      return {
        [`pasarela_hot_wallet_gas${labels}`]: steady(gasLowBelow * share),
        [`pasarela_hot_wallet_gas_low_below${labels}`]: steady(gasLowBelow),
      };
    }),
  );
const disk = (free: number): Series => {
  const labels = '{instance="db",mountpoint="/data",fstype="ext4"}';
  return {
    [`node_filesystem_avail_bytes${labels}`]: steady(free),
    [`node_filesystem_size_bytes${labels}`]: steady(100),
  };
};
const watchers = (count: number): Series => ({ 'pasarela_processes{role="watcher"}': steady(count) });
const up = { job: 'pasarela-api', instance: 'a:8080' };

const examples: Record<(typeof alarmRules)[number]['alert'], Example> = {
  // Second case: the process ended, and its series went stale.
  PasarelaDown: {
    bad: [{ series: {} }, { series: { pasarela_build_info: '1 1 1 stale' } }],
    good: [{ pasarela_build_info: steady(1) }],
    at: '20m',
  },
  PasarelaProcessDown: {
    bad: [{ series: { 'up{job="pasarela-api",instance="a:8080"}': steady(0) }, labels: up }],
    good: [
      { 'up{job="pasarela-api",instance="a:8080"}': steady(1) },
      { 'up{job="other",instance="b"}': steady(0) },
    ],
    at: '10m',
  },
  PasarelaNoWorker: {
    bad: [{ series: { 'pasarela_processes{role="worker"}': steady(0), ...watchers(1) } }],
    good: [{ 'pasarela_processes{role="worker"}': steady(1), ...watchers(0) }],
    at: '5m',
  },
  PasarelaNoWatcher: {
    bad: [{ series: { ...watchers(0), 'pasarela_chain_unled_seconds{network="ERC20"}': steady(9) } }],
    good: [
      { ...watchers(1), 'pasarela_chain_unled_seconds{network="ERC20"}': steady(0) },
      // No network is served: an installation with cards only needs no watcher.
      watchers(0),
    ],
    at: '5m',
  },
  PasarelaDatabaseUnwritable: {
    bad: [
      {
        series: {
          'pasarela_database_writable{instance="a"}': steady(1),
          'pasarela_database_writable{instance="b"}': steady(0),
        },
      },
    ],
    good: [{ pasarela_database_writable: steady(1) }],
    at: '5m',
  },
  PasarelaDiskFilling: {
    bad: [{ series: disk(9), labels: { instance: 'db', mountpoint: '/data' } }],
    good: [disk(11), {}],
    at: '15m',
  },
  PasarelaErrors: {
    bad: [{ series: { [requests('200')]: growing(90), [requests('503')]: growing(10) } }],
    good: [{ [requests('200')]: growing(99), [requests('503')]: growing(1), [requests('404')]: growing(50) }],
    at: '15m',
  },
  PasarelaSlow: {
    bad: [
      {
        series: {
          [charges('1')]: growing(90),
          [charges('2.5')]: growing(100),
          [charges('+Inf')]: growing(100),
        },
      },
    ],
    good: [{ [charges('1')]: growing(99), [charges('2.5')]: growing(100), [charges('+Inf')]: growing(100) }],
    at: '20m',
  },
  PasarelaJobsFail: {
    // Prometheus stores it like this: `job` is the scrape's own label.
    bad: [
      {
        series: { 'pasarela_job_failures_total{job="pasarela",task="send-mails"}': growing(1) },
        labels: { task: 'send-mails' },
      },
    ],
    good: [{ 'pasarela_job_failures_total{job="pasarela",task="send-mails"}': '0x10 3x50' }],
    at: '30m',
  },
  PasarelaClockOff: raised('clock_off'),
  PasarelaRestored: above('pasarela_restored', 0, '1m'),
  PasarelaLateEntries: raised('late_entries'),
  PasarelaLedgerWrong: raised('ledger_wrong'),
  PasarelaAuditWrong: raised('audit_wrong'),
  PasarelaBackupWrong: {
    ...above('pasarela_check_found{check="backup_verification"}', 0, '1m'),
    good: [{ 'pasarela_check_found{check="custody",about="ERC20"}': steady(1) }, {}],
  },
  PasarelaChecksLate: {
    bad: [
      {
        series: {
          'pasarela_check_age_seconds{check="ledger_check"}': steady(alarmBounds.checksSeconds + 1, 90),
        },
        labels: { check: 'ledger_check' },
      },
      {
        series: {
          'pasarela_check_age_seconds{check="backup_verification"}': steady(
            alarmBounds.backupSeconds + 1,
            90,
          ),
        },
        labels: { check: 'backup_verification' },
      },
    ],
    good: [
      { 'pasarela_check_age_seconds{check="backup_verification"}': steady(alarmBounds.backupSeconds, 90) },
      {},
    ],
    at: '80m',
  },
  PasarelaMerchantInTheRed: raised('merchant_in_the_red'),
  PasarelaRefusals: {
    bad: [{ series: { [attempts('refused')]: growing(7), [attempts('approved')]: growing(3) } }],
    good: [
      { [attempts('refused')]: growing(5), [attempts('approved')]: growing(5) },
      // Too few attempts to judge.
      { [attempts('refused')]: '0x10 15x50', [attempts('approved')]: steady(0) },
    ],
    at: '45m',
  },
  PasarelaAttemptsUnresolved: above(
    'pasarela_attempts_oldest_unresolved_seconds',
    alarmBounds.unresolvedSeconds,
    '1m',
  ),
  PasarelaProcessorFailing: by({ processor: 'stripe' }, 'pasarela_card_processor_failing', 0, '10m'),
  PasarelaProcessorNotifications: by(
    { processor: 'stripe' },
    'pasarela_card_notifications_waiting',
    alarmBounds.notifications,
    '20m',
  ),
  PasarelaCardCases: by({ processor: 'stripe' }, 'pasarela_card_cases_open', 0, '20m'),
  PasarelaCardBalance: by(
    { processor: 'stripe', currency: 'USD' },
    'pasarela_card_balance_difference',
    0,
    '26h',
    day,
  ),
  PasarelaProcessorLines: by(
    { processor: 'stripe' },
    'pasarela_card_lines_age_seconds',
    alarmBounds.linesSeconds,
    '3h',
    200,
  ),
  PasarelaChainBehind: by({ network: 'TRC20' }, 'pasarela_chain_last_block_age_seconds', 300, '10m'),
  PasarelaChainUnled: by(
    { network: 'TRC20' },
    'pasarela_chain_unled_seconds',
    alarmBounds.unledSeconds,
    '1m',
  ),
  PasarelaChainGaps: by({ network: 'TRC20' }, 'pasarela_chain_gaps', 0, '1m'),
  PasarelaCustodyGap: raised('custody_gap'),
  PasarelaSentAfterFailed: raised('sent_after_failed'),
  PasarelaRatesFailing: raised('rates_failing'),
  PasarelaRateSourceAway: raised('rate_source_away'),
  PasarelaOrdersWaiting: above('pasarela_orders_waiting', 0, '25h', day),
  PasarelaSuspense: {
    bad: ['usdt', 'usdc'].map((asset) => ({
      series: { [`pasarela_${asset}_in_suspense`]: steady(alarmBounds.suspense + 1, day) },
    })),
    good: [
      { pasarela_usdt_in_suspense: steady(alarmBounds.suspense, day) },
      // It was assigned to an owner within the day.
      { pasarela_usdt_in_suspense: '500x70 0x1 500x90' },
    ],
    at: '25h',
  },
  PasarelaStraysWaiting: above('pasarela_strays_waiting', 0, '65m', 120),
  PasarelaPayoutsInReview: above('pasarela_payouts_in_review', 0, '65m', 120),
  PasarelaSettlementsWaiting: above('pasarela_settlements_waiting', 0, '25h', day),
  PasarelaPayoutsHeldUp: waiting(codesOf('PasarelaPayoutsHeldUp')),
  PasarelaPayoutsWait: waiting(codesOf('PasarelaPayoutsWait')),
  PasarelaHotWalletLow: {
    bad: [
      {
        series: { 'pasarela_hot_wallet_token{network="BASE",asset="USDT"}': steady(999) },
        labels: { network: 'BASE', asset: 'USDT' },
      },
    ],
    good: [{ 'pasarela_hot_wallet_token{network="BASE",asset="USDT"}': steady(1_000) }],
    at: '15m',
  },
  PasarelaGasLow: {
    bad: [
      {
        series: gasEverywhere(0.5),
        each: networks.map(({ id, coin }) => ({ network: id, coin: coin.code })),
      },
    ],
    good: [gasEverywhere(1)],
    at: '15m',
  },
  PasarelaPoolWaits: {
    bad: [{ series: { pasarela_database_pool_wait_seconds_total: growing(120) } }],
    good: [{ pasarela_database_pool_wait_seconds_total: growing(30) }],
    at: '20m',
  },
  PasarelaWebhooksLate: {
    bad: [
      { series: { pasarela_webhook_oldest_due_seconds: steady(301) } },
      { series: { pasarela_webhook_deliveries_due: steady(5_001) } },
    ],
    good: [
      {
        pasarela_webhook_oldest_due_seconds: steady(300),
        pasarela_webhook_deliveries_due: steady(5_000),
      },
    ],
    at: '10m',
  },
  PasarelaWebhooksRefused: {
    bad: [{ series: { [sends('ok')]: growing(4), [sends('timeout')]: growing(6) } }],
    good: [{ [sends('ok')]: growing(6), [sends('timeout')]: growing(4) }],
    at: '35m',
  },
  PasarelaMailsWait: above('pasarela_mail_oldest_waiting_seconds', alarmBounds.mailSeconds, '1m'),
  PasarelaContactRefused: above('pasarela_contacts_refused', 0, '20m'),
};

test('every rule fires on a bad series and is silent on a good one', async () => {
  const promtool = findPromtool();
  if (promtool === null) throw new Error('promtool is missing; npm test installs it');
  const folder = await mkdtemp(join(tmpdir(), 'pasarela-alerts-'));
  try {
    const file = parse(await readFile(rulesFile, 'utf8')) as { groups: { rules: { alert: string }[] }[] };
    const written = file.groups.flatMap((group) => group.rules);
    // One file per rule: promtool evaluates all rules of a file at every minute of every example, which takes two
    // minutes in one file.
    const tries = rules.map(async (rule) => {
      const own = written.filter(({ alert }) => alert === rule.alert);
      const ruleFile = join(folder, `${rule.alert}.rules.yml`);
      await writeFile(ruleFile, stringify({ groups: [{ name: rule.alert, rules: own }] }));
      const testFile = join(folder, `${rule.alert}.yml`);
      const tests = testsOf(rule);
      await writeFile(
        testFile,
        stringify({
          rule_files: [ruleFile],
          evaluation_interval: stepOf(examples[rule.alert as keyof typeof examples]),
          tests,
        }),
      );
      return testFile;
    });
    await promisify(execFile)(promtool, ['test', 'rules', ...(await Promise.all(tries))]).catch((error) => {
      throw new Error(`${error.stdout}${error.stderr}`);
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

/** The alerts of a rule in promtool's format, with labels and texts. */
function testsOf(rule: AlarmRule): object[] {
  const example = examples[rule.alert as keyof typeof examples];
  const { bad, good, at } = example;
  const one = (series: Series, fires: object[]) => ({
    interval: stepOf(example),
    input_series: Object.entries(series).map(([name, values]) => ({ series: name, values })),
    alert_rule_test: [{ eval_time: at, alertname: rule.alert, exp_alerts: fires }],
  });
  const told = (labels: Record<string, string>) => ({
    exp_labels: { severity: rule.severity, ...labels },
    exp_annotations: Object.fromEntries(
      Object.entries(annotationsOf(rule)).map(([name, text]) => [
        name,
        text.replaceAll(/\{\{ \$labels\.(\w+) \}\}/g, (_, label: string) => labels[label] ?? ''),
      ]),
    ),
  });
  return [
    ...bad.map(({ series, labels, each = [labels ?? {}] }) => one(series, each.map(told))),
    ...good.map((series) => one(series, [])),
  ];
}
