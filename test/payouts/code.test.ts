import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { recordMailResult } from '../../src/accounts/mail/store.ts';
import { newId } from '../../src/base/db/ids.ts';
import { connect, type Sql } from '../../src/base/db/pool.ts';
import { createPayoutChain } from '../../src/chain/chains/create-payout-chain.ts';
import { networkById } from '../../src/chain/chains/networks.ts';
import { notation } from '../../src/chain/chains/notation.ts';
import { readConfig } from '../../src/config/config.ts';
import { checkCode } from '../../src/crypto/payouts/claim/check-code.ts';
import { claimHashes, type Wallet } from '../../src/crypto/payouts/claim/claim.ts';
import { findClaim } from '../../src/crypto/payouts/claim/claim-store.ts';
import { confirmWallet } from '../../src/crypto/payouts/claim/confirm-wallet.ts';
import { proposeWallet } from '../../src/crypto/payouts/claim/propose-wallet.ts';
import { resendCode } from '../../src/crypto/payouts/claim/resend-code.ts';
import { findPayoutById, type Payout } from '../../src/crypto/payouts/store.ts';
import { openPayoutWorld, type PayoutWorld, secrets } from '../kit/payouts/payout-world.ts';
import { createTestDatabase, type TestDatabase } from '../kit/postgres.ts';

/** The code that proves a wallet: the test sets the clock, the database is real. */

let database: TestDatabase;
let sql: Sql;
let world: PayoutWorld;
/** The tests advance it; each payout begins at it. */
let time = new Date('2026-11-15T12:00:00Z');
const pass = (minutes: number): void => {
  time = new Date(time.getTime() + minutes * 60_000);
};

beforeAll(async () => {
  database = await createTestDatabase();
  sql = connect(database.url, { max: 8 });
  world = await openPayoutWorld(sql, { payoutDailyLimit: null, payoutMonthlyLimit: null });
});
afterAll(async () => {
  await sql.end();
  await database.drop();
});

const hashes = claimHashes(secrets);
const mine: Wallet = { network: 'ERC20', address: `0x${'a1'.repeat(20)}` };
const theirs: Wallet = { network: 'ERC20', address: `0x${'b2'.repeat(20)}` };
const now = () => time;
const contract: Wallet = { network: 'ERC20', address: `0x${'c3'.repeat(20)}` };
/** Wallet checks do not matter here: no wallet is frozen, and one is a contract. */
const chain = {
  isBlacklisted: async () => false,
  isContract: async (address: string) => address === contract.address,
};
const chains = new Map(['ERC20', 'TRC20'].map((id) => [id, chain]));
const mailing = {
  hashes,
  formatAddress: notation.formatAddress,
  networkTitle: (id: string) => `network ${id}`,
};
const deps = () => ({ sql, now, chains, isOnHold: async () => false, ...mailing });

async function aPayout(): Promise<Payout> {
  const id = await world.open(10_000n, time);
  return (await findPayoutById(sql, id)) as Payout;
}

const request = (payout: Payout, wallet: Wallet, language: 'es' | 'pt' | 'en' = 'en') => ({
  payout,
  merchantName: 'Tienda Andina',
  wallet,
  language,
});
const propose = (payout: Payout, wallet = mine, language: 'es' | 'pt' | 'en' = 'en', codeRequired = true) =>
  proposeWallet(deps(), { ...request(payout, wallet, language), codeRequired });
const resend = (payout: Payout, wallet = mine) => resendCode(deps(), request(payout, wallet));
const enter = ({ merchantId, id }: Payout, text: string, wallet = mine) =>
  checkCode({ sql, hashes, now }, { merchantId, payoutId: id, wallet, text });
const confirm = (payout: Payout, wallet: Wallet, proof: string | null, codeRequired = true) =>
  confirmWallet(
    { sql, now, hashes, chains, isOnHold: async () => false },
    { payout, wallet, codeRequired, proof, language: 'en' },
  );

