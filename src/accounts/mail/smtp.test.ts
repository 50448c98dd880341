import { type AddressInfo, createServer, type Server } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { afterEach, describe, expect, test } from 'vitest';
import { deadlines } from '../../../test/kit/deadlines.ts';
import { type CaughtMail, type MailCatcher, startMailCatcher } from '../../sandbox/mail-catcher.ts';
import { isMailAddress } from './address.ts';
import type { Mail, Mailer } from './mailer.ts';
import { createSmtpMailer } from './smtp.ts';

const someMail: Mail = {
  to: 'merchant@example.com',
  subject: 'A webhook could not be delivered',
  text: 'Please check your receiver.',
  messageId: 'delivery-1@pasarela.example',
};
/** One less than the limit: the catcher also counts the brackets around it. */
const longest = `${'a'.repeat(64)}@${'a'.repeat(63)}.${'b'.repeat(63)}.${'c'.repeat(52)}.example`;
const ourAddress = 'Pasarela <no-reply@pasarela.example>';
const password = 's3cret-pass';

const cleanups: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

describe('a mail to the catcher', () => {
  test('arrives by a real SMTP conversation with its sender, recipient, subject, text and id', async () => {
    const catcher = await openCatcher();
    expect(await openMailer(catcher.port).send(someMail)).toEqual({ outcome: 'sent' });
    expect(catcher.list()).toEqual([
      {
        messageId: 'delivery-1@pasarela.example',
        from: ourAddress,
        to: ['merchant@example.com'],
        subject: someMail.subject,
        text: someMail.text,
        html: null,
        receivedAt: expect.any(Date),
      },
    ]);
  });

  test.each([
    ['umlauts', 'Zahlung über 10 € — größer', 'Überweisung für Müller & Söhne: 10 €'],
    ['Spanish', '¿Pago rechazado? Sí, señor', 'La notificación n.º 3 falló mañana.'],
    ['emoji and Chinese', '支付 ✅ 通知 '.repeat(12).trim(), '付款已确认 🎉'.repeat(40)],
    [
      'long lines, dots and equals signs',
      'a=b?c_d',
      `.\n..\n.leading\n${'x=1 '.repeat(400)}end\n\n=3D=\nspace \nlast`,
    ],
  ])('keeps %s in subject and text', async (_, subject, text) => {
    const catcher = await openCatcher();
    expect(await openMailer(catcher.port).send({ ...someMail, subject, text })).toEqual({ outcome: 'sent' });
    expect(catcher.list()).toMatchObject([{ subject, text }]);
  });

  test('carries an html version beside the text', async () => {
    const catcher = await openCatcher();
    const html = `<p>Größe: <b>10 €</b></p>${'<i>ñ</i>'.repeat(100)}`;
    await openMailer(catcher.port).send({ ...someMail, html });
    expect(catcher.list()).toMatchObject([{ text: someMail.text, html }]);
  });

  test('carries the images that its html shows, each under its name', async () => {
    const raws: string[] = [];
    const port = await smtp({
      onData: async (stream, _, done) => {
        raws.push(Buffer.concat(await stream.toArray()).toString());
        done();
      },
    });
    const images = [{ cid: 'logo', mediaType: 'image/png', content: Buffer.from('an image') }];
    await openMailer(port).send({ ...someMail, html: '<img src="cid:logo">', images });
    expect(raws[0]).toMatch(/^Content-Type: image\/png; name=logo.png\r$/m);
    expect(raws[0]).toMatch(/^Content-ID: <logo>\r$/m);
    expect(raws[0]).toContain(Buffer.from('an image').toString('base64'));
  });

  test('is asked for again when whoever was told of it failed, and comes with the same id', async () => {
    let isFailing = true;
    const catcher = await openCatcher(() => {
      if (isFailing) throw new Error('not now');
    });
    const mailer = openMailer(catcher.port);
    expect(await mailer.send(someMail)).toMatchObject({ outcome: 'retry' });
    isFailing = false;
    expect(await mailer.send(someMail)).toEqual({ outcome: 'sent' });
    expect(catcher.list().map((mail) => mail.messageId)).toEqual([someMail.messageId]);
  });

  test.each(['ñandú@correo.example', "o'hara+lista_1@customer.example", 'ana@señor-tienda.example', longest])(
    'goes to %s: what counts as an address is handed over',
    async (to) => {
      expect(isMailAddress(to)).toBe(true);
      const catcher = await openCatcher();
      expect(await openMailer(catcher.port).send({ ...someMail, to })).toEqual({ outcome: 'sent' });
    },
  );

  test('is refused when it is larger than 256 KB', async () => {
    const catcher = await openCatcher();
    const result = await openMailer(catcher.port).send({ ...someMail, text: 'x'.repeat(300 * 1024) });
    expect(result).toMatchObject({ outcome: 'rejected' });
    expect(catcher.list()).toEqual([]);
  });
});

