import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Mail, MailResult } from '../../src/accounts/mail/mailer.ts';
import { mailJob } from '../../src/accounts/mail/send-mails.ts';
import { connect, type Sql } from '../../src/base/db/pool.ts';
import { createMemoryLogger } from '../../src/base/ground/logger.ts';
import { notation } from '../../src/chain/chains/notation.ts';
import { collectedMails } from '../../src/compose/collected-mails.ts';
import { claimHashes } from '../../src/crypto/payouts/claim/claim.ts';
import { correctEmail } from '../../src/crypto/payouts/claim/correct-email.ts';
import { showPayout } from '../../src/crypto/payouts/show-payout.ts';
import { insertStore } from '../kit/merchants.ts';
import { secrets } from '../kit/payouts/payout-world.ts';
import { aPaidOrder, haveHotWallet, openRefund } from '../kit/payouts/refunds.ts';
import { createTestDatabase, type TestDatabase } from '../kit/postgres.ts';

/** The customer's mail server permanently refuses the mail with the claim link. */

let database: TestDatabase;
let sql: Sql;
beforeAll(async () => {
  database = await createTestDatabase();
  sql = connect(database.url, { max: 4 });
});
afterAll(async () => {
  await sql.end();
  await database.drop();
});

const now = () => new Date();
const refusal: MailResult = { outcome: 'rejected', cause: '550 nobody', reason: 'RCPT TO answered 550' };

/** Sends all queued mails, with the mail servers' answers; returns the delivered mails. */
async function sendMails(refuses: (to: string) => boolean): Promise<Mail[]> {
  await sql`UPDATE mails SET due_at = now()`;
  const handed: Mail[] = [];
  const mailer = {
    send: async (mail: Mail): Promise<MailResult> => {
      if (refuses(mail.to)) return refusal;
      handed.push(mail);
      return { outcome: 'sent' };
    },
  };
  const url = () => 'https://pay.example';
  const urls = { baseUrl: url, cryptoBaseUrl: url, checkoutUrl: url };
  const mails = collectedMails({ ...urls, secrets, alertEmail: null, logger: createMemoryLogger([]) });
  await mailJob({ sql, mailer, domain: 'pay.example', ...mails }).run();
  return handed;
}

test('the merchant sees it and is written to, and a corrected address gets another link', async () => {
  await haveHotWallet(sql);
  const merchantId = await insertStore(sql);
  const order = await aPaidOrder(sql, merchantId, { late: [100_000_000n] });
  await sql`DELETE FROM mails`;
  const { refund } = await openRefund(sql, order);
  const wrong = (to: string) => to === 'ana@cliente.example';
  await sendMails(wrong);
  expect(await showPayout({ sql, notation }, refund)).toMatchObject({
    waiting: 'link_undeliverable',
    linkRefused: { email: 'ana@cliente.example', answer: '550 nobody' },
  });
  const [told] = await sendMails(wrong);
  for (const part of [refund.id, 'ana@cliente.example', '550 nobody', `/payment/${refund.id}/email`]) {
    expect(told?.text).toContain(part);
  }

  const deps = {
    ...{ sql, secrets, now, hashes: claimHashes(secrets) },
    ...{ formatAddress: notation.formatAddress, networkTitle: (id: string) => id },
  };
  const email = 'ana@customer.example';
  expect(await correctEmail(deps, refund, { email, actor: 'Ana', note: null })).toEqual({
    kind: 'link_mailed',
  });
  expect(await showPayout({ sql, notation }, { ...refund, email })).toMatchObject({ waiting: null });
  const [link] = await sendMails(wrong);
  expect(link).toMatchObject({
    to: email,
    text: expect.stringMatching(/https:\/\/pay\.example\/payout\/[\w-]{43}/),
  });
});
