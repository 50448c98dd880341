import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Mail, MailResult } from '../../src/accounts/mail/mailer.ts';
import { mailJob } from '../../src/accounts/mail/send-mails.ts';
import { newId } from '../../src/base/db/ids.ts';
import { connect, type Sql } from '../../src/base/db/pool.ts';
import { createMemoryLogger } from '../../src/base/ground/logger.ts';
import { notation } from '../../src/chain/chains/notation.ts';
import { collectedMails } from '../../src/compose/collected-mails.ts';
import { checkCode } from '../../src/crypto/payouts/claim/check-code.ts';
import { claimHashes, type Wallet } from '../../src/crypto/payouts/claim/claim.ts';
import { findClaim } from '../../src/crypto/payouts/claim/claim-store.ts';
import { confirmWallet } from '../../src/crypto/payouts/claim/confirm-wallet.ts';
import { correctEmail } from '../../src/crypto/payouts/claim/correct-email.ts';
import { proposeWallet } from '../../src/crypto/payouts/claim/propose-wallet.ts';
import { refusedCodes } from '../../src/crypto/payouts/claim/refused-codes.ts';
import { resendCode } from '../../src/crypto/payouts/claim/resend-code.ts';
import { findPayoutById, type Payout } from '../../src/crypto/payouts/store.ts';
import { openPayoutWorld, type PayoutWorld, secrets } from '../kit/payouts/payout-world.ts';
import { createTestDatabase, type TestDatabase } from '../kit/postgres.ts';

/** A code that was refused and an address that is corrected: the test provides the clock and the mail server. */

let database: TestDatabase;
let sql: Sql;
let world: PayoutWorld;
let time = new Date('2026-11-15T12:00:00Z');
const pass = (minutes: number): void => {
  time = new Date(time.getTime() + minutes * 60_000);
};

beforeAll(async () => {
  database = await createTestDatabase();
  sql = connect(database.url, { max: 8 });
});
afterAll(async () => {
  await sql.end();
  await database.drop();
});
beforeEach(async () => {
  await sql`DELETE FROM mails`;
  world = await openPayoutWorld(sql, { payoutDailyLimit: null, payoutMonthlyLimit: null });
});

const hashes = claimHashes(secrets);
const mine: Wallet = { network: 'ERC20', address: `0x${'a1'.repeat(20)}` };
const chains = new Map([['ERC20', { isBlacklisted: async () => false, isContract: async () => true }]]);
const now = () => time;
const deps = () => ({
  sql,
  secrets,
  now,
  isOnHold: async () => false,
  chains,
  hashes,
  formatAddress: notation.formatAddress,
  networkTitle: (id: string) => `network ${id}`,
});

async function aPayout(): Promise<Payout> {
  return (await findPayoutById(sql, await world.open(10_000n, time))) as Payout;
}
const request = (payout: Payout) => ({
  payout,
  merchantName: 'Tienda',
  wallet: mine,
  language: 'pt' as const,
});
const propose = (payout: Payout) => proposeWallet(deps(), { ...request(payout), codeRequired: true });
const resend = (payout: Payout) => resendCode(deps(), request(payout));
const correct = (payout: Payout, email: string) =>
  correctEmail(deps(), payout, { email, actor: 'Ana', note: 'by phone' });
const enter = ({ merchantId, id }: Payout, text: string) =>
  checkCode(deps(), { merchantId, payoutId: id, wallet: mine, text });

const refusal: MailResult = {
  outcome: 'rejected',
  cause: 'The mail server answered RCPT TO with: 550 nobody',
  reason: 'RCPT TO answered 550',
};

