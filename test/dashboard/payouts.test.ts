import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { until } from '../kit/client.ts';
import { addMerchant } from '../kit/merchants.ts';
import { fund, openPayout } from '../kit/payouts/requests.ts';
import { giveSecondFactor, signedIn, type TestPerson, type Visitor } from '../kit/people.ts';
import { startTestServer, type TestServer } from '../kit/server.ts';

/** Payouts as people create and decide them: by whom, with which proof, and only once. */

let server: TestServer;
let merchantId: string;
beforeAll(async () => {
  server = await startTestServer({ SANDBOX_CHAINS: 'on', NEW_APPROVER_HOURS: '24' });
  merchantId = server.merchant.merchantId;
  await fund(server, merchantId, 1_000_000_000_000n);
});
afterAll(() => server.stop());

type Person = Visitor & { person: TestPerson };
const api = '/dashboard/api';
const at = () => ({ 'x-merchant-id': merchantId });
const finance = (): Promise<Person> => signedIn(server, { merchantId, role: 'finance' });
const wanted = { email: 'eva@recipient.example', amount: '1.500,00', country: 'COL', asset: 'USDT' };

async function quote(someone: Visitor, change: object = {}) {
  return (await someone.ask('POST', `${api}/payout-quotes`, { ...wanted, ...change }, at())).body;
}

async function make(someone: Visitor, change: object = {}): Promise<string> {
  const { data } = await quote(someone, change);
  const body = { hash: data.hash, asset: 'USDT' };
  return (await someone.ask('POST', `${api}/payouts`, body, at())).body.data.id;
}

/** Created on the page and confirmed by its recipient: `needed` people have to approve it. */
async function inReview(someone: Visitor, needed: number): Promise<string> {
  const id = await make(someone);
  await server.sql`
    UPDATE payouts
       SET status = 'review', network = 'ERC20', address = ${Buffer.alloc(20, 7)}, approvals_needed = ${needed}, confirmed_at = now()
     WHERE id = ${id}`;
  return id;
}

const approve = (someone: Visitor, id: string, code: string) =>
  someone.ask('POST', `${api}/payouts/${id}/approval`, {}, { ...at(), 'x-proof': code });

