import { beforeAll, expect, test } from 'vitest';
import { useBooks } from '../../../../test/kit/books.ts';
import { aPaidCharge, type ScriptedAcquirer, scriptedAcquirer } from '../../../../test/kit/charges.ts';
import { passTriggers } from '../../../../test/kit/pass-triggers.ts';
import { newId } from '../../../base/db/ids.ts';
import { warningsOf } from '../disputes/warning-store.ts';
import type { Hint, Warning } from '../payment-processor.ts';
import { refundCharge } from '../refunds/refund-charge.ts';
import { findRefund } from '../refunds/refund-store.ts';
import { detailCharge } from '../transaction-shape.ts';
import { followNotifications } from './follow-notifications.ts';
import { insertNotifications } from './notification-store.ts';

const { sql, merchantId, faults } = useBooks();
const amount = { amountMinor: 100_00n, currency: 'USD' };
let acquirer: ScriptedAcquirer;
beforeAll(() => {
  acquirer = scriptedAcquirer(sql());
});

/** `tries`: the number of earlier attempts. */
async function notify(hint: Hint, tries = 0): Promise<string> {
  const id = newId();
  await insertNotifications(sql(), [
    { processor: 'sandbox', accountId: null, id, hint, receivedAt: new Date() },
  ]);
  await sql()`UPDATE processor_notifications SET tries = ${tries} WHERE id = ${id}`;
  return id;
}

const isDone = async (id: string) =>
  (await sql()`SELECT 1 FROM processor_notifications WHERE id = ${id} AND done_at IS NOT NULL`).length === 1;
const mails = async () =>
  await sql()<{ recipient: string; subject: string; text: string }[]>`
    SELECT recipient, subject, body AS text FROM mails WHERE subject LIKE 'Pasarela: sandbox%' ORDER BY id`;

test('a notification of a payment asks for its refunds that were taken and have not ended', async () => {
  const charge = await aPaidCharge(sql(), merchantId(), amount);
  acquirer.refundOutcome = 'pending';
  const { refund } = await refundCharge(acquirer, charge, { amountMinor: 30_00n, idempotencyKey: null });
  expect(refund.status).toBe('pending');
  acquirer.refundOutcome = 'refunded';
  await notify({ about: 'attempt', attemptId: charge.attemptId });
  await followNotifications(acquirer);
  expect(await findRefund(sql(), merchantId(), refund.id)).toMatchObject({ status: 'succeeded' });
  expect(await faults()).toEqual([]);
});

test('the operator is told of a dispute that is given up, once, and why', async () => {
  const charge = await aPaidCharge(sql(), merchantId(), amount);
  await sql().begin(async (tx) => {
    await passTriggers(tx);
    await tx`UPDATE attempts SET status = 'refused' WHERE id = ${charge.attemptId}`;
  });
  const { attemptId } = charge;
  acquirer.disputes.push({ disputeId: 'dp_7', attemptId, amount, status: 'open', reason: null });
  const hint: Hint = { about: 'dispute', disputeId: 'dp_7' };
  const early = await notify(hint, 38);
  await followNotifications(acquirer);
  expect(await isDone(early)).toBe(false);
  expect(await mails()).toEqual([]);
  await sql()`UPDATE processor_notifications SET due_at = now() WHERE id = ${early}`;
  await followNotifications(acquirer);
  expect(await isDone(early)).toBe(true);
  const [mail, ...more] = await mails();
  expect(more).toEqual([]);
  expect(mail).toMatchObject({
    recipient: 'ops@company.example',
    subject: 'Pasarela: sandbox told of something that could not be entered: dispute dp_7.',
    text: expect.stringContaining(attemptId),
  });
});

test('and of one that the processor never told anything of', async () => {
  await notify({ about: 'dispute', disputeId: 'dp_8' }, 39);
  await followNotifications(acquirer);
  expect((await mails()).at(-1)?.text).toContain('did not tell what it is');
});

test('one that cannot be looked at is put off by itself, longer each time', async () => {
  const broken = await notify({ about: 'dispute', disputeId: 'dp_9' }, 4);
  const other = await notify({ about: 'nothing' });
  const { processor } = acquirer;
  acquirer.processor = { ...processor, readDispute: () => Promise.reject(new Error('the node is away')) };
  await expect(followNotifications(acquirer)).rejects.toThrow('the node is away');
  acquirer.processor = processor;
  expect([await isDone(broken), await isDone(other)]).toEqual([false, true]);
  const [row] = await sql()<{ waits: number }[]>`
    SELECT extract(epoch FROM due_at - now())::float8 AS waits
      FROM processor_notifications
     WHERE id = ${broken}`;
  expect(row?.waits).toBeGreaterThan(100);
});

test('a warning is told to the merchant once, by an event and a mail that say what to do', async () => {
  const charge = await aPaidCharge(sql(), merchantId(), amount);
  const warning: Warning = {
    ...{ warningId: 'issfr_1', attemptId: charge.attemptId },
    ...{ kind: 'fraud', reason: 'made_with_stolen_card' },
  };
  const { processor } = acquirer;
  acquirer.processor = { ...processor, readWarning: async () => warning };
  const hint: Hint = { about: 'warning', warningId: 'issfr_1' };
  const told = async () => ({
    events: (
      await sql()<{ body: string }[]>`SELECT body FROM events WHERE subject_id = ${charge.id} ORDER BY id`
    )
      .map(({ body }) => JSON.parse(body) as Record<string, unknown>)
      .filter(({ warning }) => warning !== undefined),
    mails: await sql()<{ subject: string; text: string }[]>`
      SELECT subject, body AS text FROM mails WHERE kind = 'payment_warning' ORDER BY id`,
  });
  await notify(hint);
  await followNotifications(acquirer);
  await notify(hint);
  await followNotifications(acquirer);
  const { events, mails: written } = await told();
  expect(events).toMatchObject([
    {
      transactionStatus: 'approved',
      warning: 'fraud',
      warningReason: 'made_with_stolen_card',
      warningText: expect.stringMatching(/do not deliver/i),
    },
  ]);
  expect(written).toHaveLength(1);
  expect(written[0]?.text).toContain(charge.id);
  const kept = await warningsOf(sql(), merchantId(), charge.id);
  expect(detailCharge(charge, [], [], [], kept, null).warnings).toMatchObject([{ kind: 'fraud' }]);
  // Nothing moved.
  expect(await faults()).toEqual([]);

  // No event is sent for a payment that is not ours or belongs to another account.
  acquirer.processor = { ...processor, readWarning: async () => ({ ...warning, attemptId: '' }) };
  const foreign = await notify({ about: 'warning', warningId: 'issfr_2' });
  await followNotifications(acquirer);
  acquirer.processor = processor;
  const unread = await notify({ about: 'warning', warningId: 'issfr_3' });
  await followNotifications(acquirer);
  expect([await isDone(foreign), await isDone(unread)]).toEqual([true, true]);
  expect((await told()).events).toHaveLength(1);
});
