import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { keyScopes, type RouteScope } from '../../src/accounts/merchants/keys/key-scopes.ts';
import {
  installationRoles,
  merchantRoles,
  type Permission,
  permissions,
  type Role,
  scopePermissions,
} from '../../src/accounts/people/roles.ts';
import { newId } from '../../src/base/db/ids.ts';
import { call, createCharge, getToken, keyHeaders, pay } from '../kit/client.ts';
import { readDescription } from '../kit/description.ts';
import { addKey, addMerchant, secretsOf } from '../kit/merchants.ts';
import {
  addPerson,
  giveSecondFactor,
  newestOneTimeLink,
  signedIn,
  totp,
  type Visitor,
  visitor,
} from '../kit/people.ts';
import { startTestServer, type TestServer } from '../kit/server.ts';

/** Permissions: the table in roles.ts against every operation of the server. */

let server: TestServer;
let merchantId: string;
beforeAll(async () => {
  server = await startTestServer();
  merchantId = server.merchant.merchantId;
});
afterAll(() => server.stop());

interface Operation {
  operationId: string;
  'x-proof'?: string;
  requestBody?: { content: { 'application/json'?: { example?: unknown } } };
  'x-permission'?: Permission | 'anyone' | 'signed_in';
  'x-scope'?: RouteScope;
}
interface Listed extends Operation {
  method: string;
  path: string;
}

async function operations(): Promise<Listed[]> {
  const body = await readDescription(server);
  return Object.entries(body.paths as Record<string, Record<string, Operation>>).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      ...operation,
      method: method.toUpperCase(),
      path: path.replaceAll(/\{\w+\}/g, '01890000-0000-7000-8000-000000000000'),
    })),
  );
}

/** Sends no valid body: a permitted person fails at validation, everyone else before that. */
async function asked(someone: Visitor, { method, path }: Listed, place: string | null): Promise<string> {
  const headers: Record<string, string> = place === null ? {} : { 'x-merchant-id': place };
  const { httpStatus, body } = await someone.ask(
    method,
    path,
    method === 'GET' || method === 'DELETE' ? undefined : {},
    headers,
  );
  const error = body?.data?.error;
  if (error === 'second_factor_missing') return 'let through';
  return httpStatus === 401 || httpStatus === 403
    ? (body.data?.error ?? body.error ?? body.status.kind)
    : 'let through';
}

const allRoles: readonly Role[] = [...merchantRoles, ...installationRoles];
const placeOf = (role: Role): string | null =>
  (merchantRoles as readonly Role[]).includes(role) ? merchantId : null;

/** Operations that change something and require no proof. A new one requires a proof, or is listed here. */
const weakActs = (
  'addEvidenceFile addPasskey addPushDevice askForBankDetails askForCustodyCheck askForProof cancelPayoutOnPage cancelReplay cancelSweep cancelTransaction ' +
  'captureTransaction ' +
  'changeInvoiceNumbers changeLogo changeNotificationSettings changePassword changePaymentLink changeSettings checkPayoutBatch closePaymentLink confirmPayoutBatch createPaymentLink ' +
  'enableMerchant endOwnSession forgetPushDevice makePayout markNotificationsRead markRefundPaid pausePayouts proveSecondFactor quotePayout redeliverEvent ' +
  'refundCryptoOrder refundTransaction refuseSettlement reissueLinkOnPage rejectPayout remindOfInvoice removeEvidenceFile removeLogo ' +
  'removeView reopenPaymentLink replayEvents resolveCryptoOrder resolveTransaction resumePayouts revokeInvitation revokeKey ' +
  'revokeSessions saveView sendEvidence sendReceipt sendTestEvent signOut startRun voidTransaction ' +
  'withdrawRefund withdrawSettlement writeEvidence'
).split(' ');

