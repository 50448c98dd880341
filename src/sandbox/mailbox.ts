import type { FastifyPluginAsync } from 'fastify';
import { html } from 'ghtml';
import type { Sql } from '../db/pool.ts';
import { takeStartLock } from '../db/start-lock.ts';
import { type CaughtMail, startMailCatcher } from './mail-catcher.ts';

export const mailPath = '/sandbox/mail';
/** A day's worth of trying things out. */
const shownMails = 200;

export interface Mailbox {
  smtpUrl: string;
  /** Shows what was caught: JSON, or a page to a browser. */
  routes: FastifyPluginAsync;
  close(): Promise<void>;
}

/** The sandbox's mail: a real SMTP server whose catch lies in the database, for every process to show. */
export async function startMailbox(sql: Sql): Promise<Mailbox> {
  await sql.begin(async (tx) => {
    await takeStartLock(tx, 'sandbox_mail');
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
        if (!request.headers.accept?.includes('text/html')) return mails;
        return reply
          .type('text/html; charset=utf-8')
          .header(
            'content-security-policy',
            "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
          )
          .send(page(mails));
      });
    },
    close: () => catcher.close(),
  };
}

function page(mails: CaughtMail[]): string {
  return html`<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Sandbox mail</title>
<style>
  body { font: 16px/1.5 system-ui, sans-serif; max-width: 44rem; margin: 2rem auto; padding: 0 1rem; color: #1c2430; background: #f6f7f9 }
  article { background: #fff; border: 1px solid #d9dee5; border-radius: 10px; padding: 1rem 1.25rem; margin: 1rem 0 }
  h1 { font-size: 1.4rem } h2 { font-size: 1.05rem; margin: 0 }
  small { color: #566173 } pre { white-space: pre-wrap; overflow-wrap: anywhere; font: inherit; margin: .75rem 0 0 }
</style>
<main>
  <h1>Sandbox mail</h1>
  <p>Mail that the sandbox would have sent, newest first.</p>
  !${mails.map(
    (mail) => html`<article>
      <h2>${mail.subject}</h2>
      <small>To ${mail.to.join(', ')} from ${mail.from}, ${String(mail.receivedAt)}</small>
      <pre>${mail.text}</pre>
    </article>`,
  )}
  !${mails.length === 0 ? html`<p>Nothing yet.</p>` : ''}
</main>
</html>`;
}
