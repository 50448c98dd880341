import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { balancesOf } from '../../src/accounts/ledger/ledger.ts';
import { firstId, newId } from '../../src/base/db/ids.ts';
import { createReads } from '../../src/base/db/reads.ts';
import { createMemoryLogger } from '../../src/base/ground/logger.ts';
import { hourMs, sumHours } from '../../src/commerce/reports/hour-sums.ts';
import { insertPayouts } from '../../src/payments/charges/movements/payout-store.ts';
import { nightlyJob } from '../../src/surfaces/operator/runs/nightly-job.ts';
import { runJobs } from '../../src/surfaces/operator/runs/run-job.ts';
import { aCase, aComparedDay } from '../kit/charges.ts';
import { call, createCharge, keyHeaders, pay, until } from '../kit/client.ts';
import { addMerchant } from '../kit/merchants.ts';
import { passTriggers } from '../kit/pass-triggers.ts';
import { giveSecondFactor, signedIn, type TestPerson, type Visitor } from '../kit/people.ts';
import { type StripeSimulator, startStripeSimulator } from '../kit/processors/stripe-simulator.ts';
import { startTestServer, type TestServer } from '../kit/server.ts';

/** The operator's pages and acts. The only worker is the one that a test starts. */

let server: TestServer;
let stripe: StripeSimulator;
let operator: Visitor & { person: TestPerson };
beforeAll(async () => {
  stripe = await startStripeSimulator();
  // Only its keys are set: payments go to the sandbox.
  server = await startTestServer({ ROLES: 'api', ...stripe.env });
  operator = await signedIn(server, { merchantId: null, role: 'operator' });
  await operator.signIn(operator.person.email, operator.person.password);
});
afterAll(async () => {
  await server.stop();
  await stripe.close();
});

const api = '/dashboard/api';
const get = async (path: string) => {
  const { httpStatus, body } = await operator.ask('GET', api + path);
  expect([path, httpStatus]).toEqual([path, 200]);
  return body.data;
};
const audited = async (subject: string) =>
  await server.sql<{ actor: string; act: string }[]>`
    SELECT actor, act FROM audit_log WHERE subject = ${subject} ORDER BY number`;

/** Runs every worker job once. */
async function work(): Promise<void> {
  const deps = {
    sql: server.sql,
    reads: createReads(server.sql, null),
    processors: { accounts: async () => [] },
    now: () => new Date(),
    alertEmail: 'oncall@company.example',
  };
  for (const job of runJobs({ ...deps, logger: createMemoryLogger([]) })) await job.run();
}

const rings = async (code: string): Promise<boolean> =>
  (await get('/alarms')).alarms.some((alarm: { code: string }) => alarm.code === code);

async function start(kind: string): Promise<{ id: string; status: string }> {
  const { httpStatus, body } = await operator.ask('POST', `${api}/runs`, { kind });
  expect(httpStatus).toBe(200);
  return body.data;
}

