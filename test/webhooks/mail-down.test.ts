import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { until } from '../kit/client.ts';
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

  const letters: string[] = [];
  const smtp = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
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
  try {
    await server.sql`UPDATE mails SET due_at = now()`;
    await until(
      () => server.sql`SELECT status FROM mails`,
      ([mail]) => mail?.status === 'sent',
    );
    expect(letters).toHaveLength(1);
    expect(letters[0]).toContain(server.merchant.contactEmail);
    expect(letters[0]).toMatch(/^From: pasarela@operator\.example/m);
  } finally {
    await new Promise<void>((closed) => smtp.close(closed));
  }
});
