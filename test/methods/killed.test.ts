import type { ChildProcess } from 'node:child_process';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { checkLedger, faultsIn } from '../../src/accounts/ledger/check-ledger.ts';
import type { MethodCode } from '../../src/accounts/methods/methods.ts';
import { newIdOf } from '../../src/base/db/ids.ts';
import { connect, type Sql } from '../../src/base/db/pool.ts';
import { attemptsOf } from '../../src/payments/charges/attempts/attempt-store.ts';
import { type Payment, payCharge } from '../../src/payments/charges/attempts/pay-charge.ts';
import { abandonAttempt, inquireAttempt } from '../../src/payments/charges/attempts/resolve-attempt.ts';
import { type Charge, hasEnded } from '../../src/payments/charges/charge.ts';
import { insertCharges } from '../../src/payments/charges/insert-charges.ts';
import { followNotifications } from '../../src/payments/charges/notifications/follow-notifications.ts';
import { insertNotifications } from '../../src/payments/charges/notifications/notification-store.ts';
import { findCharge } from '../../src/payments/charges/store.ts';
import { requestReturn } from '../../src/payments/charges/unexpected/return-unexpected.ts';
import { unexpectedOf } from '../../src/payments/charges/unexpected/unexpected-store.ts';
import { cardDeps } from '../cards/card-world.ts';
import { aCharge } from '../kit/charges.ts';
import { insertStore } from '../kit/merchants.ts';
import { createTestDatabase, type TestDatabase } from '../kit/postgres.ts';
import {
  buildKilled,
  type KilledProgram,
  killEverywhere,
  runUntilKilled,
} from '../kit/processes/killed-program.ts';
import { type DlocalSimulator, startDlocalSimulator } from '../kit/processors/dlocal-simulator.ts';
import type { LocalStart, LocalTask } from './local-process.ts';

/**
 * Killed before or after any write that lasts and any call, while a payment by a local method begins, is recorded, or its
 * money comes late and is decided: begun at most once, paid and given back at most once, told once, and the ledger is
 * right.
 */

const paidCode = '200';
let program: KilledProgram;
let database: TestDatabase;
let sql: Sql;
let simulator: DlocalSimulator;
let deps: ReturnType<typeof cardDeps>;
let merchantId: string;
const children = new Set<ChildProcess>();

beforeAll(async () => {
  program = await buildKilled(new URL('./local-process.ts', import.meta.url));
  database = await createTestDatabase();
  sql = connect(database.url, { max: 3 });
  simulator = await startDlocalSimulator();
  // The next process comes after a crash, when the work in progress counts as lost.
  const later = () => new Date(Date.now() + 120_000);
  deps = cardDeps(sql, 'dlocal', 'hosted', simulator.env, { now: later });
  merchantId = await insertStore(sql);
});
afterEach(() => {
  for (const child of children) child.kill('SIGKILL');
});
afterAll(async () => {
  await simulator?.close();
  await sql?.end();
  await program?.close();
  await database?.drop();
});

const payment: Payment = {
  card: null,
  payerName: 'Ana Prueba',
  email: null,
  document: '529.982.247-25',
  phone: null,
  address: null,
  bank: '1022',
  instalments: 1,
  language: 'es',
  clientAddress: '192.0.2.1',
};

const places = {
  PSE: { country: 'COL', currency: 'COP', document: '1.020.304.050' },
  PIX: { country: 'BRA', currency: 'BRL', document: '529.982.247-25' },
} as const satisfies Partial<Record<MethodCode, object>>;
type Method = keyof typeof places;

const paymentBy = (method: Method): Payment => ({ ...payment, document: places[method].document });

async function newCharge(method: Method): Promise<Charge> {
  const { country, currency } = places[method];
  const charge: Charge = {
    ...aCharge(merchantId, { amountMinor: 30_000n, currency }),
    id: newIdOf(merchantId),
    method,
    country,
    email: 'ana@mail.example',
    expiresAt: new Date(Date.now() + 86_400_000),
  };
  await insertCharges(sql, [{ charge, requestHash: '' }]);
  return charge;
}

async function begun(method: Method): Promise<Charge> {
  const charge = await newCharge(method);
  await payCharge({ ...deps, now: () => new Date() }, charge, paymentBy(method));
  return charge;
}

async function attemptOf(charge: Charge): Promise<string> {
  const [attempt] = await attemptsOf(sql, merchantId, charge.id);
  return attempt?.id ?? '';
}

/** A notification of the processor waits to be followed. */
async function notified(charge: Charge): Promise<Charge> {
  const attemptId = await attemptOf(charge);
  const hint = { about: 'attempt' as const, attemptId };
  await insertNotifications(sql, [
    { processor: 'dlocal', accountId: null, id: `${attemptId} paid`, hint, receivedAt: new Date() },
  ]);
  return charge;
}

async function followAll(): Promise<void> {
  await sql`UPDATE processor_notifications SET due_at = now() WHERE done_at IS NULL`;
  await followNotifications(deps);
}

/** The money came after the customer had given the code up. */
async function paidLate(): Promise<Charge> {
  const charge = await begun('PIX');
  const [attempt] = await attemptsOf(sql, merchantId, charge.id);
  if (attempt) await abandonAttempt(deps, attempt);
  simulator.move(await attemptOf(charge), paidCode);
  return await notified(charge);
}

