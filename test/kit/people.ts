import { createHmac, randomBytes } from 'node:crypto';
import { type Act, actDigest } from '../../src/accounts/people/factors/act-digest.ts';
import { oneTimeLinkUrl } from '../../src/accounts/people/invitations/one-time-link.ts';
import type { Role } from '../../src/accounts/people/roles.ts';
import { loadLibrary } from '../../src/accounts/people/sign-in/open-auth.ts';
import { insertPerson, setPassword, setRole, signInSecret } from '../../src/accounts/people/store.ts';
import { newId } from '../../src/base/db/ids.ts';
import { type Authenticator, authenticator } from './authenticator.ts';
import { type Answer, call, until } from './client.ts';
import { secretsOf } from './merchants.ts';
import type { TestServer } from './server.ts';

/** A person at the dashboard with a browser: keeps cookies, and sends what our pages send. */
export interface Visitor {
  cookies: Map<string, string>;
  ask(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  signIn(email: string, password: string): Promise<Answer>;
}

export function visitor(server: Pick<TestServer, 'url'>): Visitor {
  const cookies = new Map<string, string>();
  const self: Visitor = {
    cookies,
    async ask(method, path, body, headers = {}) {
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      const answer = await call(
        server,
        method,
        path,
        { origin: server.url, ...(cookie && { cookie }), ...headers },
        body,
      );
      for (const set of answer.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
        if (/max-age=0/i.test(set)) cookies.delete(name);
        else cookies.set(name, value);
      }
      return answer;
    },
    signIn: (email, password) => self.ask('POST', '/dashboard/api/session', { email, password }),
  };
  return self;
}

const password = 'correct horse battery';
let hashing: Promise<string> | null = null;

export interface TestPerson {
  id: string;
  email: string;
  password: string;
}

/** Creates a person with an account and these roles; all have one password, whose hash is made once. */
export async function addPerson(
  server: Pick<TestServer, 'sql'>,
  ...roles: { merchantId: string | null; role: Role }[]
): Promise<TestPerson> {
  hashing ??= loadLibrary().then(({ hashPassword }) => hashPassword(password));
  const hash = await hashing;
  const id = newId();
  const email = `p${id.replaceAll('-', '')}@people.example`;
  const now = new Date();
  await server.sql.begin(async (tx) => {
    await insertPerson(tx, { id, email, name: `Person ${id.slice(-4)}`, language: 'en' }, now);
    await setPassword(tx, id, hash, now);
    for (const { merchantId, role } of roles) await setRole(tx, id, merchantId, role, now);
  });
  return { id, email, password };
}

/**
 * Gives a person a confirmed authenticator app; returns a function that shows its codes, each later than the one
 * before.
 */
export async function giveSecondFactor(
  { sql }: Pick<TestServer, 'sql'>,
  person: Pick<TestPerson, 'id'>,
): Promise<() => string> {
  const key = randomBytes(16).toString('hex');
  const secret = await signInSecret(sql, await secretsOf({ sql }), randomBytes(32).toString('hex'));
  const { symmetricEncrypt } = await import('better-auth/crypto');
  const sealed = await symmetricEncrypt({ key: secret, data: key });
  await sql`
    INSERT INTO second_factors (id, person_id, secret, backup_codes, verified)
    VALUES (${newId()}, ${person.id}, ${sealed}, '', true)`;
  await sql`UPDATE people SET two_factor_enabled = true WHERE id = ${person.id}`;
  let period = 0;
  return () => {
    // A clock may be off by one period: the next code is already valid.
    period = Math.max(period + 1, Math.floor(Date.now() / periodMs));
    return totpOf(Buffer.from(key), period);
  };
}

/**
 * A visitor signed in as a new person: the session is inserted directly, as checking a password takes a tenth of a
 * second.
 */
export async function signedIn(
  server: Pick<TestServer, 'sql' | 'url'>,
  ...roles: { merchantId: string | null; role: Role }[]
): Promise<Visitor & { person: TestPerson }> {
  const person = await addPerson(server, ...roles);
  const token = randomBytes(16).toString('hex');
  await server.sql`
    INSERT INTO person_sessions (id, person_id, token, expires_at, created_at, updated_at)
    VALUES (${newId()}, ${person.id}, ${token}, now() + interval '1 hour', now(), now())`;
  const secret = await signInSecret(server.sql, await secretsOf(server), randomBytes(32).toString('hex'));
  const signature = createHmac('sha256', secret).update(token).digest('base64');
  const someone = visitor(server);
  someone.cookies.set('pasarela.session_token', encodeURIComponent(`${token}.${signature}`));
  return { ...someone, person };
}

/** The header that proves one act by a passkey, as a page makes it. */
export async function proofBy(
  device: Authenticator,
  someone: Visitor,
  act: Omit<Act, 'merchantId'> & { merchantId?: string | null },
): Promise<{ 'x-proof': string }> {
  const digest = actDigest({ merchantId: null, ...act });
  const asked = await someone.ask('POST', '/dashboard/api/proofs', { act: digest });
  if (asked.httpStatus !== 200) throw new Error(`no passkey is asked for: ${JSON.stringify(asked.body)}`);
  const { step, options } = asked.body.data;
  const answer = Buffer.from(JSON.stringify(device.get(options))).toString('base64url');
  return { 'x-proof': `${step}.${answer}` };
}

/** Gives a person a passkey, and a browser that presents it whenever an act asks for a proof. */
export async function provingByPasskey<T extends Visitor & { person: TestPerson }>(
  server: Pick<TestServer, 'url'>,
  someone: T,
): Promise<T> {
  const device = authenticator(server.url);
  const { password } = someone.person;
  const begun = await someone.ask('POST', '/dashboard/api/passkeys/options', { password });
  const { step, options } = begun.body.data;
  await someone.ask('POST', '/dashboard/api/passkeys', {
    step,
    name: 'Phone',
    answer: device.create(options),
  });
  return {
    ...someone,
    async ask(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
      const answer = await someone.ask(method, path, body, headers);
      if (answer.body?.data?.error !== 'proof_required') return answer;
      const merchantId = headers['x-merchant-id'] ?? null;
      const proof = await proofBy(device, someone, { method, url: path, merchantId, body });
      return await someone.ask(method, path, body, { ...headers, ...proof });
    },
  };
}

/** The fragment of the newest one-time link to an address. */
export async function newestOneTimeLink(
  server: Pick<TestServer, 'sql' | 'url'>,
  email: string,
): Promise<string> {
  const look = () => server.sql<{ id: string }[]>`
    SELECT id FROM person_links WHERE email = ${email} ORDER BY id DESC LIMIT 1`;
  // A reset is answered before its one-time link is created.
  const [row] = await until(look, ({ length }) => length > 0);
  return oneTimeLinkUrl(server.url, await secretsOf(server), row?.id ?? '').split('#')[1] as string;
}

/** RFC 6238, like an authenticator app. */
export function totp(uri: string, atMs: number): string {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
  const secret = new URL(uri).searchParams.get('secret') ?? '';
  const bits = [...secret].map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0')).join('');
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  return totpOf(key, Math.floor(atMs / periodMs));
}

const periodMs = 30_000;

function totpOf(key: Buffer, period: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(period));
  const digest = createHmac('sha1', key).update(counter).digest();
  const offset = (digest.at(-1) as number) & 15;
  return String((digest.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}

/** The mails to a person about their account, oldest first. */
export async function changesMailedTo(
  server: Pick<TestServer, 'sql'>,
  email: string,
): Promise<{ subject: string; body: string }[]> {
  return await server.sql<{ subject: string; body: string }[]>`
    SELECT subject, body
      FROM mails
     WHERE kind = 'account_change'
       AND recipient = ${email}
     ORDER BY id`;
}