describe('every operation', () => {
  test('that changes something is a strong act, which asks for a fresh proof, or one that is named here', async () => {
    const acts = (await operations()).filter(
      (each) =>
        each.method !== 'GET' && each['x-permission'] !== undefined && each['x-permission'] !== 'anyone',
    );
    const [strong, weak] = [
      acts.filter((each) => each['x-proof'] !== undefined),
      acts.filter((each) => each['x-proof'] === undefined),
    ];
    expect(weak.map(({ operationId }) => operationId).sort()).toEqual(weakActs);
    const byRule = Map.groupBy(strong, (each) => each['x-proof']);
    const named = (rule: string) =>
      byRule
        .get(rule)
        ?.map(({ operationId }) => operationId)
        .sort();
    expect(named('always')).toEqual([
      'approvePayout',
      'decideCardCase',
      'decideOutcome',
      'demandSecondFactor',
    ]);
    expect(named('if_set_up')).toEqual([
      'beginPasskey',
      'beginSecondFactor',
      'removePasskey',
      'removeSecondFactor',
    ]);
    expect(named('demanded')).toEqual([
      ...[
        'adoptStray',
        'approveInvitation',
        'changeOperatedMerchant',
        'changeRole',
        'changeWebhookEndpoint',
        'changeWebhookUrl',
        'createMerchant',
        'createWebhookEndpoint',
        'demandSignatures',
      ],
      ...[
        'invitePerson',
        'issueKey',
        'listPayoutAddress',
        'paySettlement',
        'removeWebhookEndpoint',
        'requestSettlement',
      ],
      ...[
        'returnSettlement',
        'returnStray',
        'rotateEndpointSecret',
        'rotateKeys',
        'rotateWebhookSecret',
        'setCardRoutes',
      ],
      ...['setMerchantRoutes', 'setPayoutLimits', 'unlistPayoutAddress'],
    ]);
    const people = await Promise.all(
      [
        { merchantId, role: 'owner' as const },
        ...installationRoles.map((role) => ({ merchantId: null, role })),
      ].map(async (role) => {
        const someone = await signedIn(server, role);
        await giveSecondFactor(server, someone.person);
        return { someone, ...role };
      }),
    );
    for (const { operationId, method, path, requestBody, ...operation } of strong) {
      const body = requestBody?.content['application/json']?.example;
      const granted: readonly Role[] = permissions[operation['x-permission'] as Permission] ?? allRoles;
      const refusals = new Set<string>();
      for (const { someone } of people.filter(({ role }) => granted.includes(role))) {
        for (const place of [{}, { 'x-merchant-id': merchantId }]) {
          const headers = { 'idempotency-key': newId(), ...place };
          const { body: answer } = await someone.ask(method, path, body, headers);
          refusals.add(answer.data.error);
        }
      }
      // Some operations exist only at a merchant, or only in the installation.
      refusals.delete('not_found');
      expect([operationId, ...refusals]).toEqual([operationId, 'proof_required']);
    }
  });

  test('says who may call it, or takes no session', async () => {
    const all = await operations();
    const dashboard = all.filter(({ path }) => path.startsWith('/dashboard/'));
    expect(dashboard.length).toBeGreaterThanOrEqual(16);
    expect(dashboard.filter((each) => each['x-permission'] === undefined)).toEqual([]);
    const someone = await signedIn(
      server,
      { merchantId, role: 'owner' },
      { merchantId: null, role: 'administrator' },
    );
    const closed = all.filter((each) => each['x-permission'] === undefined);
    expect(closed.length).toBeGreaterThan(10);
    for (const { method, path, operationId } of closed) {
      const ask = (who: Visitor) =>
        who.ask(method, path, method === 'GET' ? undefined : {}, { 'x-merchant-id': merchantId });
      const [known, unknown] = [await ask(someone), await ask(visitor(server))];
      expect([operationId, known.httpStatus]).toEqual([operationId, unknown.httpStatus]);
      expect(known.httpStatus).toBeGreaterThanOrEqual(400);
    }
  });

  test.each(allRoles)(
    'lets a person with the role %s do what the table says, and nothing else',
    async (role) => {
      const someone = await signedIn(server, { merchantId: placeOf(role), role });
      const guarded = (await operations()).filter(
        (each) => each['x-permission'] !== undefined && each['x-permission'] in permissions,
      );
      expect(guarded.length).toBeGreaterThanOrEqual(10);
      for (const operation of guarded) {
        const granted: readonly Role[] = permissions[operation['x-permission'] as Permission];
        const allowed = granted.includes(role);
        expect([operation.operationId, await asked(someone, operation, merchantId)]).toEqual([
          operation.operationId,
          allowed ? 'let through' : 'permission_missing',
        ]);
      }
    },
  );

  test('is refused to whoever has not signed in', async () => {
    const guarded = (await operations()).filter(
      (each) => each['x-permission'] !== undefined && each['x-permission'] !== 'anyone',
    );
    for (const operation of guarded) {
      const refusal = await asked(visitor(server), operation, merchantId);
      expect([operation.operationId, refusal]).toEqual([
        operation.operationId,
        operation.path.startsWith('/dashboard') ? 'sign_in_required' : expect.stringMatching(/^credentials_/),
      ]);
    }
  });

  test('at another merchant is not there, and no more is any of its payments', async () => {
    const other = await addMerchant(server);
    const theirs = await createCharge(server, {}, other);
    const someone = await signedIn(server, { merchantId, role: 'owner' });
    const guarded = (await operations()).filter((each) => (each['x-permission'] ?? '') in permissions);
    for (const { method, path, operationId } of guarded) {
      const body = method === 'GET' || method === 'DELETE' ? undefined : {};
      const at = (place: string) => someone.ask(method, path, body, { 'x-merchant-id': place });
      const foreign = await at(other.merchantId);
      const unknown = await at('01890000-0000-7000-8000-000000000000');
      expect([operationId, foreign.httpStatus, unknown.httpStatus]).toEqual([operationId, 404, 404]);
    }
    const own = { 'x-merchant-id': merchantId };
    for (const path of ['/dashboard/api/payments', '/api/transactions']) {
      expect((await someone.ask('GET', `${path}/${theirs}`, undefined, own)).httpStatus).toBe(404);
    }
    const found = await someone.ask('GET', `/dashboard/api/payments?search=${theirs}`, undefined, own);
    expect(found.body.data.payments).toEqual([]);
  });
});

