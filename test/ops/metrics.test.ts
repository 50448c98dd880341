import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { newId } from '../../src/base/db/ids.ts';
import { createMemoryLogger } from '../../src/base/ground/logger.ts';
import { type Pasarela, start } from '../../src/compose/start.ts';
import { readConfig } from '../../src/config/config.ts';
import { saveBalances } from '../../src/payments/charges/movements/balance-store.ts';
import { run } from '../../src/surfaces/cli/run.ts';
import { insertEndedRun } from '../../src/surfaces/operator/runs/run-store.ts';
import { payerOn } from '../kit/chains/payer.ts';
import { call, createCharge, pay, until } from '../kit/client.ts';
import { awaitPayment, untilStatus } from '../kit/crypto/orders.ts';
import { machineUser } from '../kit/machine-user.ts';
import { openPayoutWorld } from '../kit/payouts/payout-world.ts';
import { startTestServer, type TestServer } from '../kit/server.ts';
import { type Receiver, startReceiver } from '../kit/webhooks/receiver.ts';

/** The operator's metrics, and that the alarms and the dashboard use no others. */

let receiver: Receiver;
let server: TestServer;
/** A second process on the same database. */
let second: Pasarela;
/** The log of the second process; it has the entries of both, whichever did the work. */
const lines: string[] = [];

beforeAll(async () => {
  receiver = await startReceiver();
  server = await startTestServer({ SANDBOX_CHAINS: 'on', DEMO_WEBHOOK_URL: receiver.url });
  const env = { PORT: '0', DATABASE_URL: server.databaseUrl, SANDBOX_CHAINS: 'off', RATE_LIMITS: 'off' };
  second = await start(
    readConfig({ ...env, ROLES: 'api,worker', DEMO_WEBHOOK_URL: receiver.url }),
    createMemoryLogger(lines),
  );
});
afterAll(async () => {
  await second.stop();
  await server.stop();
  await receiver.close();
});

interface Series {
  name: string;
  labels: Record<string, string>;
  value: number;
}

