import { setTimeout as delay } from 'node:timers/promises';
import { expect, onTestFinished } from 'vitest';
import { checkLedger, faultsIn } from '../../src/accounts/ledger/check-ledger.ts';
import type { Sql } from '../../src/base/db/pool.ts';
import { type Answer, type Credentials, call, keyHeaders, pay, sampleCharge, until } from '../kit/client.ts';

/** The records of merchants and customers whose requests go to several processes, some of which stop meanwhile. */
export interface Trades {
  charges: Set<string>;
  approved: Set<string>;
  statuses: Map<number, number>;
  /** Requests without any answer. */
  cuts: number;
}

export interface Trading {
  trades: Trades;
  /** Waits until this many more payments were approved. */
  more(count: number): Promise<void>;
  stop(): Promise<void>;
}

/** Sends a request to any of the processes, once; null: no answer. */
export type Ask = (send: (server: { url: string }) => Promise<Answer>) => Promise<Answer | null>;

/** A charge and a way to pay it; `pay` returns whether the customer saw the approval. */
interface Custom {
  charge: object;
  pay(ask: Ask, reference: string): Promise<boolean>;
}

const withCard: Custom = {
  charge: sampleCharge,
  pay: async (ask, reference) =>
    (await ask((server) => pay(server, reference, '4242424242424242')))?.body.status === 'approved',
};

/** Concurrent traders, until stopped or the test is over. The processes are looked up for each request. */
export function startTrading(
  servers: () => { url: string }[],
  merchant: Credentials,
  traders: number,
  custom = withCard,
): Trading {
  const trades: Trades = { charges: new Set(), approved: new Set(), statuses: new Map(), cuts: 0 };
  let isOver = false;
  onTestFinished(() => {
    isOver = true;
  });
  const trading = Array.from({ length: traders }, () =>
    trade(servers, merchant, custom, trades, () => isOver),
  );
  return {
    trades,
    async more(count) {
      const from = trades.approved.size;
      await until(
        async () => ({
          approved: trades.approved.size - from,
          answers: Object.fromEntries(trades.statuses),
          cuts: trades.cuts,
        }),
        ({ approved }) => approved >= count,
      );
    },
    async stop() {
      isOver = true;
      await Promise.all(trading);
    },
  };
}

/** The pause before an interrupted or refused request is sent again. */
const pauseMs = 50;

/**
 * Charges and payments, one after the other, until stopped. A request goes to any of the processes, like with a load
 * balancer. A request without an answer or with a 503 is repeated unchanged, except for a payment: its customer checks
 * it first.
 */
async function trade(
  servers: () => { url: string }[],
  merchant: Credentials,
  custom: Custom,
  trades: Trades,
  isOver: () => boolean,
): Promise<void> {
  const ask: Ask = async (send) => {
    const all = servers();
    const answer = await send(all[Math.floor(Math.random() * all.length)] as { url: string }).catch(
      () => null,
    );
    if (answer) trades.statuses.set(answer.httpStatus, (trades.statuses.get(answer.httpStatus) ?? 0) + 1);
    else trades.cuts += 1;
    return answer;
  };
  const askAgain: Ask = async (send) => {
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
      call(server, 'POST', '/api/transactions/charges', headers, custom.charge),
    );
    if (made?.httpStatus !== 200) continue;
    const { reference } = made.body.data;
    trades.charges.add(reference);
    if (await custom.pay(ask, reference)) trades.approved.add(reference);
  }
}

/** Everything acknowledged exists, and acquirer, charge, ledger and events agree on every payment, once. */
export async function expectWhole(sql: Sql, trades: Trades): Promise<void> {
  // Simulates the time after which an inquiry resolves attempts interrupted on their way to the acquirer.
  await sql`
    UPDATE attempts
       SET created_at = ${new Date(Date.now() - 2 * 60_000)}, due_at = now(), lease_until = NULL
     WHERE status IN ('created', 'authenticating', 'unknown')`;
  await until(
    () => sql`SELECT 1 FROM attempts WHERE status IN ('created', 'authenticating', 'unknown')`,
    (unresolved) => unresolved.length === 0,
  );
  const attempts = await sql<
    { id: string; chargeId: string }[]
  >`SELECT id, charge_id AS "chargeId" FROM attempts`;
  const acquired = await sql<
    { id: string }[]
  >`SELECT id FROM sandbox_acquirer.payments WHERE status = 'approved'`;
  const chargeOf = new Map(attempts.map(({ id, chargeId }) => [id, chargeId]));
  const posted = await sql<{ id: string }[]>`
    SELECT subject_id AS id FROM ledger_entries WHERE kind = 'charge_approved'`;
  const told = await sql<{ id: string }[]>`SELECT subject_id AS id FROM events WHERE status = 'approved'`;
  const timesOf = (rows: { id: string | undefined }[]) => Map.groupBy(rows, ({ id }) => id);
  const times = {
    acquired: timesOf(acquired.map(({ id }) => ({ id: chargeOf.get(id) }))),
    posted: timesOf(posted),
    told: timesOf(told),
  };
  const charges = await sql<{ id: string; status: string }[]>`SELECT id, status FROM charges`;
  const payments = charges.map(({ id, status }) => ({
    id,
    paid: status === 'approved',
    acquired: times.acquired.get(id)?.length ?? 0,
    posted: times.posted.get(id)?.length ?? 0,
    told: times.told.get(id)?.length ?? 0,
  }));
  const ids = new Set(payments.map(({ id }) => id));
  expect([...trades.charges].filter((reference) => !ids.has(reference))).toEqual([]);
  for (const { id, paid, ...counted } of payments) {
    const once = paid ? 1 : 0;
    expect({ id, ...counted }).toEqual({ id, acquired: once, posted: once, told: once });
    if (trades.approved.has(id)) expect({ id, paid }).toEqual({ id, paid: true });
  }
  expect(faultsIn(await checkLedger(sql))).toEqual([]);
}