/** Runs the mail job once; returns the mails that the mail server received. */
async function sendMails(answer: (mail: Mail) => Promise<MailResult> | MailResult): Promise<Mail[]> {
  const handed: Mail[] = [];
  const mailer = {
    async send(mail: Mail) {
      handed.push(mail);
      return await answer(mail);
    },
  };
  const url = () => 'https://pay.example';
  const urls = { baseUrl: url, cryptoBaseUrl: url, checkoutUrl: url };
  const mails = collectedMails({ ...urls, secrets, alertEmail: null, logger: createMemoryLogger([]) });
  await mailJob({ sql, mailer, domain: 'pay.example', ...mails }).run();
  return handed;
}
const refuseAll = () => sendMails(() => refusal);
const makeDue = () => sql`UPDATE mails SET due_at = now(), lease_until = NULL`;
const queued = () => sql<{ kind: string; recipient: string | null; status: string; body: string | null }[]>`
  SELECT kind, recipient, status, body FROM mails ORDER BY id`;
const acts = ({ id }: Payout) =>
  sql`SELECT details FROM audit_log WHERE act = 'payout_email_corrected' AND subject = ${`payout ${id}`}`;
const newestCode = async (): Promise<string> => {
  const bodies = (await queued()).filter(({ kind }) => kind === 'payout_code');
  return /\b\d{6}\b/.exec(bodies.at(-1)?.body ?? '')?.[0] ?? '';
};

describe('a refusal', () => {
  test('is on the payout and told to its merchant, or not even the mail knows of it', async () => {
    const payout = await aPayout();
    await propose(payout);
    // Simulates a kill between the two writes: the transaction is rolled back.
    await sql`ALTER TABLE payout_claims RENAME COLUMN refusal TO mislaid`;
    try {
      await expect(refuseAll()).rejects.toThrow();
    } finally {
      await sql`ALTER TABLE payout_claims RENAME COLUMN mislaid TO refusal`;
    }
    expect(await findClaim(sql, payout)).toMatchObject({ refusedAt: null });
    expect(await queued()).toMatchObject([{ kind: 'payout_code', status: 'queued' }]);

    await makeDue();
    await refuseAll();
    expect(await findClaim(sql, payout)).toMatchObject({
      refusedAt: expect.any(Date),
      refusal: 'The mail server answered RCPT TO with: 550 nobody',
    });
    expect(await queued()).toMatchObject([
      { kind: 'payout_code', status: 'rejected', body: null },
      { kind: 'payout_codes_refused', status: 'collecting' },
    ]);
  });

  test('of many payouts is one mail to the merchant, without those that were corrected meanwhile', async () => {
    const payouts = [await aPayout(), await aPayout(), await aPayout()] as const;
    for (const payout of payouts) await propose(payout);
    await refuseAll();
    await correct(payouts[0], 'eva@right.example');
    await makeDue();
    const handed = await sendMails(() => ({ outcome: 'sent' }));
    const [told, ...others] = handed.filter(({ to }) => to === 'ana@tienda.example');
    expect(others).toEqual([]);
    expect(told?.text).not.toContain(payouts[0].id);
    for (const { id } of payouts.slice(1)) expect(told?.text).toContain(id);
  });

  test('that was mended before the merchant is written to is not told', async () => {
    const payout = await aPayout();
    await propose(payout);
    await refuseAll();
    await correct(payout, 'eva@right.example');
    await makeDue();
    const handed = await sendMails(() => ({ outcome: 'sent' }));
    expect(handed.map(({ to }) => to)).toEqual(['eva@right.example']);
    expect((await queued()).filter(({ kind }) => kind === 'payout_codes_refused')).toEqual([]);
  });

  test('of a mail before the one whose code serves is nobody’s concern', async () => {
    const payout = await aPayout();
    await propose(payout);
    const older = await sendMails(async () => {
      // Another code is requested while the first mail is being handed over.
      pass(1);
      expect(await resend(payout)).toEqual({ kind: 'sent' });
      return refusal;
    });
    expect(older).toHaveLength(1);
    expect(await findClaim(sql, payout)).toMatchObject({ refusedAt: null });
    expect((await refusedCodes(sql, world.merchantId, 9)).total).toBe(0);
    expect((await enter(payout, await newestCode())).kind).toBe('right');
  });

  test('for now is none: the mail is tried again, and nobody is told', async () => {
    const payout = await aPayout();
    await propose(payout);
    await sendMails(() => ({ outcome: 'retry', cause: '450 greylisted', reason: 'RCPT TO answered 450' }));
    expect(await findClaim(sql, payout)).toMatchObject({ refusedAt: null });
    expect(await queued()).toMatchObject([{ kind: 'payout_code', status: 'queued' }]);
  });

  test('by who lost the lease on the mail counts for nothing', async () => {
    const payout = await aPayout();
    await propose(payout);
    await sendMails(async () => {
      await sql`UPDATE mails SET lease_token = ${newId()}`;
      return refusal;
    });
    expect(await findClaim(sql, payout)).toMatchObject({ refusedAt: null });
  });

  test('of a payout that was canceled is not told', async () => {
    const payout = await aPayout();
    await propose(payout);
    await refuseAll();
    await sql`UPDATE payouts SET status = 'failed', failure = 'canceled' WHERE id = ${payout.id}`;
    await makeDue();
    expect(await sendMails(() => ({ outcome: 'sent' }))).toEqual([]);
  });
});

