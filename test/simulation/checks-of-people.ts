import { balancesOf } from '../../src/accounts/ledger/ledger.ts';
import { books, statementBooks } from '../../src/commerce/reports/names.ts';
import { readStatement } from '../../src/commerce/reports/read-report.ts';
import { readTransaction } from '../kit/client.ts';
import { serverOf } from './moves/asking.ts';
import type { World } from './world.ts';

/** Checks that the API, the webhooks, the pages and the statements agree with each other. */

/** West and east of UTC, with half hours, and far in the east, where a month begins first. */
const zones = ['UTC', 'America/Bogota', 'Asia/Kolkata', 'Pacific/Auckland'];

/** Each month's statement begins with what the one before ended with, and the last one ends with the balance. */
export async function checkStatements({ sql, clock, sandbox }: World): Promise<string[]> {
  const { merchantId } = sandbox.merchant;
  const wrong: string[] = [];
  const balances = await balancesOf(sql, merchantId);
  for (const zone of zones) {
    const closings = new Map<string, bigint>();
    for (const month of monthsUntil(clock.nowMs())) {
      const seen = new Set<string>();
      for (const { book, asset, opening, lines, closing, days } of await readStatement(
        sql,
        merchantId,
        month,
        zone,
      )) {
        const name = `${book} ${asset}`;
        seen.add(name);
        const before = closings.get(name) ?? 0n;
        const sum = Object.values(lines).reduce((all, amount) => all + amount, opening);
        const lastDay = days.at(-1)?.closing ?? opening;
        if (opening !== before)
          wrong.push(`${zone} ${month}: ${name} begins with ${opening} after ${before}`);
        if (sum !== closing || lastDay !== closing)
          wrong.push(
            `${zone} ${month}: ${name} ends with ${closing}, its lines with ${sum}, its days with ${lastDay}`,
          );
        closings.set(name, closing);
      }
      for (const [name, closing] of closings) {
        if (closing !== 0n && !seen.has(name)) wrong.push(`${zone} ${month}: ${name} is missing`);
      }
    }
    for (const book of statementBooks) {
      for (const { asset, balance } of balances.filter(({ account }) => account === books[book])) {
        const closing = closings.get(`${book} ${asset}`) ?? 0n;
        if (closing !== balance)
          wrong.push(`${zone}: ${book} ${asset} ends with ${closing}, and is ${balance}`);
      }
    }
  }
  return wrong;
}

/** From the month before the world's beginning, which is the first of January somewhere. */
function monthsUntil(nowMs: number): string[] {
  const months: string[] = [];
  const end = new Date(nowMs + 24 * 60 * 60 * 1000).toISOString().slice(0, 7);
  for (let number = 0; ; number++) {
    const month = new Date(Date.UTC(2029, 11 + number, 15)).toISOString().slice(0, 7);
    months.push(month);
    if (month >= end) return months;
  }
}

/**
 * The last webhook, the API and the customer's page say the same of each charge. One that could not be delivered was
 * told by mail.
 */
export async function checkStatuses(world: World): Promise<string[]> {
  const { sql, receiver } = world;
  const charges = await sql<{ id: string; status: string; event: string | null }[]>`
    SELECT charges.id, charges.status,
           (SELECT events.id
              FROM events
              JOIN deliveries ON deliveries.event_id = events.id
             WHERE subject_id = charges.id
             ORDER BY events.id DESC
             LIMIT 1)::text AS event
      FROM charges
     ORDER BY charges.id`;
  const statusIn = new Map<string, string>();
  for (const { headers, body } of receiver.received) {
    const { transactionStatus } = JSON.parse(body) as { transactionStatus?: string };
    if (transactionStatus) statusIn.set(String(headers['webhook-id']), transactionStatus);
  }
  const wrong: string[] = [];
  const { url } = serverOf(world);
  for (const { id, status, event } of charges) {
    const { body } = await readTransaction(serverOf(world), id);
    if (body?.data?.status !== status)
      wrong.push(`charge ${id} is ${status}, and the API says ${body?.data?.status}`);
    const told = event === null ? null : (statusIn.get(event) ?? null);
    if (told !== null && told !== status)
      wrong.push(`charge ${id} is ${status}, and the last webhook said ${told}`);
    const page = (await (await fetch(`${url}/pay/${id}/state`)).json()) as { view?: string };
    if (status !== 'open' && page.view !== status)
      wrong.push(`charge ${id} is ${status}, and its page shows ${page.view}`);
  }
  return wrong;
}