async function arrivedLate(): Promise<Charge> {
  const charge = await paidLate();
  await followAll();
  return charge;
}

async function events(charge: Charge, part: string): Promise<number> {
  const rows = await sql<{ body: string }[]>`SELECT body FROM events WHERE subject_id = ${charge.id}`;
  return rows.filter(({ body }) => body.includes(part)).length;
}

/** Runs the act once for each point at which it can be killed. */
async function killedEverywhere(
  act: LocalTask['act'],
  method: Method,
  prepare: () => Promise<Charge>,
  check: (charge: Charge, isDone: boolean) => Promise<void>,
): Promise<number> {
  const task: LocalTask = { databaseUrl: database.url, env: { ...simulator.env }, act };
  const run = async (child: ChildProcess, stopAt: number): Promise<number | null> => {
    const charge = await prepare();
    const start: LocalStart = { stopAt, chargeId: charge.id, payment: paymentBy(method) };
    const acts = await runUntilKilled(child, start);
    await check(charge, acts !== null);
    return acts;
  };
  return await killEverywhere(() => program.prepare(task, children), run);
}

describe.each(['PSE', 'PIX'] as const)('%s', (method) => {
  test('that begins is begun once at the processor, and can be paid and recorded', async () => {
    const steps = await killedEverywhere(
      'pay',
      method,
      () => newCharge(method),
      async (charge) => {
        for (let round = 0; round < 3; round++) {
          for (const attempt of await attemptsOf(sql, merchantId, charge.id)) {
            if (hasEnded(attempt)) continue;
            await simulator.payers.pay(attempt.id).catch(() => {});
            await inquireAttempt(deps, attempt);
          }
        }
        const attempts = await attemptsOf(sql, merchantId, charge.id);
        expect(attempts.filter((attempt) => !hasEnded(attempt))).toEqual([]);
        let paid = 0;
        for (const { id } of attempts) {
          expect(await simulator.payers.begunOf(id)).toBeLessThanOrEqual(1);
          paid += await simulator.capturesOf(id);
        }
        const found = await findCharge(sql, merchantId, charge.id);
        expect(paid).toBe(found?.status === 'approved' ? 1 : 0);
      },
    );
    expect(steps).toBeGreaterThanOrEqual(4);
    expect(faultsIn(await checkLedger(sql))).toEqual([]);
  });

  test('whose payment is notified is recorded once', async () => {
    const prepare = async () => {
      const charge = await begun(method);
      await simulator.payers.pay(await attemptOf(charge));
      return await notified(charge);
    };
    const steps = await killedEverywhere('notification', method, prepare, async (charge) => {
      await followAll();
      expect((await findCharge(sql, merchantId, charge.id))?.status).toBe('approved');
      expect(await events(charge, '"approved"')).toBe(1);
    });
    expect(steps).toBeGreaterThanOrEqual(6);
    expect(faultsIn(await checkLedger(sql))).toEqual([]);
  });
});

describe('money that came late', () => {
  test('is found once', async () => {
    const steps = await killedEverywhere('notification', 'PIX', paidLate, async (charge) => {
      await followAll();
      const arrived = await unexpectedOf(sql, merchantId, charge.id);
      expect(arrived.map(({ kind, status }) => `${kind} ${status}`)).toEqual(['late waiting']);
      expect(await events(charge, '"waiting"')).toBe(1);
      expect((await findCharge(sql, merchantId, charge.id))?.status).toBe('open');
    });
    expect(steps).toBeGreaterThanOrEqual(7);
    expect(faultsIn(await checkLedger(sql))).toEqual([]);
  });

  test('is accepted once, or not at all', async () => {
    await killedEverywhere('accept', 'PIX', arrivedLate, async (charge, isDone) => {
      const [arrived] = await unexpectedOf(sql, merchantId, charge.id);
      const isAccepted = arrived?.status === 'accepted';
      expect((await findCharge(sql, merchantId, charge.id))?.status).toBe(isAccepted ? 'approved' : 'open');
      expect(await events(charge, '"approved"')).toBe(isAccepted ? 1 : 0);
      if (isDone) expect(isAccepted).toBe(true);
    });
    expect(faultsIn(await checkLedger(sql))).toEqual([]);
  });

  test('is given back once, or not at all', async () => {
    let givenBack = simulator.refundedMinor();
    await killedEverywhere('return', 'PIX', arrivedLate, async (charge, isDone) => {
      const [arrived] = await unexpectedOf(sql, merchantId, charge.id);
      if (arrived?.status === 'returning') {
        await requestReturn(deps, arrived, { isRepeat: true });
        // The payer names an account, and the bank takes the money.
        await simulator.endRefund(arrived.returnId ?? '', 'succeeded');
        await requestReturn(deps, arrived, { isRepeat: true });
      }
      const [after] = await unexpectedOf(sql, merchantId, charge.id);
      expect(['waiting', 'returned']).toContain(after?.status);
      if (isDone) expect(after?.status).toBe('returned');
      givenBack += after?.status === 'returned' ? 30_000n : 0n;
      expect(simulator.refundedMinor()).toBe(givenBack);
      expect(await events(charge, '"returned"')).toBe(after?.status === 'returned' ? 1 : 0);
    });
    expect(faultsIn(await checkLedger(sql))).toEqual([]);
  });
});