interface QueuedMail {
  recipient: string;
  subject: string;
  body: string;
}

/** The mails of this test file, newest first. */
const mails = () => sql<QueuedMail[]>`
  SELECT recipient, subject, body
    FROM mails
   WHERE kind = 'payout_code'
   ORDER BY id DESC`;
const newestCode = async (): Promise<string> => /\b\d{6}\b/.exec((await mails())[0]?.body ?? '')?.[0] ?? '';
const wrong = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

async function proven(payout: Payout, wallet = mine): Promise<string> {
  await propose(payout, wallet);
  const result = await enter(payout, await newestCode(), wallet);
  if (result.kind !== 'right') throw new Error(result.kind);
  return result.proof;
}

test('a contract is remembered as one until another wallet is entered, with a code and without', async () => {
  const payout = await aPayout();
  const isContract = async () => (await findClaim(sql, payout))?.isContract;
  await propose(payout, contract);
  expect(await isContract()).toBe(true);
  pass(1);
  expect(await resend(payout, contract)).toEqual({ kind: 'sent' });
  expect(await isContract()).toBe(true);
  await propose(payout, mine);
  expect(await isContract()).toBe(false);
  await propose(payout, contract, 'en', false);
  expect(await isContract()).toBe(true);
});

describe('the mail', () => {
  test.each([
    ['es', 'Tu código para cobrar de Tienda Andina', 'Si no fuiste tú'],
    ['pt', 'Seu código para receber de Tienda Andina', 'Se não foi você'],
    ['en', 'Your code to collect from Tienda Andina', 'If this was not you'],
  ] as const)(
    'in %s says who pays, how much and where to, and what to do if it was not you',
    async (language, subject, stranger) => {
      const payout = await aPayout();
      await propose(payout, mine, language);
      const [mail] = await mails();
      expect(mail).toMatchObject({ recipient: 'eva@recipient.example', subject });
      for (const part of [
        'Tienda Andina',
        language === 'en' ? 'US$100.00' : 'US$\u00a0100,00',
        'USDT',
        'network ERC20',
        notation.formatAddress('ERC20', mine.address),
        stranger,
      ]) {
        expect(mail?.body).toContain(part);
      }
      expect(mail?.body).toMatch(/: \d{6}\n/);
      // A person who can read only the mail must not have the link too.
      expect(mail?.body).not.toContain('http');
    },
  );

  test('is queued with the code or not at all', async () => {
    const payout = await aPayout();
    const before = (await mails()).length;
    await sql`ALTER TABLE mails RENAME COLUMN subject TO mislaid`;
    try {
      await expect(propose(payout)).rejects.toThrow();
    } finally {
      await sql`ALTER TABLE mails RENAME COLUMN mislaid TO subject`;
    }
    expect(await findClaim(sql, payout)).toBeNull();
    expect(await mails()).toHaveLength(before);
  });

  test('leaves its words behind only until it is sent, and the code stands nowhere else', async () => {
    const payout = await aPayout();
    await propose(payout);
    const code = await newestCode();
    const [claim] =
      await sql`SELECT payout_claims::text AS row FROM payout_claims WHERE payout_id = ${payout.id}`;
    expect(claim?.row).not.toContain(code);
    const [mail] = await sql<{ merchant_id: string; id: string; lease_token: string }[]>`
      UPDATE mails SET lease_token = ${newId()}
       WHERE id = (SELECT id FROM mails WHERE kind = 'payout_code' ORDER BY id DESC LIMIT 1)
      RETURNING merchant_id, id, lease_token`;
    if (!mail) throw new Error('no mail');
    const lease = { merchantId: mail.merchant_id, id: mail.id, leaseToken: mail.lease_token };
    await recordMailResult(sql, lease, { status: 'sent', error: null, retryInSeconds: 0 });
    expect((await mails())[0]?.body).toBeNull();
  });
});