test('the table in docs/operate/dashboard.md is that of the program', () => {
  const text = readFileSync(new URL('../../docs/operate/dashboard.md', import.meta.url), 'utf8');
  for (const [permission, roles] of Object.entries(permissions)) {
    const cells = allRoles.map((role) => ((roles as readonly Role[]).includes(role) ? 'yes' : ' '));
    expect(text).toContain(`| \`${permission}\` | ${cells.join(' | ')} |`);
  }
  expect(text.match(/^\| `\w+\.\w+` \|/gm)).toHaveLength(Object.keys(permissions).length);
});

describe('every operation that takes keys', () => {
  const charges = '/api/transactions/charges';
  const keyed = async () => (await operations()).filter((each) => each['x-scope'] !== undefined);

  test('says which scope it asks for', async () => {
    const all = await operations();
    const takes = all.filter(({ path }) => !path.startsWith('/dashboard') && !path.startsWith('/webhooks'));
    expect(takes.filter((each) => each['x-scope'] === undefined).map(({ path }) => path)).toEqual([]);
    expect(takes.length).toBeGreaterThan(15);
  });

  test.each(keyScopes)('lets a key with the scope %s do what it says, and nothing else', async (scope) => {
    const key = await addKey(server, merchantId, { scopes: [scope] });
    for (const { method, path, operationId, 'x-scope': asked } of await keyed()) {
      const headers =
        path === charges
          ? await getToken(server, key)
          : path.startsWith('/v1/')
            ? { authorization: `Bearer ${key.apiKey}` }
            : keyHeaders(key);
      const sent = scope === 'payouts' ? { typeTransaction: 'cashout' } : {};
      const { body } = await call(server, method, path, headers, method === 'GET' ? undefined : sent);
      const mayPass = asked === 'any' || ([] as string[]).concat(asked as string[]).includes(scope);
      const error = body?.data?.error ?? body?.error ?? body?.status?.kind ?? null;
      expect([operationId, error === 'scope_missing']).toEqual([operationId, !mayPass]);
    }
  });

  test('is in the table of docs/operate/security/access.md, with every other', async () => {
    const rows = (await operations()).map(({ method, path, operationId, ...each }) => {
      const permission = each['x-permission'];
      const roles = permission && permission in permissions ? permissions[permission as Permission] : [];
      const cells = allRoles.map((role) => ((roles as readonly Role[]).includes(role) ? 'yes' : ''));
      const who = permission === 'anyone' || permission === 'signed_in' ? permission.replace('_', ' ') : '';
      const scope = ([] as string[]).concat((each['x-scope'] as string[]) ?? []).join(' or ');
      return `| \`${operationId}\` | ${method} | ${who} | ${cells.join(' | ')} | ${scope} |`;
    });
    const givers = keyScopes.map((scope) => {
      const roles: readonly Role[] = permissions[scopePermissions[scope]];
      return `| \`${scope}\` | ${merchantRoles.filter((role) => roles.includes(role)).join(', ')} |`;
    });
    const head = ['operation', 'method', 'open to', ...allRoles, 'key scope'];
    const text = [
      '# Who may call what',
      '',
      'Every operation of the server, the roles that may call it, and the scope that an API key needs for it. Made from the program',
      '(`npx vitest run test/dashboard/people.test.ts --update`) and checked by that test, which also calls every operation as every role and',
      'with a key of every scope. A role at a merchant holds only there; a key can never do more than its maker.',
      '',
      `| ${head.join(' | ')} |`,
      `|${head.map(() => '---').join('|')}|`,
      ...rows.toSorted(),
      '',
      '## Which keys a role can make',
      '',
      'If the maker loses the permission, the key loses the scope.',
      '',
      '| scope | makers |',
      '|---|---|',
      ...givers,
      '',
    ].join('\n');
    await expect(text).toMatchFileSnapshot('../../docs/operate/security/access.md');
  });
});

