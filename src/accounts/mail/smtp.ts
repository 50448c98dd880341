import { createTransport, type NodemailerError } from 'nodemailer';
import { isMailAddress } from './address.ts';
import type { Mail, Mailer, MailResult } from './mailer.ts';

/** Applies to each wait for the server: connecting, greeting, and every answer. */
const defaultTimeoutMs = 10_000;
/** Mail is rare here: two connections keep one slow delivery from holding up the rest. */
const maxOpenConnections = 2;
const maxCauseChars = 300;
/** A valid message id in a header. */
const messageIdPattern = /^[^\s\p{Cc}<>()[\]\\,;:"@]+@[^\s\p{Cc}<>()[\]\\,;:"@]+$/u;

/**
 * A 5xx answer to these commands concerns this mail. To others (greeting, sign-in) it concerns the configuration, which
 * the operator can fix.
 */
const commandsAboutTheMail = new Set(['MAIL FROM', 'RCPT TO', 'DATA']);
/** "Wrong state" and "sign in first": answers to MAIL FROM that do not concern this mail either. */
const sessionCodes = new Set([503, 530]);

export interface SmtpOptions {
  /** `smtp://user:password@host:587` (STARTTLS) or `smtps://…` (TLS from the start). */
  url: string;
  /** `Name <address>` or an address. */
  from: string;
  /** Mail goes over TLS to every other machine, with or without a password. */
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
    // The caller keeps the mail and retries: a second queue here would hide the outcome.
    maxRequeues: 0,
    connectionTimeout: timeoutMs,
    dnsTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    // Disconnects properly before our own time-out would cut an idle connection.
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
    // An object, so that it is one address and is not parsed as a list.
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
    // RFC 3834: prevents automatic replies.
    headers: { 'Auto-Submitted': 'auto-generated' },
  };
}

/** The server's words are stored, shown and mailed: on one line, and without characters that the database refuses. */
function oneLine(cause: string): string {
  const line = cause
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim();
  return Array.from(line).slice(0, maxCauseChars).join('');
}

/** An attacker in between who removes the server's STARTTLS offer must not get to read the password. */
function needsStartTls(text: string, mustEncrypt: boolean): boolean {
  const url = URL.parse(text);
  // The message omits the text: it may contain the password.
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
    // Without an answer from the server: an envelope that nodemailer itself refuses stays wrong; a connection may
    // recover.
    const isWrongEnvelope = code === 'EENVELOPE';
    const cause = `The mail could not be handed over (${code ?? 'no code'}): ${error.message}`;
    return { outcome: isWrongEnvelope ? 'rejected' : 'retry', cause: oneLine(cause), reason };
  }
  const isPermanent =
    responseCode >= 500 && commandsAboutTheMail.has(command ?? '') && !sessionCodes.has(responseCode);
  const cause = `The mail server answered ${command ?? 'the connection'} with: ${response ?? responseCode}`;
  return { outcome: isPermanent ? 'rejected' : 'retry', cause: oneLine(cause), reason };
}

/** The server's answer to a sign-in may repeat the credentials. */
function isAboutSignIn({ code, command }: NodemailerError): boolean {
  return code === 'EAUTH' || command?.startsWith('AUTH') === true;
}

/** In our own words: the server's may name the recipient. */
function reasonOf(error: NodemailerError): string {
  const { code, command, responseCode, originalCode } = error as NodemailerError & { originalCode?: string };
  if (isAboutSignIn(error)) return `sign-in refused (${responseCode ?? 'no code'})`;
  if (code === 'ETLS') return 'no TLS: the server offers no STARTTLS, or its certificate is not trusted';
  if (responseCode !== undefined) return `${command ?? 'the connection'} answered ${responseCode}`;
  return `no connection (${originalCode ?? code ?? 'no code'})`;
}
