import { beforeEach, describe, expect, test } from 'vitest';
import { useBooks } from '../../../../test/kit/books.ts';
import { aPaidCharge, type ScriptedAcquirer, scriptedAcquirer } from '../../../../test/kit/charges.ts';
import { balancesOf } from '../../../accounts/ledger/ledger.ts';
import { newId } from '../../../base/db/ids.ts';
import type { Charge } from '../charge.ts';
import { readDisputes } from '../disputes/read-disputes.ts';
import { followNotifications } from '../notifications/follow-notifications.ts';
import { insertNotifications } from '../notifications/notification-store.ts';
import type { SeenRefund } from '../payment-processor.ts';
import { findCharge } from '../store.ts';
import { refundCharge } from './refund-charge.ts';
import { refundsOf } from './refund-store.ts';

const { sql, merchantId, faults } = useBooks();
const usd = (amountMinor: bigint) => ({ amountMinor, currency: 'USD' });
let acquirer: ScriptedAcquirer;
let charge: Charge & { attemptId: string };

beforeEach(async () => {
  const name = `p${newId().slice(9, 23).replace('-', '')}`;
  acquirer = scriptedAcquirer(sql(), { name, accountId: null, merchantId: null });
  charge = await aPaidCharge(sql(), merchantId(), usd(100_00n), { processor: name, accountId: null });
});

/** Makes a refund in the processor's own panel. */
function inPanel(amountMinor: bigint, refund: Partial<SeenRefund> = {}): SeenRefund {
  const seen = {
    reference: `re_${newId()}`,
    refundId: null,
    amount: usd(amountMinor),
    status: 'succeeded' as const,
    ...refund,
  };
  acquirer.seenRefunds.push(seen);
  return seen;
}

/** The processor sends a notification of the payment; returns whether it was handled. */
async function told(): Promise<boolean> {
  const { name: processor } = acquirer.processor;
  const id = newId();
  const hint = { about: 'refunds', attemptId: charge.attemptId } as const;
  const at = new Date(Date.now() - 1_000);
  await insertNotifications(sql(), [{ processor, accountId: null, id, hint, receivedAt: at }]);
  await followNotifications(acquirer);
  const [row] =
    await sql()`SELECT done_at IS NOT NULL AS "isDone" FROM processor_notifications WHERE id = ${id}`;
  return (row as { isDone: boolean }).isDone;
}

const refunds = async () =>
  (await refundsOf(sql(), merchantId(), charge.id)).map(({ amountMinor, status, origin }) => [
    origin,
    status,
    amountMinor,
  ]);
const events = async () => {
  const rows = await sql()<{ body: string }[]>`
    SELECT body FROM events WHERE merchant_id = ${merchantId()} AND subject_id = ${charge.id} ORDER BY id`;
  return rows.map(({ body }) => JSON.parse(body)).filter((body) => 'refundId' in body);
};
const mails = () => sql()<{ kind: string; subject: string; recipient: string; body: string }[]>`
  SELECT kind, subject, recipient, body FROM mails WHERE merchant_id = ${merchantId()} ORDER BY id`;
const status = async () => (await findCharge(sql(), merchantId(), charge.id))?.status;