async function scrape(url = server.url): Promise<Series[]> {
  const headers = { authorization: `Bearer ${server.metricsToken}` };
  const { body } = await call({ url }, 'GET', '/metrics', headers);
  return (body as string).split('\n').flatMap((line) => {
    const [, name, labels = '', value] = /^(\w+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
    if (name === undefined) return [];
    const pairs = [...labels.matchAll(/(\w+)="([^"]*)"/g)].map(([, key, text]) => [key, text]);
    return [{ name, labels: Object.fromEntries(pairs), value: Number(value) }];
  });
}

function sum(series: Series[], name: string, labels: Record<string, string> = {}): number | null {
  const fitting = series.filter(
    (each) =>
      each.name === name && Object.entries(labels).every(([key, value]) => each.labels[key] === value),
  );
  return fitting.length === 0 ? null : fitting.reduce((total, { value }) => total + value, 0);
}

const summed = async (name: string, labels: Record<string, string> = {}) =>
  sum([...(await scrape()), ...(await scrape(second.addresses.baseUrl))], name, labels);

test('approvals, refusals by reason and volume are counted once, whichever process settles them', async () => {
  const charge = await createCharge(server, { amount: 10.5 });
  await pay(server, charge, '4000000000009995');
  await pay({ url: second.addresses.baseUrl }, charge, '4242424242424242');
  await pay(server, await createCharge(server, { amount: 7 }), '4242424242424242');
  // The acquirer never answers; a worker of either process makes an inquiry.
  await pay(server, await createCharge(server, { amount: 1 }), '4000000000000119');
  await until(
    () => summed('pasarela_attempts_total', { status: 'approved' }),
    (count) => count === 3,
  );
  const refused = { status: 'refused', reason: 'insufficient_funds', processor: 'sandbox' };
  expect(await summed('pasarela_attempts_total', refused)).toBe(1);
  expect(await summed('pasarela_attempts_total', { status: 'unknown' })).toBe(1);
  expect(await summed('pasarela_volume_total', { method: 'CARDS', currency: 'USD' })).toBe(18.5);
  expect(sum(await scrape(), 'pasarela_attempts_unresolved', { status: 'unknown' })).toBe(0);
});

test('an attempt without an outcome shows, with its age', async () => {
  await server.sql`ALTER TABLE attempts DISABLE TRIGGER USER`;
  await server.sql`
    UPDATE attempts
       SET status = 'unknown', created_at = now() - interval '1 hour', due_at = now() + interval '1 hour'
     WHERE status = 'refused'`;
  const series = await scrape();
  expect(sum(series, 'pasarela_attempts_unresolved', { status: 'unknown' })).toBe(1);
  expect(sum(series, 'pasarela_attempts_oldest_unresolved_seconds')).toBeGreaterThan(3_500);
});

test('USDT that is final is counted, and the hot wallets show what they hold', async () => {
  const described = server.networks.ERC20;
  if (!described) throw new Error('no such network');
  const { id, address, units } = await awaitPayment(server, 'ERC20');
  const payer = payerOn('ERC20', described);
  await payer.pay(address, units);
  await untilStatus(server, id, 'pending', 'success');
  await payer.finalize();
  await untilStatus(server, id, 'success');
  const paid = { method: 'USDT', currency: 'USDT' };
  await until(
    () => summed('pasarela_volume_total', paid),
    (volume) => volume === 25.5,
  );
  expect(await summed('pasarela_orders_total', { network: 'ERC20', status: 'success' })).toBe(1);
  const told = lines.map((line) => JSON.parse(line)).filter(({ crypto_order }) => crypto_order === id);
  expect(told.map(({ msg }) => msg)).toEqual([
    'crypto_order created',
    'crypto_order pending',
    'crypto_order success',
  ]);
  // Ids only: of the order, its event and the request.
  for (const line of told) expect(JSON.stringify(line)).not.toContain('@');
  expect(told[0]).toMatchObject({ level: 30, reqId: expect.any(String) });
  const holdings = await until(scrape, (series) => sum(series, 'pasarela_hot_wallet_gas') !== null);
  for (const network of ['ERC20', 'TRC20']) {
    expect(sum(holdings, 'pasarela_hot_wallet_token', { network })).toBeGreaterThan(0);
    expect(sum(holdings, 'pasarela_hot_wallet_gas', { network })).toBeGreaterThan(0);
  }
});

test('payouts show in review, and waiting by network and reason', async () => {
  const env = { DATABASE_URL: server.databaseUrl };
  await run(['payouts', 'pause', 'all', '--by', machineUser, '--reason', 'a drill'], env);
  const world = await openPayoutWorld(server.sql);
  await world.confirmed(2_000_00n);
  await world.confirmed(100_00n);
  const waiting = { network: 'ERC20', reason: 'paused' };
  await until(scrape, (series) => sum(series, 'pasarela_payouts_waiting', waiting) === 1);
  expect(sum(await scrape(), 'pasarela_payouts_in_review')).toBe(1);
});

const notOurs = new Set(['PasarelaProcessDown', 'PasarelaDiskFilling']);

/** The tests above leave a series of every kind. */
test('every metric, label and value that an alarm or the dashboard names is there', async () => {
  await saveBalances(server.sql, [
    {
      ...{ processor: 'stripe', accountId: null, currency: 'USD', readAt: new Date(), since: null, runs: 0 },
      ...{ theirsMinor: 0n, oursMinor: 0n, summedUntil: new Date(), summedMinor: 0n },
    },
  ]);
  const run = { id: newId(), kind: 'backup_verification' as const, startedBy: 'ana', createdAt: new Date() };
  const result = { counts: {}, findings: [] };
  await insertEndedRun(server.sql, { ...run, endedAt: new Date(), found: 0n, result });
  const both = async () => [...(await scrape()), ...(await scrape(second.addresses.baseUrl))];
  const sends = 'pasarela_webhook_send_duration_seconds_count';
  const series = await until(both, (all) => sum(all, sends, { cause: 'ok' }) !== null);
  const here = (file: string) => readFile(new URL(`../../ops/${file}`, import.meta.url), 'utf8');
  const { groups } = parse(await here('prometheus-alerts.yml')) as {
    groups: { rules: { alert: string; expr: string }[] }[];
  };
  const { panels } = JSON.parse(await here('grafana-dashboard.json')) as {
    panels: { title: string; targets?: { expr: string; legendFormat: string }[] }[];
  };
  const asked = [
    ...groups.flatMap(({ rules }) => rules.map(({ alert, expr }) => ({ who: alert, expr, legend: '' }))),
    ...panels.flatMap(({ title, targets = [] }) =>
      targets.map(({ expr, legendFormat }) => ({ who: title, expr, legend: legendFormat })),
    ),
  ];
  expect(asked.length).toBeGreaterThan(30);
  const missing: string[] = [];
  for (const { who, expr, legend } of asked) {
    const named = [...expr.matchAll(/\b((?:pasarela|nodejs|process)_\w+)(?:\{([^}]*)\})?/g)];
    // Metrics of Prometheus itself and node_exporter are not on our page.
    if (notOurs.has(who)) continue;
    if (named.length === 0) missing.push(`${who}: names no metric of ours`);
    const labelsOf = (name: string) =>
      new Set(series.filter((each) => each.name === name).flatMap(({ labels }) => Object.keys(labels)));
    for (const [, name = '', matchers = ''] of named) {
      const fitting = series.filter((each) => each.name === name);
      if (fitting.length === 0) missing.push(`${who}: ${name}`);
      for (const [, label = '', operator = '', value = ''] of matchers.matchAll(
        /(\w+)\s*(=~|!~|!=|=)\s*"([^"]*)"/g,
      )) {
        const isThere =
          operator === '=' || operator === '!='
            ? fitting.some(({ labels }) => labels[label] === value)
            : labelsOf(name).has(label);
        if (!isThere) missing.push(`${who}: ${name}{${label}${operator}"${value}"}`);
      }
    }
    const grouped = [...expr.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, list = '']) => list.split(/\s*,\s*/));
    const shown = [...legend.matchAll(/\{\{(\w+)\}\}/g)].map(([, label = '']) => label);
    const known = new Set(named.flatMap(([, name = '']) => [...labelsOf(name)]));
    for (const label of [...grouped, ...shown]) if (!known.has(label)) missing.push(`${who}: by ${label}`);
  }
  expect(missing).toEqual([]);
});