describe('another address', () => {
  test('gets a new code in the recipient’s language; the old code, its tries and its proof are void', async () => {
    const payout = await aPayout();
    await propose(payout);
    const old = await newestCode();
    const right = await enter(payout, old);
    if (right.kind !== 'right') throw new Error(right.kind);
    expect(await correct(payout, 'eva@right.example')).toEqual({ kind: 'mailed' });
    const [mail] = await queued();
    expect(mail).toMatchObject({ recipient: 'eva@right.example', body: expect.stringContaining('carteira') });
    expect(await findClaim(sql, payout)).toMatchObject({
      ...mine,
      isContract: true,
      wrongCodes: 0,
      verifiedAt: null,
      refusedAt: null,
    });
    const confirming = {
      payout,
      wallet: mine,
      codeRequired: true,
      proof: right.proof,
      language: 'en' as const,
    };
    expect(await confirmWallet(deps(), confirming)).toEqual({ kind: 'unproven' });
    const code = await newestCode();
    if (code !== old) expect(await enter(payout, old)).toMatchObject({ kind: 'wrong' });
    expect((await enter(payout, code)).kind).toBe('right');
  });

  test('gets the only mail: what waited for the old one is taken back', async () => {
    const payout = await aPayout();
    await propose(payout);
    await sendMails(() => ({ outcome: 'retry', cause: '450 greylisted', reason: 'RCPT TO answered 450' }));
    await correct(payout, 'eva@right.example');
    await makeDue();
    const handed = await sendMails(() => ({ outcome: 'sent' }));
    expect(handed.map(({ to }) => to)).toEqual(['eva@right.example']);
  });

  test('is where a wallet’s code goes, too, that is entered on a page loaded before', async () => {
    const payout = await aPayout();
    expect(await correct(payout, 'eva@right.example')).toEqual({ kind: 'corrected' });
    expect(await propose(payout)).toEqual({ kind: 'proposed' });
    expect(await queued()).toMatchObject([{ recipient: 'eva@right.example' }]);
  });

  test('given twice, also at once, is corrected once', async () => {
    const payout = await aPayout();
    await propose(payout);
    const twice = await Promise.all(Array.from({ length: 8 }, () => correct(payout, 'eva@right.example')));
    expect(twice.map(({ kind }) => kind).sort()).toEqual(['mailed', ...Array(7).fill('same')]);
    expect(await correct(payout, 'eva@right.example')).toEqual({ kind: 'same' });
    expect(await queued()).toHaveLength(1);
    expect(await acts(payout)).toHaveLength(1);
  });

  test('of two given at once, one stands, with the code that was mailed to it', async () => {
    const payout = await aPayout();
    await propose(payout);
    await Promise.all([correct(payout, 'a@right.example'), correct(payout, 'b@right.example')]);
    const after = await findPayoutById(sql, payout.id);
    expect(await queued()).toMatchObject([{ recipient: after?.email }]);
    expect((await enter(payout, await newestCode())).kind).toBe('right');
  });

  /** Corrects the address after some queries, so that each of the two comes first at times. */
  const correctAfter = async (questions: number, payout: Payout) => {
    for (let asked = 0; asked < questions; asked++) await sql`SELECT 1`;
    return await correct(payout, 'eva@right.example');
  };

  test('while it is confirmed is refused or comes first, and never both', async () => {
    for (let round = 0; round < 8; round++) {
      const payout = await aPayout();
      await propose(payout);
      const right = await enter(payout, await newestCode());
      if (right.kind !== 'right') throw new Error(right.kind);
      const confirming = {
        payout,
        wallet: mine,
        codeRequired: true,
        proof: right.proof,
        language: 'en' as const,
      };
      const [confirmed, corrected] = await Promise.allSettled([
        confirmWallet(deps(), confirming),
        correctAfter(round, payout),
      ]);
      if (confirmed.status === 'rejected') throw confirmed.reason;
      expect([confirmed.value.kind, corrected.status]).toBeOneOf([
        ['confirmed', 'rejected'],
        ['unproven', 'fulfilled'],
      ]);
    }
  });

  test('after so many codes is kept, and the code comes when the recipient may ask for one', async () => {
    const payout = await aPayout();
    await propose(payout);
    for (let codes = 1; codes < 5; codes++) {
      pass(1);
      expect(await resend(payout)).toEqual({ kind: 'sent' });
    }
    const old = await newestCode();
    const until = new Date(time.getTime() + 3_600_000);
    expect(await correct(payout, 'eva@right.example')).toEqual({ kind: 'later', until });
    expect(await queued()).toEqual([]);
    expect(await enter(payout, old)).toEqual({ kind: 'expired' });
    expect(await resend(payout)).toEqual({ kind: 'locked', until });
    pass(60);
    // Requested from a page that was loaded before.
    expect(await resend(payout)).toEqual({ kind: 'sent' });
    expect(await queued()).toMatchObject([{ recipient: 'eva@right.example' }]);
  });

  test('does not give whoever has the link more wrong codes than before', async () => {
    const payout = await aPayout();
    await propose(payout);
    const wrong = String((Number(await newestCode()) + 1) % 1_000_000).padStart(6, '0');
    for (let tries = 0; tries < 3; tries++) await enter(payout, wrong);
    await correct(payout, 'eva@right.example');
    expect(await findClaim(sql, payout)).toMatchObject({ wrongCodes: 0, wrongCodesInAll: 3 });
  });

  test('is refused once a wallet is confirmed', async () => {
    const id = await world.confirmed(10_000n, time);
    const payout = (await findPayoutById(sql, id)) as Payout;
    await expect(correct(payout, 'eva@right.example')).rejects.toMatchObject({ code: 'payout_not_open' });
    expect(await findPayoutById(sql, id)).toMatchObject({ email: payout.email });
    expect(await acts(payout)).toHaveLength(0);
  });

  test('is refused after the payout’s time', async () => {
    const payout = await aPayout();
    time = payout.opensUntil;
    await expect(correct(payout, 'eva@right.example')).rejects.toMatchObject({ code: 'payout_not_open' });
    expect(await acts(payout)).toHaveLength(0);
  });
});

test('the address it has is mailed to once more after a refusal, at most once a minute', async () => {
  const payout = await aPayout();
  await propose(payout);
  await refuseAll();
  expect((await correct(payout, payout.email)).kind).toBe('later');
  expect(await findClaim(sql, payout)).toMatchObject({ refusedAt: expect.any(Date) });
  expect(await acts(payout)).toHaveLength(0);
  pass(1);
  expect(await correct(payout, payout.email)).toEqual({ kind: 'mailed' });
  expect(await correct(payout, payout.email)).toEqual({ kind: 'same' });
  expect(await acts(payout)).toHaveLength(1);
});