describe('a check that somebody starts', () => {
  test('is done by a worker, once however often it is asked for, and its result is kept', async () => {
    const merchant = await addMerchant(server);
    await pay(server, await createCharge(server, {}, merchant), '4242424242424242');
    const first = await start('ledger_check');
    expect([first.status, (await start('ledger_check')).id]).toEqual(['waiting', first.id]);
    await work();
    const done = await get(`/runs/${first.id}`);
    expect(done).toMatchObject({
      status: 'finished',
      found: 0,
      findings: [],
      started_by: operator.person.email,
    });
    expect(done.counts).toContainEqual({ of: 'entries', count: 1 });
    // On Citus progress counts merchants, otherwise statements.
    expect(done.total).toBeGreaterThan(1);
    expect(done.done).toBe(done.total);
    expect(await audited(`run ${first.id}`)).toEqual([{ actor: operator.person.email, act: 'run_started' }]);

    await server.sql.begin(async (tx) => {
      await passTriggers(tx);
      await tx`
        UPDATE ledger_balances SET balance = balance + 7
         WHERE merchant_id = ${merchant.merchantId} AND account = 'merchant_available'`;
    });
    const second = await start('ledger_check');
    expect(second.id).not.toBe(first.id);
    await work();
    const found = await get(`/runs/${second.id}`);
    expect([found.status, found.found]).toEqual(['finished', 1]);
    expect(found.findings).toEqual([
      {
        code: 'wrong_balance',
        merchant_id: merchant.merchantId,
        id: null,
        account: 'merchant_available',
        expected: '10.50 USD',
        found: '10.57 USD',
      },
    ]);
    expect(await rings('ledger_wrong')).toBe(true);
    const { checks } = await get('/checks');
    expect(checks).toContainEqual({
      check: 'ledger_check',
      about: null,
      checked_at: found.ended_at,
      found: 1,
    });
    const { runs } = await get('/runs?kind=ledger_check');
    expect(runs.map(({ id }: { id: string }) => id)).toEqual([second.id, first.id]);
  });

  test('goes on in another process when its own is killed, and is given up when that happens again and again', async () => {
    const { id } = await start('audit_verification');
    const statusOf = async () =>
      (
        await server.sql<{ status: string; tries: number }[]>`SELECT status, tries FROM runs WHERE id = ${id}`
      )[0];
    // Nobody can read the log while this transaction locks it: the process is killed in the middle of its work.
    await server.sql.begin(async (tx) => {
      await tx`LOCK TABLE audit_log IN ACCESS EXCLUSIVE MODE`;
      const child = spawn(
        process.execPath,
        [fileURLToPath(new URL('./run-worker.ts', import.meta.url)), server.databaseUrl],
        {
          stdio: 'ignore',
        },
      );
      const ended = once(child, 'exit');
      await until(statusOf, (row) => row?.status === 'running');
      child.kill('SIGKILL');
      expect((await ended)[1]).toBe('SIGKILL');
    });
    await work();
    // The killed process holds the run until its lease expires.
    expect(await statusOf()).toEqual({ status: 'running', tries: 1 });
    const passLease = () =>
      server.sql`UPDATE runs SET lease_until = now() - interval '1 second' WHERE id = ${id}`;
    await passLease();
    await work();
    expect(await statusOf()).toEqual({ status: 'finished', tries: 2 });
    const { digest, found, counts } = await get(`/runs/${id}`);
    expect([found, digest]).toEqual([0, expect.stringMatching(/^[0-9a-f]{64}$/)]);
    expect(counts[0].count).toBeGreaterThan(0);

    const again = await start('audit_verification');
    await server.sql`UPDATE runs SET status = 'running', tries = 3 WHERE id = ${again.id}`;
    await work();
    const given = await get(`/runs/${again.id}`);
    expect([given.status, given.failure]).toEqual(['broken_off', expect.stringMatching(/begun 3 times/)]);
    expect((await start('audit_verification')).id).not.toBe(again.id);
    await work();
  });

  test('of a log that was tampered with names the row', async () => {
    await server.sql.begin(async (tx) => {
      await passTriggers(tx);
      await tx`UPDATE audit_log SET actor = 'somebody else' WHERE number = 2`;
    });
    const { id } = await start('audit_verification');
    await work();
    const { found, findings } = await get(`/runs/${id}`);
    expect([found, findings[0]]).toEqual([1, expect.objectContaining({ code: 'audit_row', id: '2' })]);
    expect(await rings('audit_wrong')).toBe(true);
  });

  test('rings no longer when a later one finds nothing', async () => {
    await server.sql.begin(async (tx) => {
      await passTriggers(tx);
      await tx`UPDATE ledger_balances SET balance = balance - 7 WHERE account = 'merchant_available'`;
    });
    await start('ledger_check');
    await work();
    expect(await rings('ledger_wrong')).toBe(false);
  });

  test('starts by itself once a day, whoever looks', async () => {
    const at = (time: string) =>
      nightlyJob({ sql: server.sql, nightlyMinute: 480, now: () => new Date(time) });
    const started = async () =>
      (
        await server.sql<{ at: Date }[]>`
          SELECT created_at AS at FROM runs WHERE started_by = 'schedule' AND kind = 'ledger_check' ORDER BY id`
      ).map((row) => row.at.toISOString());
    await at('2036-02-03T07:59:00Z').run();
    await work();
    // The last run was before that night.
    expect(await started()).toEqual(['2036-02-03T07:59:00.000Z']);
    await at('2036-02-03T08:01:00Z').run();
    await work();
    await Promise.all([at('2036-02-03T08:02:00Z').run(), at('2036-02-04T07:59:00Z').run()]);
    await work();
    expect(await started()).toHaveLength(2);
    await at('2036-02-04T08:00:00Z').run();
    await work();
    expect((await started())[2]).toBe('2036-02-04T08:00:00.000Z');
    await server.sql`DELETE FROM runs WHERE created_at > '2036-01-01'`;
  });

  test('is refused with all that is wrong with it', async () => {
    const refused = async (body: object) => {
      const answer = await operator.ask('POST', `${api}/runs`, { kind: 'reconciliation', ...body });
      expect(answer.httpStatus).toBe(422);
      return answer.body.data.fields.map(({ field }: { field: string }) => field);
    };
    expect(await refused({ processor: 'dlocal', from: 'x', to: 'y' })).toEqual(['from', 'to', 'processor']);
    expect(await refused({ processor: 'dlocal', from: '2026-01-01', to: '2026-01-02' })).toEqual([
      'processor',
    ]);
    expect(await refused({ processor: 'sandbox', from: '2026-01-02', to: '2026-01-01' })).toEqual(['to']);
  });

  test('says why it was broken off', async () => {
    const body = { kind: 'reconciliation', processor: 'sandbox', from: '2026-01-01', to: '2026-01-02' };
    const { id } = (await operator.ask('POST', `${api}/runs`, body)).body.data;
    await work();
    expect(await get(`/runs/${id}`)).toMatchObject({
      status: 'broken_off',
      processor: 'sandbox',
      failure: 'there are no keys for sandbox here',
    });
  });
});

