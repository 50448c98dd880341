import type { ChildProcess } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkLedger, faultsIn } from '../src/accounts/ledger/check-ledger.ts';
import { firstIdAt, newId } from '../src/base/db/ids.ts';
import { connect, type Sql } from '../src/base/db/pool.ts';
import { archiveCharges, archiveJob } from '../src/payments/charges/archive/archive-charges.ts';
import { attemptsOf, insertAttempts } from '../src/payments/charges/attempts/attempt-store.ts';
import { recordAttemptOutcome } from '../src/payments/charges/attempts/record-outcome.ts';
import type { Charge } from '../src/payments/charges/charge.ts';
import { readDisputes } from '../src/payments/charges/disputes/read-disputes.ts';
import { insertCharges } from '../src/payments/charges/insert-charges.ts';
import { listCharges } from '../src/payments/charges/list-store.ts';
import { refundCharge } from '../src/payments/charges/refunds/refund-charge.ts';
import { refundsOf } from '../src/payments/charges/refunds/refund-store.ts';
import { findCharge, findChargeById, lockCharge } from '../src/payments/charges/store.ts';
import { findPayments } from '../src/surfaces/lookup/find-payments.ts';
import type { ArchiveTask } from './archive-process.ts';
import { aCharge, type ScriptedAcquirer, scriptedAcquirer } from './kit/charges.ts';
import { call, keyHeaders } from './kit/client.ts';
import {
  aHeldOrder,
  amountUnits,
  arrive,
  cursorAt,
  recordOutcome,
  timeOf,
} from './kit/crypto/held-orders.ts';
import { buildKilled, runUntilKilled } from './kit/processes/killed-program.ts';
import { startTestServer, type TestServer } from './kit/server.ts';

/** Old charges move to the archive, and only the tables show it. */

const dayMs = 24 * 60 * 60 * 1000;
const daysAgo = (days: number): Date => new Date(Date.now() - days * dayMs);
const before = daysAgo(100);
const amount = { amountMinor: 9_007_199_254_740_993n, currency: 'USD' };

let server: TestServer;
let sql: Sql;
let merchantId: string;
let acquirer: ScriptedAcquirer;
beforeAll(async () => {
  server = await startTestServer({ ROLES: 'api' });
  sql = server.sql;
  merchantId = server.merchant.merchantId;
  acquirer = scriptedAcquirer(sql);
});
afterAll(() => server.stop());

const idAt = (time: Date): string => `${firstIdAt(time).slice(0, 19)}${newId().slice(19)}`;

interface Past {
  days?: number;
  outcome?: 'approved' | 'refused' | 'open' | 'unknown';
}

/** An old charge with one attempt and every optional field set. */
async function pastCharge({
  days = 200,
  outcome = 'approved',
}: Past = {}): Promise<Charge & { attemptId: string }> {
  const at = daysAgo(days);
  const name = newId();
  const charge: Charge = {
    ...aCharge(merchantId, amount),
    id: idAt(at),
    description: 'Zapatos "rojos", talla 38 – dos pares \\ uno',
    customerId: `customer ${name}`,
    email: `Ana-${name}@mail.example`,
    orderNumber: `order ${name}`,
    metadata: { shop: 'Bogotá', note: '' },
    statementDescriptor: 'ZAPATOS 38',
    language: 'pt',
    notificationUrl: 'https://shop.example/hook',
    returnUrl: 'https://shop.example/thanks',
    createdAt: at,
    expiresAt: new Date(at.getTime() + dayMs),
  };
  await insertCharges(sql, [{ charge, requestHash: '5e'.repeat(32) }]);
  const attemptId = idAt(new Date(at.getTime() + 60_000));
  if (outcome === 'open') return { ...charge, attemptId };
  const attempt = { merchantId, id: attemptId, chargeId: charge.id };
  await sql.begin((tx) =>
    insertAttempts(tx, [
      {
        ...attempt,
        processor: 'sandbox',
        kind: 'direct',
        method: 'CARDS',
        accountId: null,
        route: 'the usual order',
        card: { brand: 'visa', first6: '424242', last4: '4243' },
        instalments: 6,
        capture: 'automatic',
        details: {
          merchantName: 'Zapatería Ñandú',
          statementDescriptor: 'ZAPATOS',
          demandsThreeDSecure: false,
        },
        cardFingerprint: Buffer.from('ab'.repeat(32), 'hex'),
        clientAddressHash: Buffer.from('cd'.repeat(32), 'hex'),
        createdAt: at,
        dueAt: at,
      },
    ]),
  );
  const finding =
    outcome === 'approved'
      ? ({ outcome, processorReference: 'p', card: null } as const)
      : outcome === 'refused'
        ? ({ outcome, reason: 'insufficient_funds', isSoft: false, card: null } as const)
        : ({ outcome, cause: 'no answer' } as const);
  await recordAttemptOutcome({ sql }, attempt, finding, acquirer.processor, at);
  return { ...charge, attemptId };
}