describe('an invitation', () => {
  test('makes whoever opens it a member with the role, once', async () => {
    const owner = await signedIn(server, { merchantId, role: 'owner' });
    const place = { 'x-merchant-id': merchantId };
    const email = 'Nueva@Shop.example';
    const invited = await owner.ask('POST', '/dashboard/api/people', { email, role: 'finance' }, place);
    expect(invited.httpStatus).toBe(200);
    for (const role of ['administrator', 'king']) {
      const refused = await owner.ask('POST', '/dashboard/api/people', { email, role }, place);
      expect([refused.httpStatus, refused.body.data.fields[0].field]).toEqual([422, 'role']);
    }
    const link = await newestOneTimeLink(server, 'nueva@shop.example');
    const anyone = visitor(server);
    const look = await anyone.ask('POST', '/dashboard/api/links/look', { link });
    expect(look.body.data).toEqual({
      kind: 'invitation',
      email: 'nueva@shop.example',
      place: 'Demo Store',
      role: 'finance',
      has_account: false,
    });
    const chosen = { link, name: 'Nueva', password: 'a password of hers' };
    expect((await anyone.ask('POST', '/dashboard/api/links/use', chosen)).httpStatus).toBe(200);
    expect((await anyone.ask('POST', '/dashboard/api/links/use', chosen)).httpStatus).toBe(404);
    await anyone.signIn('nueva@shop.example', chosen.password);
    const { body } = await anyone.ask('GET', '/dashboard/api/me');
    expect(body.data.places.map(({ role }: { role: string }) => role)).toEqual(['finance']);
    const audit = await server.sql<{ actor: string; act: string }[]>`
      SELECT actor, act FROM audit_log
       WHERE subject = ${`merchant ${merchantId}`} AND act <> 'key_issued'
       ORDER BY number`;
    expect(audit).toEqual([
      { actor: owner.person.email, act: 'person_invited' },
      { actor: 'nueva@shop.example', act: 'invitation_accepted' },
    ]);
  });

  test('gives somebody with an account the role and leaves the password alone', async () => {
    const person = await addPerson(server);
    const owner = await signedIn(server, { merchantId, role: 'owner' });
    await owner.ask(
      'POST',
      '/dashboard/api/people',
      { email: person.email, role: 'viewer' },
      { 'x-merchant-id': merchantId },
    );
    const link = await newestOneTimeLink(server, person.email);
    const someone = visitor(server);
    const used = await someone.ask('POST', '/dashboard/api/links/use', {
      link,
      name: 'X',
      password: 'put in by a thief',
    });
    expect(used.httpStatus).toBe(200);
    expect((await someone.signIn(person.email, 'put in by a thief')).httpStatus).toBe(401);
    expect((await someone.signIn(person.email, person.password)).httpStatus).toBe(200);
  });
});

