import pg from 'pg';
import { describe, expect, test } from 'vitest';
import { useBooks } from '../../../../test/kit/books.ts';
import { aPaidCharge, scriptedAcquirer } from '../../../../test/kit/charges.ts';
import { balancesOf } from '../../../accounts/ledger/ledger.ts';
import { newId } from '../../../base/db/ids.ts';
import type { Sql, Tx } from '../../../base/db/pool.ts';
import { timeText } from '../../../base/money/written.ts';
import { chargeJobs } from '../jobs.ts';
import { followNotifications } from '../notifications/follow-notifications.ts';
import type { Dispute } from '../payment-processor.ts';
import { findCharge } from '../store.ts';
import { detailCharge } from '../transaction-shape.ts';
import { disputesOf, disputesToAnswer } from './dispute-store.ts';
import { readDisputes, readDueDisputes } from './read-disputes.ts';
import { recordDispute } from './record-dispute.ts';

const { sql, merchantId, faults } = useBooks();

test('where the node of one merchant is away, the disputes of others are recorded, and those of that merchant later', async () => {
  const acquirer = scriptedAcquirer(sql());
  const money = { amountMinor: 5_000n, currency: 'USD' };
  const charges = await Promise.all([1, 2, 3].map(() => aPaidCharge(sql(), merchantId(), money)));
  for (const { attemptId } of charges) {
    acquirer.disputes.push({ disputeId: newId(), attemptId, amount: money, status: 'open', reason: null });
  }
  const disputed = () =>
    Promise.all(charges.map(async ({ id }) => (await disputesOf(sql(), merchantId(), id)).length));

  const away = Object.assign(new pg.DatabaseError('connection to the remote node failed', 0, 'error'), {
    code: '08006',
    severity: 'ERROR',
  });
  let begun = 0;
  const halfThere = (isDistributed: boolean) =>
    new Proxy(sql(), {
      get(all, name) {
        if (name === 'isDistributed') return isDistributed;
        if (name !== 'begin') return Reflect.get(all, name);
        return async (work: (tx: Tx) => Promise<unknown>) => {
          begun += 1;
          if (begun === 2) throw away;
          return await all.begin(work);
        };
      },
    }) as Sql;

  // On one worker the whole database is away: nothing is skipped.
  await expect(readDisputes(halfThere(false), acquirer.account, new Date())).rejects.toBe(away);
  expect(await disputed()).toEqual([1, 0, 0]);
  begun = 0;
  expect(await readDisputes(halfThere(true), acquirer.account, new Date())).toBe(3);
  expect(await disputed()).toEqual([1, 0, 1]);
  expect(await readDisputes(sql(), acquirer.account, new Date())).toBe(0);

  await sql()`UPDATE processor_notifications SET due_at = now()`;
  expect(await followNotifications(acquirer)).toBe(1);
  expect(await disputed()).toEqual([1, 1, 1]);
  expect(await faults()).toEqual([]);
});

test('each account is read at its time by one process; one that fails or has no list holds up none', async () => {
  const account = (name: string) =>
    scriptedAcquirer(sql(), { name, accountId: null, merchantId: null }).account;
  const [here, failing, listless] = [
    account(`here-${newId()}`),
    account(`failing-${newId()}`),
    account('none'),
  ];
  const asked: string[] = [];
  here.processor.disputesAfter = async (cursor) => {
    asked.push(cursor);
    // Two pages, and then nothing new.
    return { disputes: [], cursor: String(Math.min(Number(cursor) + 1, 2)) };
  };
  failing.processor.disputesAfter = async () => {
    throw new Error('broken');
  };
  Object.assign(listless.processor, {
    disputesIntervalMs: null,
    disputesAfter: () => expect.unreachable('it has no list'),
  });
  const deps = scriptedAcquirer(sql());
  deps.processors.accounts = async () => [failing, listless, here];
  const read = () => readDueDisputes(deps);

  await expect(read()).rejects.toThrow('Disputes could not be read');
  expect(asked).toEqual(['']);
  // The page that follows is read at once, by one of two; then the account rests, like the failing one.
  await Promise.all([read(), read()]);
  await read();
  await Promise.all([read(), read()]);
  expect(asked).toEqual(['', '1', '2']);
  await sql()`UPDATE dispute_cursors SET due_at = now() WHERE processor = ${here.processor.name}`;
  await read();
  expect(asked).toEqual(['', '1', '2', '2']);
});

