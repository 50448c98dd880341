import { setTimeout as delay } from 'node:timers/promises';
import type { Sql } from '../src/base/db/pool.ts';
import { tableSizes } from '../src/base/db/schema/sizes.ts';
import { connections } from './compare.ts';
import { receiverUrls } from './deliveries.ts';
import type { Measured } from './figures.ts';
import { cpuSeconds } from './process-tree.ts';
import { chargeBody, chargeHeaders, chargePath, request, tokenRequest } from './requests.ts';
import type { Subject, World } from './world.ts';

const warmUpCharges = 200;
/** The simulated acquirer handles payments one at a time: more charges would only take longer. */
const charges = 1_000;
const pollMs = 50;

/**
 * The machine time of a paid charge: a token, the charge, the customer's card, the ledger entry, the webhook and its
 * log. It includes the sandbox's simulated acquirer, which keeps its own tables in the same database; a real acquirer
 * is called over the network instead.
 */
export async function costOfPaidCharge(world: World): Promise<Measured> {
  const subject = await world.subject('cost');
  const [hook = ''] = await receiverUrls(world);
  await payCharges(world, subject, hook, warmUpCharges);
  const before = await look(world, subject);
  const startedMs = performance.now();
  await payCharges(world, subject, hook, charges);
  const seconds = (performance.now() - startedMs) / 1000;
  const after = await look(world, subject);
  const each = (count: number): number => Math.round((count / charges) * 1000) / 1000;
  const programMs = each((after.programSeconds - before.programSeconds) * 1000);
  const databaseMs = each((after.databaseSeconds - before.databaseSeconds) * 1000);
  return {
    result: programMs + databaseMs,
    notes: {
      programCpuMs: programMs,
      databaseCpuMs: databaseMs,
      walBytes: Math.round(each(after.walBytes - before.walBytes)),
      bytesAtRest: Math.round(each(after.restBytes - before.restBytes)),
      paidPerSecond: Math.round(charges / seconds),
    },
  };
}

async function look(world: World, { sql, pid }: Subject) {
  await sql`CHECKPOINT`;
  const [row] = await sql<{ wal: bigint }[]>`
    SELECT (pg_current_wal_insert_lsn() - '0/0')::bigint AS wal`;
  const sizes = await tableSizes(sql);
  return {
    programSeconds: await cpuSeconds(pid),
    databaseSeconds: await cpuSeconds(world.postgresPid),
    walBytes: Number(row?.wal ?? 0n),
    restBytes: sizes.reduce((sum, { tableBytes, indexBytes }) => sum + Number(tableBytes + indexBytes), 0),
  };
}

/** Returns when the last webhook is recorded. */
async function payCharges(world: World, subject: Subject, hook: string, count: number): Promise<void> {
  const { url, merchant, tokens, sql } = subject;
  const run = (requests: string[]) =>
    world.load.run({ urls: [url], connections, count: requests.length, requests });
  await run(Array.from({ length: count }, () => tokenRequest(merchant)));
  const sessions = Array.from({ length: count }, () => chargeHeaders(tokens, merchant, new Date()));
  const body = (customer: number) =>
    JSON.stringify({
      ...chargeBody(customer),
      notification_url: `${hook}/hook`,
      order_number: `order-${customer}`,
      email: `customer-${customer}@mail.example`,
    });
  await run(sessions.map((headers, customer) => request('POST', chargePath, headers, body(customer))));
  const card = new URLSearchParams({
    number: '4242424242424242',
    expiry: '12/39',
    code: '123',
    name: 'Ana Test',
    document: '12345678',
  });
  const headers = { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' };
  await run(
    sessions.map((session) => request('POST', `/pay/${session['x-session-id']}`, headers, card.toString())),
  );
  while (await anyPending(sql)) await delay(pollMs);
}

async function anyPending(sql: Sql): Promise<boolean> {
  const [row] = await sql<{ found: boolean }[]>`
    SELECT EXISTS (SELECT FROM deliveries WHERE status = 'pending') AS found`;
  return row?.found ?? false;
}
