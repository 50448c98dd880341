import type { ChildProcess } from 'node:child_process';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { checkLedger, faultsIn } from '../../src/accounts/ledger/check-ledger.ts';
import { newIdOf } from '../../src/base/db/ids.ts';
import { connect, type Sql } from '../../src/base/db/pool.ts';
import { attemptsOf } from '../../src/payments/charges/attempts/attempt-store.ts';
import { type Payment, payCharge } from '../../src/payments/charges/attempts/pay-charge.ts';
import { inquireAttempt } from '../../src/payments/charges/attempts/resolve-attempt.ts';
import { requestClosing } from '../../src/payments/charges/authorizations/close-charge.ts';
import { closingsOf } from '../../src/payments/charges/authorizations/closing-store.ts';
import { type Charge, hasEnded } from '../../src/payments/charges/charge.ts';
import { disputesOf } from '../../src/payments/charges/disputes/dispute-store.ts';
import { readDisputes } from '../../src/payments/charges/disputes/read-disputes.ts';
import { insertCharges } from '../../src/payments/charges/insert-charges.ts';
import { bookMovements } from '../../src/payments/charges/movements/book-movements.ts';
import { followNotifications } from '../../src/payments/charges/notifications/follow-notifications.ts';
import { insertNotifications } from '../../src/payments/charges/notifications/notification-store.ts';
import type { CaptureMode, ProcessorKind } from '../../src/payments/charges/payment-processor.ts';
import { requestRefund } from '../../src/payments/charges/refunds/refund-charge.ts';
import { refundsOf } from '../../src/payments/charges/refunds/refund-store.ts';
import { findCharge } from '../../src/payments/charges/store.ts';
import type { ProcessorName } from '../../src/payments/processors/names.ts';
import { aCharge } from '../kit/charges.ts';
import { insertStore } from '../kit/merchants.ts';
import { createTestDatabase, type TestDatabase } from '../kit/postgres.ts';
import {
  buildKilled,
  type KilledProgram,
  killEverywhere,
  runUntilKilled,
} from '../kit/processes/killed-program.ts';
import type { ProcessorSimulator } from '../kit/processors/simulator.ts';
import { simulators } from '../kit/processors/simulators.ts';
import { cardWith, numberToAuthenticate } from '../kit/processors/stripe/test-cards.ts';
import type { StripeSimulator } from '../kit/processors/stripe-simulator.ts';
import type { CardStart, CardTask } from './card-process.ts';
import { cardDeps } from './card-world.ts';

/**
 * Killed before or after any write that lasts (at one processor) and any call (at each of them): charged at most once,
 * refunded at most once, and the ledger is right.
 */

/** Enough for instalments at each processor. */
const amountMinor = 30_000n;
const minuteMs = 60_000;
let program: KilledProgram;
let database: TestDatabase;
let sql: Sql;
const children = new Set<ChildProcess>();

beforeAll(async () => {
  program = await buildKilled(new URL('./card-process.ts', import.meta.url));
  database = await createTestDatabase();
  sql = connect(database.url, { max: 3 });
});
afterEach(() => {
  for (const child of children) child.kill('SIGKILL');
});
afterAll(async () => {
  await sql.end();
  await program.close();
  await database.drop();
});

const cases = Object.keys(simulators).flatMap((name) =>
  (name === 'mercadopago' ? ['hosted'] : ['hosted', 'direct']).map((kind) => [name, kind] as const),
) as [ProcessorName, ProcessorKind][];

