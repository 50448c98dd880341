import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../src/base/db/ids.ts';
import { type Authenticator, authenticator } from '../kit/authenticator.ts';
import {
  changesMailedTo,
  giveSecondFactor,
  proofBy,
  provingByPasskey,
  signedIn,
  type TestPerson,
  type Visitor,
  visitor,
} from '../kit/people.ts';
import { startTestServer, type TestServer } from '../kit/server.ts';

/** A person's own passkeys and sessions. */

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const passkeys = '/dashboard/api/passkeys';
const door = '/dashboard/api/session/passkey';
const sessions = '/dashboard/api/sessions';
const viewer = () => signedIn(server, { merchantId: server.merchant.merchantId, role: 'viewer' });

async function begin(someone: Visitor & { person: TestPerson }) {
  const { password } = someone.person;
  return (await someone.ask('POST', `${passkeys}/options`, { password })).body.data;
}

async function add(someone: Visitor & { person: TestPerson }, device: Authenticator): Promise<number> {
  const { step, options } = await begin(someone);
  const answer = await someone.ask('POST', passkeys, { step, name: 'Phone', answer: device.create(options) });
  return answer.httpStatus;
}

/** Signs in as a browser does; `wrong` makes the device answer incorrectly. */
async function enter(device: Authenticator, wrong?: Parameters<Authenticator['get']>[1]) {
  const someone = visitor(server);
  const { step, options } = (await someone.ask('POST', `${door}-options`)).body.data;
  const body = { step, answer: device.get(options, wrong) };
  const { httpStatus: status } = await someone.ask('POST', door, body);
  return { someone, status, body };
}

async function actsOf(email: string): Promise<string[]> {
  const rows = await server.sql<{ act: string }[]>`
    SELECT act FROM audit_log WHERE actor = ${email} ORDER BY number`;
  return rows.map(({ act }) => act);
}

describe('a passkey', () => {
  test('signs its owner in without a password, is listed, and is in the log', async () => {
    const owner = await viewer();
    const device = authenticator(server.url);
    expect(await add(owner, device)).toBe(200);
    const { someone, status } = await enter(device);
    expect(status).toBe(200);
    expect((await someone.ask('GET', '/dashboard/api/me')).body.data.person.email).toBe(owner.person.email);
    const [listed] = (await someone.ask('GET', passkeys)).body.data.passkeys;
    expect(listed).toMatchObject({ name: 'Phone', last_used_at: expect.any(String) });
    expect(await actsOf(owner.person.email)).toEqual(['passkey_added', 'signed_in']);
  });

  test('no longer signs in once it is removed, which its owner alone does', async () => {
    const owner = await viewer();
    const device = authenticator(server.url);
    await add(owner, device);
    const [{ id }] = (await owner.ask('GET', passkeys)).body.data.passkeys;
    expect((await (await viewer()).ask('DELETE', `${passkeys}/${id}`)).httpStatus).toBe(404);
    expect((await enter(device)).status).toBe(200);
    // A session alone removes no passkey: a proof with this passkey, or another of their own, is required.
    expect((await owner.ask('DELETE', `${passkeys}/${id}`)).body.data.error).toBe('proof_required');
    const act = { method: 'DELETE', url: `${passkeys}/${id}`, body: undefined };
    const proof = await proofBy(device, owner, act);
    expect((await owner.ask('DELETE', `${passkeys}/${id}`, undefined, proof)).httpStatus).toBe(200);
    expect((await enter(device)).status).toBe(401);
    const told = await changesMailedTo(server, owner.person.email);
    expect(told.map(({ subject }) => subject)).toEqual([
      'Your account has a new passkey',
      'A passkey was removed from your account',
    ]);
    expect(told[0]?.body).toMatch(/^Your account has a new passkey: Phone\n\nIt was on .* 20.* UTC\.\n/);
  });

  test.each([
    ['another site', { origin: 'https://elsewhere.example' }],
    ['another site’s key', { rpId: 'elsewhere.example' }],
    ['another question', { challenge: 'bm90LXdoYXQtd2FzLWFza2Vk' }],
    ['nobody who was asked', { unasked: true }],
    ['a copy that lags behind', { counter: 1 }],
  ])('is refused from %s', async (_from, wrong) => {
    const owner = await viewer();
    const device = authenticator(server.url);
    await add(owner, device);
    expect((await enter(device)).status).toBe(200);
    expect((await enter(device, wrong)).status).toBe(401);
    expect((await enter(device)).status).toBe(200);
  });

  test('answers a question once', async () => {
    const owner = await viewer();
    const device = authenticator(server.url);
    await add(owner, device);
    const { body } = await enter(device);
    expect((await visitor(server).ask('POST', door, body)).httpStatus).toBe(401);
  });

  test('is added by whoever knows the password, not by whoever has the session', async () => {
    const [owner, other] = [await viewer(), await viewer()];
    const device = authenticator(server.url);
    const asked = await owner.ask('POST', `${passkeys}/options`, { password: 'wrong' });
    expect(asked.httpStatus).toBe(401);
    // The challenge of one account cannot be answered in another.
    const { step, options } = await begin(other);
    const body = { step, name: 'Phone', answer: device.create(options) };
    expect((await owner.ask('POST', passkeys, body)).httpStatus).toBe(401);
    expect((await owner.ask('GET', passkeys)).body.data.passkeys).toEqual([]);
  });

  test('of one person is not added to another', async () => {
    const device = authenticator(server.url);
    expect(await add(await viewer(), device)).toBe(200);
    expect(await add(await viewer(), device)).toBe(401);
  });

  test.each([[{}], [{ id: 5 }], [{ id: 'x'.repeat(5_000) }], [{ id: 'a\0b', response: {} }]])(
    'that makes no sense is refused: %j',
    async (answer) => {
      const someone = visitor(server);
      const { step } = (await someone.ask('POST', `${door}-options`)).body.data;
      expect((await someone.ask('POST', door, { step, answer })).httpStatus).toBe(401);
      const owner = await viewer();
      const begun = await begin(owner);
      expect((await owner.ask('POST', passkeys, { step: begun.step, name: 'x', answer })).httpStatus).toBe(
        401,
      );
    },
  );
});