describe('a dispute that turns', () => {
  const usd = (amountMinor: bigint) => ({ amountMinor, currency: 'USD' });
  const account = { processor: 'sandbox', accountId: null };
  const available = async (asset = 'USD') =>
    (await balancesOf(sql(), merchantId())).find(
      (each) => each.account === 'merchant_available' && each.asset === asset,
    )?.balance ?? 0n;

  /** A charge of 150.50 and the processor's reports of its disputes: one dispute by default. */
  async function disputed() {
    const before = await available();
    const charge = await aPaidCharge(sql(), merchantId(), usd(150_50n));
    const paid = (await available()) - before;
    const disputeId = newId();
    const tell = (told: Partial<Dispute>, readAt = new Date()) =>
      sql().begin((tx) =>
        recordDispute(
          tx,
          account,
          {
            disputeId,
            attemptId: charge.attemptId,
            amount: usd(150_50n),
            status: 'open',
            reason: 'fraudulent',
            ...told,
          },
          readAt,
          new Date(),
        ),
      );
    return {
      charge,
      tell,
      /** The rest of the charge's proceeds, and its status. */
      stands: async () => ({
        left: (await available()) - before - paid + 150_50n,
        status: (await findCharge(sql(), merchantId(), charge.id))?.status,
        disputes: (await disputesOf(sql(), merchantId(), charge.id)).map(({ status }) => status),
      }),
      events: async () => {
        const rows = await sql()<{ body: string }[]>`
          SELECT body FROM events WHERE merchant_id = ${merchantId()} AND subject_id = ${charge.id} ORDER BY id`;
        return rows.map(({ body }) => JSON.parse(body)).filter((body) => 'disputeId' in body);
      },
    };
  }

  test('from lost to won by an appeal gives the merchant all of it back', async () => {
    const { tell, stands, events } = await disputed();
    await tell({});
    await tell({ status: 'lost' });
    expect(await stands()).toEqual({ left: 0n, status: 'charged_back', disputes: ['lost'] });
    await tell({ status: 'open' });
    await tell({ status: 'won' });
    expect(await stands()).toEqual({ left: 150_50n, status: 'approved', disputes: ['won'] });
    expect((await events()).map(({ disputeStatus }) => disputeStatus)).toEqual([
      'open',
      'lost',
      'open',
      'won',
    ]);
    expect(await faults()).toEqual([]);
  });

  test('from won to lost takes it again, and once', async () => {
    const { tell, stands } = await disputed();
    for (const status of ['open', 'won', 'lost', 'lost', 'won', 'lost'] as const) await tell({ status });
    expect(await stands()).toEqual({ left: 0n, status: 'charged_back', disputes: ['lost'] });
    expect(await faults()).toEqual([]);
  });

  test('by its amount takes the difference, whichever way', async () => {
    const { tell, stands, events } = await disputed();
    await tell({ amount: usd(50_00n) });
    expect(await stands()).toMatchObject({ left: 100_50n });
    await tell({ amount: usd(150_50n) });
    expect(await stands()).toMatchObject({ left: 0n, status: 'charged_back' });
    await tell({ amount: usd(20_01n), status: 'lost' });
    expect(await stands()).toMatchObject({ left: 130_49n, status: 'charged_back' });
    expect((await events()).map(({ disputedAmount }) => disputedAmount)).toEqual([50, 150.5, 20.01]);
    expect(await faults()).toEqual([]);
  });

  test('is won while another is open: the charge stays charged back until that is won, too', async () => {
    const { tell, stands } = await disputed();
    const other = { disputeId: newId(), amount: usd(50_25n) };
    await tell({ amount: usd(100_25n) });
    await tell(other);
    await tell({ amount: usd(100_25n), status: 'won' });
    expect(await stands()).toMatchObject({ left: 100_25n, status: 'charged_back' });
    await tell({ ...other, status: 'won' });
    expect(await stands()).toMatchObject({ left: 150_50n, status: 'approved' });
    expect(await faults()).toEqual([]);
  });

  test('is as it was read last, in whatever order readings are recorded', async () => {
    const { tell, stands } = await disputed();
    const [first, second, third] = [1_000, 2_000, 3_000].map((ms) => new Date(Date.now() + ms));
    await tell({ status: 'open' }, first);
    await tell({ status: 'won' }, third);
    await tell({ status: 'lost' }, second);
    expect(await stands()).toEqual({ left: 150_50n, status: 'approved', disputes: ['won'] });
    expect(await faults()).toEqual([]);
  });

  test('in another currency than the charge takes that one, and the merchant is told which', async () => {
    const { tell, stands, events } = await disputed();
    const before = await available('EUR');
    await tell({ amount: { amountMinor: 139_99n, currency: 'EUR' } });
    expect(await stands()).toMatchObject({ left: 150_50n, status: 'charged_back' });
    expect((await available('EUR')) - before).toBe(-139_99n);
    expect(await events()).toMatchObject([
      { currency: 'USD', disputedAmount: 139.99, disputedCurrency: 'EUR' },
    ]);
    await tell({ amount: usd(150_50n) });
    expect(await stands()).toMatchObject({ left: 0n });
    expect((await available('EUR')) - before).toBe(0n);
    expect(await faults()).toEqual([]);
  });
});