describe('an approval', () => {
  test('is by two signed-in people with a fresh code each, none of whom made it', async () => {
    const [maker, ana, eva] = [await finance(), await finance(), await finance()];
    const [ofMaker, ofAna, ofEva] = [
      await giveSecondFactor(server, maker.person),
      await giveSecondFactor(server, ana.person),
      await giveSecondFactor(server, eva.person),
    ];
    const id = await inReview(maker, 2);
    const own = await approve(maker, id, ofMaker());
    expect([own.httpStatus, own.body.data.error]).toEqual([403, 'payout_made_by_you']);
    const first = await approve(ana, id, ofAna());
    expect(first.body.data).toMatchObject({ status: 'review', can_approve: false });
    // A repeated request, as from a browser that lost the answer, is the same approval.
    const again = await approve(ana, id, ofAna());
    expect([again.httpStatus, again.body.data.approvals.length]).toEqual([200, 1]);
    expect((await approve(eva, id, ofEva())).body.data).toMatchObject({
      status: expect.stringMatching(/queued|sending|pending|success/),
      approvals: [{ person: ana.person.email }, { person: eva.person.email }],
    });
    const acts = await server.sql<{ actor: string; act: string }[]>`
      SELECT actor, act FROM audit_log WHERE subject = ${`payout ${id}`} ORDER BY number`;
    expect(acts.map(({ actor, act }) => [act, actor])).toEqual([
      ['payout_made', maker.person.email],
      ['payout_approved', ana.person.email],
      ['payout_approved', eva.person.email],
    ]);
  });

  test('is not by whoever made the key that made it', async () => {
    const [maker, ana] = [await signedIn(server, { merchantId, role: 'owner' }), await finance()];
    const [ofMaker, ofAna] = [
      await giveSecondFactor(server, maker.person),
      await giveSecondFactor(server, ana.person),
    ];
    const asked = { name: null, scopes: ['payouts'] };
    const made = await maker.ask('POST', `${api}/keys`, asked, { ...at(), 'x-proof': ofMaker() });
    const { hash } = await openPayout(server, { merchantId, apiKey: made.body.data.key });
    const [row] = await server.sql<{ id: string }[]>`
      UPDATE payouts
         SET status = 'review', network = 'ERC20', address = ${Buffer.alloc(20, 9)}, approvals_needed = 1, confirmed_at = now()
       WHERE key_id = ${made.body.data.id}
      RETURNING id`;
    expect(hash).toBeTruthy();
    const id = row?.id ?? '';
    const read = await maker.ask('GET', `${api}/payouts/${id}`, undefined, at());
    expect(read.body.data).toMatchObject({
      made_by: maker.person.email,
      made_by_key: made.body.data.id,
      can_approve: false,
    });
    const own = await approve(maker, id, ofMaker());
    expect([own.httpStatus, own.body.data.error]).toEqual([403, 'payout_made_by_you']);
    expect((await approve(ana, id, ofAna())).httpStatus).toBe(200);
  });

  test('is not by somebody whose role is new, and every owner is told of both', async () => {
    const [maker, owner] = [await finance(), await signedIn(server, { merchantId, role: 'owner' })];
    const rosa = await signedIn(server, { merchantId, role: 'viewer' });
    const codes = await giveSecondFactor(server, rosa.person);
    const given = await owner.ask('PUT', `${api}/people/${rosa.person.id}/role`, { role: 'finance' }, at());
    expect(given.httpStatus).toBe(200);
    const id = await inReview(maker, 1);
    const early = await approve(rosa, id, codes());
    expect([early.httpStatus, early.body.data.error]).toEqual([403, 'approver_too_new']);
    await server.sql`
      UPDATE person_roles SET approves_from = now() WHERE person_id = ${rosa.person.id}`;
    expect((await approve(rosa, id, codes())).httpStatus).toBe(200);
    const mails = await server.sql<{ subject: string; body: string }[]>`
      SELECT subject, body FROM mails WHERE kind = 'approval' AND recipient = ${owner.person.email} ORDER BY id`;
    const about = mails.filter(({ body }) => body.includes(rosa.person.email));
    expect(about.map(({ subject }) => subject)).toEqual([
      'Somebody else can approve payouts',
      'A payout was approved',
    ]);
    expect(about[1]?.body).toContain(`(${id}). Approvals: 1 of 1.`);
  });

  test('takes no code a second time, no wrong one, and nobody without a second factor', async () => {
    const [maker, ana, without] = [await finance(), await finance(), await finance()];
    const [first, second] = [await inReview(maker, 1), await inReview(maker, 1)];
    const refused = await approve(without, first, '123456');
    expect([refused.httpStatus, refused.body.data.error]).toEqual([403, 'second_factor_missing']);
    const codes = await giveSecondFactor(server, ana.person);
    const wrong = await approve(ana, first, '000000');
    expect([wrong.httpStatus, wrong.body.data.fields[0].field]).toEqual([422, 'code']);
    const code = codes();
    expect((await approve(ana, first, code)).httpStatus).toBe(200);
    const replayed = await approve(ana, second, code);
    expect([replayed.httpStatus, replayed.body.message]).toEqual([
      422,
      expect.stringContaining('has been used'),
    ]);
    const [row] = await server.sql`SELECT status FROM payouts WHERE id = ${second}`;
    expect(row).toEqual({ status: 'review' });
    for (let times = 0; times < 5; times++) await approve(ana, second, '000000');
    // The wait is one second, which may pass before the next attempt here.
    const later = new Date(Date.now() + 3_600_000);
    await server.sql`UPDATE sign_in_failures SET last_at = ${later} WHERE failures >= 5`;
    expect((await approve(ana, second, codes())).httpStatus).toBe(429);
  });

  test('of two at once with one code, one counts', async () => {
    const [maker, ana] = [await finance(), await finance()];
    const code = (await giveSecondFactor(server, ana.person))();
    const ids = [await inReview(maker, 1), await inReview(maker, 1)];
    const answers = await Promise.all(ids.map((id) => approve(ana, id, code)));
    expect(answers.map(({ httpStatus }) => httpStatus).sort()).toEqual([200, 422]);
  });

  test('is given by the installation’s approver for any merchant; a refusal gives the money back', async () => {
    const maker = await finance();
    const id = await inReview(maker, 1);
    const approver = await signedIn(server, { merchantId: null, role: 'approver' });
    const listed = await approver.ask('GET', `${api}/payouts?state=review`);
    expect(listed.body.data.payouts.map((payout: { id: string }) => payout.id)).toContain(id);
    const rejected = await approver.ask('POST', `${api}/payouts/${id}/rejection`, { note: 'not ours' });
    expect(rejected.body.data).toMatchObject({ state: 'ended', failure: 'rejected' });
    expect((await approver.ask('POST', `${api}/payouts/${id}/cancel`, { note: 'x' })).httpStatus).toBe(403);
  });
});