describe('a refund made in the processor’s own panel', () => {
  test('is entered once, however often it is told, with an event and a mail that say where it came from', async () => {
    inPanel(30_01n);
    await Promise.all([told(), told(), told()]);
    await told();
    expect(await refunds()).toEqual([['external', 'succeeded', 30_01n]]);
    expect(await status()).toBe('partially_refunded');
    expect(await events()).toMatchObject([
      { transactionStatus: 'partially_refunded', refundedAmount: 30.01, refundOrigin: 'external' },
    ]);
    const [balance] = (await balancesOf(sql(), merchantId())).filter(
      ({ account }) => account === 'merchant_available',
    );
    expect(balance?.balance).toBe(100_00n - 2_90n - 30_01n);
    const [mail, ...more] = (await mails()).filter(({ kind }) => kind === 'external_refund');
    expect(more).toEqual([]);
    expect(mail).toMatchObject({ recipient: 'ana@tienda.example' });
    expect(mail?.subject).toContain('US$\u00a030,01');
    expect(mail?.body).toContain(charge.id);
    expect(await faults()).toEqual([]);
  });

  test('leaves only the rest to be refunded here', async () => {
    inPanel(70_00n);
    await told();
    await expect(
      refundCharge(acquirer, charge, { amountMinor: 30_01n, idempotencyKey: null }),
    ).rejects.toMatchObject({ code: 'validation_failed' });
    await refundCharge(acquirer, charge, { amountMinor: 30_00n, idempotencyKey: null });
    expect(await status()).toBe('refunded');
    expect(await faults()).toEqual([]);
  });

  test('is told also of a charge that the bank took back', async () => {
    const { attemptId, amount } = charge;
    acquirer.disputes.push({ disputeId: newId(), attemptId, amount, status: 'open', reason: null });
    await readDisputes(sql(), acquirer.account, new Date());
    inPanel(10_00n);
    await told();
    expect(await status()).toBe('charged_back');
    expect(await events()).toMatchObject([{ transactionStatus: 'charged_back', refundedAmount: 10 }]);
    expect(await faults()).toEqual([]);
  });

  test('that is pending is set aside, and may fail later, also after it had succeeded', async () => {
    const seen = inPanel(30_00n, { status: 'pending' });
    acquirer.refundOutcome = 'pending';
    await told();
    expect(await refunds()).toEqual([['external', 'pending', 30_00n]]);
    expect(await status()).toBe('approved');
    seen.status = 'succeeded';
    acquirer.refundOutcome = 'refunded';
    await told();
    expect(await refunds()).toEqual([['external', 'succeeded', 30_00n]]);
    seen.status = 'failed';
    acquirer.refundOutcome = 'refused';
    await told();
    expect(await refunds()).toEqual([['external', 'failed', 30_00n]]);
    expect(await status()).toBe('approved');
    expect(await faults()).toEqual([]);
  });

  test('that failed before anybody heard of it is none', async () => {
    inPanel(30_00n, { status: 'failed' });
    await told();
    expect(await refunds()).toEqual([]);
  });

  test.each([
    ['more than was paid', usd(100_01n)],
    ['in another currency', { amountMinor: 10_00n, currency: 'EUR' }],
  ])('of %s is an open case of the operator’s, told once', async (_, amount) => {
    const alarms = async () =>
      (await sql()<{ body: string }[]>`SELECT body FROM mails WHERE kind = 'operator_alarm'`).filter(
        ({ body }) => body.includes(charge.id),
      );
    const { reference } = inPanel(0n, { amount });
    await told();
    await told();
    expect(await refunds()).toEqual([]);
    const cases = await sql()`
      SELECT kind, reference, currency, amount_minor
        FROM card_cases
       WHERE merchant_id = ${merchantId()} AND decided_at IS NULL`;
    expect(cases).toEqual([
      { kind: 'refund', reference, currency: amount.currency, amount_minor: -amount.amountMinor },
    ]);
    expect(await alarms()).toHaveLength(1);
  });
});

describe('a refund of our own', () => {
  test('that is listed while it is under way is never taken for one of the panel', async () => {
    acquirer.refundOutcome = 'unknown';
    const { refund } = await refundCharge(acquirer, charge, { amountMinor: 20_00n, idempotencyKey: null });
    // The processor has made it, and names it only by its own id.
    const seen = inPanel(20_00n);
    expect(await told()).toBe(false);
    expect(await refunds()).toEqual([['own', 'pending', 20_00n]]);
    // A refund of another amount cannot be ours.
    inPanel(5_00n);
    expect(await told()).toBe(false);
    expect(await refunds()).toEqual([
      ['own', 'pending', 20_00n],
      ['external', 'succeeded', 5_00n],
    ]);
    seen.refundId = refund.id;
    expect(await told()).toBe(true);
    expect(await refunds()).toHaveLength(2);
  });

  test('that the processor names by its id, or by ours, is not entered again', async () => {
    await refundCharge(acquirer, charge, { amountMinor: 20_00n, idempotencyKey: null });
    const { refund } = await refundCharge(acquirer, charge, { amountMinor: 5_00n, idempotencyKey: null });
    inPanel(20_00n, { reference: 'r' });
    inPanel(5_00n, { refundId: refund.id });
    expect(await told()).toBe(true);
    expect(await refunds()).toHaveLength(2);
    expect(await faults()).toEqual([]);
  });
});
