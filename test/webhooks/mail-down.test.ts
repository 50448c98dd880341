import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { alarmBounds } from '../../src/accounts/alarms/alarm-list.ts';
import { oldestMailSeconds } from '../../src/surfaces/metrics/queue-gauges.ts';
import { until } from '../kit/client.ts';
import { addPerson, visitor } from '../kit/people.ts';
import { unusedPort } from '../kit/ports.ts';
import { startTestServer, type TestServer } from '../kit/server.ts';
import { deliveryStatuses, recordEvents } from '../kit/webhooks/events.ts';

let server: TestServer;
let smtpPort: number;

beforeAll(async () => {
  smtpPort = await unusedPort();
  server = await startTestServer({
    WEBHOOK_RETRY_DELAYS: '0,0,0',
    SMTP_URL: `smtp://127.0.0.1:${smtpPort}`,
    MAIL_FROM: 'pasarela@operator.example',
    ALERT_EMAIL: 'oncall@operator.example',
  });
});
afterAll(() => server.stop());

test('a mail server that is down loses no mail: it arrives once the server is back', async () => {
  const [eventId] = (await recordEvents(
    server.sql,
    server.merchant.merchantId,
    'http://127.0.0.1:9/hook',
    1,
  )) as [string];
  await until(
    () => deliveryStatuses(server.sql, [eventId]),
    (counts) => counts.undeliverable === 1,
  );
  await server.sql`UPDATE mails SET due_at = now()`;
  const tried = await until(
    () => server.sql`SELECT status, tries, last_error FROM mails`,
    ([mail]) => mail?.tries >= 1,
  );
  expect(tried[0]).toMatchObject({ status: 'queued', last_error: expect.stringContaining('ECONNREFUSED') });
  expect(logged('SMTP_URL: mail cannot be sent')).toContainEqual(
    expect.objectContaining({ reason: 'no connection (ECONNREFUSED)' }),
  );
  expect(logged('a mail was not sent')).toContainEqual(
    expect.objectContaining({
      kind: 'webhooks_undeliverable',
      outcome: 'retry',
      reason: 'no connection (ECONNREFUSED)',
    }),
  );
  await server.sql`UPDATE mails SET created_at = now() - interval '11 minutes'`;
  expect(await oldestMailSeconds(server.sql)).toBeGreaterThan(alarmBounds.mailSeconds);

  const smtp = await openSmtp(() => false);
  try {
    await server.sql`UPDATE mails SET due_at = now()`;
    await until(
      () => server.sql`SELECT status FROM mails`,
      ([mail]) => mail?.status === 'sent',
    );
    expect(smtp.letters).toHaveLength(1);
    expect(smtp.letters[0]).toContain(server.merchant.contactEmail);
    expect(smtp.letters[0]).toMatch(/^From: pasarela@operator\.example/m);
    expect(await oldestMailSeconds(server.sql)).toBe(0);
  } finally {
    await smtp.close();
  }
});

test('a contact address that is refused is shown and rings, and the owners get the mail themselves', async () => {
  const { merchantId, contactEmail } = server.merchant;
  const owner = await addPerson(
    server,
    { merchantId, role: 'owner' },
    { merchantId: null, role: 'operator' },
  );
  const ana = visitor(server);
  await ana.signIn(owner.email, owner.password);
  const settings = async () =>
    (await ana.ask('GET', '/dashboard/api/settings', undefined, { 'x-merchant-id': merchantId })).body.data;
  const ringing = async (): Promise<{ code: string; about: string | null }[]> =>
    (await ana.ask('GET', '/dashboard/api/alarms')).body.data.alarms;
  expect(await settings()).toMatchObject({ contact_refused: null });

  let isRefusing = true;
  const smtp = await openSmtp((to) => isRefusing && to === contactEmail);
  try {
    await recordEvents(server.sql, merchantId, 'http://127.0.0.1:9/hook', 1);
    const lettersTo = (address: string) => smtp.letters.filter((letter) => letter.includes(`To: ${address}`));
    const isForwarded = (letter: string) => letter.includes('http://127.0.0.1:9/hook');
    await until(
      async () => {
        await server.sql`UPDATE mails SET due_at = now() WHERE status IN ('collecting', 'queued')`;
        return [lettersTo(owner.email).some(isForwarded), lettersTo('oncall@operator.example').length > 0];
      },
      (came) => came.every(Boolean),
    );
    // The mail contains the message that the contact could not get, and the reason.
    // Beside it the owner is notified of the message itself.
    expect(lettersTo(owner.email).find(isForwarded)).toContain('550');
    expect(await settings()).toMatchObject({
      contact_refused: { at: expect.any(String), answer: expect.stringContaining('550') },
    });
    expect(await ringing()).toContainEqual(
      expect.objectContaining({ code: 'contact_refused', about: (await settings()).name }),
    );
    expect(logged('a mail was not sent')).toContainEqual(
      expect.objectContaining({ outcome: 'rejected', reason: 'RCPT TO answered 550' }),
    );
    const mailLogs = server.logs.filter((line) => line.includes('a mail was not sent'));
    expect(mailLogs.join('')).not.toContain('@');

    await server.sql`UPDATE mails SET status = 'rejected' WHERE kind = 'operator_alarm'`;
    expect((await ringing()).map(({ about }) => about)).toContain('ALERT_EMAIL');
    await server.sql`UPDATE mails SET status = 'sent' WHERE kind = 'operator_alarm'`;

    // The mailbox works again.
    isRefusing = false;
    await recordEvents(server.sql, merchantId, 'http://127.0.0.1:9/hook', 1);
    await until(
      async () => {
        await server.sql`UPDATE mails SET due_at = now() WHERE status IN ('collecting', 'queued')`;
        return await settings();
      },
      ({ contact_refused }) => contact_refused === null,
    );
    expect((await ringing()).map(({ code }) => code)).not.toContain('contact_refused');
  } finally {
    await smtp.close();
  }
});

const logged = (message: string): Record<string, unknown>[] =>
  server.logs.map((line) => JSON.parse(line)).filter(({ msg }) => msg.startsWith(message));

async function openSmtp(refuses: (to: string) => boolean) {
  const letters: string[] = [];
  const smtp = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    onRcptTo({ address }, _session, done) {
      const refusal = Object.assign(new Error(`<${address}>: nobody of this name`), { responseCode: 550 });
      done(refuses(address) ? refusal : null);
    },
    onData(stream, _session, done) {
      let letter = '';
      stream.on('data', (chunk) => {
        letter += chunk;
      });
      stream.on('end', () => {
        letters.push(letter);
        done();
      });
    },
  });
  await new Promise<void>((listening) => smtp.listen(smtpPort, '127.0.0.1', listening));
  return { letters, close: () => new Promise<void>((closed) => smtp.close(closed)) };
}