describe('the red button', () => {
  test('stops payouts at once, says who and why, and lets them go again', async () => {
    const merchant = await addMerchant(server);
    const scopes = ['all', 'network:TRC20', `merchant:${merchant.merchantId}`];
    for (const scope of scopes) {
      const body = { scope, reason: '  <img src=x onerror=alert(1)>\n key  leaked ' };
      expect((await operator.ask('POST', `${api}/pauses`, body)).httpStatus).toBe(200);
    }
    const { pauses } = await get('/pauses');
    expect(pauses.map(({ scope }: { scope: string }) => scope)).toEqual(scopes);
    expect(pauses[2]).toMatchObject({
      paused_by: operator.person.email,
      reason: '<img src=x onerror=alert(1)> key leaked',
      merchant_name: expect.any(String),
    });
    const again = await operator.ask('POST', `${api}/pauses`, { scope: 'all', reason: 'once more' });
    expect(again.body.message).toBe('It was paused already');
    for (const scope of scopes) {
      const end = () => operator.ask('POST', `${api}/pauses/end`, { scope, reason: 'it is over' });
      expect([(await end()).httpStatus, (await end()).httpStatus]).toEqual([200, 404]);
      expect((await audited(`payouts ${scope}`)).map(({ act }) => act)).toEqual([
        'payouts_paused',
        'payouts_resumed',
      ]);
    }
    expect((await get('/pauses')).pauses).toEqual([]);
  });

  test.each([
    ['king', 'x'],
    ['network:NOWHERE', 'x'],
    ['merchant:01890000-0000-7000-8000-000000000000', 'x'],
    ['restored', 'x'],
    ['all', ' \n '],
    ['all', 'a\u0000b'],
  ])('is not pressed by %j for %j', async (scope, reason) => {
    expect((await operator.ask('POST', `${api}/pauses`, { scope, reason })).httpStatus).toBe(422);
    expect((await operator.ask('POST', `${api}/pauses/end`, { scope, reason })).httpStatus).toBe(422);
  });
});