describe('no header can be injected', () => {
  test.each(['\r\n', '\n', '\r', '\u0085', '\0'])('by %j in the subject', async (breaker) => {
    const heads: string[] = [];
    const port = await smtp({
      onData: async (stream, _, done) => {
        const raw = Buffer.concat(await stream.toArray()).toString();
        heads.push(raw.slice(0, raw.indexOf('\r\n\r\n')));
        done();
      },
    });
    const subject = `Hello${breaker}Bcc: victim@example.com${breaker}${breaker}body`;
    expect(await openMailer(port).send({ ...someMail, subject })).toEqual({ outcome: 'sent' });
    expect(heads).toHaveLength(1);
    expect(heads[0]).toMatch(/^Subject: Hello Bcc: victim@example.com +body$/m);
    expect(heads[0]).not.toMatch(/^Bcc:/im);
  });

  test.each([
    'a@example.com\r\nBcc: victim@example.com',
    'a@example.com>\r\nRCPT TO:<victim@example.com',
    'a@example.com,victim@example.com',
    'a@example.com;victim@example.com',
    'a@example.com victim@example.com',
    'Group: a@example.com',
    '"a" <a@example.com>',
    'no-address',
    '@example.com',
    'a@b@example.com',
    'a..b@example.com',
    'a.@example.com',
    'a@-example-.com',
    'a@example..com',
    `${'a'.repeat(65)}@example.com`,
    '',
    `${'a'.repeat(250)}@example.com`,
  ])('by the recipient %j, which is rejected unsent', async (to) => {
    const catcher = await openCatcher();
    const result = await openMailer(catcher.port).send({ ...someMail, to });
    expect(result).toEqual({
      outcome: 'rejected',
      cause: 'The recipient is not one valid e-mail address.',
      reason: 'the recipient is not an address',
    });
    expect(catcher.list()).toEqual([]);
  });

  test('by the message id, which only this service writes', async () => {
    const mail = { ...someMail, messageId: 'a@b\r\nBcc: victim@example.com' };
    await expect(openMailer(1).send(mail)).rejects.toThrow('a message id has the form');
  });
});