describe('a right code', () => {
  test('opens the review, and the wallet is confirmed for good', async () => {
    const payout = await aPayout();
    const proof = await proven(payout);
    expect(await confirm(payout, mine, proof)).toEqual({ kind: 'confirmed' });
    expect(await findPayoutById(sql, payout.id)).toMatchObject({ status: 'queued', ...mine, language: 'en' });
    expect(await findClaim(sql, payout)).toBeNull();
    expect(await confirm(payout, theirs, proof)).toEqual({ kind: 'already_confirmed' });
    expect(await propose(payout, theirs)).toEqual({ kind: 'not_open' });
    expect(await resend(payout)).toEqual({ kind: 'not_open' });
    expect(await findPayoutById(sql, payout.id)).toMatchObject(mine);
  });

  test('serves ten minutes, then another has to be asked for', async () => {
    const payout = await aPayout();
    await propose(payout);
    const code = await newestCode();
    pass(10);
    expect(await enter(payout, code)).toEqual({ kind: 'expired' });
    expect(await resend(payout)).toEqual({ kind: 'sent' });
    expect(await enter(payout, await newestCode())).toMatchObject({ kind: 'right' });
  });

  test('is void once another was mailed', async () => {
    const payout = await aPayout();
    await propose(payout);
    const first = await newestCode();
    pass(1);
    expect(await resend(payout)).toEqual({ kind: 'sent' });
    const second = await newestCode();
    if (first !== second) expect(await enter(payout, first)).toMatchObject({ kind: 'wrong' });
    expect(await enter(payout, second)).toMatchObject({ kind: 'right' });
  });

  test('is void once another wallet was entered, also for the wallet it was mailed for', async () => {
    const payout = await aPayout();
    const proof = await proven(payout);
    const code = await newestCode();
    expect(await propose(payout, theirs)).toEqual({ kind: 'proposed' });
    expect(await enter(payout, code, mine)).toEqual({ kind: 'changed' });
    expect(await enter(payout, code, theirs)).toMatchObject({ kind: 'wrong' });
    expect(await confirm(payout, mine, proof)).toEqual({ kind: 'changed' });
    expect(await confirm(payout, theirs, proof)).toEqual({ kind: 'unproven' });
    // Back to the first wallet: a new code is needed, and the old proof is void.
    expect(await propose(payout, mine)).toEqual({ kind: 'proposed' });
    expect(await confirm(payout, mine, proof)).toEqual({ kind: 'unproven' });
  });

  test('opens nothing in another browser', async () => {
    const payout = await aPayout();
    await proven(payout);
    expect(await confirm(payout, mine, null)).toEqual({ kind: 'unproven' });
    expect(await confirm(payout, mine, 'x'.repeat(43))).toEqual({ kind: 'unproven' });
    expect(await findPayoutById(sql, payout.id)).toMatchObject({ status: 'open', address: null });
  });

  test('opens the review for half an hour', async () => {
    const payout = await aPayout();
    const proof = await proven(payout);
    pass(30);
    expect(await confirm(payout, mine, proof)).toEqual({ kind: 'unproven' });
  });

  test('of the same wallet entered again is the one on its way', async () => {
    const payout = await aPayout();
    await propose(payout);
    const code = await newestCode();
    expect(await propose(payout)).toEqual({ kind: 'proposed' });
    expect(await newestCode()).toBe(code);
    expect((await findClaim(sql, payout))?.codesSent).toBe(1);
  });
});

