import type { AddressInfo } from 'node:net';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { call, keyHeaders, until } from '../kit/client.ts';
import { addMerchant } from '../kit/merchants.ts';
import { recipientOf } from '../kit/payouts/recipient.ts';
import { fund, openPayout } from '../kit/payouts/requests.ts';
import { startTestServer, type TestServer } from '../kit/server.ts';

/** A mail server that refuses a payout's code, and the options that its recipient and its merchant then have. */

let server: TestServer;
let smtp: SMTPServer;
const taken: { to: string; subject: string; text: string }[] = [];

const refusal = (responseCode: number, message: string): Error =>
  Object.assign(new Error(message), { responseCode });

beforeAll(async () => {
  smtp = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    closeTimeout: 50,
    onRcptTo({ address }, _session, done) {
      done(address.startsWith('nobody') ? refusal(550, '5.1.1 no such user here') : null);
    },
    onData(stream, session, done) {
      const to = session.envelope.rcptTo[0]?.address ?? '';
      stream.toArray().then(async (chunks) => {
        if (to.startsWith('picky')) return done(refusal(554, '5.7.1 not wanted'));
        const { subject = '', text = '' } = await PostalMime.parse(Buffer.concat(chunks));
        taken.push({ to, subject, text });
        done();
      }, done);
    },
  });
  smtp.on('error', () => {});
  await new Promise<void>((done) => smtp.listen(0, '127.0.0.1', () => done()));
  server = await startTestServer({
    SANDBOX_CHAINS: 'on',
    SMTP_URL: `smtp://127.0.0.1:${(smtp.server.address() as AddressInfo).port}`,
    MAIL_FROM: 'pasarela@operator.example',
  });
  await fund(server, server.merchant.merchantId, 10_000_000_000n);
});
afterAll(async () => {
  await server.stop();
  await new Promise<void>((done) => smtp.close(() => done()));
});

const wallet = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const own = () => keyHeaders(server.merchant);
const read = async (hash: string) => (await call(server, 'GET', `/payment/${hash}`, own())).body.order;
const correct = (name: string, email: string, headers = own()) =>
  call(server, 'POST', `/payment/${name}/email`, headers, { email });
const mailsTo = async (email: string) => taken.filter(({ to }) => to === email);
const codeTo = async (email: string): Promise<string> => {
  const mails = await until(
    () => mailsTo(email),
    (found) => found.length > 0,
  );
  return /\b\d{6}\b/.exec(mails.at(-1)?.text ?? '')?.[0] ?? '';
};

/** A payout whose wallet was entered and whose code the mail server refused. */
async function refused(email: string) {
  const { hash, token } = await openPayout(server, server.merchant, { email });
  const recipient = recipientOf(server, token);
  await recipient.propose('ERC20', wallet);
  await until(
    () => recipient.state(),
    ({ view }) => view === 'undelivered',
  );
  return { hash, token, recipient };
}

test.each([
  ['at the recipient', 'nobody@typo.example', 'RCPT TO with: 550 5.1.1 no such user here'],
  ['after the whole mail', 'picky@typo.example', 'DATA with: 554 5.7.1 not wanted'],
])(
  'refused %s, it is told on the page, to who reads the payout, and to the merchant by mail',
  async (_, email, words) => {
    const { hash, token } = await refused(email);
    const page = await call(server, 'GET', `/payout/${token}`, { 'accept-language': 'en' });
    expect(page.body).toContain(`The mail server of ${email[0]}***@typo.example refused our mail`);
    const order = await read(hash);
    expect(order).toMatchObject({
      status: 'open',
      waiting: 'code_undeliverable',
      codeRefused: { email, at: expect.any(String), answer: `The mail server answered ${words}` },
    });
    await server.sql`UPDATE mails SET due_at = now() WHERE status = 'collecting'`;
    const told = await until(
      async () => (await mailsTo(server.merchant.contactEmail)).filter(({ text }) => text.includes(order.id)),
      (found) => found.length > 0,
    );
    for (const part of [email, words, `/payment/`, '/email']) expect(told[0]?.text).toContain(part);
    // The text of the mail is deleted, and the code with it.
    const kept = await server.sql`SELECT FROM mails WHERE recipient = ${email} AND body IS NOT NULL`;
    expect(kept).toHaveLength(0);
  },
);