describe('what a mail server answers decides what becomes of the mail', () => {
  test.each<[string, 'retry' | 'rejected', number, SMTPServerOptions]>([
    ['a busy sender check', 'retry', 451, { onMailFrom: (_, __, done) => done(answer(451, 'try later')) }],
    ['a greylisted recipient', 'retry', 450, { onRcptTo: (_, __, done) => done(answer(450, 'greylisted')) }],
    ['a full mailbox', 'retry', 452, { onRcptTo: (_, __, done) => done(answer(452, 'mailbox full')) }],
    [
      'a busy queue',
      'retry',
      451,
      { onData: (stream, _, done) => drain(stream, () => done(answer(451, 'busy'))) },
    ],
    ['a closing server', 'retry', 421, { onMailFrom: (_, __, done) => done(answer(421, 'closing')) }],
    [
      'a server that serves nobody',
      'retry',
      554,
      { onConnect: (_, done) => done(answer(554, 'no service')) },
    ],
    [
      'a sign-in first',
      'retry',
      530,
      { onMailFrom: (_, __, done) => done(answer(530, 'authenticate first')) },
    ],
    ['a refused sender', 'rejected', 553, { onMailFrom: (_, __, done) => done(answer(553, 'not yours')) }],
    [
      'an unknown recipient',
      'rejected',
      550,
      { onRcptTo: (_, __, done) => done(answer(550, 'no such user')) },
    ],
    [
      'refused content',
      'rejected',
      554,
      { onData: (stream, _, done) => drain(stream, () => done(answer(554, 'spam'))) },
    ],
  ])('%s: %s', async (_, outcome, code, options) => {
    const port = await smtp(options);
    const result = await openMailer(port).send(someMail);
    expect(result).toMatchObject({ outcome, cause: expect.stringContaining(String(code)) });
  });

  test('what it says is kept in one line of 300 characters, without any that cannot be seen or stored', async () => {
    const server = createServer((socket) => {
      socket.on('error', () => {}).write('220 hello\r\n');
      socket.on('data', (data) => {
        if (/^EHLO|^MAIL/.test(String(data))) socket.write('250 fine\r\n');
        else socket.write(`550-no\0\x1b[31m\u202e such\r\n550 user ${'🙂'.repeat(400)}\r\n`);
      });
    });
    const result = await openMailer(await tcp(server)).send(someMail);
    expect(result).toMatchObject({
      outcome: 'rejected',
      cause: expect.stringMatching(/550.* such .*user 🙂/),
    });
    const { cause } = result as { cause: string };
    expect(cause).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}]/u);
    expect(Array.from(cause)).toHaveLength(300);
  });

  test('a wrong password is for the operator to mend: retry, and neither it nor the echo of it is told', async () => {
    const port = await smtp({
      authOptional: false,
      disabledCommands: ['STARTTLS'],
      allowInsecureAuth: true,
      onAuth: (auth, _, done) => done(answer(535, `wrong: ${auth.username} ${auth.password}`)),
    });
    const mailer = track(
      createSmtpMailer({ url: `smtp://user:${password}@127.0.0.1:${port}`, from: ourAddress }),
    );
    const result = await mailer.send(someMail);
    expect(result).toEqual({
      outcome: 'retry',
      cause: 'The mail server refused the sign-in (535).',
      reason: 'sign-in refused (535)',
    });
    expect(await mailer.check()).toBe('sign-in refused (535)');
    expect(JSON.stringify(result)).not.toContain(password);
  });

  test('a password is not sent in the clear to a server elsewhere that offers no TLS', async () => {
    let signIns = 0;
    const port = await smtp({
      authOptional: false,
      disabledCommands: ['STARTTLS'],
      allowInsecureAuth: true,
      onAuth: (_, __, done) => {
        signIns++;
        done(null, { user: 'user' });
      },
    });
    // An unusual spelling of loopback plays another machine.
    const url = `smtp://user:${password}@[::ffff:127.0.0.1]:${port}`;
    expect(await track(createSmtpMailer({ url, from: ourAddress })).send(someMail)).toMatchObject({
      outcome: 'retry',
      cause: expect.stringContaining('TLS'),
    });
    expect(signIns).toBe(0);
  });

  test('where it must be encrypted nothing at all is sent in the clear to a server elsewhere', async () => {
    const port = await smtp({ onData: (stream, _, done) => drain(stream, () => done()) });
    const url = `smtp://[::ffff:127.0.0.1]:${port}`;
    const open = (mustEncrypt: boolean) => track(createSmtpMailer({ url, from: ourAddress, mustEncrypt }));
    expect(await open(true).send(someMail)).toMatchObject({
      outcome: 'retry',
      reason: expect.stringMatching(/^no TLS/),
    });
    expect(await open(true).check()).toMatch(/^no TLS/);
    expect(await open(false).send(someMail)).toEqual({ outcome: 'sent' });
    expect(await open(false).check()).toBeNull();
  });

  test('the right password is used', async () => {
    const seen: unknown[] = [];
    const port = await smtp({
      authOptional: false,
      disabledCommands: ['STARTTLS'],
      allowInsecureAuth: true,
      onAuth: (auth, _, done) => {
        seen.push(auth.username, auth.password);
        done(null, { user: 'user' });
      },
      onData: (stream, _, done) => drain(stream, () => done()),
    });
    const mailer = track(createSmtpMailer({ url: `smtp://user:p%40ss@127.0.0.1:${port}`, from: ourAddress }));
    expect(await mailer.send(someMail)).toEqual({ outcome: 'sent' });
    expect(seen).toEqual(['user', 'p@ss']);
  });
});

