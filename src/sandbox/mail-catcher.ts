import PostalMime, { type Address } from 'postal-mime';
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server';

/** The parts of a mail that a person wants to see. */
export interface CaughtMail {
  messageId: string;
  from: string;
  to: string[];
  subject: string;
  text: string;
  html: string | null;
  receivedAt: Date;
}

export interface MailCatcher {
  port: number;
  close(): Promise<void>;
}

export interface MailCatcherOptions {
  /** 0: any free port. */
  port: number;
  /** Stores a mail before its sender gets the confirmation: if it throws, the sender is asked to repeat it. */
  keep(mail: CaughtMail): Promise<void>;
}

const host = '127.0.0.1';
const maxMailBytes = 256 * 1024;
const maxOpenClients = 50;
/** Senders keep their connection for the next mail: stopping does not wait for them. */
const closeTimeoutMs = 300;

/** The sandbox's mail server: accepts every mail and delivers none. */
export async function startMailCatcher({ port, keep }: MailCatcherOptions): Promise<MailCatcher> {
  async function take(stream: SMTPServerDataStream, session: SMTPServerSession): Promise<void> {
    const mail = await PostalMime.parse(await read(stream));
    await keep({
      messageId: (mail.messageId ?? '').replace(/^<|>$/g, ''),
      from: mail.from ? written(mail.from) : '',
      to: session.envelope.rcptTo.map(({ address }) => address),
      subject: mail.subject ?? '',
      text: (mail.text ?? '').trimEnd(),
      html: mail.html?.trimEnd() ?? null,
      receivedAt: new Date(),
    });
  }

  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    size: maxMailBytes,
    maxClients: maxOpenClients,
    closeTimeout: closeTimeoutMs,
    onData: (stream, session, callback) => {
      take(stream, session).then(() => callback(), callback);
    },
  });
  await new Promise<void>((done, fail) => {
    server.once('error', fail);
    server.listen(port, host, () => {
      server.off('error', fail);
      done();
    });
  });
  // Ignores senders that disconnect; without a listener the error would end this process.
  server.on('error', () => {});

  const address = server.server.address();
  return {
    port: typeof address === 'object' && address ? address.port : port,
    close: () => new Promise((done) => server.close(() => done())),
  };
}

function written({ name, address }: Address): string {
  return name && address ? `${name} <${address}>` : (address ?? name);
}

/** Reads to the end even if it is too large: SMTP answers only after the last line. */
async function read(stream: SMTPServerDataStream): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes <= maxMailBytes) chunks.push(chunk);
  }
  if (bytes > maxMailBytes) {
    throw Object.assign(new Error(`The mail is larger than ${maxMailBytes} bytes`), { responseCode: 552 });
  }
  return Buffer.concat(chunks);
}