describe('an administrator', () => {
  const people = '/dashboard/api/people';
  const administrator = () => signedIn(server, { merchantId: null, role: 'administrator' });
  const opens = async (email: string) => {
    const link = await newestOneTimeLink(server, email);
    return (await visitor(server).ask('POST', '/dashboard/api/links/look', { link })).httpStatus === 200;
  };
  const mailsOf = async (email: string) => {
    const rows = await server.sql<{ subject: string; body: string }[]>`
      SELECT subject, body FROM mails WHERE kind = 'role_given' AND recipient = ${email} ORDER BY id`;
    return rows.map(({ body }) => body);
  };

  test('gives no role alone, neither in a shop nor in the installation: somebody else in charge approves it', async () => {
    const [ana, bea] = [await administrator(), await administrator()];
    const owner = await signedIn(server, { merchantId, role: 'owner' });
    for (const [place, role, approver] of [
      [{ 'x-merchant-id': merchantId }, 'owner', owner],
      [{ 'x-merchant-id': merchantId }, 'finance', bea],
      [{}, 'administrator', bea],
    ] as const) {
      const email = `${newId()}@elsewhere.example`;
      const invited = await ana.ask('POST', people, { email, role }, place);
      expect(invited.body.data).toEqual({ waits_for_second: true });
      expect(await opens(email)).toBe(false);
      const { invitations } = (await ana.ask('GET', people, undefined, place)).body.data;
      const listed = invitations.find((each: { email: string }) => each.email === email);
      expect(listed).toMatchObject({ waits_for_second: true, invited_by: ana.person.email });
      const approve = (someone: Visitor) =>
        someone.ask('POST', `${people}/invitations/${listed.id}/approval`, {}, place);
      expect((await approve(ana)).body.data.error).toBe('permission_missing');
      expect(await opens(email)).toBe(false);
      expect((await mailsOf(approver.person.email)).at(-1)).toContain(
        `${ana.person.email} wants to give ${email} the role "${role}".`,
      );
      expect((await approve(approver)).httpStatus).toBe(200);
      expect(await opens(email)).toBe(true);
      const sent =
        await server.sql`SELECT 1 FROM mails WHERE kind = 'person_link' AND cause_id = ${listed.id}`;
      expect(sent).toHaveLength(1);
      // The approver must still have the role when the invitation is used.
      if (approver === owner) {
        await server.sql`DELETE FROM person_roles WHERE person_id = ${owner.person.id}`;
        expect(await opens(email)).toBe(false);
      }
    }
  });

  test('takes roles alone, and changes none', async () => {
    const ana = await administrator();
    const member = await signedIn(server, { merchantId, role: 'viewer' });
    const change = (role: string | null) =>
      ana.ask('PUT', `${people}/${member.person.id}/role`, { role }, { 'x-merchant-id': merchantId });
    expect((await change('owner')).body.data.error).toBe('permission_missing');
    expect((await change(null)).httpStatus).toBe(200);
  });

  test('invites the first person of a shop alone, and nobody after them, even when all were removed', async () => {
    const ana = await administrator();
    const shop = await addMerchant(server);
    const place = { 'x-merchant-id': shop.merchantId };
    const invite = async () => {
      const email = `${newId()}@shop.example`;
      const { body } = await ana.ask('POST', people, { email, role: 'owner' }, place);
      return { email, waits: body.data.waits_for_second };
    };
    const [first, own] = [await invite(), await invite()];
    expect([first.waits, own.waits]).toEqual([false, false]);
    const link = await newestOneTimeLink(server, first.email);
    const chosen = { link, name: 'First', password: 'a password of theirs' };
    expect((await visitor(server).ask('POST', '/dashboard/api/links/use', chosen)).httpStatus).toBe(200);
    expect(await opens(own.email)).toBe(false);
    const { people: there } = (await ana.ask('GET', people, undefined, place)).body.data;
    await ana.ask('PUT', `${people}/${there[0].id}/role`, { role: null }, place);
    expect((await invite()).waits).toBe(true);
    expect(await opens(own.email)).toBe(false);
  });
});

describe('an owner', () => {
  test('changes and takes roles and ends sessions, not their own role, and the log says so', async () => {
    const owner = await signedIn(server, { merchantId, role: 'owner' });
    const member = await signedIn(server, { merchantId, role: 'viewer' });
    const place = { 'x-merchant-id': merchantId };
    const people = '/dashboard/api/people';
    const listed = await owner.ask('GET', people, undefined, place);
    expect(listed.body.data.people).toContainEqual(
      expect.objectContaining({ email: member.person.email, role: 'viewer', sessions: 1 }),
    );
    const role = (id: string, to: string | null) =>
      owner.ask('PUT', `${people}/${id}/role`, { role: to }, place);
    expect((await role(member.person.id, 'finance')).httpStatus).toBe(200);
    expect((await role(owner.person.id, 'viewer')).body.data.error).toBe('permission_missing');
    const stranger = await addPerson(server);
    expect((await role(stranger.id, 'viewer')).httpStatus).toBe(404);
    const ended = await owner.ask('DELETE', `${people}/${member.person.id}/sessions`, undefined, place);
    expect(ended.body.data.ended).toBe(1);
    expect((await member.ask('GET', '/dashboard/api/me')).httpStatus).toBe(401);
    expect((await role(member.person.id, null)).httpStatus).toBe(200);
    await member.signIn(member.person.email, member.person.password);
    expect((await member.ask('GET', '/dashboard/api/payments', undefined, place)).httpStatus).toBe(404);
    const acts = await server.sql<{ act: string }[]>`
      SELECT act FROM audit_log WHERE actor = ${owner.person.email} ORDER BY number`;
    expect(acts.map(({ act }) => act)).toEqual([...['role_changed', 'sessions_revoked', 'role_taken']]);
  });
});

