import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { askForReset } from '../../src/accounts/people/invitations/reset-password.ts';
import { mailPath } from '../../src/sandbox/pages/mailbox.ts';
import { call, until } from '../kit/client.ts';
import { addPerson, changesMailedTo, newestOneTimeLink, signedIn, totp, visitor } from '../kit/people.ts';
import { unusedPort } from '../kit/ports.ts';
import { startTestServer, type TestServer } from '../kit/server.ts';

/** Sign-ins that are accepted and refused, and the traces they leave. */

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const me = '/dashboard/api/me';
const merchantRole = (role: 'owner' | 'viewer') => ({ merchantId: server.merchant.merchantId, role });

async function auditOf(actor: string): Promise<string[]> {
  const rows = await server.sql<{ act: string }[]>`
    SELECT act FROM audit_log WHERE actor = ${actor} ORDER BY number`;
  return rows.map(({ act }) => act);
}

describe('whoever signs in', () => {
  test('to the sandbox does so by what it announces, and is owner and administrator', async () => {
    const someone = visitor(server);
    const answer = await someone.signIn(server.person.email, server.person.password);
    expect(answer.body.data).toEqual({ needs_second_factor: false });
    const { body } = await someone.ask('GET', me);
    expect(body.data.person.email).toBe(server.person.email);
    expect(body.data.places.map(({ role }: { role: string }) => role)).toEqual(['owner', 'administrator']);
    expect(await auditOf(server.person.email)).toEqual(['signed_in']);
  });

  test('gets a new session each time, whatever cookie was there before', async () => {
    const person = await addPerson(server, merchantRole('viewer'));
    const someone = visitor(server);
    someone.cookies.set('pasarela.session_token', 'chosen-by-another.c2lnbmF0dXJl');
    await someone.signIn(person.email, person.password);
    const first = someone.cookies.get('pasarela.session_token');
    expect(first).not.toContain('chosen-by-another');
    await someone.signIn(person.email, person.password);
    expect(someone.cookies.get('pasarela.session_token')).not.toBe(first);
  });

  test('has a cookie that no script reads and no other site sends', async () => {
    const person = await addPerson(server);
    const answer = await visitor(server).signIn(person.email, person.password);
    const [cookie = ''] = answer.headers.getSetCookie();
    expect(cookie).toMatch(/^pasarela\.session_token=/);
    expect(cookie).toMatch(/; HttpOnly/i);
    expect(cookie).toMatch(/; SameSite=Lax/i);
    expect(cookie).toMatch(/; Path=\//i);
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });

  test('has with https a cookie that is sent to this host alone, and by https', async () => {
    const port = await unusedPort();
    const url = 'https://pay.example';
    const secure = await startTestServer({
      ...{ PORT: String(port), BASE_URL: url, LEGACY_AUTH_URL: url, CRYPTO_BASE_URL: url, CHECKOUT_URL: url },
    });
    try {
      const { person } = secure;
      const local = { url: `http://127.0.0.1:${port}` };
      const answer = await call(local, 'POST', '/dashboard/api/session', { origin: url }, person);
      const [cookie = ''] = answer.headers.getSetCookie();
      expect(cookie).toMatch(/^__Host-pasarela\.session_token=/);
      expect(cookie).toMatch(/; Secure/i);
      expect(cookie).not.toMatch(/; Domain/i);
      const seen = await call(local, 'GET', me, { cookie: cookie.split(';')[0] as string });
      expect(seen.body.data.person.email).toBe(person.email);
    } finally {
      await secure.stop();
    }
  });

  test('is signed out by a change of the signature, and by signing out', async () => {
    const someone = await signedIn(server, merchantRole('viewer'));
    const cookie = someone.cookies.get('pasarela.session_token') as string;
    expect((await someone.ask('GET', me)).httpStatus).toBe(200);
    const forger = visitor(server);
    forger.cookies.set('pasarela.session_token', cookie.replace(/\..*$/, '.AAAA'));
    expect((await forger.ask('GET', me)).httpStatus).toBe(401);
    const out = await someone.ask('DELETE', '/dashboard/api/session');
    expect([out.httpStatus, out.headers.get('clear-site-data')]).toEqual([200, '"storage"']);
    someone.cookies.set('pasarela.session_token', cookie);
    expect((await someone.ask('GET', me)).body.data.error).toBe('sign_in_required');
  });

  test('from another site is refused, with a session and without', async () => {
    const someone = await signedIn(server, merchantRole('owner'));
    for (const origin of ['https://evil.example', 'null', '']) {
      const headers = { origin };
      const signIn = await visitor(server).ask('POST', '/dashboard/api/session', someone.person, headers);
      const out = await someone.ask('DELETE', '/dashboard/api/session', undefined, headers);
      for (const { httpStatus, body } of [signIn, out]) {
        expect([httpStatus, body.data.error]).toEqual([403, 'foreign_origin']);
      }
    }
    expect((await someone.ask('GET', me)).httpStatus).toBe(200);
  });
});

describe('a browser', () => {
  const newIn = /^Somebody signed in to your account in a new browser/;
  const mailed = async ({ email }: { email: string }) =>
    (await changesMailedTo(server, email)).filter(({ subject }) => newIn.test(subject));

  test('is known by a cookie from its first sign-in on; a sign-in in another one is mailed, once', async () => {
    const person = await addPerson(server, merchantRole('viewer'));
    const home = visitor(server);
    await home.signIn(person.email, person.password);
    await home.ask('DELETE', '/dashboard/api/session');
    await home.signIn(person.email, person.password);
    expect(await mailed(person)).toEqual([]);
    const away = visitor(server);
    const headers = { 'user-agent': 'Mozilla/5.0 (Linux; Android 15) Chrome/141.0 Mobile Safari/537.36' };
    const { email, password } = person;
    const answer = await away.ask('POST', '/dashboard/api/session', { email, password }, headers);
    expect(answer.headers.getSetCookie().at(-1)).toMatch(
      /^pasarela\.browser=[\w-]{43}; Max-Age=34560000; HttpOnly; SameSite=Lax; Path=\/$/,
    );
    await away.signIn(person.email, person.password);
    const [mail, ...others] = await mailed(person);
    expect(others).toEqual([]);
    expect(mail?.body).toMatch(/new browser: Chrome, Android, 127\.0\.0\.1\n/);
  });

  test('that somebody else used is new to this person, and a made-up cookie is nobody’s', async () => {
    const [one, other] = [await addPerson(server), await addPerson(server)];
    const shared = visitor(server);
    for (const person of [one, other]) await shared.signIn(person.email, person.password);
    expect([await mailed(one), await mailed(other)]).toEqual([[], []]);
    const elsewhere = visitor(server);
    await elsewhere.signIn(one.email, one.password);
    await elsewhere.signIn(other.email, other.password);
    expect([(await mailed(one)).length, (await mailed(other)).length]).toEqual([1, 1]);
    const forger = visitor(server);
    forger.cookies.set('pasarela.browser', 'x');
    await forger.signIn(one.email, one.password);
    expect(forger.cookies.get('pasarela.browser')).toHaveLength(43);
    expect((await mailed(one)).length).toBe(2);
  });
});

describe('whoever guesses', () => {
  test('is told the same of a wrong password and of an account that is not there', async () => {
    const person = await addPerson(server);
    const wrong = await visitor(server).signIn(person.email, 'not the password');
    const nobody = await visitor(server).signIn('nobody@people.example', 'not the password');
    expect(wrong.httpStatus).toBe(401);
    expect({ ...wrong.body, data: wrong.body.data.error }).toEqual({
      ...nobody.body,
      data: nobody.body.data.error,
    });
  });

  test('has to wait, also with the right password, and the owner elsewhere does not', async () => {
    const proxied = await startTestServer({ TRUST_PROXY: '127.0.0.1' });
    try {
      const person = await addPerson(proxied);
      const from = (address: string, password: string) =>
        visitor(proxied).ask(
          'POST',
          '/dashboard/api/session',
          { email: person.email, password },
          { 'x-forwarded-for': address },
        );
      for (let tries = 0; tries < 5; tries++) {
        expect((await from('203.0.113.7', 'wrong')).httpStatus).toBe(401);
      }
      // Sets the last failure to now, however slow this machine is.
      await proxied.sql`UPDATE sign_in_failures SET failures = 20, last_at = now()`;
      const locked = await from('203.0.113.7', person.password);
      expect(locked.httpStatus).toBe(429);
      expect(Number(locked.headers.get('retry-after'))).toBeGreaterThan(60);
      expect((await from('198.51.100.1', person.password)).httpStatus).toBe(200);
      const long = new Date(Date.now() - 16 * 60_000);
      await proxied.sql`UPDATE sign_in_failures SET last_at = ${long}`;
      expect((await from('203.0.113.7', person.password)).httpStatus).toBe(200);
      expect(await proxied.sql`SELECT 1 FROM sign_in_failures`).toEqual([]);
    } finally {
      await proxied.stop();
    }
  });
});

test('a second factor is asked for once it was shown to work, and a backup code does once in its place', async () => {
  const someone = await signedIn(server, merchantRole('viewer'));
  const { person } = someone;
  const wrong = await someone.ask('POST', '/dashboard/api/second-factor', { password: 'wrong' });
  expect(wrong.httpStatus).toBe(401);
  const begun = await someone.ask('POST', '/dashboard/api/second-factor', { password: person.password });
  const { uri, backup_codes: codes } = begun.body.data;
  const stored = await server.sql`SELECT secret FROM second_factors WHERE person_id = ${person.id}`;
  expect(JSON.stringify(stored)).not.toContain(new URL(uri).searchParams.get('secret'));
  expect((await visitor(server).signIn(person.email, person.password)).body.data.needs_second_factor).toBe(
    false,
  );
  const proof = { code: totp(uri, Date.now()) };
  expect((await someone.ask('POST', '/dashboard/api/second-factor/proof', proof)).httpStatus).toBe(200);

  const again = visitor(server);
  expect((await again.signIn(person.email, person.password)).body.data.needs_second_factor).toBe(true);
  expect((await again.ask('GET', me)).httpStatus).toBe(401);
  const confirm = '/dashboard/api/session/second-factor';
  const guess = totp(uri, Date.now()) === '000000' ? '111111' : '000000';
  expect((await again.ask('POST', confirm, { code: guess })).httpStatus).toBe(401);
  // A code works once, even if it is seen over a shoulder and typed a moment later.
  const used = await again.ask('POST', confirm, proof);
  expect([used.httpStatus, used.body.data.fields]).toEqual([
    422,
    [{ field: 'code', message: expect.stringContaining('has been used') }],
  ]);
  expect((await again.ask('GET', me)).httpStatus).toBe(401);
  expect((await again.signIn(person.email, person.password)).body.data.needs_second_factor).toBe(true);
  const next = { code: totp(uri, Date.now() + 30_000) };
  expect((await again.ask('POST', confirm, next)).httpStatus).toBe(200);
  expect((await again.ask('GET', me)).body.data.person.has_second_factor).toBe(true);

  const lost = visitor(server);
  await lost.signIn(person.email, person.password);
  expect((await lost.ask('POST', confirm, { code: codes[0] })).httpStatus).toBe(200);
  const twice = visitor(server);
  await twice.signIn(person.email, person.password);
  expect((await twice.ask('POST', confirm, { code: codes[0] })).httpStatus).toBe(401);
  // A person who lost the app proves their identity with a recovery code; without it the session and the password are
  // not enough.
  const remove = (headers = {}) =>
    lost.ask('POST', '/dashboard/api/second-factor/removal', { password: person.password }, headers);
  expect((await remove()).body.data.error).toBe('proof_required');
  expect((await remove({ 'x-proof': codes[0] })).httpStatus).toBe(422);
  expect((await remove({ 'x-proof': codes[1] })).httpStatus).toBe(200);
  expect((await visitor(server).signIn(person.email, person.password)).body.data.needs_second_factor).toBe(
    false,
  );
  expect(await auditOf(person.email)).toEqual([
    ...['signed_in', 'second_factor_added', 'signed_in', 'signed_in'],
    ...['second_factor_removed', 'signed_in'],
  ]);
  expect((await changesMailedTo(server, person.email)).map(({ subject }) => subject)).toEqual([
    'Your account now asks for a second factor',
    'Somebody signed in to your account in a new browser',
    'Somebody signed in to your account in a new browser',
    'Your account no longer asks for a second factor',
    'Somebody signed in to your account in a new browser',
  ]);
});

describe('a forgotten password', () => {
  test('is set anew by a mailed link, once, and ends every session', async () => {
    const someone = await signedIn(server, merchantRole('viewer'));
    const { email, password } = someone.person;
    const anyone = visitor(server);
    const asked = await anyone.ask('POST', '/dashboard/api/password-resets', { email });
    const nobody = await anyone.ask('POST', '/dashboard/api/password-resets', { email: 'no@people.example' });
    expect(asked.body).toEqual(nobody.body);
    const link = await newestOneTimeLink(server, email);
    const mails = await until(
      async () => (await call(server, 'GET', `${mailPath}?to=${email}`, { accept: 'application/json' })).body,
      (all) => JSON.stringify(all).includes(link),
    );
    expect(JSON.stringify(mails)).toContain('/dashboard/link#');
    const kept = await server.sql`SELECT * FROM mails WHERE kind = 'person_link'`;
    expect(JSON.stringify(kept)).not.toContain(link.split('.')[1]);

    const chosen = 'another long password';
    const short = await anyone.ask('POST', '/dashboard/api/links/use', { link, password: 'short' });
    expect([short.httpStatus, short.body.data.fields[0].field]).toEqual([422, 'password']);
    const forged = `${link.split('.')[0]}.${'A'.repeat(32)}`;
    for (const wrong of [forged, 'nonsense', `${link}x`.replace(/^./, '0')]) {
      const refused = await anyone.ask('POST', '/dashboard/api/links/use', { link: wrong, password: chosen });
      expect(refused.httpStatus).toBe(404);
    }
    const use = () => anyone.ask('POST', '/dashboard/api/links/use', { link, password: chosen });
    const answers = await Promise.all([use(), use()]);
    expect(answers.map(({ httpStatus }) => httpStatus).sort()).toEqual([200, 404]);
    expect((await someone.ask('GET', me)).httpStatus).toBe(401);
    expect((await visitor(server).signIn(email, password)).httpStatus).toBe(401);
    expect((await visitor(server).signIn(email, chosen)).httpStatus).toBe(200);
    expect(await auditOf(email)).toEqual(['password_reset', 'signed_in']);
    const told = await changesMailedTo(server, email);
    expect(told.map(({ subject }) => subject)).toEqual(['Your password was changed']);
    expect(JSON.stringify(told)).not.toContain(chosen);
  });

  test('is answered before anything is looked up, so that the time tells nobody who has an account', async () => {
    const { email } = await addPerson(server);
    const asking = (typed: string) =>
      visitor(server).ask('POST', '/dashboard/api/password-resets', { email: typed });
    await server.sql.begin(async (tx) => {
      await tx`LOCK TABLE people, person_links IN ACCESS EXCLUSIVE MODE`;
      const answers = await Promise.all([asking(email), asking('no@people.example')]);
      expect(answers.map(({ httpStatus }) => httpStatus)).toEqual([200, 200]);
    });
    expect(await newestOneTimeLink(server, email)).toBeTruthy();
  });

  test('fills nobody’s mailbox', async () => {
    const { email } = await addPerson(server);
    const deps = { sql: server.sql, now: () => new Date() };
    await Promise.all(Array.from({ length: 8 }, () => askForReset(deps, email)));
    const links = await server.sql`SELECT id FROM person_links WHERE email = ${email}`;
    expect(links).toHaveLength(3);
  });

  test('is not set by a link that has run out', async () => {
    const { email } = await addPerson(server);
    await visitor(server).ask('POST', '/dashboard/api/password-resets', { email });
    const link = await newestOneTimeLink(server, email);
    await server.sql`UPDATE person_links SET expires_at = ${new Date(Date.now() - 1000)} WHERE email = ${email}`;
    const used = await visitor(server).ask('POST', '/dashboard/api/links/use', {
      link,
      password: 'a long password',
    });
    expect(used.httpStatus).toBe(404);
  });
});
