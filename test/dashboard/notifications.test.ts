import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Role } from '../../src/accounts/people/roles.ts';
import { newId } from '../../src/base/db/ids.ts';
import { connect, type Sql } from '../../src/base/db/pool.ts';
import { follow } from '../../src/events/notifications/follow-events.ts';
import { notifyPeopleJob } from '../../src/events/notifications/notify-people.ts';
import { sumUpDay } from '../../src/events/notifications/sum-up-day.ts';
import { appendEvents } from '../../src/events/outbox/outbox.ts';
import { call, createCharge, keyHeaders, pay, until } from '../kit/client.ts';
import { addMerchant, insertStore } from '../kit/merchants.ts';
import { addPerson, signedIn, type Visitor } from '../kit/people.ts';
import { createTestDatabase, type TestDatabase } from '../kit/postgres.ts';
import { startTestServer, type TestServer } from '../kit/server.ts';

interface Row {
  id: string;
  kind: string;
  outcome: string;
  title: string;
  path: string;
  is_read: boolean;
}

describe('what happens at a merchant', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.stop());

  const headers = () => ({ 'x-merchant-id': server.merchant.merchantId });
  const as = (role: Role) => signedIn(server, { merchantId: server.merchant.merchantId, role });
  const listOf = async (someone: Visitor, language = 'es') =>
    (
      await someone.ask('GET', '/dashboard/api/notifications', undefined, {
        ...headers(),
        'accept-language': language,
      })
    ).body.data as { unread: number; rows: Row[] };
  const mailsTo = (email: string) => server.sql<{ subject: string; body: string; html: string }[]>`
    SELECT subject, body, html FROM mails WHERE recipient = ${email} AND kind = 'notification' ORDER BY id`;

  test('is shown to its people in their language, with a link to the thing, until they have read it', async () => {
    const [owner, viewer] = [await as('owner'), await as('viewer')];
    const reference = await createCharge(server, { order_number: 'N-1' });
    await pay(server, reference, '4242424242424242');
    const seen = await until(
      () => listOf(owner),
      ({ rows }) => rows.some(({ path }) => path.includes(reference)),
    );
    const sale = seen.rows.find(({ path }) => path.includes(reference));
    expect(sale).toMatchObject({ kind: 'sale', outcome: 'sale', is_read: false });
    expect(sale?.title).toMatch(/^Pago recibido: .*US\$.* \(pedido N-1\)$/);
    expect(sale?.path).toBe(`/dashboard/payments/${reference}?merchant=${server.merchant.merchantId}`);
    expect((await listOf(viewer, 'pt')).rows[0]?.title).toMatch(/^Pagamento recebido/);
    const read = { until: seen.rows[0]?.id };
    await owner.ask('POST', '/dashboard/api/notifications/read', read, headers());
    const after = await listOf(owner);
    expect(after.unread).toBe(0);
    expect(after.rows.every(({ is_read }) => is_read)).toBe(true);
    expect((await listOf(viewer)).unread).toBeGreaterThan(0);
  });

  test('is mailed at once to whoever wants that, once, with a page in HTML and the link', async () => {
    const [owner, quiet] = [await as('owner'), await as('owner')];
    const none = { settings: [{ kind: 'refund', mail: 'off', on_page: false, push: false }] };
    await quiet.ask('PUT', '/dashboard/api/notification-settings', none, headers());
    const reference = await createCharge(server);
    await pay(server, reference, '4242424242424242');
    await call(server, 'POST', `/api/transactions/${reference}/refunds`, keyHeaders(server.merchant), {
      amount: 1,
    });
    const [mail] = await until(
      () => mailsTo(owner.person.email),
      ({ length }) => length > 0,
    );
    expect(mail?.subject).toMatch(/^Refund made: US\$1\.00/);
    const link = `${server.url}/dashboard/payments/${reference}?merchant=${server.merchant.merchantId}`;
    expect(mail?.body).toContain(link);
    expect(mail?.html).toContain(`href="${link.replace('=', '&#61;')}"`);
    // A sale is for the summary of the day, and who switched refunds off hears nothing of them.
    expect((await mailsTo(owner.person.email)).map(({ subject }) => subject).join()).not.toContain('Payment');
    expect(await mailsTo(quiet.person.email)).toEqual([]);
    expect((await listOf(quiet)).rows.some(({ kind }) => kind === 'refund')).toBe(false);
  });

  test('is told to nobody whose role may not read it, and to no other merchant', async () => {
    const other = await addMerchant(server);
    const stranger = await signedIn(server, { merchantId: other.merchantId, role: 'owner' });
    const developer = await as('developer');
    const choices = async (someone: Visitor) =>
      (await someone.ask('GET', '/dashboard/api/notification-settings', undefined, headers())).body.data
        .settings as { kind: string; mail: string }[];
    expect((await choices(developer)).map(({ kind }) => kind)).toEqual([
      'sale',
      'refund',
      'chargeback',
      'other_money',
      'webhook',
    ]);
    const payouts = { settings: [{ kind: 'payout', mail: 'at_once', on_page: true, push: true }] };
    const refused = await developer.ask('PUT', '/dashboard/api/notification-settings', payouts, headers());
    expect(refused.httpStatus).toBe(422);
    const foreign = await stranger.ask('GET', '/dashboard/api/notifications', undefined, headers());
    expect(foreign.httpStatus).toBe(404);
    const own = await stranger.ask('GET', '/dashboard/api/notifications', undefined, {
      'x-merchant-id': other.merchantId,
    });
    expect(own.body.data.rows).toEqual([]);
  });
});