test('a refund and a cancellation stand in the audit log under who asked for them', async () => {
  const finance = await signedIn(server, { merchantId, role: 'finance' });
  const place = { 'x-merchant-id': merchantId };
  const paid = await createCharge(server, { order_number: 'D-1' });
  await pay(server, paid, '4242424242424242');
  const open = await createCharge(server);
  const refund = await finance.ask(
    'POST',
    `/api/transactions/${paid}/refunds`,
    { amount: 4 },
    { ...place, 'idempotency-key': 'once' },
  );
  expect([refund.httpStatus, refund.body.data.status]).toEqual([200, 'succeeded']);
  expect((await finance.ask('POST', `/api/transactions/${open}/cancel`, undefined, place)).httpStatus).toBe(
    200,
  );
  const foreign = await finance.ask(
    'POST',
    `/api/transactions/${paid}/refunds`,
    {},
    { ...place, origin: 'https://evil.example' },
  );
  expect([foreign.httpStatus, foreign.body.data.error]).toEqual([403, 'foreign_origin']);
  await call(server, 'POST', `/api/transactions/${paid}/refunds`, {
    'x-api-key': server.merchant.apiKey,
    ...place,
  });
  const rows = await server.sql<{ actor: string; act: string; details: string }[]>`
    SELECT actor, act, details FROM audit_log WHERE subject IN (${`charge ${paid}`}, ${`charge ${open}`}) ORDER BY number`;
  expect(rows.map(({ actor, act }) => [actor, act])).toEqual([
    [finance.person.email, 'charge_refund_asked'],
    [finance.person.email, 'charge_canceled'],
    [expect.stringMatching(/^key [0-9a-f]{12}$/), 'charge_refund_asked'],
  ]);
  expect(JSON.parse(rows[0]?.details ?? '')).toMatchObject({ amount: '4.00' });
  const detail = await finance.ask('GET', `/dashboard/api/payments/${paid}`, undefined, place);
  expect(detail.body.data).toMatchObject({ state: 'returned', can_cancel: false, refund: null });
  const told = detail.body.data.timeline.map(
    ({ kind, outcome }: Record<string, string>) => `${kind} ${outcome}`,
  );
  for (const happening of [
    'created created',
    'tried approved',
    'refund succeeded',
    'person charge_refund_asked',
  ]) {
    expect(told).toContain(happening);
  }
});

test('payments are found by what people call them, page by page', async () => {
  const merchant = await addMerchant(server);
  const viewer = await signedIn(server, { merchantId: merchant.merchantId, role: 'viewer' });
  const place = { 'x-merchant-id': merchant.merchantId };
  const references = [];
  for (let count = 0; count < 52; count++) {
    references.unshift(
      await createCharge(server, { order_number: `N-${count}`, email: `c${count}@shop.example` }, merchant),
    );
  }
  const [newest = ''] = references;
  await pay(server, newest, '4242424242424242');
  const list = async (query: string) =>
    (await viewer.ask('GET', `/dashboard/api/payments${query}`, undefined, place)).body.data;
  const first = await list('');
  expect(first.payments.map(({ id }: { id: string }) => id)).toEqual(references.slice(0, 50));
  const second = await list(`?cursor=${first.next_cursor}`);
  expect(second.payments.map(({ id }: { id: string }) => id)).toEqual(references.slice(50));
  expect(second.next_cursor).toBeNull();
  for (const search of [newest, 'N-51', 'C51@shop.example', '4242']) {
    const { payments } = await list(`?search=${encodeURIComponent(search)}`);
    expect(payments.map(({ id }: { id: string }) => id)).toEqual([newest]);
  }
  expect((await list('?state=paid')).payments).toHaveLength(1);
  expect((await list('?search=N-51&state=waiting')).payments).toEqual([]);
});

