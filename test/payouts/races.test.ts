import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connect, type Sql } from '../../src/base/db/pool.ts';
import { approvePayout, rejectPayout } from '../../src/crypto/payouts/approval/approve-payout.ts';
import { cancelPayout } from '../../src/crypto/payouts/cancel-payout.ts';
import { confirmPayout } from '../../src/crypto/payouts/claim/confirm-payout.ts';
import { expirePayoutsJob } from '../../src/crypto/payouts/jobs.ts';
import { endPayouts } from '../../src/crypto/payouts/record-outcome.ts';
import { findPayoutById, lockPayout, type Payout } from '../../src/crypto/payouts/store.ts';
import { noticesOf } from '../kit/crypto/orders.ts';
import { approver } from '../kit/payouts/approver.ts';
import { ledgerFaults, openPayoutWorld, type PayoutWorld, recipient } from '../kit/payouts/payout-world.ts';
import { usdtOf } from '../kit/payouts/requests.ts';
import { createTestDatabase, type TestDatabase } from '../kit/postgres.ts';

/** With any concurrent acts, money is reserved once and released once. */

let database: TestDatabase;
let sql: Sql;

beforeAll(async () => {
  database = await createTestDatabase();
  sql = connect(database.url);
});
afterAll(async () => {
  await sql.end();
  await database.drop();
});

const codeOf = (settled: PromiseSettledResult<unknown>): string =>
  settled.status === 'fulfilled' ? 'done' : (settled.reason.code ?? String(settled.reason));

describe('a hundred at once', () => {
  test('against a balance for ten: exactly ten are made', async () => {
    const world = await openPayoutWorld(sql, { payoutFeeBasisPoints: 100 }, 10n * 25_755_000n + 25_754_999n);
    const answers = await Promise.allSettled(Array.from({ length: 100 }, () => world.open(2550n)));
    const codes = answers.map(codeOf);
    expect(codes.filter((code) => code === 'done').length).toBe(10);
    expect(codes.filter((code) => code === 'insufficient_balance').length).toBe(90);
    expect(await usdtOf({ sql }, world.merchantId)).toMatchObject({
      merchant_available: 25_754_999n,
      merchant_reserved: 257_550_000n,
    });
  });

  test('against a limit for ten: exactly ten are made', async () => {
    const world = await openPayoutWorld(sql, { payoutDailyLimit: '259.99' });
    const answers = await Promise.allSettled(Array.from({ length: 100 }, () => world.open(2550n)));
    const codes = answers.map(codeOf);
    expect(codes.filter((code) => code === 'done').length).toBe(10);
    expect(codes.filter((code) => code === 'payout_limit_exceeded').length).toBe(90);
    expect(await ledgerFaults(sql)).toEqual([]);
  });

  test('while others end: none waits for another in a circle', async () => {
    const world = await openPayoutWorld(sql, { payoutSingleLimit: null });
    const ids = await Promise.all(Array.from({ length: 30 }, () => world.open(1000n)));
    const answers = await Promise.allSettled([
      ...ids.map((id) => cancelPayout(world.settle, { merchantId: world.merchantId, id }, by('ana'))),
      ...Array.from({ length: 30 }, () => world.open(1000n)),
    ]);
    expect(answers.map(codeOf)).toEqual(Array.from({ length: 60 }, () => 'done'));
    expect((await usdtOf({ sql }, world.merchantId)).merchant_reserved).toBe(300_000_000n);
  });
});

const by = (actor: string) => ({ actor, note: 'changed our mind' });

/** The notifications, ledger entries and status of a payout. */
async function traces(id: string) {
  const kinds = await sql<{ kind: string }[]>`SELECT kind FROM ledger_entries WHERE subject_id = ${id}`;
  const payout = (await findPayoutById(sql, id)) as Payout;
  return {
    status: payout.status,
    failure: payout.failure,
    released: kinds.filter(({ kind }) => kind === 'payout_released').length,
    notices: (await noticesOf({ sql }, id)).map(({ status }) => status),
  };
}