describe('a merchant', () => {
  test('is made without a key for an owner who is invited; the operator sees no secret', async () => {
    const owner = 'Owner@new.example';
    const body = { name: 'Invited', contact_email: 'shop@new.example', language: 'pt', owner_email: owner };
    const made = await operator.ask('POST', `${api}/merchants`, body);
    expect(made.body.data).toMatchObject({ api_key: null, webhook_secret: null, invited: owner });
    const { id } = made.body.data;
    expect(await server.sql`SELECT 1 FROM api_keys WHERE merchant_id = ${id}`).toEqual([]);
    // The first person of a merchant needs no second who approves: the mail is on its way.
    const [link] = await server.sql`
      SELECT email, role, language
        FROM person_links
        JOIN mails ON mails.cause_id = person_links.id
       WHERE person_links.merchant_id = ${id}`;
    expect(link).toEqual({ email: owner.toLowerCase(), role: 'owner', language: 'pt' });
  });

  test.each([['no address'], ['own']])(
    'whose owner cannot be invited (%s) is not made at all',
    async (owner_email) => {
      const email = owner_email === 'own' ? operator.person.email : owner_email;
      const body = { name: 'Never made', contact_email: 'shop@new.example', owner_email: email };
      const { httpStatus, body: answer } = await operator.ask('POST', `${api}/merchants`, body);
      expect([httpStatus, answer.data.fields[0].field]).toEqual([422, 'owner_email']);
      expect((await get('/merchants?search=Never')).merchants).toEqual([]);
    },
  );

  test('is made, found, changed as a whole, refused and served again, and the log says by whom', async () => {
    const hostile = '<img src=x onerror=1> =cmd() abc';
    const made = await operator.ask('POST', `${api}/merchants`, {
      name: hostile,
      contact_email: 'shop_100%@new.example',
      language: 'pt',
    });
    expect([made.httpStatus, made.body.data.name]).toEqual([200, hostile]);
    const { id, api_key: apiKey } = made.body.data;
    const headers = keyHeaders({ merchantId: id, apiKey });
    const balances = () => call(server, 'GET', '/api/balances', headers);
    expect((await balances()).httpStatus).not.toBe(401);
    for (const search of ['IMG SRC', 'shop_100%', id.toUpperCase()]) {
      const { merchants } = await get(`/merchants?search=${encodeURIComponent(search)}`);
      expect(merchants.map((each: { id: string }) => each.id)).toEqual([id]);
    }
    // LIKE's special characters are taken literally.
    expect((await get('/merchants?search=sho__100')).merchants).toEqual([]);
    expect((await operator.ask('GET', `${api}/merchants?search=%00`)).httpStatus).toBe(422);

    const path = `${api}/merchants/${id}`;
    const wrong = await operator.ask('PUT', path, {
      card_fee_basis_points: 10_001,
      payout_daily_limit: 'a lot',
      contact_email: 'nobody',
      name: 'n'.repeat(101),
    });
    expect(wrong.body.data.fields.map(({ field }: { field: string }) => field).sort()).toEqual([
      ...['card_fee_basis_points', 'contact_email', 'name', 'payout_daily_limit'],
    ]);
    const changed = await operator.ask('PUT', path, {
      card_fee_basis_points: 290,
      payout_monthly_limit: null,
    });
    expect(changed.body.data).toMatchObject({
      card_fee_basis_points: 290,
      payout_monthly_limit: null,
      payout_daily_limit: '50000.00',
    });
    const rules = [{ countries: ['COL'], use: [{ processor: 'sandbox', share: 40 }] }];
    expect((await operator.ask('PUT', `${path}/card-routes`, { rules })).body.data.rules).toEqual(rules);
    const faults = await operator.ask('PUT', `${path}/card-routes`, {
      rules: [
        { countries: ['XX'], use: [] },
        { colour: 1, use: [{ processor: 'x' }] },
      ],
    });
    expect([faults.httpStatus, faults.body.data.fields.length]).toEqual([422, 4]);

    expect((await operator.ask('PUT', `${path}/state`, { enabled: false })).body.data.enabled).toBe(false);
    await until(balances, ({ httpStatus }) => httpStatus === 403);
    expect((await operator.ask('PUT', `${path}/state`, { enabled: true })).body.data.enabled).toBe(true);
    await until(balances, ({ httpStatus }) => httpStatus !== 403);
    const acts = await audited(`merchant ${id}`);
    expect(acts.map(({ act }) => act)).toEqual([
      ...['merchant_created', 'merchant_changed', 'payout_settings_changed', 'card_routes_set'],
      ...['merchant_disabled', 'merchant_enabled'],
    ]);
    expect(new Set(acts.map(({ actor }) => actor))).toEqual(new Set([operator.person.email]));
  });

  test('is listed page by page', async () => {
    for (let count = 0; count < 51; count++) await addMerchant(server);
    const first = await get('/merchants');
    const second = await get(`/merchants?cursor=${first.next_cursor}`);
    const ids = [...first.merchants, ...second.merchants].map(({ id }: { id: string }) => id);
    const all = await server.sql<{ id: string }[]>`SELECT id FROM merchants ORDER BY id DESC`;
    expect(ids).toEqual(all.map(({ id }) => id).slice(0, ids.length));
    expect([first.merchants.length, ids.length]).toEqual([50, all.length]);
  });
});

