import { createTransport, type NodemailerError } from 'nodemailer';
import { isMailAddress } from './address.ts';
import type { Mail, Mailer, MailResult } from './mailer.ts';

/** For each silence of the server: connecting, greeting, and every answer. */
const defaultTimeoutMs = 10_000;
/** Mail is rare here: two connections keep one slow delivery from holding up the rest. */
const maxOpenConnections = 2;
const maxCauseChars = 300;
/** What a header takes as one id. */
const messageIdPattern = /^[^\s\p{Cc}<>()[\]\\,;:"@]+@[^\s\p{Cc}<>()[\]\\,;:"@]+$/u;

/** A 5xx to these is about this mail. To others (greeting, sign-in) it is about the set-up, which the operator can mend. */
const commandsAboutTheMail = new Set(['MAIL FROM', 'RCPT TO', 'DATA']);
/** "Wrong state" and "sign in first": answers to MAIL FROM that are not about this mail either. */
const sessionCodes = new Set([503, 530]);

export interface SmtpOptions {
  /** `smtp://user:password@host:587` (STARTTLS) or `smtps://…` (TLS from the start). */
  url: string;
  /** `Name <address>` or an address. */
  from: string;
  /** Mail goes over TLS to every other machine, with a password or without. */
  mustEncrypt?: boolean;
  timeoutMs?: number;
}

export function createSmtpMailer(options: SmtpOptions): Mailer {
  const { url, from, mustEncrypt = false, timeoutMs = defaultTimeoutMs } = options;
  const transport = createTransport({
    pool: true,
    url,
    requireTLS: needsStartTls(url, mustEncrypt),
    maxConnections: maxOpenConnections,
    // Who calls keeps the mail and tries again: a second queue in here would hide the outcome.
    maxRequeues: 0,
    connectionTimeout: timeoutMs,
    dnsTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    // Leave politely before our own time-out would cut an idle connection.
    idleTimeout: timeoutMs / 2,
    disableFileAccess: true,
    disableUrlAccess: true,
  });

  return {
    async send(mail) {
      if (!isMailAddress(mail.to)) {
        const cause = 'The recipient is not one valid e-mail address.';
        return { outcome: 'rejected', cause, reason: 'the recipient is not an address' };
      }
      const message = compose(mail, from);
      try {
        await transport.sendMail(message);
        return { outcome: 'sent' };
      } catch (error) {
        return judge(error as NodemailerError);
      }
    },
    async check() {
      try {
        await transport.verify();
        return null;
      } catch (error) {
        return reasonOf(error as NodemailerError);
      }
    },
    async close() {
      transport.close();
    },
  };
}

function compose(mail: Mail, from: string) {
  if (!messageIdPattern.test(mail.messageId)) throw new Error('a message id has the form local@domain');
  return {
    from,
    // As an object, so that it is taken as one address and not parsed as a list.
    to: { name: '', address: mail.to },
    subject: mail.subject.replace(/\p{Cc}+/gu, ' '),
    text: mail.text,
    ...(mail.html === undefined ? {} : { html: mail.html }),
    ...(mail.images && {
      attachments: mail.images.map(({ cid, mediaType, content }) => ({
        cid,
        content,
        contentType: mediaType,
        filename: `${cid}.${mediaType.replace('image/', '')}`,
        contentDisposition: 'inline' as const,
      })),
    }),
    messageId: `<${mail.messageId}>`,
    textEncoding: 'quoted-printable' as const,
    // RFC 3834: keeps holiday replies from coming back.
    headers: { 'Auto-Submitted': 'auto-generated' },
  };
}

/** What a server says is kept, shown and mailed on: in one line, and without what a database does not take. */
function oneLine(cause: string): string {
  const line = cause
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim();
  return Array.from(line).slice(0, maxCauseChars).join('');
}

/** A password must not be read off the line because somebody in between removed the server's offer of STARTTLS. */
function needsStartTls(text: string, mustEncrypt: boolean): boolean {
  const url = URL.parse(text);
  // The text is not repeated: it may hold the password.
  if (!url || !['smtp:', 'smtps:'].includes(url.protocol) || url.hostname === '') {
    throw new Error('an SMTP address has the form smtp://user:password@host:port or smtps://…');
  }
  const isLocal = ['127.0.0.1', '[::1]', 'localhost'].includes(url.hostname);
  return url.protocol === 'smtp:' && (mustEncrypt || url.username !== '') && !isLocal;
}

function judge(error: NodemailerError): MailResult {
  const { code, command, response, responseCode } = error;
  const reason = reasonOf(error);
  if (isAboutSignIn(error)) {
    return {
      outcome: 'retry',
      cause: `The mail server refused the sign-in (${responseCode ?? 'no code'}).`,
      reason,
    };
  }
  if (responseCode === undefined) {
    // No answer to blame: an envelope that nodemailer itself found wrong stays wrong, a connection may come back.
    const isWrongEnvelope = code === 'EENVELOPE';
    const cause = `The mail could not be handed over (${code ?? 'no code'}): ${error.message}`;
    return { outcome: isWrongEnvelope ? 'rejected' : 'retry', cause: oneLine(cause), reason };
  }
  const isPermanent =
    responseCode >= 500 && commandsAboutTheMail.has(command ?? '') && !sessionCodes.has(responseCode);
  const cause = `The mail server answered ${command ?? 'the connection'} with: ${response ?? responseCode}`;
  return { outcome: isPermanent ? 'rejected' : 'retry', cause: oneLine(cause), reason };
}

/** What the server answers to a sign-in may repeat the credentials. */
function isAboutSignIn({ code, command }: NodemailerError): boolean {
  return code === 'EAUTH' || command?.startsWith('AUTH') === true;
}

/** In our words alone: the server's may name whom the mail is for. */
function reasonOf(error: NodemailerError): string {
  const { code, command, responseCode, originalCode } = error as NodemailerError & { originalCode?: string };
  if (isAboutSignIn(error)) return `sign-in refused (${responseCode ?? 'no code'})`;
  if (code === 'ETLS') return 'no TLS: the server offers no STARTTLS, or its certificate is not trusted';
  if (responseCode !== undefined) return `${command ?? 'the connection'} answered ${responseCode}`;
  return `no connection (${originalCode ?? code ?? 'no code'})`;
}
