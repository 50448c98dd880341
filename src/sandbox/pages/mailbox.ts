import type { FastifyPluginAsync } from 'fastify';
import { html } from 'ghtml';
import { takeStartLock } from '../../base/db/locks.ts';
import type { Sql } from '../../base/db/pool.ts';
import { fill } from '../../surfaces/checkout/texts/fill.ts';
import { type CaughtMail, startMailCatcher } from '../mail-catcher.ts';
import { type Reader, readerOf, sendSandboxPage } from './page.ts';

export const mailPath = '/sandbox/mail';
/** A day's worth of testing. */
const shownMails = 200;

export interface Mailbox {
  smtpUrl: string;
  /** Shows the caught mails: as JSON, or as a page for a browser. */
  routes: FastifyPluginAsync;
  close(): Promise<void>;
}

/** The sandbox's mail: a real SMTP server that stores mails in the database, where every process can show them. */
export async function startMailbox(sql: Sql): Promise<Mailbox> {
  await sql.begin(async (tx) => {
    await takeStartLock(tx, 'sandbox mail');
    await tx`CREATE SCHEMA IF NOT EXISTS sandbox_mail`;
    await tx`
      CREATE TABLE IF NOT EXISTS sandbox_mail.mails (
        number bigserial PRIMARY KEY,
        mail   jsonb NOT NULL
      )`;
  });
  const catcher = await startMailCatcher({
    port: 0,
    async keep(mail) {
      await sql`INSERT INTO sandbox_mail.mails (mail) VALUES (${sql.json(mail)})`;
    },
  });

  /** Newest first. */
  async function list(): Promise<CaughtMail[]> {
    const rows = await sql<{ mail: CaughtMail }[]>`
      SELECT mail
        FROM sandbox_mail.mails
       ORDER BY number DESC
       LIMIT ${shownMails}`;
    return rows.map((row) => row.mail);
  }

  return {
    smtpUrl: `smtp://127.0.0.1:${catcher.port}`,
    routes: async (app) => {
      app.get(mailPath, { schema: { hide: true } }, async (request, reply) => {
        const mails = await list();
        reply.header('cache-control', 'no-store').header('x-content-type-options', 'nosniff');
        // A browser asks for HTML; tools that accept anything get JSON.
        if (!request.headers.accept?.includes('text/html')) return mails;
        const reader = readerOf(request);
        const page = { title: reader.texts.mailHeading, content: inbox(reader, mails) };
        return await sendSandboxPage(request, reply, 200, page);
      });
    },
    close: () => catcher.close(),
  };
}

function inbox(reader: Reader, mails: CaughtMail[]): string {
  const { texts } = reader;
  const count =
    mails.length === shownMails ? fill(texts.mailLast, { count: mails.length }) : String(mails.length);
  return html`<header><h1>${texts.mailHeading}</h1><span class="state">${count}</span></header>
<p class="quiet">${texts.mailLead} <a href="/">${texts.backToStart}</a></p>
<div class="mails">
!${mails.map((mail, at) => shown(mail, reader, at === 0))}
!${mails.length === 0 ? html`<section>${texts.mailNone}</section>` : ''}
</div>`;
}

function shown(
  { subject, to, from, receivedAt, text }: CaughtMail,
  { texts }: Reader,
  isOpen: boolean,
): string {
  const time = new Date(receivedAt).toISOString();
  return html`<details !${isOpen ? 'open' : ''}>
<summary><b>${subject}</b><small><time datetime="${time}">${time.slice(0, 19).replace('T', ' ')} UTC</time></small>
<small>${fill(texts.mailFromTo, { to: to.join(', '), from })}</small></summary>
<p class="text">!${linked(text)}</p>
</details>`;
}

/** Turns URLs in a text into links; all other text is escaped. */
function linked(text: string): string {
  return text
    .split(/(https?:\/\/[^\s<>"']+[^\s<>"'.,;:!?)])/)
    .map((part, at) => (at % 2 === 1 ? html`<a href="${part}" rel="noreferrer">${part}</a>` : html`${part}`))
    .join('');
}
