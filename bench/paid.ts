import { setTimeout as delay } from 'node:timers/promises';
import type { Sql } from '../src/base/db/pool.ts';
import { createCharge } from './checkout-bytes.ts';
import { receiverUrls } from './deliveries.ts';
import type { Measured } from './figures.ts';
import { compareSales, openMerchantSite } from './paying.ts';
import type { World } from './world.ts';

const atOnce = 32;
const poolSize = 10;
const firstCount = 200;
/** The interval between checks that all webhooks are recorded. */
const pollMs = 20;

/** The tables that a paid charge writes to; the bare server has its own copy of each. */
const tables = [
  'charges',
  'attempts',
  'ledger_entries',
  'ledger_postings',
  'ledger_balances',
  'events',
  'deliveries',
  'delivery_attempts',
];

/** Charges per second, from the token request to the recorded webhook: token, charge, page, card, outcome, webhook. */
export async function paidVsBare(world: World): Promise<Measured> {
  const subject = await world.subject('paid');
  const { merchant, databaseUrl, sql } = subject;
  for (const table of tables) {
    await sql`CREATE TABLE ${sql(`bare_${table}`)} (LIKE ${sql(table)} INCLUDING ALL)`;
  }
  const shop = openMerchantSite(world);
  const hooks = (await receiverUrls(world)).map((url) => `${url}/hook`);
  const seller = ({ pid, url }: { pid: number; url: string }, deliveries: string) => ({
    pid,
    async sell(count: number): Promise<number> {
      const startedAt = performance.now();
      await shop({ url, merchant, atOnce, count, hooks });
      while (await anyPending(sql, deliveries)) await delay(pollMs);
      return count / ((performance.now() - startedAt) / 1000);
    },
  });
  const bare = await world.baseline('bare-paid-server.ts', {
    DATABASE_URL: databaseUrl,
    MERCHANT_ID: merchant.merchantId,
    POOL_SIZE: String(poolSize),
    PAGE_BYTES: String(await pageBytes(await createCharge(subject))),
    WEBHOOK_SECRET: merchant.webhookSecret,
  });
  const ours = seller(subject, 'deliveries');
  const { comparison, costs } = await compareSales(world, ours, seller(bare, 'bare_deliveries'), firstCount);
  return { result: comparison.ratio, comparison, notes: { ...costs } };
}

async function anyPending(sql: Sql, deliveries: string): Promise<boolean> {
  const [row] = await sql<{ found: boolean }[]>`
    SELECT EXISTS (SELECT FROM ${sql(deliveries)} WHERE status = 'pending') AS found`;
  return row?.found ?? false;
}

async function pageBytes(pageUrl: string): Promise<number> {
  const page = await fetch(pageUrl, { headers: { 'accept-encoding': 'identity' } });
  return (await page.text()).length;
}