describe('whoever is removed', () => {
  const place = { 'x-merchant-id': '' };
  beforeAll(() => {
    place['x-merchant-id'] = merchantId;
  });

  test('is signed out, and comes back neither by an invitation of their own making nor by one to them', async () => {
    const leaving = await signedIn(server, { merchantId, role: 'owner' });
    const staying = await signedIn(server, { merchantId, role: 'owner' });
    const invite = (by: typeof leaving, email: string) =>
      by.ask('POST', '/dashboard/api/people', { email, role: 'owner' }, place);
    await invite(leaving, 'other-self@private.example');
    await invite(staying, leaving.person.email);
    const byThem = await newestOneTimeLink(server, 'other-self@private.example');
    const toThem = await newestOneTimeLink(server, leaving.person.email);
    const removed = await staying.ask(
      'PUT',
      `/dashboard/api/people/${leaving.person.id}/role`,
      { role: null },
      place,
    );
    expect(removed.body.data.ended).toEqual({ sessions: 1, invitations: 2, passkeys: 0, keys: [] });
    expect((await leaving.ask('GET', '/dashboard/api/me')).httpStatus).toBe(401);
    for (const link of [byThem, toThem]) {
      const chosen = { link, name: 'Again', password: 'a password of theirs' };
      expect((await visitor(server).ask('POST', '/dashboard/api/links/use', chosen)).httpStatus).toBe(404);
    }
  });

  test('has invited nobody, also where the invitation was found before', async () => {
    const former = await signedIn(server, { merchantId, role: 'owner' });
    await former.ask(
      'POST',
      '/dashboard/api/people',
      { email: 'kept@private.example', role: 'owner' },
      place,
    );
    const link = await newestOneTimeLink(server, 'kept@private.example');
    // Simulates a version that did not end invitations.
    await server.sql`DELETE FROM person_roles WHERE person_id = ${former.person.id}`;
    const used = await visitor(server).ask('POST', '/dashboard/api/links/use', {
      link,
      name: 'X',
      password: 'a password of theirs',
    });
    expect(used.httpStatus).toBe(404);
  });
});

describe('an invitation is refused', () => {
  test('to oneself, and to one address again and again', async () => {
    const owner = await signedIn(server, { merchantId, role: 'owner' });
    const administrator = await signedIn(server, { merchantId: null, role: 'administrator' });
    const place = { 'x-merchant-id': merchantId };
    for (const someone of [owner, administrator]) {
      const own = await someone.ask(
        'POST',
        '/dashboard/api/people',
        { email: someone.person.email.toUpperCase(), role: 'owner' },
        place,
      );
      expect([own.httpStatus, own.body.data.fields?.[0].field]).toEqual([422, 'email']);
    }
    const body = { email: 'stranger@elsewhere.example', role: 'viewer' };
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => owner.ask('POST', '/dashboard/api/people', body, place)),
    );
    expect(answers.filter(({ httpStatus }) => httpStatus === 200)).toHaveLength(5);
    expect(answers.filter(({ httpStatus }) => httpStatus === 429)).toHaveLength(7);
  });

  test('once it was taken back', async () => {
    const owner = await signedIn(server, { merchantId, role: 'owner' });
    const place = { 'x-merchant-id': merchantId };
    const email = 'too-late@shop.example';
    await owner.ask('POST', '/dashboard/api/people', { email, role: 'viewer' }, place);
    const link = await newestOneTimeLink(server, email);
    const listed = await owner.ask('GET', '/dashboard/api/people', undefined, place);
    const { id } = listed.body.data.invitations.find((one: { email: string }) => one.email === email);
    const path = `/dashboard/api/people/invitations/${id}`;
    const foreign = await signedIn(server, {
      merchantId: (await addMerchant(server)).merchantId,
      role: 'owner',
    });
    expect((await foreign.ask('DELETE', path, undefined, place)).httpStatus).toBe(404);
    expect((await owner.ask('DELETE', path, undefined, place)).httpStatus).toBe(200);
    const look = await visitor(server).ask('POST', '/dashboard/api/links/look', { link });
    expect(look.httpStatus).toBe(404);
  });
});