test('a dispute tells until when it can be answered and why it was opened: event, mail, API and work to do', async () => {
  const charge = await aPaidCharge(sql(), merchantId(), { amountMinor: 70_01n, currency: 'USD' });
  const evidenceDueAt = new Date(Date.now() + 7 * 24 * 60 * 60 * 1000);
  const told: Dispute = {
    ...{ disputeId: newId(), attemptId: charge.attemptId, amount: charge.amount, status: 'inquiry' as const },
    ...{ reason: 'product_not_received', evidenceDueAt },
  };
  const tell = (change: Partial<Dispute> = {}) =>
    sql().begin((tx) =>
      recordDispute(
        tx,
        { processor: 'sandbox', accountId: null },
        { ...told, ...change },
        new Date(),
        new Date(),
      ),
    );
  await tell();
  expect(await disputesToAnswer(sql(), merchantId(), new Date())).toEqual({
    count: 1,
    nextDueAt: evidenceDueAt,
  });
  expect((await findCharge(sql(), merchantId(), charge.id))?.status).toBe('approved');
  await tell({ status: 'open' });
  const rows = await sql()<{ body: string }[]>`
    SELECT body FROM events WHERE merchant_id = ${merchantId()} AND subject_id = ${charge.id} ORDER BY id`;
  const stated = {
    disputeReason: 'product_not_received',
    disputeReasonText: 'The customer says that nothing was delivered.',
    evidenceDueAt: evidenceDueAt.toISOString(),
  };
  expect(rows.slice(1).map(({ body }) => JSON.parse(body))).toMatchObject([
    { transactionStatus: 'approved', disputeStatus: 'inquiry', ...stated },
    { transactionStatus: 'charged_back', disputeStatus: 'open', ...stated },
  ]);
  const mails = await sql()<{ subject: string; body: string }[]>`
    SELECT subject, body FROM mails WHERE merchant_id = ${merchantId()} AND kind = 'dispute' ORDER BY id`;
  expect(mails).toHaveLength(2);
  expect(mails[1]?.subject).toContain('US$\u00a070,01');
  expect(mails[1]?.body).toContain('no recibió');
  expect(mails[1]?.body).toContain(timeText(evidenceDueAt, { language: 'es', timeZone: 'UTC' }));
  const [kept] = await disputesOf(sql(), merchantId(), charge.id);
  const detail = detailCharge(charge, [], [], kept ? [kept] : [], [], null);
  expect(detail.disputes).toMatchObject([
    {
      evidence_due_at: stated.evidenceDueAt,
      reason: stated.disputeReason,
      reason_text: stated.disputeReasonText,
    },
  ]);
  await tell({ status: 'lost' });
  expect(await disputesToAnswer(sql(), merchantId(), new Date())).toEqual({ count: 0, nextDueAt: null });
  expect(await faults()).toEqual([]);
});

test('a dispute that was lost is asked for again: the processor may tell nobody of an appeal', async () => {
  const name = `p${newId().slice(9, 23).replace('-', '')}`;
  const acquirer = scriptedAcquirer(sql(), { name, accountId: null, merchantId: null });
  const money = { amountMinor: 70_00n, currency: 'USD' };
  const charge = await aPaidCharge(sql(), merchantId(), money, { processor: name, accountId: null });
  const told: Dispute = {
    disputeId: newId(),
    attemptId: charge.attemptId,
    amount: charge.amount,
    status: 'lost',
    reason: null,
  };
  acquirer.disputes.push(told);
  await readDisputes(sql(), acquirer.account, new Date());
  told.status = 'won';
  const follow = async () => {
    await sql()`UPDATE disputes SET due_at = now() - interval '1 second' WHERE charge_id = ${charge.id} AND due_at IS NOT NULL`;
    await chargeJobs(acquirer)
      .find(({ name }) => name === 'follow-disputes')
      ?.run();
    return (await disputesOf(sql(), merchantId(), charge.id)).map(({ status }) => status);
  };
  expect(await follow()).toEqual(['won']);
  // This long after its end no bank reopens it.
  await sql()`UPDATE disputes SET closed_at = now() - interval '200 days' WHERE charge_id = ${charge.id}`;
  await follow();
  told.status = 'lost';
  expect(await follow()).toEqual(['won']);
});