async function archive(day = before): Promise<number> {
  let archived = 0;
  for await (const count of archiveCharges(sql, day)) archived += count;
  return archived;
}

/** All rows of a charge, in the two tables or in the archive. */
async function rowsOf(id: string) {
  const [row] = await sql<{ living: string | null; attempts: string | null; archived: number }[]>`
    SELECT (SELECT to_jsonb(charges)::text FROM charges WHERE id = ${id}) AS living,
           (SELECT jsonb_agg(to_jsonb(attempts) ORDER BY created_at)::text FROM attempts WHERE charge_id = ${id}) AS attempts,
           (SELECT count(*)::int FROM archived_charges WHERE id = ${id}) AS archived`;
  return row;
}

test('what is archived is read, listed, found and shown as before, and comes back to the byte', async () => {
  const paid = await pastCharge();
  const read = async () => ({
    charge: await findCharge(sql, merchantId, paid.id),
    byId: await findChargeById(sql, paid.id),
    attempts: await attemptsOf(sql, merchantId, paid.id),
    detail: (await call(server, 'GET', `/api/transactions/${paid.id}`, keyHeaders(server.merchant))).body
      .data,
    lists: await Promise.all(
      [
        {},
        { id: paid.id },
        { customerId: paid.customerId ?? '' },
        { orderNumber: paid.orderNumber ?? '' },
        { email: paid.email?.toUpperCase() ?? '' },
        { cardLast4: '4243' },
        { status: 'approved' as const, createdFrom: daysAgo(201), createdTo: daysAgo(199) },
      ].map((filter) => listCharges(sql, merchantId, filter, 5)),
    ),
    found: await Promise.all(
      [paid.id, paid.attemptId, paid.orderNumber ?? '', paid.email ?? '', '4243'].map(
        async (text) =>
          (await findPayments(sql, { text, since: daysAgo(300), limit: 5, openHash: () => null })).found,
      ),
    ),
    page: (await call(server, 'GET', `/pay/${paid.id}/state`)).body,
  });
  const living = await rowsOf(paid.id);
  const told = await read();
  expect(told.lists.map((list) => list.map(({ id }) => id))).toEqual(told.lists.map(() => [paid.id]));
  expect(told.found.map((found) => found.map(({ id }) => id))).toEqual(told.found.map(() => [paid.id]));

  expect(await archive()).toBe(1);
  expect(await rowsOf(paid.id)).toEqual({ living: null, attempts: null, archived: 1 });
  expect(await read()).toEqual(told);
  expect(faultsIn(await checkLedger(sql))).toEqual([]);
  expect(await archive()).toBe(0);

  await sql.begin((tx) => lockCharge(tx, merchantId, paid.id));
  expect(await rowsOf(paid.id)).toEqual(living);
  expect(await read()).toEqual(told);
});