describe('a payout', () => {
  test('is looked at, made once however often it is sent, found, and called back', async () => {
    const maker = await finance();
    const reference = `<img src=x onerror=alert(1)>${Date.now()}`;
    const looked = await quote(maker, { reference, amount: '20,5' });
    expect(looked.data).toMatchObject({ amount: '20.50', approvals_needed: 0, problems: [] });
    const body = { hash: looked.data.hash, asset: 'USDT', description: '=cmd()' };
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => maker.ask('POST', `${api}/payouts`, body, at())),
    );
    const [{ id, url }] = [answers[0]?.body.data];
    expect(new Set(answers.map((answer) => JSON.stringify(answer.body.data))).size).toBe(1);
    const list = async (search: string) =>
      (await maker.ask('GET', `${api}/payouts?search=${encodeURIComponent(search)}`, undefined, at())).body
        .data.payouts;
    expect(await list(reference)).toEqual([
      expect.objectContaining({ id, reference, description: '=cmd()' }),
    ]);
    expect(await list(id)).toHaveLength(1);
    const link = await maker.ask('POST', `${api}/payouts/${id}/link`, {}, at());
    expect(link.body.data.url).not.toBe(url);
    const canceled = await maker.ask('POST', `${api}/payouts/${id}/cancel`, { note: 'a typo' }, at());
    expect(canceled.body.data).toMatchObject({
      state: 'ended',
      failure: 'canceled',
      made_by: maker.person.email,
    });
    const told = canceled.body.data.timeline.map(({ outcome }: { outcome: string }) => outcome);
    expect(told).toEqual(expect.arrayContaining(['payout_made', 'payout_link_reissued', 'payout_canceled']));
  });

  test('with faults is told all of them at once, and what stands in its way is named', async () => {
    const maker = await finance();
    const faulty = await quote(maker, {
      email: 'eva',
      amount: '1.000',
      country: 'ZZZ',
      description: 'a\u0000b',
    });
    expect(faulty.data.fields.map(({ field }: { field: string }) => field).sort()).toEqual([
      ...['amount', 'country', 'description', 'email'],
    ]);
    expect((await quote(maker, { amount: '20000' })).data.problems).toEqual(['single_limit']);
  });

  test('of another merchant is not there, nor does its hash make one here', async () => {
    const other = await addMerchant(server);
    const theirs = await signedIn(server, { merchantId: other.merchantId, role: 'owner' });
    const maker = await finance();
    const id = await make(maker);
    const { data } = await quote(maker);
    const place = { 'x-merchant-id': other.merchantId };
    expect((await theirs.ask('GET', `${api}/payouts/${id}`, undefined, place)).httpStatus).toBe(404);
    const body = { hash: data.hash, asset: 'USDT' };
    expect((await theirs.ask('POST', `${api}/payouts`, body, place)).httpStatus).toBe(422);
    expect((await theirs.ask('POST', `${api}/payouts/${id}/cancel`, { note: 'x' }, place)).httpStatus).toBe(
      404,
    );
  });
});

