import { expect } from 'vitest';
import { checkLedger, faultsIn } from '../../src/accounts/ledger/check-ledger.ts';
import type { Sql } from '../../src/base/db/pool.ts';
import { type Credentials, call, createCharge, keyHeaders, pay, sampleCharge, until } from '../kit/client.ts';
import type { ProcessorSimulator } from '../kit/processors/simulator.ts';
import type { TestServer } from '../kit/server.ts';
import { type Ask, startTrading, type Trading } from './trader.ts';

/** Customers of a merchant who pay on a processor's page. */
export interface PagePaying {
  trading: Trading;
  /** Charges whose page was paid, whatever our program answered afterwards. */
  paid: Set<string>;
  /** An additional customer, who opens the page and stays there. */
  openOne(): Promise<{ reference: string; page: string }>;
  payOne(reference: string, page: string): Promise<void>;
}

export function startPayingOnPage(
  server: TestServer,
  simulator: ProcessorSimulator,
  merchant: Credentials,
): PagePaying {
  const paid = new Set<string>();
  const { currency, country } = simulator;
  const charge = { ...sampleCharge, currency, country, amount: 100 };
  const payOne = async (reference: string, page: string): Promise<void> => {
    await simulator.pay(page, 'approved');
    paid.add(reference);
  };
  const payOnPage = async (ask: Ask, reference: string): Promise<boolean> => {
    const opened = await ask((at) => pay(at, reference, ''));
    // Without a page the customer leaves; if one was opened anyway, it is never paid.
    if (!opened?.body.forwardTo) return false;
    await payOne(reference, opened.body.forwardTo);
    await ask((at) => call(at, 'GET', `/pay/${reference}/return`));
    const read = await ask((at) => call(at, 'GET', `/api/transactions/${reference}`, keyHeaders(merchant)));
    return read?.body.data?.status === 'approved';
  };
  return {
    trading: startTrading(() => [server], merchant, 3, { charge, pay: payOnPage }),
    paid,
    async openOne() {
      const reference = await createCharge(server, charge, merchant);
      const { body } = await pay(server, reference, '');
      return { reference, page: body.forwardTo };
    },
    payOne,
  };
}

/** Every payment on a page is approved in time, and processor, charge, ledger and events agree on every charge. */
export async function expectTakenOnce(
  sql: Sql,
  simulator: ProcessorSimulator,
  paid: ReadonlySet<string>,
): Promise<void> {
  // Interrupted attempts are due for an inquiry now instead of later.
  await sql`
    UPDATE attempts
       SET due_at = now(), lease_until = NULL
     WHERE status IN ('created', 'authenticating', 'unknown')`;
  const charges = await until(
    () =>
      sql<{ id: string; status: string; amountMinor: bigint }[]>`
        SELECT id, status, amount_minor AS "amountMinor" FROM charges`,
    (rows) => rows.filter(({ status }) => status === 'approved').length >= paid.size,
  );
  const approved = charges.filter(({ status }) => status === 'approved');
  expect(new Set(approved.map(({ id }) => id))).toEqual(paid);
  expect(await simulator.capturedMinor()).toBe(
    approved.reduce((sum, { amountMinor }) => sum + amountMinor, 0n),
  );
  const attempts = await sql<{ id: string; chargeId: string }[]>`
    SELECT id, charge_id AS "chargeId" FROM attempts WHERE status = 'approved'`;
  for (const { id } of attempts) expect(await simulator.capturesOf(id)).toBe(1);
  const posted = await sql<{ id: string }[]>`
    SELECT subject_id AS id FROM ledger_entries WHERE kind = 'charge_approved'`;
  const told = await sql<{ id: string }[]>`SELECT subject_id AS id FROM events WHERE status = 'approved'`;
  const once = [...paid].sort();
  expect(attempts.map(({ chargeId }) => chargeId).sort()).toEqual(once);
  expect(posted.map(({ id }) => id).sort()).toEqual(once);
  expect(told.map(({ id }) => id).sort()).toEqual(once);
  expect(faultsIn(await checkLedger(sql))).toEqual([]);
}