describe('a mail server that is in trouble means a later try', () => {
  test('it is down', async () => {
    const port = await smtp({});
    await cleanups.pop()?.();
    expect(await openMailer(port).send(someMail)).toMatchObject({
      outcome: 'retry',
      cause: expect.stringContaining('ECONNREFUSED'),
    });
  });

  test('it never greets', async () => {
    const port = await tcp(createServer());
    const result = await openMailer(port, 200).send(someMail);
    expect(result).toMatchObject({ outcome: 'retry', cause: expect.stringContaining('ETIMEDOUT') });
  });

  test('it takes the mail and then says nothing', async () => {
    const port = await smtp({ onData: (stream) => void stream.resume() });
    const result = await openMailer(port, 300).send(someMail);
    expect(result).toMatchObject({ outcome: 'retry', cause: expect.stringContaining('ETIMEDOUT') });
  });

  test('it hangs up in the middle, and the mail is not handed over a second time behind our back', async () => {
    let connections = 0;
    const server = createServer((socket) => {
      connections++;
      socket.on('error', () => {}).write('220 hello\r\n');
      socket.once('data', () => socket.destroy());
    });
    const port = await tcp(server);
    expect(await openMailer(port).send(someMail)).toMatchObject({ outcome: 'retry' });
    expect(connections).toBe(1);
  });

  test('it works again: the next try is sent', async () => {
    let isBusy = true;
    const port = await smtp({
      onMailFrom: (_, __, done) => done(isBusy ? answer(451, 'busy') : null),
      onData: (stream, _, done) => drain(stream, () => done()),
    });
    const mailer = openMailer(port);
    expect(await mailer.send(someMail)).toMatchObject({ outcome: 'retry' });
    isBusy = false;
    expect(await mailer.send(someMail)).toEqual({ outcome: 'sent' });
  });

  test('the mailer was closed', async () => {
    const mailer = openMailer(1);
    await mailer.close();
    expect(await mailer.send(someMail)).toMatchObject({ outcome: 'retry' });
  });
});

test.each(['', 'mail.example.com', `http://user:${password}@mail.example.com`, `smtp://user:${password}@:x`])(
  'an SMTP address that cannot be used (%j) stops the start without telling the password',
  (url) => {
    expect(() => createSmtpMailer({ url, from: ourAddress })).toThrow(
      /^an SMTP address has the form smtp:\/\/user:password@/,
    );
    expect(() => createSmtpMailer({ url, from: ourAddress })).toThrow(/^(?!.*s3cret)/);
  },
);

/** A catcher that stores its mails in a list, unless it fails first. */
async function openCatcher(fail?: () => void): Promise<MailCatcher & { list(): CaughtMail[] }> {
  const kept: CaughtMail[] = [];
  const catcher = await startMailCatcher({
    port: 0,
    async keep(mail) {
      fail?.();
      kept.push(mail);
    },
  });
  cleanups.push(() => catcher.close());
  return { ...catcher, list: () => kept };
}

function openMailer(port: number, timeoutMs: number = deadlines.answer): Mailer {
  return track(createSmtpMailer({ url: `smtp://127.0.0.1:${port}`, from: ourAddress, timeoutMs }));
}

function track(mailer: Mailer): Mailer {
  cleanups.push(() => mailer.close());
  return mailer;
}

async function smtp(options: SMTPServerOptions): Promise<number> {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    closeTimeout: 50,
    ...options,
  });
  server.on('error', () => {});
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', () => done()));
  cleanups.push(() => new Promise((done) => server.close(() => done())));
  return (server.server.address() as AddressInfo).port;
}

async function tcp(server: Server): Promise<number> {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  cleanups.push(() => new Promise((done) => server.close(() => done())));
  return (server.address() as AddressInfo).port;
}

function answer(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode });
}

function drain(stream: NodeJS.ReadableStream, done: () => void): void {
  stream.on('end', done).resume();
}