describe('a session', () => {
  test('ends when nobody used it for an hour', async () => {
    const someone = await signedIn(server, { merchantId, role: 'viewer' });
    const age = (minutes: number) => server.sql`
      UPDATE person_sessions SET updated_at = now() - ${minutes} * interval '1 minute'
       WHERE person_id = ${someone.person.id}`;
    await age(58);
    expect((await someone.ask('GET', '/dashboard/api/me')).httpStatus).toBe(200);
    const [used] = await server.sql<{ fresh: boolean }[]>`
      SELECT updated_at > now() - interval '1 minute' AS fresh
        FROM person_sessions WHERE person_id = ${someone.person.id}`;
    expect(used?.fresh).toBe(true);
    await age(61);
    expect((await someone.ask('GET', '/dashboard/api/me')).httpStatus).toBe(401);
  });

  test('ends elsewhere when a second factor is added or removed, and goes on here', async () => {
    const here = await signedIn(server, { merchantId, role: 'viewer' });
    const { email, password } = here.person;
    const elsewhere = visitor(server);
    await elsewhere.signIn(email, password);
    const status = async (who: typeof elsewhere) => (await who.ask('GET', '/dashboard/api/me')).httpStatus;
    expect([await status(here), await status(elsewhere)]).toEqual([200, 200]);
    const begun = await here.ask('POST', '/dashboard/api/second-factor', { password });
    const code = totp(begun.body.data.uri, Date.now());
    await here.ask('POST', '/dashboard/api/second-factor/proof', { code });
    expect([await status(here), await status(elsewhere)]).toEqual([200, 401]);
    await elsewhere.signIn(email, password);
    const next = totp(begun.body.data.uri, Date.now() + 30_000);
    await elsewhere.ask('POST', '/dashboard/api/session/second-factor', { code: next });
    expect(await status(elsewhere)).toBe(200);
    const [, , backup] = begun.body.data.backup_codes;
    const proof = { 'x-proof': backup };
    await here.ask('POST', '/dashboard/api/second-factor/removal', { password }, proof);
    expect([await status(here), await status(elsewhere)]).toEqual([200, 401]);
  });
});

describe('a password', () => {
  test('is changed by whoever knows it, and all other sessions end', async () => {
    const here = await signedIn(server, { merchantId, role: 'viewer' });
    const { email, password } = here.person;
    const elsewhere = visitor(server);
    await elsewhere.signIn(email, password);
    const next = 'seven green elephants';
    const change = async (present: string, chosen: string) =>
      (await here.ask('POST', '/dashboard/api/password', { password: present, new_password: chosen }))
        .httpStatus;
    expect(await change('wrong', next)).toBe(401);
    expect(await change(password, 'Password2026!')).toBe(422);
    expect(await change(password, next)).toBe(200);
    expect((await here.ask('GET', '/dashboard/api/me')).httpStatus).toBe(200);
    expect((await elsewhere.ask('GET', '/dashboard/api/me')).httpStatus).toBe(401);
    expect((await elsewhere.signIn(email, password)).httpStatus).toBe(401);
    expect((await elsewhere.signIn(email, next)).httpStatus).toBe(200);
  });

  test('that strangers guess at from many addresses is told to its owner, who is not kept out', async () => {
    const { email, password } = await addPerson(server, { merchantId, role: 'viewer' });
    const ofAll = (await secretsOf(server)).fingerprint(`sign-in of all ${email}`);
    for (let i = 1; i <= 20; i++) {
      expect((await visitor(server).signIn(email, `guess ${i}`)).httpStatus).toBe(401);
      // Simulates a different address for each attempt.
      await server.sql`DELETE FROM sign_in_failures WHERE digest <> ${ofAll}`;
    }
    const mails = await server.sql<{ subject: string }[]>`
      SELECT subject FROM mails WHERE recipient = ${email}`;
    expect(mails.map(({ subject }) => subject)).toEqual([
      'Somebody tried many times to sign in to your account, and failed',
    ]);
    expect((await visitor(server).signIn(email, password)).httpStatus).toBe(200);
  });
});

test('a disabled shop changes nothing: no keys, no invitations, no settlements; the operator still does', async () => {
  const shop = (await addMerchant(server)).merchantId;
  const owner = await signedIn(server, { merchantId: shop, role: 'owner' });
  const operator = await signedIn(server, { merchantId: null, role: 'operator' });
  const place = { 'x-merchant-id': shop };
  const enable = (enabled: boolean) =>
    operator.ask('PUT', `/dashboard/api/merchants/${shop}/state`, { enabled });
  expect((await enable(false)).httpStatus).toBe(200);
  for (const [path, body] of [
    ['/dashboard/api/keys', {}],
    ['/dashboard/api/people', { email: 'new@shop.example', role: 'viewer' }],
    ['/dashboard/api/settlements', { currency: 'USD', amount: '1', destination: 'Bank' }],
  ] as const) {
    const refused = await owner.ask('POST', path, body, place);
    expect([path, refused.httpStatus, refused.body.data.error]).toEqual([path, 403, 'merchant_disabled']);
  }
  expect((await owner.ask('GET', '/dashboard/api/people', undefined, place)).httpStatus).toBe(200);
  expect((await enable(true)).httpStatus).toBe(200);
});