test('only what is over, and long since, is archived', async () => {
  const kept = [
    await pastCharge({ outcome: 'open' }),
    await pastCharge({ outcome: 'unknown' }),
    await pastCharge({ outcome: 'refused' }),
    await pastCharge({ days: 99 }),
  ];
  const refunding = await pastCharge();
  acquirer.refundOutcome = 'unknown';
  await refundCharge(acquirer, refunding, { amountMinor: 1n, idempotencyKey: null });
  acquirer.refundOutcome = 'refunded';
  const refunded = await pastCharge();
  await refundCharge(acquirer, refunded, { amountMinor: 1n, idempotencyKey: null });
  await archive();
  for (const { id } of [...kept, refunding, refunded]) expect((await rowsOf(id))?.archived).toBe(0);
  // An expired charge has ended, too.
  await sql`UPDATE charges SET status = 'expired', decided_at = expires_at WHERE id = ${kept[0]?.id ?? ''}`;
  expect(await archive()).toBe(1);
});

describe('an archived charge is brought back', () => {
  test('by a refund, which is given once, also under its key from before', async () => {
    const paid = await pastCharge();
    const order = { amountMinor: 400n, idempotencyKey: newId() };
    const first = await refundCharge(acquirer, paid, order);
    await sql`UPDATE charges SET decided_at = created_at, refunded_at = created_at WHERE id = ${paid.id}`;
    expect(await archive()).toBe(1);
    expect(await refundsOf(sql, merchantId, paid.id)).toHaveLength(1);
    const again = await refundCharge(acquirer, paid, order);
    expect(again).toMatchObject({ refund: { id: first.refund.id }, replayed: true });
    await sql`UPDATE charges SET decided_at = created_at, refunded_at = created_at WHERE id = ${paid.id}`;
    expect(await archive()).toBe(1);
    // A refused request leaves the charge in the archive.
    const headers = { ...keyHeaders(server.merchant), 'idempotency-key': order.idempotencyKey };
    const refused = await call(server, 'POST', `/api/transactions/${paid.id}/refunds`, headers, {
      amount: 5,
    });
    expect(refused.body.data.error).toBe('idempotency_key_reused');
    expect((await rowsOf(paid.id))?.archived).toBe(1);
    const second = await refundCharge(acquirer, paid, { amountMinor: 600n, idempotencyKey: null });
    expect(second.refund.status).toBe('succeeded');
    expect(await findCharge(sql, merchantId, paid.id)).toMatchObject({
      status: 'partially_refunded',
      refundedMinor: 1_000n,
    });
    expect(faultsIn(await checkLedger(sql))).toEqual([]);
  });

  test('by a dispute, which names the attempt alone', async () => {
    const paid = await pastCharge();
    expect(await archive()).toBe(1);
    const { attemptId } = paid;
    acquirer.disputes.push({ disputeId: newId(), attemptId, amount, status: 'lost', reason: null });
    await readDisputes(sql, acquirer.account, new Date());
    expect(await rowsOf(paid.id)).toMatchObject({ archived: 0 });
    expect((await findCharge(sql, merchantId, paid.id))?.status).toBe('charged_back');
    expect(faultsIn(await checkLedger(sql))).toEqual([]);
  });

  test('once, by however many at the same time, while the archive takes it again and again', async () => {
    const paid = await pastCharge();
    const others = Array.from({ length: 4 }, () => connect(server.databaseUrl, { max: 2 }));
    try {
      for (let round = 0; round < 5; round++) {
        const refunds = others.map((other) =>
          refundCharge({ ...acquirer, sql: other }, paid, { amountMinor: 1n, idempotencyKey: null }),
        );
        const reads = others.map((other) => findCharge(other, merchantId, paid.id));
        await Promise.all([...refunds, archive(), ...reads]);
        for (const read of reads) expect((await read)?.id).toBe(paid.id);
        await sql`UPDATE charges SET decided_at = created_at, refunded_at = created_at WHERE id = ${paid.id}`;
        await archive();
        expect(await rowsOf(paid.id)).toMatchObject({ living: null, archived: 1 });
      }
    } finally {
      await Promise.all(others.map((other) => other.end()));
    }
    expect((await findCharge(sql, merchantId, paid.id))?.refundedMinor).toBe(20n);
    expect(faultsIn(await checkLedger(sql))).toEqual([]);
  });
});