describe.each(cases)('at %s, %s', (name, kind) => {
  // The writes are the same for every processor: one of them is enough. Those of a payment on our own page are
  // among those of the one with 3-D Secure.
  const isWhole = name === 'stripe' && kind === 'hosted';
  const stepsAtLeast = (everything: number): number => (isWhole ? everything : 2);
  let simulator: ProcessorSimulator;
  let deps: ReturnType<typeof cardDeps>;
  let merchantId: string;

  beforeAll(async () => {
    simulator = await (simulators[name] as () => Promise<ProcessorSimulator>)();
    // The next process comes after a crash, when the work in progress counts as lost.
    const later = () => new Date(Date.now() + 120_000);
    deps = cardDeps(sql, name, kind, simulator.env, { now: later });
    merchantId = await insertStore(sql);
  });
  afterAll(() => simulator.close());

  async function newCharge(capture: CaptureMode = 'automatic'): Promise<Charge> {
    const charge: Charge = {
      ...aCharge(merchantId, { amountMinor, currency: simulator.currency }),
      id: newIdOf(merchantId),
      country: simulator.country,
      capture,
      email: 'ana@mail.example',
      expiresAt: new Date(Date.now() + 86_400_000),
    };
    await insertCharges(sql, [{ charge, requestHash: '' }]);
    return charge;
  }

  const payment = (number?: string): Payment => ({
    card: kind === 'direct' ? (number ? cardWith(number) : (simulator.cards?.approved ?? null)) : null,
    payerName: 'Ana Prueba',
    email: null,
    document: simulator.document ?? null,
    phone: null,
    address: null,
    bank: null,
    instalments: kind === 'direct' ? 3 : 1,
    language: 'es',
    clientAddress: '192.0.2.1',
  });

  /** The customer pays if the attempt waits for that; then inquiries run until the outcome is recorded. */
  async function recover(charge: Charge): Promise<void> {
    // The processor must not get the new name: a request under the same key has to be the same.
    await sql`UPDATE merchants SET name = ${`Shop ${charge.id}`} WHERE id = ${merchantId}`;
    for (let round = 0; round < 4; round++) {
      for (const attempt of await attemptsOf(sql, merchantId, charge.id)) {
        if (hasEnded(attempt)) continue;
        if (attempt.challengeUrl) await simulator.pay(attempt.challengeUrl, 'approved').catch(() => {});
        await inquireAttempt(deps, attempt);
      }
    }
  }

  async function paidCharge(capture: CaptureMode = 'automatic'): Promise<Charge> {
    const charge = await newCharge(capture);
    await payCharge({ ...deps, now: () => new Date() }, charge, payment());
    await recover(charge);
    const paid = await findCharge(sql, merchantId, charge.id);
    if (paid?.status !== (capture === 'manual' ? 'authorized' : 'approved'))
      throw new Error(`expected a paid charge, it is ${paid?.status}`);
    return paid;
  }

  /** Runs the act once for each point at which it can be killed. */
  async function killedEverywhere(
    act: CardTask['act'],
    prepare: () => Promise<Charge>,
    check: (charge: Charge, isDone: boolean) => Promise<void>,
    number?: string,
  ): Promise<number> {
    const task: CardTask = {
      databaseUrl: database.url,
      processor: name,
      kind,
      env: { ...simulator.env },
      act,
    };
    const run = async (child: ChildProcess, stopAt: number): Promise<number | null> => {
      const charge = await prepare();
      const start: CardStart = {
        stopAt,
        ...(!isWhole && number === undefined && { counts: 'calls' }),
        chargeId: charge.id,
        payment: payment(number),
      };
      const acts = await runUntilKilled(child, start);
      await check(charge, acts !== null);
      return acts;
    };
    return await killEverywhere(() => program.prepare(task, children), run);
  }

  test('a payment', async () => {
    const steps = await killedEverywhere(
      'pay',
      () => newCharge(),
      async (charge) => {
        await recover(charge);
        const found = await findCharge(sql, merchantId, charge.id);
        const attempts = await attemptsOf(sql, merchantId, charge.id);
        expect(attempts.filter((attempt) => !hasEnded(attempt))).toEqual([]);
        let captures = 0;
        for (const { id, instalments } of attempts) {
          const captured = await simulator.capturesOf(id);
          if (captured > 0) expect(await simulator.instalmentsOf(id)).toBe(instalments ?? 1);
          captures += captured;
        }
        expect(captures).toBe(found?.status === 'approved' ? 1 : 0);
      },
    );
    expect(steps).toBeGreaterThanOrEqual(stepsAtLeast(4));
    expect(faultsIn(await checkLedger(sql))).toEqual([]);
  });

  test('a payment whose bank demands 3-D Secure', async ({ skip }) => {
    if (name !== 'stripe' || kind !== 'direct') skip('only Stripe tells of it');
    let paid = 0;
    const check = async (charge: Charge, isDone: boolean) => {
      await recover(charge);
      const attempts = await attemptsOf(sql, merchantId, charge.id);
      expect(attempts.filter((attempt) => !hasEnded(attempt))).toEqual([]);
      expect(attempts.length).toBeLessThanOrEqual(2);
      const captures = await Promise.all(attempts.map(({ id }) => simulator.capturesOf(id)));
      const isPaid = (await findCharge(sql, merchantId, charge.id))?.status === 'approved';
      expect(captures.reduce((sum, each) => sum + each, 0)).toBe(isPaid ? 1 : 0);
      if (isPaid) expect(captures).toEqual([0, 1]);
      if (isDone) expect(isPaid).toBe(true);
      paid += isPaid ? 1 : 0;
    };
    const steps = await killedEverywhere('pay', () => newCharge(), check, numberToAuthenticate);
    // Killed between the two attempts, the charge ends refused; killed within the second, its own record leads to the
    // challenge.
    expect(paid).toBeGreaterThan(1);
    expect(steps).toBeGreaterThanOrEqual(11);
    expect(faultsIn(await checkLedger(sql))).toEqual([]);
  });

  test.for(['capture', 'void'] as const)('a %s', async (kindOfClosing, { skip }) => {
    if (kind === 'direct') skip('it is the same as on the page');
    const [account] = await deps.processors.accounts();
    if (!account?.processor.authorizations) skip('it takes the money at once');
    let taken = await simulator.capturedMinor();
    const steps = await killedEverywhere(
      kindOfClosing,
      () => paidCharge('manual'),
      async (charge, isDone) => {
        const closings = await closingsOf(sql, merchantId, charge.id);
        expect(closings.length).toBeLessThanOrEqual(1);
        for (const closing of closings) {
          if (closing.status === 'pending') await requestClosing(deps, closing, { isRepeat: true });
        }
        const found = await findCharge(sql, merchantId, charge.id);
        const end = kindOfClosing === 'capture' ? 'approved' : 'voided';
        expect(found?.status).toBe(closings.length === 0 ? 'authorized' : end);
        if (isDone) expect(found?.status).toBe(end);
        expect(found?.capturedMinor).toBe(found?.status === 'approved' ? 12_000n : null);
        taken += found?.capturedMinor ?? 0n;
        expect(await simulator.capturedMinor()).toBe(taken);
      },
    );
    expect(steps).toBeGreaterThanOrEqual(stepsAtLeast(6));
    expect(faultsIn(await checkLedger(sql))).toEqual([]);
  });

  test('a refund', async ({ skip }) => {
    if (kind === 'direct') skip('it is the same as on the page');
    let givenBack = await simulator.refundedMinor();
    const steps = await killedEverywhere(
      'refund',
      () => paidCharge(),
      async (charge) => {
        const refunds = await refundsOf(sql, merchantId, charge.id);
        for (const refund of refunds) {
          if (refund.status === 'pending') await requestRefund(deps, refund, { isRepeat: true });
        }
        const found = await findCharge(sql, merchantId, charge.id);
        expect(found?.refundPendingMinor).toBe(0n);
        expect(found?.refundedMinor).toBe(refunds.length === 0 ? 0n : 3_000n);
        givenBack += found?.refundedMinor ?? 0n;
        expect(await simulator.refundedMinor()).toBe(givenBack);
      },
    );
    expect(steps).toBeGreaterThanOrEqual(stepsAtLeast(6));
    expect(faultsIn(await checkLedger(sql))).toEqual([]);
  });

  test('a dispute, and the notification of one', async ({ skip }) => {
    if (kind === 'direct') skip('it is the same as on the page');
    for (const act of ['dispute', 'notification'] as const) {
      // The list leads to the same code as the notification: once is enough.
      if (act === 'dispute' && name !== 'stripe') continue;
      const steps = await killedEverywhere(
        act,
        async () => {
          const charge = await paidCharge();
          const [attempt] = await attemptsOf(sql, merchantId, charge.id);
          const disputeId = await simulator.openDispute(attempt?.id ?? '', 4_000n);
          if (act === 'notification') await keep({ about: 'dispute', disputeId });
          return charge;
        },
        async (charge) => {
          await sql`UPDATE processor_notifications SET due_at = now() WHERE done_at IS NULL`;
          await followNotifications(deps);
          for (const account of act === 'dispute' ? await deps.processors.accounts() : []) {
            await readDisputes(sql, account, new Date());
          }
          expect(await disputesOf(sql, merchantId, charge.id)).toHaveLength(1);
          expect((await findCharge(sql, merchantId, charge.id))?.status).toBe('charged_back');
        },
      );
      expect(steps).toBeGreaterThanOrEqual(stepsAtLeast(5));
    }
    expect(faultsIn(await checkLedger(sql))).toEqual([]);
  });

  test('the fees and payouts of its account', async ({ skip }) => {
    if (name !== 'stripe' || kind === 'direct') skip('they are entered in the same way');
    const stripe = simulator as StripeSimulator;
    // A movement within the second in which the account is read appears only in the next reading.
    stripe.skewClock(-minuteMs);
    const [account] = await deps.processors.accounts();
    /**
     * Movements that the processor lists and we have not stored; those that earlier tests made within this second are
     * ignored.
     */
    async function untold(): Promise<string[]> {
      const ids: string[] = [];
      const [from, to] = [new Date(Date.now() - 60 * minuteMs), new Date(Date.now() - minuteMs / 2)];
      for await (const { lineId } of account?.processor.linesBetween(from, to) ?? []) ids.push(lineId);
      const kept = await sql<{ lineId: string }[]>`SELECT line_id AS "lineId" FROM processor_lines`;
      return ids.filter((id) => !kept.some(({ lineId }) => lineId === id));
    }
    const payouts = async () =>
      (await sql`SELECT 1 FROM ledger_entries WHERE kind = 'processor_payout'`).length;
    // Moves the cursor back in case it was read within this second: then there would be nothing to read.
    const readAgain = () => sql`
      UPDATE line_cursors
         SET due_at = now(), lease_until = NULL, read_until = ${new Date(Date.now() - minuteMs)}`;
    let runs = 0;
    const steps = await killedEverywhere(
      'lines',
      async () => {
        const charge = await paidCharge();
        stripe.payOut(1_000n);
        await readAgain();
        return charge;
      },
      async (_charge, isDone) => {
        runs += 1;
        if (!isDone) {
          await readAgain();
          await bookMovements({ ...deps, now: () => new Date() });
        }
        expect(await untold()).toEqual([]);
        expect(await payouts()).toBe(runs);
      },
    );
    expect(steps).toBeGreaterThan(8);
    const twice = await sql`
      SELECT subject_id, kind
        FROM ledger_entries
       WHERE kind LIKE 'processor_%'
       GROUP BY subject_id, kind
      HAVING count(*) > 1`;
    expect(twice).toEqual([]);
    expect(faultsIn(await checkLedger(sql))).toEqual([]);
  });

  async function keep(hint: { about: 'dispute'; disputeId: string }): Promise<void> {
    const id = JSON.stringify(hint);
    await insertNotifications(sql, [{ processor: name, accountId: null, id, hint, receivedAt: new Date() }]);
  }
});
