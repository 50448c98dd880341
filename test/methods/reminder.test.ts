import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CaughtMail } from '../../src/sandbox/mail-catcher.ts';
import { call, keyHeaders, until } from '../kit/client.ts';
import { startTestServer, type TestServer } from '../kit/server.ts';
import { withVoucher } from '../kit/unexpected.ts';

/** The mail that reminds a customer of a voucher before it runs out. */

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});

afterAll(() => server?.stop());

async function mailsTo(address: string): Promise<CaughtMail[]> {
  const { body } = await call(server, 'GET', '/sandbox/mail');
  return (body as CaughtMail[]).filter(({ to }) => String(to).includes(address));
}

interface Planned {
  status: string;
  hours: number;
}

async function planned(reference: string): Promise<Planned[]> {
  return await server.sql<Planned[]>`
    SELECT mails.status, round(extract(epoch FROM mails.due_at - attempts.created_at) / 3600)::int AS hours
      FROM mails
      JOIN attempts ON attempts.merchant_id = mails.merchant_id AND attempts.id = mails.cause_id
     WHERE mails.kind = 'voucher_reminder'
       AND attempts.charge_id = ${reference}`;
}

/** The time has come. */
async function due(reference: string): Promise<void> {
  await server.sql`
    UPDATE mails SET due_at = now()
     WHERE kind = 'voucher_reminder'
       AND merchant_id = ${server.merchant.merchantId}
       AND cause_id IN (SELECT id FROM attempts WHERE charge_id = ${reference})`;
}

/** Mails are sent in the order in which they are due: what was not sent by now will not be. */
async function sentLater(): Promise<void> {
  const email = `later-${crypto.randomUUID()}@customer.example`;
  await due(await withVoucher(server, { email, language: 'en' }));
  await until(
    () => mailsTo(email),
    ({ length }) => length > 0,
  );
}

test.each([
  ['en', 'can be paid until', 'See how to pay'],
  ['es', 'Puedes pagar', 'Mira cómo pagar'],
  ['pt', 'Você pode pagar', 'Veja como pagar'],
  ['fr', 'à payer avant le', 'Voir comment payer'],
])('goes out once, the day before, in the customer’s language (%s)', async (language, subject, open) => {
  const email = `${language}@customer.example`;
  const reference = await withVoucher(server, { email, language });
  expect(await planned(reference)).toEqual([{ status: 'queued', hours: 48 }]);
  await due(reference);
  const [mail] = await until(
    () => mailsTo(email),
    ({ length }) => length > 0,
  );
  expect(mail?.subject).toContain(subject);
  expect(mail?.text).toContain(`${open}: ${server.url}/pay/${reference}`);
  expect(mail?.text).toContain('OXXO');
  await until(
    () => planned(reference),
    ([first]) => first?.status === 'sent',
  );
  // A processor that gives the same instructions again plans no second one.
  await call(server, 'POST', `/pay/${reference}/look`);
  await sentLater();
  expect(await mailsTo(email)).toHaveLength(1);
});

test('does not go out after the voucher was paid, left or its charge canceled', async () => {
  const emails = ['paid', 'left', 'canceled'].map((name) => `${name}@customer.example`);
  const [paid = '', left = '', canceled = ''] = await Promise.all(
    emails.map((email) => withVoucher(server, { email, language: 'en' })),
  );
  await call(server, 'POST', `/sandbox/pay/${paid}`, {}, { decision: 'pay' });
  const read = (reference: string) =>
    call(server, 'GET', `/api/transactions/${reference}`, keyHeaders(server.merchant));
  await until(
    () => read(paid),
    ({ body }) => body.data.status === 'approved',
  );
  await call(server, 'POST', `/pay/${left}/other-card`);
  await call(server, 'POST', `/api/transactions/${canceled}/cancel`, keyHeaders(server.merchant));
  for (const reference of [paid, left, canceled]) await due(reference);
  await sentLater();
  const subjects = (await Promise.all(emails.map(mailsTo))).flat().map((mail) => mail.subject);
  expect(subjects.filter((subject) => subject.includes('can be paid until'))).toEqual([]);
});