test('a file is checked as a whole, confirmed once, and made in the background, with a link for each line', async () => {
  const maker = await finance();
  const check = async (csv: string) =>
    (await maker.ask('POST', `${api}/payout-batches`, { name: 'oct\u202ecsv', asset: 'USDT', csv }, at()))
      .body.data;
  const { batch: none, faults } = await check('email;monto;pais\nana;1.000;COL\n');
  expect([none, faults.map(({ kind }: { kind: string }) => kind)]).toEqual([
    null,
    ['amount_ambiguous', 'email'],
  ]);
  const rows = Array.from({ length: 60 }, (_, number) => `r${number}@x.example;1,50;COL;F-${number}`);
  const csv = `email;monto;pais;referencia\n${rows.join('\n')}\n`;
  const { batch } = await check(csv);
  expect(batch).toMatchObject({
    name: 'octcsv',
    lines: 60,
    amount: '90.00',
    problems: [],
    same_made_at: null,
  });
  const path = `${api}/payout-batches/${batch.id}`;
  const confirm = () => maker.ask('POST', `${path}/confirmation`, {}, at());
  await Promise.all([confirm(), confirm()]);
  const read = async () => (await maker.ask('GET', path, undefined, at())).body.data;
  await until(read, ({ state }) => state === 'finished');
  expect(await read()).toMatchObject({ waiting: 0, made: 60, refused: 0, made_by: maker.person.email });
  const { lines } = (await maker.ask('GET', `${path}/lines`, undefined, at())).body.data;
  expect(new Set(lines.map(({ url }: { url: string }) => url)).size).toBe(60);
  const [count] = await server.sql`
    SELECT count(*)::int AS made FROM payouts WHERE merchant_id = ${merchantId} AND merchant_id_custom LIKE 'F-%'`;
  expect(count).toEqual({ made: 60 });
  expect((await check(csv)).batch.same_made_at).not.toBeNull();
});

test('limits are read by the merchant and set by the operator; addresses are listed and taken off', async () => {
  const owner = await signedIn(server, { merchantId, role: 'owner' });
  const operator = await signedIn(server, { merchantId: null, role: 'operator' });
  const limits = `${api}/payout-limits`;
  const set = await operator.ask('PUT', limits, { monthly: null, daily: '60000' }, at());
  expect(set.body.data).toMatchObject({ monthly: null, daily: '60000.00', single: '10000.00' });
  const wrong = await operator.ask('PUT', limits, { single: '1e3', daily: '-5' }, at());
  expect(wrong.body.data.fields.map(({ field }: { field: string }) => field)).toEqual(['single', 'daily']);
  const addresses = `${api}/payout-addresses`;
  const address = '0x2222222222222222222222222222222222222222';
  const block = { network: 'ERC20', address, list: 'block', note: 'a thief' };
  expect((await owner.ask('POST', addresses, block, at())).body.data).toEqual({ is_new: true });
  expect((await owner.ask('POST', addresses, block, at())).body.data).toEqual({ is_new: false });
  const list = async () => (await owner.ask('GET', addresses, undefined, at())).body.data.addresses;
  expect(await list()).toEqual([expect.objectContaining({ list: 'block', note: 'a thief', for_all: false })]);
  await owner.ask('POST', `${addresses}/removal`, { network: 'ERC20', address, note: 'a mistake' }, at());
  expect(await list()).toEqual([]);
  const acts = await server.sql<{ act: string }[]>`
    SELECT act FROM audit_log WHERE actor IN (${owner.person.email}, ${operator.person.email}) AND act <> 'signed_in' ORDER BY number`;
  expect(acts.map(({ act }) => act)).toEqual([
    ...['payout_settings_changed', 'address_blocked', 'address_unlisted'],
  ]);
});