describe('a strong act', () => {
  const keys = '/dashboard/api/keys';
  const at = () => ({ 'x-merchant-id': server.merchant.merchantId });
  const developer = () => signedIn(server, { merchantId: server.merchant.merchantId, role: 'developer' });
  const make = (someone: Visitor, name: string, headers: Record<string, string> = {}) =>
    someone.ask('POST', keys, { name }, { ...at(), ...headers });

  test('is done in the sandbox by whoever has no second factor, and asks for it from whoever has one', async () => {
    const someone = await developer();
    expect((await make(someone, 'a')).httpStatus).toBe(200);
    const codes = await giveSecondFactor(server, someone.person);
    expect((await make(someone, 'b')).body.data.error).toBe('proof_required');
    const wrong = await make(someone, 'b', { 'x-proof': '000000' });
    expect([wrong.httpStatus, wrong.body.data.fields[0].field]).toEqual([422, 'code']);
    const proof = { 'x-proof': codes() };
    expect((await make(someone, 'b', proof)).httpStatus).toBe(200);
    // A code seen over a shoulder and typed a moment later has no effect.
    expect((await make(someone, 'b', proof)).body.message).toContain('has been used');
    const { keys: listed } = (await someone.ask('GET', keys, undefined, at())).body.data;
    expect(listed.filter(({ name }: { name: string }) => name === 'b')).toHaveLength(1);
  });

  test('takes a passkey that was asked for this very act, once, within five minutes, from its owner', async () => {
    const [someone, other] = [await developer(), await developer()];
    const [device, foreign] = [authenticator(server.url), authenticator(server.url)];
    await add(someone, device);
    await add(other, foreign);
    const act = { method: 'POST', url: keys, merchantId: at()['x-merchant-id'], body: { name: 'c' } };
    const proof = await proofBy(device, someone, act);
    for (const [what, answer] of [
      ['another value', await make(someone, 'd', proof)],
      ['another person', await make(other, 'c', proof)],
      ['another key', await make(someone, 'c', await proofBy(foreign, someone, act))],
      ['a text that is no answer', await make(someone, 'c', { 'x-proof': `${newId()}.e30` })],
      [
        'another act',
        await someone.ask(
          'POST',
          `${keys}/rotation`,
          { name: 'c', overlap_seconds: 0 },
          { ...at(), ...proof },
        ),
      ],
      [
        'another shop',
        await make(someone, 'c', await proofBy(device, someone, { ...act, merchantId: null })),
      ],
    ] as const) {
      expect([what, answer.httpStatus, answer.body.data.error]).toEqual([what, 403, 'proof_required']);
    }
    const late = await proofBy(device, someone, act);
    await server.sql`UPDATE sign_in_steps SET expires_at = now() WHERE identifier LIKE ${`proof ${someone.person.id}%`}`;
    expect((await make(someone, 'c', late)).body.data.error).toBe('proof_required');
    const fresh = await proofBy(device, someone, act);
    expect((await make(someone, 'c', fresh)).httpStatus).toBe(200);
    expect((await make(someone, 'c', fresh)).body.data.error).toBe('proof_required');
  });

  test('needs a second factor where the shop demands one', async () => {
    const owner = await signedIn(server, { merchantId: server.merchant.merchantId, role: 'owner' });
    const demand = (someone: Visitor, isDemanded: boolean) =>
      someone.ask('PUT', '/dashboard/api/people/second-factor', { demanded: isDemanded }, at());
    // People cannot lock themselves out.
    expect((await demand(owner, true)).body.data.error).toBe('second_factor_missing');
    const proving = await provingByPasskey(server, owner);
    expect((await demand(proving, true)).httpStatus).toBe(200);
    expect((await owner.ask('GET', '/dashboard/api/people', undefined, at())).body.data).toMatchObject({
      second_factor_demanded: 'by_shop',
    });
    const without = await developer();
    await expect.poll(async () => (await make(without, 'e')).body.data.error).toBe('second_factor_missing');
    expect((await make(await provingByPasskey(server, without), 'e')).httpStatus).toBe(200);
    expect((await demand(proving, false)).httpStatus).toBe(200);
    expect((await actsOf(owner.person.email)).slice(-2)).toEqual(['merchant_changed', 'merchant_changed']);
    await expect.poll(async () => (await make(await developer(), 'f')).httpStatus).toBe(200);
  });
});

describe('a session', () => {
  test('is listed and ended by its own person, at one place', async () => {
    const owner = await viewer();
    const elsewhere = visitor(server);
    await elsewhere.signIn(owner.person.email, owner.person.password);
    const { body } = await owner.ask('GET', sessions);
    expect(body.data.sessions).toHaveLength(2);
    const other = body.data.sessions.find(({ is_this }: { is_this: boolean }) => !is_this);
    expect((await (await viewer()).ask('DELETE', `${sessions}/${other.id}`)).httpStatus).toBe(404);
    expect((await elsewhere.ask('GET', sessions)).httpStatus).toBe(200);
    expect((await owner.ask('DELETE', `${sessions}/${other.id}`)).httpStatus).toBe(200);
    expect((await elsewhere.ask('GET', sessions)).httpStatus).toBe(401);
    expect((await owner.ask('GET', sessions)).httpStatus).toBe(200);
    expect(await actsOf(owner.person.email)).toContain('session_ended');
  });
});