describe('at the same instant', () => {
  let world: PayoutWorld;
  beforeAll(async () => {
    world = await openPayoutWorld(sql, {
      payoutAutoApproveUpTo: '1.00',
      payoutDailyLimit: null,
      payoutMonthlyLimit: null,
    });
  });
  const rounds = Array.from({ length: 20 }, (_, round) => round);

  test('of approve and reject exactly one wins, twenty times over', async () => {
    for (const round of rounds) {
      const id = await world.confirmed(500n);
      const [approved, rejected] = (
        await Promise.allSettled(
          shuffled<unknown>(round, [
            () => approvePayout(world.settle, id, approver('ana')),
            () => rejectPayout(world.settle, id, { person: 'eva', note: 'no' }),
          ]),
        )
      ).map(codeOf);
      expect([approved, rejected].sort()).toEqual(['done', 'payout_not_in_review']);
      const seen = await traces(id);
      const isRejected = seen.failure === 'rejected';
      expect(seen).toMatchObject(
        isRejected
          ? { status: 'failed', released: 1, notices: ['failed'] }
          : { status: 'queued', released: 0, notices: [] },
      );
    }
    expect(await ledgerFaults(sql)).toEqual([]);
  });

  test('of approve, reject and cancel exactly one ends it, twenty times over', async () => {
    for (const round of rounds) {
      const id = await world.confirmed(500n);
      await Promise.allSettled(
        shuffled<unknown>(round, [
          () => approvePayout(world.settle, id, approver('ana')),
          () => rejectPayout(world.settle, id, { person: 'eva', note: 'no' }),
          () => cancelPayout(world.settle, { merchantId: world.merchantId, id }, by('eva')),
        ]),
      );
      // An approved payout can still be canceled, so it always ends here, once.
      expect(await traces(id)).toMatchObject({ status: 'failed', released: 1, notices: ['failed'] });
    }
    expect(await ledgerFaults(sql)).toEqual([]);
  });

  test('of cancel and the first step of sending exactly one wins, twenty times over', async () => {
    for (const round of rounds) {
      const id = await world.confirmed(100n);
      const send = () =>
        sql.begin(async (tx) => {
          const payout = await lockPayout(tx, world.merchantId, id);
          if (payout?.status !== 'queued') throw new Error('gone');
          await tx`UPDATE payouts SET status = 'sending', wallet = decode(${'cd'.repeat(20)}, 'hex') WHERE id = ${id}`;
        });
      const codes = (
        await Promise.allSettled(
          shuffled<unknown>(round, [
            send,
            () => cancelPayout(world.settle, { merchantId: world.merchantId, id }, by('eva')),
          ]),
        )
      ).map(codeOf);
      expect(codes.filter((code) => code === 'done').length).toBe(1);
      const seen = await traces(id);
      expect(seen.released).toBe(seen.status === 'failed' ? 1 : 0);
    }
    expect(await ledgerFaults(sql)).toEqual([]);
  });

  test('of two that confirm, and the end of its time, exactly one wins, twenty times over', async () => {
    for (const round of rounds) {
      const at = new Date(Date.now() - 24 * 3600_000);
      const payoutId = await world.open(500n, at);
      const confirm = (address: string) => () =>
        sql.begin((tx) =>
          confirmPayout(
            tx,
            { merchantId: world.merchantId, payoutId, network: 'ERC20', address, language: 'en' },
            new Date(at.getTime() + 1000),
          ),
        );
      const job = expirePayoutsJob({ ...world.settle, now: () => new Date(at.getTime() + 24 * 3600_000) });
      await Promise.all(
        shuffled<unknown>(round, [confirm(recipient), confirm(`0x${'12'.repeat(20)}`), () => job.run()]),
      );
      const seen = await traces(payoutId);
      if (seen.status === 'failed') {
        expect(seen).toEqual({ status: 'failed', failure: 'expired', released: 1, notices: ['failed'] });
      } else {
        expect(seen).toEqual({ status: 'review', failure: null, released: 0, notices: [] });
      }
    }
    expect(await ledgerFaults(sql)).toEqual([]);
  });

  test('who read a payout before somebody else moved it cannot end it', async () => {
    const id = await world.confirmed(500n);
    const stale = (await findPayoutById(sql, id)) as Payout;
    await approvePayout(world.settle, id, approver('ana'));
    const end = { payout: stale, failure: 'rejected' as const, note: null, transactionHash: null };
    await expect(
      sql.begin((tx) => endPayouts(world.settle.notation, tx, [{ ...end, status: 'failed' }], new Date())),
    ).rejects.toThrow('had moved on already');
    expect(await traces(id)).toMatchObject({ status: 'queued', released: 0, notices: [] });
  });
});

/**
 * Starts them in a different order each round, so that each comes first now and then; returns them in the given order.
 */
function shuffled<T>(round: number, begin: (() => Promise<T>)[]): Promise<T>[] {
  const running = new Map<number, Promise<T>>();
  begin.forEach((_, at) => {
    const turn = (at + round) % begin.length;
    running.set(turn, (begin[turn] as () => Promise<T>)());
  });
  return begin.map((_, at) => running.get(at) as Promise<T>);
}