test('what came in is what the ledger says, and the fees of it are the operator’s', async () => {
  const merchant = await addMerchant(server);
  await operator.ask('PUT', `${api}/merchants/${merchant.merchantId}`, { card_fee_basis_points: 1_000 });
  const paid = { currency: 'CLP', amount: 5000, country: 'CHL' };
  // The merchant directory learns of the new fee by itself.
  await until(
    async () => (await get(`/merchants/${merchant.merchantId}`)).card_fee_basis_points,
    (fee) => fee === 1_000,
  );
  for (let count = 0; count < 2; count++) {
    await pay(server, await createCharge(server, paid, merchant), '4242424242424242');
  }
  // One merchant's hour is summed, like hours that are over; the other's is read from the rows.
  const inTwoHours = new Date(Date.now() + 2 * hourMs);
  await sumHours(server.sql, merchant.merchantId, inTwoHours);
  await pay(server, await createCharge(server, paid, await addMerchant(server)), '4242424242424242');
  const ofDay = (ms: number) => new Date(ms).toISOString();
  const {
    moved,
    balances,
    is_partial: isPartial,
  } = await get(`/revenue?from=${ofDay(Date.now() - 24 * hourMs)}&to=${ofDay(Date.now() + hourMs)}`);
  expect(isPartial).toBe(false);
  expect(moved).toContainEqual({
    asset: 'CLP',
    payments: 3,
    volume: '15000',
    given_back: '0',
    taken_back: '0',
    paid_out: '0',
    fees: expect.any(String),
  });
  expect((await get('/revenue?from=2026-01-01&to=2026-01-02')).moved).toEqual([]);
  const [fees] = await server.sql<{ units: bigint }[]>`
    SELECT sum(amount)::bigint AS units FROM ledger_postings WHERE account = 'platform_fees' AND asset = 'CLP'`;
  const told = moved.find(({ asset }: { asset: string }) => asset === 'CLP').fees;
  expect(told).toBe(String(fees?.units));
  expect(balances).toContainEqual({ account: 'platform_fees', asset: 'CLP', balance: told });
});

test('the audit log is found by who, what and when', async () => {
  const { rows, next_cursor: next } = await get(`/audit?actor=${operator.person.email}&act=signed_in`);
  expect(rows).toEqual([expect.objectContaining({ act: 'signed_in', actor: operator.person.email })]);
  expect(next).toBeNull();
  const { at, number } = rows[0];
  const later = new Date(Date.parse(at) + 1).toISOString();
  const of = (query: string) => get(`/audit?actor=${operator.person.email}&${query}`);
  expect((await of(`to=${at}`)).rows).toEqual([]);
  expect((await of(`from=${at}&to=${later}`)).rows).toEqual(rows);
  expect((await of(`cursor=${number}`)).rows).toEqual([]);
  const first = await get('/audit');
  const second = await get(`/audit?cursor=${first.next_cursor}`);
  const numbers = [...first.rows, ...second.rows].map((row: { number: string }) => Number(row.number));
  expect(numbers).toEqual(numbers.toSorted((a, b) => b - a));
  expect(first.rows).toHaveLength(50);
});

test('processes tell of themselves, and what is missing rings', async () => {
  const { processes } = await until(
    () => get('/operations'),
    (data) => data.processes.length > 0,
  );
  expect(processes).toEqual([expect.objectContaining({ pid: process.pid, roles: ['api'] })]);
  const { alarms } = await get('/alarms');
  expect(alarms).toContainEqual({
    code: 'no_worker',
    is_urgent: true,
    about: null,
    since: null,
    amount: null,
  });
  await server.sql`INSERT INTO chain_alarms (network, code) VALUES ('TRC20', 'chain_lag')`;
  expect((await get('/alarms')).alarms).toContainEqual(
    expect.objectContaining({ code: 'chain_lag', about: 'TRC20', is_urgent: true }),
  );
  const { processors } = await until(
    () => get('/processors'),
    (data) => data.processors[0]?.last_outcome !== null,
  );
  expect(processors).toEqual([
    expect.objectContaining({ processor: 'sandbox', order: 1, is_failing: false, last_outcome: 'approved' }),
    expect.objectContaining({ processor: 'stripe', order: null }),
  ]);
});