describe('wrong codes', () => {
  test('are told how many tries are left, and the fifth ends the code', async () => {
    const payout = await aPayout();
    await propose(payout);
    const code = await newestCode();
    for (const triesLeft of [4, 3, 2, 1]) {
      expect(await enter(payout, wrong(code))).toEqual({ kind: 'wrong', triesLeft });
    }
    expect(await enter(payout, wrong(code))).toEqual({ kind: 'used_up' });
    expect(await enter(payout, code)).toEqual({ kind: 'used_up' });
    pass(1);
    await resend(payout);
    expect(await enter(payout, await newestCode())).toMatchObject({ kind: 'right' });
  });

  test('that are no codes are no tries', async () => {
    const payout = await aPayout();
    await propose(payout);
    for (let i = 0; i < 10; i++) expect(await enter(payout, '12345')).toEqual({ kind: 'malformed' });
    expect(await enter(payout, await newestCode())).toMatchObject({ kind: 'right' });
  });

  test('entered a hundred at once are looked at five times', async () => {
    const payout = await aPayout();
    await propose(payout);
    const code = await newestCode();
    const guesses = Array.from({ length: 100 }, (_, i) =>
      String((Number(code) + 1 + i) % 1_000_000).padStart(6, '0'),
    );
    const results = await Promise.all(guesses.map((guess) => enter(payout, guess)));
    expect(results.filter(({ kind }) => kind === 'wrong')).toHaveLength(4);
    expect(results.filter(({ kind }) => kind === 'used_up')).toHaveLength(96);
    expect(await findClaim(sql, payout)).toMatchObject({ wrongCodes: 5, wrongCodesInAll: 5 });
    expect(await enter(payout, code)).toEqual({ kind: 'used_up' });
  });
});

describe('codes asked for', () => {
  test('come once a minute', async () => {
    const payout = await aPayout();
    await propose(payout);
    const at = time;
    expect(await resend(payout)).toEqual({ kind: 'too_soon', until: new Date(at.getTime() + 60_000) });
    pass(1);
    expect(await resend(payout)).toEqual({ kind: 'sent' });
  });

  test('at once come once', async () => {
    const payout = await aPayout();
    await propose(payout);
    pass(1);
    const before = (await mails()).length;
    const results = await Promise.all(Array.from({ length: 20 }, () => resend(payout)));
    expect(results.filter(({ kind }) => kind === 'sent')).toHaveLength(1);
    expect(await mails()).toHaveLength(before + 1);
  });

  test('come five times, for whichever wallet, then not for an hour', async () => {
    const payout = await aPayout();
    for (const wallet of [mine, theirs, mine, theirs]) {
      expect(await propose(payout, wallet)).toEqual({ kind: 'proposed' });
    }
    pass(1);
    expect(await resend(payout, theirs)).toEqual({ kind: 'sent' });
    const until = new Date(time.getTime() + 3_600_000);
    const before = (await mails()).length;
    pass(30);
    expect(await propose(payout, mine)).toEqual({ kind: 'locked', until });
    expect(await resend(payout, theirs)).toEqual({ kind: 'locked', until });
    // The earlier entry is kept.
    expect(await findClaim(sql, payout)).toMatchObject(theirs);
    expect(await mails()).toHaveLength(before);
    pass(30);
    expect(await propose(payout, mine)).toEqual({ kind: 'proposed' });
    expect((await findClaim(sql, payout))?.codesSent).toBe(1);
  });
});

test('a stolen link tried for a day never gets through; the merchant is told, and the owner collects in the end', async () => {
  const payout = await aPayout();
  let tried = 0;
  let looked = 0;
  for (let hour = 0; hour < 19; hour++) {
    for (let codes = 0; codes < 6; codes++) {
      await (codes === 0 ? propose(payout, theirs) : resend(payout, theirs));
      const code = await newestCode();
      for (let i = 0; i < 10; i++, tried++) {
        const { kind } = await enter(payout, wrong(code), theirs);
        expect(kind).not.toBe('right');
        if (kind === 'wrong') looked++;
      }
      pass(2);
    }
    pass(60);
  }
  expect(tried).toBeGreaterThan(1_000);
  expect(looked).toBeLessThanOrEqual(50);
  expect(looked).toBeGreaterThan(30);
  expect(await findPayoutById(sql, payout.id)).toMatchObject({ status: 'open', address: null });
  const told =
    await sql`SELECT recipient FROM mails WHERE kind = 'payout_tried' AND body LIKE ${`%${payout.id}%`}`;
  expect(told.length).toBeGreaterThanOrEqual(3);

  // An attacker has to pause before the next attempt, and the owner comes first.
  const opensUntil = new Date(payout.opensUntil.getTime() + 2 * 24 * 60 * 60_000);
  await sql`UPDATE payouts SET opens_until = ${opensUntil} WHERE id = ${payout.id}`;
  pass(6 * 60);
  expect(await propose(payout, mine)).toEqual({ kind: 'proposed' });
  expect((await enter(payout, await newestCode(), mine)).kind).toBe('right');
});