test('with another address a new code is mailed and the payout collected by the same link', async () => {
  const { hash, recipient } = await refused('nobody@before.example');
  const { httpStatus, body } = await correct(hash, 'eva@after.example');
  expect([httpStatus, body.message]).toEqual([
    200,
    'A new code is mailed to the address; codes before are void',
  ]);
  expect(body.order).toMatchObject({ status: 'open', waiting: null });
  expect(body.order.codeRefused).toBeUndefined();
  expect((await recipient.state()).view).toBe('code');
  const code = await codeTo('eva@after.example');
  expect((await mailsTo('eva@after.example'))[0]?.subject).toBe('Your code to collect from Demo Store');
  expect((await recipient.enterCode(code)).body.view).toBe('review');
  expect((await recipient.confirm()).httpStatus).toBe(200);
  const late = await correct(hash, 'mallory@elsewhere.example');
  expect([late.httpStatus, late.body.error]).toEqual([409, 'payout_not_open']);
  expect(await mailsTo('mallory@elsewhere.example')).toEqual([]);

  const rows = await server.sql<{ actor: string; details: string }[]>`
    SELECT actor, details FROM audit_log WHERE act = 'payout_email_corrected' AND subject = ${`payout ${body.order.id}`}`;
  expect(rows.map(({ actor }) => actor)).toEqual([expect.stringMatching(/^key [0-9a-f]{12}$/)]);
  expect(JSON.parse(rows[0]?.details ?? '')).toMatchObject({
    from: 'nobody@before.example',
    to: 'eva@after.example',
  });
});

test('before a wallet is entered the address is corrected and nothing mailed', async () => {
  const { hash, token } = await openPayout(server, server.merchant, { email: 'nobody@early.example' });
  const { body } = await correct(hash, 'eva@early.example');
  expect(body.message).toBe('Address corrected; the code is mailed when the recipient enters a wallet');
  await recipientOf(server, token).propose('ERC20', wallet);
  expect(await codeTo('eva@early.example')).toMatch(/^\d{6}$/);
});

describe('hostile', () => {
  test('nobody but the merchant of the payout corrects it, and the page takes no address', async () => {
    const { hash, token } = await openPayout(server, server.merchant, { email: 'eva@mine.example' });
    const { id } = await read(hash);
    expect((await correct(hash, 'mallory@x.example', {})).httpStatus).toBe(401);
    const other = keyHeaders(await addMerchant(server));
    for (const name of [hash, id])
      expect((await correct(name, 'mallory@x.example', other)).httpStatus).toBe(404);
    await call(
      server,
      'POST',
      `/payout/${token}/wallet`,
      {},
      {
        network: 'ERC20',
        wallet,
        email: 'mallory@x.example',
      },
    );
    expect(
      (await call(server, 'POST', `/payout/${token}/email`, {}, { email: 'mallory@x.example' })).httpStatus,
    ).toBe(404);
    await codeTo('eva@mine.example');
    expect(await mailsTo('mallory@x.example')).toEqual([]);
    const [payout] = await server.sql`SELECT email FROM payouts WHERE id = ${id}`;
    expect(payout).toEqual({ email: 'eva@mine.example' });
  });

  test.each([
    '',
    'eva',
    'a@b.example,c@d.example',
    'a@b.example\r\nBcc: c@d.example',
    `${'a'.repeat(250)}@b.example`,
    '4242424242424242@b.example',
  ])('%j is no address to correct to', async (email) => {
    const { hash } = await openPayout(server, server.merchant, { email: 'eva@kept.example' });
    const { httpStatus, body } = await correct(hash, email);
    expect([httpStatus, body.error]).toEqual([422, 'validation_failed']);
    expect(body.fields.map(({ field }: { field: string }) => field)).toEqual(['email']);
  });
});
