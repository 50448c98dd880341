import { allAlarms } from '../../accounts/alarms/alarms.ts';
import { operatorRefusedAt } from '../../accounts/mail/store.ts';
import { listRefusedContacts } from '../../accounts/merchants/store.ts';
import type { Sql } from '../../base/db/pool.ts';
import { listCursors } from '../../crypto/deposits/cursor-store.ts';
import { waitingOrders } from '../../crypto/orders/list-store.ts';
import { payoutsWaiting } from '../../crypto/payouts/waiting-store.ts';
import { countOpenCases } from '../../payments/charges/cases/case-store.ts';
import type { PaymentProcessors } from '../../payments/charges/payment-processors.ts';
import { movementAges, notificationsWaiting } from '../metrics/card-gauges.ts';
import { readChecks } from '../metrics/check-gauges.ts';
import {
  oldestUnresolvedSeconds,
  payoutsInReview,
  settlementsWaiting,
  straysWaiting,
} from '../metrics/money-gauges.ts';
import { deliveriesDue, mailsWaiting, oldestDueSeconds, oldestMailSeconds } from '../metrics/queue-gauges.ts';
import { gasLowBelow, type Holding } from '../metrics/wallet-gauges.ts';
import { type ActiveAlarm, type AlarmFacts, decideAlarms } from './decide-alarms.ts';
import type { KnownProcess, ReportedNode, ReportedProcessor } from './process-report.ts';
import { heardWithinSeconds } from './report-job.ts';
import { readReports } from './report-store.ts';

/** The lengths and ages of the queues. */
export interface Queues {
  deliveriesDue: number;
  oldestDueSeconds: number;
  mailsWaiting: number;
  oldestMailSeconds: number;
  ordersWaiting: number;
  straysWaiting: number;
  payoutsInReview: number;
  settlementsWaiting: number;
  cardCasesOpen: number;
  payoutsWaiting: { network: string; reason: string; value: number }[];
  oldestUnresolvedSeconds: number;
}

export async function readQueues(sql: Sql): Promise<Queues> {
  return {
    deliveriesDue: await deliveriesDue(sql),
    oldestDueSeconds: await oldestDueSeconds(sql),
    mailsWaiting: await mailsWaiting(sql),
    oldestMailSeconds: await oldestMailSeconds(sql),
    ordersWaiting: (await waitingOrders(sql, null, 0)).total,
    straysWaiting: await straysWaiting(sql),
    payoutsInReview: await payoutsInReview(sql),
    settlementsWaiting: await settlementsWaiting(sql),
    cardCasesOpen: (await countOpenCases(sql)).reduce((sum, { count }) => sum + count, 0),
    payoutsWaiting: await payoutsWaiting(sql),
    oldestUnresolvedSeconds: await oldestUnresolvedSeconds(sql),
  };
}

export async function readProcesses(sql: Sql): Promise<KnownProcess[]> {
  return await readReports(sql, heardWithinSeconds);
}

/** An RPC node that one process cannot reach is unhealthy, whatever the other processes report. */
export function nodesOf(processes: readonly KnownProcess[]): ReportedNode[] {
  const byName = new Map<string, ReportedNode>();
  for (const node of processes.flatMap(({ nodes }) => nodes)) {
    const name = `${node.network} ${node.host}`;
    if (!byName.has(name) || !node.isWell) byName.set(name, node);
  }
  return [...byName.values()];
}

/** Failing if one process reports so; the last answer is the newest of all. */
export function processorsOf(processes: readonly KnownProcess[]): Map<string, ReportedProcessor> {
  const byName = new Map<string, ReportedProcessor>();
  for (const each of processes.flatMap(({ processors }) => processors)) {
    const before = byName.get(each.processor);
    const newest = before && (before.lastAt ?? '') > (each.lastAt ?? '') ? before : each;
    byName.set(each.processor, { ...newest, isFailing: each.isFailing || (before?.isFailing ?? false) });
  }
  return byName;
}

/** Every worker reads the same wallets: the newest report is enough. */
export function walletsOf(processes: readonly KnownProcess[]): Holding[] {
  const byAddress = new Map<string, Holding>();
  for (const { wallets } of processes.toSorted((a, b) => a.seenAt.getTime() - b.seenAt.getTime())) {
    for (const wallet of wallets) byAddress.set(`${wallet.network} ${wallet.address}`, wallet);
  }
  return [...byAddress.values()];
}

/** Merchants by name, and the operator's own address by its variable. */
async function refusedContacts(sql: Sql): Promise<AlarmFacts['refusedContacts']> {
  const operatorAt = await operatorRefusedAt(sql);
  const operator = operatorAt === null ? [] : [{ merchant: 'ALERT_EMAIL', at: operatorAt }];
  return [...operator, ...(await listRefusedContacts(sql))];
}

export async function readAlarms(
  { sql, processors }: { sql: Sql; processors: PaymentProcessors },
  now: Date,
): Promise<ActiveAlarm[]> {
  const processes = await readProcesses(sql);
  const reported = processorsOf(processes);
  const [waiting, ages] = [await notificationsWaiting(sql), await movementAges(processors, sql)];
  const names = new Set([...reported.keys(), ...waiting.map(({ processor }) => processor), ...ages.keys()]);
  const facts: AlarmFacts = {
    ...(await readQueues(sql)),
    now,
    raised: await allAlarms(sql),
    roles: new Set(processes.flatMap(({ roles }) => roles)),
    networks: await listCursors(sql),
    processors: [...names].map((processor) => ({
      processor,
      isFailing: reported.get(processor)?.isFailing ?? false,
      notificationsWaiting: waiting.find((each) => each.processor === processor)?.count ?? 0,
      linesAgeSeconds: ages.get(processor) ?? null,
    })),
    wallets: walletsOf(processes).map((wallet) => ({ ...wallet, gasLowBelow: gasLowBelow(wallet.network) })),
    refusedContacts: await refusedContacts(sql),
    checks: await readChecks(sql),
  };
  return decideAlarms(facts);
}