describe('a merchant that asks for no code', () => {
  test('lets the wallet be reviewed at once', async () => {
    const payout = await aPayout();
    const before = (await mails()).length;
    expect(await propose(payout, mine, 'en', false)).toEqual({ kind: 'proposed' });
    expect(await mails()).toHaveLength(before);
    expect(await confirm(payout, theirs, null, false)).toEqual({ kind: 'changed' });
    expect(await confirm(payout, mine, null, false)).toEqual({ kind: 'confirmed' });
  });
});

describe('at the same moment', () => {
  test('twenty confirmations are one, and a wallet entered between leaves the payout as it was', async () => {
    for (let round = 0; round < 5; round++) {
      const payout = await aPayout();
      const proof = await proven(payout);
      const results = await Promise.all([
        propose(payout, theirs),
        ...Array.from({ length: 20 }, () => confirm(payout, mine, proof)),
      ]);
      const kinds = results.slice(1).map(({ kind }) => kind);
      const after = await findPayoutById(sql, payout.id);
      if (kinds.includes('confirmed')) {
        expect(kinds.filter((kind) => kind === 'confirmed')).toHaveLength(1);
        expect(after).toMatchObject({ status: 'queued', ...mine });
      } else {
        expect(new Set(kinds)).toEqual(new Set(['changed']));
        expect(after).toMatchObject({ status: 'open', address: null });
      }
    }
  });
});

test('after its time nothing can be entered, asked for or confirmed', async () => {
  const payout = await aPayout();
  const proof = await proven(payout);
  time = payout.opensUntil;
  expect(await propose(payout, theirs)).toEqual({ kind: 'not_open' });
  expect(await resend(payout)).toEqual({ kind: 'not_open' });
  expect((await confirm(payout, mine, proof)).kind).not.toBe('confirmed');
});

describe.each(['ERC20', 'TRC20'])('while no node of %s answers', (id) => {
  test('nothing is taken down, mailed or confirmed', async () => {
    const network = networkById(id);
    if (!network) throw new Error(`no ${id}`);
    const nowhere = ['http://127.0.0.1:1'];
    const served = {
      network,
      rpcUrls: nowhere,
      fullNodeUrls: nowhere,
      quorum: 1,
      startBlock: null,
      isPublic: false,
    } as const;
    const chain = createPayoutChain(
      { ...served, rpcUrls: nowhere },
      readConfig({ DATABASE_URL: database.url }).payouts,
    );
    const silent = new Map([[id, chain]]);
    const payout = await aPayout();
    const wallet = { network: id, address: mine.address };
    const proof = await proven(payout, wallet);
    const before = (await mails()).length;
    const refused = { kind: 'refused', fault: 'unavailable' };
    const other = { ...wallet, address: theirs.address };
    expect(
      await proposeWallet({ ...deps(), chains: silent }, { ...request(payout, other), codeRequired: true }),
    ).toEqual(refused);
    expect(
      await confirmWallet(
        { sql, now, hashes, chains: silent, isOnHold: async () => false },
        { payout, wallet, codeRequired: true, proof, language: 'en' },
      ),
    ).toEqual(refused);
    expect(await mails()).toHaveLength(before);
    expect(await findClaim(sql, payout)).toMatchObject(wallet);
    expect(await findPayoutById(sql, payout.id)).toMatchObject({ status: 'open', address: null });
    await chain.close();
  });
});