describe('the workers', () => {
  let database: TestDatabase;
  let sql: Sql;
  beforeAll(async () => {
    database = await createTestDatabase();
    sql = connect(database.url, { max: 6 });
  });
  afterAll(async () => {
    await sql.end();
    await database.drop();
  });

  const record = (merchantId: string, payload: object, createdAt = new Date()) =>
    sql.begin((tx) =>
      appendEvents(tx, [
        {
          merchantId,
          subject: 'charge',
          subjectId: newId(),
          status: 'approved',
          url: null,
          type: 'charge.approved',
          notice: { totalAmount: 12.5, currency: 'COP', numeroOrden: '', ...payload },
          createdAt,
        },
      ]),
    );
  const told = (merchantId: string) => sql<{ kind: string; count: number }[]>`
    SELECT kind, count(*)::int AS count FROM notifications WHERE merchant_id = ${merchantId} GROUP BY kind`;
  const mailsOf = (merchantId: string) => sql<{ recipient: string; subject: string; body: string }[]>`
    SELECT recipient, subject, body FROM mails
     WHERE merchant_id = ${merchantId} AND kind = 'notification' ORDER BY id`;

  test('make each notification and each mail once, however many run and however often they start again', async () => {
    const merchantId = await insertStore(sql);
    const owner = await addPerson({ sql }, { merchantId, role: 'owner' });
    await record(merchantId, {
      disputeId: newId(),
      disputeStatus: 'open',
      disputedAmount: 5,
      disputedCurrency: 'USD',
    });
    const again = () => follow(sql, merchantId, 60_000, new Date());
    await Promise.all([again(), again(), again()]);
    await again();
    expect(await told(merchantId)).toEqual([{ kind: 'chargeback', count: 1 }]);
    const deps = { sql, baseUrl: () => 'https://pay.example', now: () => new Date() };
    const tell = () => notifyPeopleJob(deps).run();
    await Promise.all([tell(), tell(), tell()]);
    await tell();
    const mails = await mailsOf(merchantId);
    expect(mails.map(({ recipient }) => recipient)).toEqual([owner.email]);
    expect(mails[0]?.subject).toBe('Chargeback opened: US$5.00 · Store');
  });

  test('find an event that was committed after later ones', async () => {
    const merchantId = await insertStore(sql);
    const isWritten = Promise.withResolvers<void>();
    const mayCommit = Promise.withResolvers<void>();
    const notice = { totalAmount: 1, currency: 'USD' };
    const late = sql.begin(async (tx) => {
      const event = {
        merchantId,
        subject: 'charge',
        subjectId: newId(),
        status: 'approved',
        type: 'charge.approved',
        url: null,
      } as const;
      await appendEvents(tx, [{ ...event, notice, createdAt: new Date() }]);
      isWritten.resolve();
      await mayCommit.promise;
    });
    await isWritten.promise;
    await record(merchantId, {});
    expect(await follow(sql, merchantId, 30_000, new Date())).toBe(1);
    mayCommit.resolve();
    await late;
    expect(await follow(sql, merchantId, 30_000, new Date())).toBe(1);
  });

  test('collect the sales of a busy time into one mail', async () => {
    const merchantId = await insertStore(sql);
    const { id } = await addPerson({ sql }, { merchantId, role: 'owner' });
    await sql`
      INSERT INTO notification_settings (person_id, merchant_id, kind, mail, on_page, push)
      VALUES (${id}, ${merchantId}, 'sale', 'at_once', true, false)`;
    let now = new Date();
    const tell = () => notifyPeopleJob({ sql, baseUrl: () => 'https://pay.example', now: () => now }).run();
    const sell = async () => {
      await record(merchantId, {});
      await follow(sql, merchantId, 60_000, new Date());
      await tell();
    };
    await sell();
    expect(await mailsOf(merchantId)).toHaveLength(1);
    await sell();
    await sell();
    expect(await mailsOf(merchantId)).toHaveLength(1);
    now = new Date(now.getTime() + 6 * 60_000);
    await tell();
    const mails = await mailsOf(merchantId);
    expect(mails.map(({ subject }) => subject)).toEqual([
      'Payment received: COP\u00a012.50 · Store',
      '2 notifications · Store',
    ]);
  });

  test("mail a day's summary once, the next morning in the merchant's time zone, and only if something happened", async () => {
    const merchantId = await insertStore(sql, { timeZone: 'America/Bogota' });
    const owner = await addPerson({ sql }, { merchantId, role: 'owner' });
    // 3 a.m. UTC is still the evening before in Bogotá.
    const evening = new Date('2030-03-10T03:00:00Z');
    await sql`INSERT INTO notification_progress (merchant_id, read_until) VALUES (${merchantId}, ${evening})`;
    for (const amount of ['10.00', '2.50']) {
      await sql`
        INSERT INTO notifications (merchant_id, id, kind, cause_id, outcome, page, facts, created_at, notified_at)
        VALUES (${merchantId}, ${`${newIdAt(evening)}`}, 'sale', ${newId()}, 'sale', 'payments',
                ${sql.json({ amount, currency: 'USD' })}, ${evening}, now())`;
    }
    const at = (now: string) =>
      sumUpDay({ sql, baseUrl: () => 'https://pay.example', now: () => new Date(now) }, merchantId);
    expect(await at('2030-03-10T11:59:00Z')).toBe(0);
    expect((await Promise.all([at('2030-03-10T12:00:00Z'), at('2030-03-10T12:00:00Z')])).sort()).toEqual([
      0, 1,
    ]);
    expect(await at('2030-03-10T20:00:00Z')).toBe(0);
    expect(await at('2030-03-11T13:00:00Z')).toBe(0);
    const mails = await mailsOf(merchantId);
    expect(mails.map(({ recipient }) => recipient)).toEqual([owner.email]);
    expect(mails[0]?.subject).toBe('Summary of March 9, 2030 · Store');
    expect(mails[0]?.body).toContain('Payments received (2): US$12.50');
  });
});

function newIdAt(time: Date): string {
  const hex = time.getTime().toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}${newId().slice(13)}`;
}