test('a crypto charge leaves when its order is over, is found by what paid it, and what comes later brings it back', async () => {
  const at = daysAgo(200);
  const usdt = { ...aCharge(merchantId, { amountMinor: 10_000n, currency: 'USD' }), method: 'USDT' as const };
  const charge = { ...usdt, id: idAt(at), createdAt: at };
  await insertCharges(sql, [{ charge, requestHash: '' }]);
  await cursorAt(sql, 2_000n);
  const order = await aHeldOrder(sql, merchantId, { chargeId: charge.id, heldUntil: timeOf(1_000n) });
  const transactionHash = await arrive(sql, order, amountUnits, 900n);
  await recordOutcome(sql, order);
  await sql`UPDATE charges SET decided_at = created_at WHERE id = ${charge.id}`;
  await archive();
  expect(await rowsOf(charge.id)).toMatchObject({ living: null, archived: 1 });
  const listed = await listCharges(sql, merchantId, { transactionHash }, 5);
  expect(listed.map(({ id, status }) => [id, status])).toEqual([[charge.id, 'approved']]);
  expect(faultsIn(await checkLedger(sql))).toEqual([]);
  await arrive(sql, order, 5_000_000n, 1_500n);
  await recordOutcome(sql, order);
  expect(await rowsOf(charge.id)).toMatchObject({ archived: 0 });
});

test('the job goes through all merchants, a batch at a time, and then rests', async () => {
  const paid = await pastCharge();
  const job = archiveJob(sql, 100, () => new Date());
  let steps = 0;
  while ((await job.run()) > 0) steps += 1;
  expect(steps).toBeGreaterThan(0);
  expect((await rowsOf(paid.id))?.archived).toBe(1);
});

test('killed at any step, on the way there and back, a charge is in one of the two places, whole', async () => {
  const paid = await pastCharge();
  const living = await rowsOf(paid.id);
  const program = await buildKilled(new URL('archive-process.ts', import.meta.url));
  const children = new Set<ChildProcess>();
  try {
    for (const restore of [null, { merchantId, id: paid.id }]) {
      const task: ArchiveTask = { databaseUrl: server.databaseUrl, before: before.toISOString(), restore };
      let steps = 1;
      for (let stopAt = 1; stopAt <= steps; stopAt++) {
        const acts = await runUntilKilled(await program.prepare(task, children), { stopAt });
        if (acts === null) steps = stopAt + 1;
        const rows = await rowsOf(paid.id);
        if (rows?.archived === 1) expect(rows).toEqual({ living: null, attempts: null, archived: 1 });
        else expect(rows).toEqual(living);
        if (acts !== null) expect(rows?.archived).toBe(restore ? 0 : 1);
      }
      expect(steps).toBeGreaterThanOrEqual(restore ? 2 : 3);
    }
  } finally {
    for (const child of children) child.kill('SIGKILL');
    await program.close();
  }
});

test('the ledger is held against archived charges as against living ones', async () => {
  const paid = await pastCharge();
  await archive();
  await sql`UPDATE archived_charges SET amount_minor = amount_minor + 1 WHERE id = ${paid.id}`;
  expect(faultsIn(await checkLedger(sql))).toEqual([
    expect.objectContaining({ chargeId: paid.id, posted: amount.amountMinor }),
  ]);
  await sql`UPDATE archived_charges SET amount_minor = amount_minor - 1 WHERE id = ${paid.id}`;
});

test('no charge can be deleted that is not in the other place', async () => {
  const paid = await pastCharge();
  await sql`DELETE FROM attempts WHERE charge_id = ${paid.id}`;
  await expect(sql`DELETE FROM charges WHERE id = ${paid.id}`).rejects.toThrow('is not in the archive');
  await archive();
  await expect(sql`DELETE FROM archived_charges WHERE id = ${paid.id}`).rejects.toThrow(
    'nowhere but in the archive',
  );
});
