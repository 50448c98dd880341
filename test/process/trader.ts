import { setTimeout as delay } from 'node:timers/promises';
import { expect, onTestFinished } from 'vitest';
import type { Sql } from '../../src/db/pool.ts';
import { checkLedger, faultsIn } from '../../src/ledger/check-ledger.ts';
import { type Answer, type Credentials, call, keyHeaders, pay, sampleCharge, until } from '../kit/client.ts';

/** What merchants and customers noted down whose requests go to several processes, some of which go away meanwhile. */
export interface Trades {
  charges: Set<string>;
  approved: Set<string>;
  statuses: Map<number, number>;
  /** Requests that got no answer at all. */
  cuts: number;
}

export interface Trading {
  trades: Trades;
  /** Waits until so many more payments were approved. */
  more(count: number): Promise<void>;
  stop(): Promise<void>;
}

/** So many at once, until it is stopped or the test is over. The processes are looked up for each request. */
export function startTrading(
  servers: () => { url: string }[],
  merchant: Credentials,
  traders: number,
): Trading {
  const trades: Trades = { charges: new Set(), approved: new Set(), statuses: new Map(), cuts: 0 };
  let isOver = false;
  onTestFinished(() => {
    isOver = true;
  });
  const trading = Array.from({ length: traders }, () => trade(servers, merchant, trades, () => isOver));
  return {
    trades,
    async more(count) {
      const from = trades.approved.size;
      await until(
        async () => trades.approved.size - from,
        (approved) => approved >= count,
      );
    },
    async stop() {
      isOver = true;
      await Promise.all(trading);
    },
  };
}

/** Before a request that was cut off or refused is sent again. */
const pauseMs = 50;

/**
 * Charges and payments, one after the other, until told to stop. A request goes to any of the processes, as a balancer
 * has it. What got no answer or a 503 is sent again just as it was, but for a payment: its customer looks at it first.
 */
async function trade(
  servers: () => { url: string }[],
  merchant: Credentials,
  trades: Trades,
  isOver: () => boolean,
): Promise<void> {
  const ask = async (send: (server: { url: string }) => Promise<Answer>): Promise<Answer | null> => {
    const all = servers();
    const answer = await send(all[Math.floor(Math.random() * all.length)] as { url: string }).catch(
      () => null,
    );
    if (answer) trades.statuses.set(answer.httpStatus, (trades.statuses.get(answer.httpStatus) ?? 0) + 1);
    else trades.cuts += 1;
    return answer;
  };
  const askAgain = async (send: (server: { url: string }) => Promise<Answer>): Promise<Answer | null> => {
    while (!isOver()) {
      const answer = await ask(send);
      if (answer && answer.httpStatus !== 503) return answer;
      await delay(pauseMs);
    }
    return null;
  };

  while (!isOver()) {
    const opened = await askAgain((server) => call(server, 'POST', '/api/auth/token', keyHeaders(merchant)));
    if (opened?.httpStatus !== 200) continue;
    const { access_token: token, session_id: session } = opened.body.data;
    const headers = { authorization: `Bearer ${token}`, 'x-session-id': session };
    const made = await askAgain((server) =>
      call(server, 'POST', '/api/transactions/charges', headers, sampleCharge),
    );
    if (made?.httpStatus !== 200) continue;
    const { reference } = made.body.data;
    trades.charges.add(reference);
    const paid = await ask((server) => pay(server, reference, '4242424242424242'));
    if (paid?.body.status === 'approved') trades.approved.add(reference);
  }
}

/** Everything that was acknowledged is there, and acquirer, charge, ledger and events tell the same of every payment, once. */
export async function expectWhole(sql: Sql, trades: Trades): Promise<void> {
  // Lets the time pass after which what was cut off on its way to the acquirer is found out by inquiry.
  await sql`
    UPDATE attempts
       SET created_at = created_at - interval '2 minutes', due_at = now(), lease_until = NULL
     WHERE status IN ('created', 'authenticating', 'unknown')`;
  await until(
    () => sql`SELECT FROM attempts WHERE status IN ('created', 'authenticating', 'unknown')`,
    (unresolved) => unresolved.length === 0,
  );
  const payments = await sql`
    SELECT charge.id,
           charge.status = 'approved' AS paid,
           (SELECT count(*)::int FROM sandbox_acquirer.payments AS payment
              JOIN attempts ON attempts.id::text = payment.id
             WHERE attempts.charge_id = charge.id AND payment.status = 'approved') AS acquired,
           (SELECT count(*)::int FROM ledger_entries WHERE subject_id = charge.id AND kind = 'charge_approved') AS posted,
           (SELECT count(*)::int FROM events WHERE subject_id = charge.id AND status = 'approved') AS told
      FROM charges AS charge`;
  const ids = new Set(payments.map(({ id }) => id));
  expect([...trades.charges].filter((reference) => !ids.has(reference))).toEqual([]);
  for (const { id, paid, ...times } of payments) {
    const once = paid ? 1 : 0;
    expect({ id, ...times }).toEqual({ id, acquired: once, posted: once, told: once });
    if (trades.approved.has(id)) expect({ id, paid }).toEqual({ id, paid: true });
  }
  expect(faultsIn(await checkLedger(sql))).toEqual([]);
}