describe('a movement at a card processor that the books cannot explain', () => {
  const approver = async () => {
    const someone = await signedIn(server, { merchantId: null, role: 'approver' });
    const code = await giveSecondFactor(server, someone.person);
    return {
      email: someone.person.email,
      decide: (id: string, word: object) =>
        someone.ask(
          'POST',
          `${api}/card-cases/${id}/decision`,
          { note: 'by the statement', ...word },
          { 'x-proof': code() },
        ),
    };
  };
  const listed = async (id: string) => {
    const { open, decided } = await get('/card-cases');
    const found = [...open, ...decided].find((each) => each.id === id);
    return { isOpen: open.includes(found), ...found };
  };

  test('is work to do, and is booked by the same word of two people where it is for a merchant', async () => {
    const { merchantId } = await addMerchant(server);
    const before = (await get('/operations')).queues.card_cases_open;
    const id = await aCase(server.sql, firstId, { amount: { amountMinor: 50_00n, currency: 'USD' } });
    expect((await get('/operations')).queues.card_cases_open).toBe(before + 1);
    const [ana, bea] = [await approver(), await approver()];
    const word = { to: 'merchant', merchant_id: merchantId };
    expect((await ana.decide(id, { to: 'merchant' })).httpStatus).toBe(422);
    expect((await ana.decide(id, word)).body.message).toMatch(/^A second person/);
    expect(await listed(id)).toMatchObject({ isOpen: true, proposed: { to: 'merchant', by: ana.email } });
    expect((await bea.decide(id, word)).httpStatus).toBe(200);
    expect(await listed(id)).toMatchObject({ isOpen: false, decided: { to: 'merchant', by: bea.email } });
    expect((await get('/operations')).queues.card_cases_open).toBe(before);
    const balances = await balancesOf(server.sql, merchantId);
    expect(balances).toContainEqual(
      expect.objectContaining({ account: 'merchant_available', asset: 'USD', balance: 50_00n }),
    );
    expect(await audited(`card case ${id}`)).toEqual([
      { actor: ana.email, act: 'card_case_proposed' },
      { actor: bea.email, act: 'card_case_decided' },
    ]);
  });

  test('is not decided without a code, nor by who runs the installation alone', async () => {
    const id = await aCase(server.sql, firstId);
    const body = { to: 'costs', note: 'a tax' };
    const path = `${api}/card-cases/${id}/decision`;
    const guess = { 'x-proof': '000000' };
    expect((await operator.ask('POST', path, body, guess)).httpStatus).toBe(403);
    const ana = await signedIn(server, { merchantId: null, role: 'approver' });
    expect((await ana.ask('POST', path, body, guess)).httpStatus).toBe(403);
    await giveSecondFactor(server, ana.person);
    expect((await ana.ask('POST', path, body)).body.data.error).toBe('proof_required');
    expect((await ana.ask('POST', path, body, guess)).httpStatus).toBe(422);
    expect(await listed(id)).toMatchObject({ isOpen: true, proposed: null });
  });
});

test('how days were compared, what processors hold, and what is in a payout can be read', async () => {
  await aComparedDay(server.sql);
  stripe.moveOther(12_34n, 'topup', 'topup');
  const reference = stripe.payOutAll();
  const id = newId();
  await insertPayouts(server.sql, [
    {
      ...{ id, processor: 'stripe', accountId: null, reference, currency: 'MXN', amountMinor: 12_34n },
      ...{ at: new Date(), arrivesAt: null, isListed: true },
    },
  ]);
  const { runs, balances } = await get('/card-reconciliations');
  expect(runs).toMatchObject([{ processor: 'stripe', lines: 412, entries: 398, found: 2, cases_opened: 1 }]);
  expect(balances).toMatchObject([{ theirs: '10250.40', ours: '10200.00', difference: '50.40' }]);
  const { payouts } = await get('/card-payouts');
  expect(payouts.map((each: { reference: string }) => each.reference)).toEqual([reference, 'po_of_a_day']);
  expect(await get(`/card-payouts/${id}/lines`)).toMatchObject({
    payout: { reference, amount: '12.34' },
    lines: [{ kind: 'other', amount: '12.34', fee: '0.00', charge_id: null }],
    next_cursor: null,
  });
  // A payout that Stripe does not know, or that cannot be queried, is not reported as empty.
  await server.sql`UPDATE processor_payouts SET reference = 'po_unknown' WHERE id = ${id}`;
  expect((await operator.ask('GET', `${api}/card-payouts/${id}/lines`)).httpStatus).toBe(503);
});
