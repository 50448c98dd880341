import { type Answer, createCharge, pay, until } from '../kit/client.ts';
import {
  addPerson,
  newestOneTimeLink,
  provingByPasskey,
  signedIn,
  totp,
  type Visitor,
  visitor,
} from '../kit/people.ts';
import type { TestServer } from '../kit/server.ts';
import { type Exercise, oversized, text, unknownId } from './exercise.ts';

const people = '/dashboard/api/people';
export const foreign = { origin: 'https://elsewhere.example' };
export const at = ({ merchant }: TestServer) => ({ 'x-merchant-id': merchant.merchantId });
export const owner = (server: TestServer) =>
  signedIn(server, { merchantId: server.merchant.merchantId, role: 'owner' });
export const viewer = (server: TestServer) =>
  signedIn(server, { merchantId: server.merchant.merchantId, role: 'viewer' });
export const approver = (server: TestServer) => signedIn(server, { merchantId: null, role: 'approver' });

/** Bodies that are wrong for any operation: 400, 413, 415, 422. */
export async function badBodies(
  someone: Visitor,
  path: string,
  headers: Record<string, string> = {},
  method = 'POST',
): Promise<Answer[]> {
  return [
    await someone.ask(method, path, '{', headers),
    await someone.ask(method, path, oversized, headers),
    await someone.ask(method, path, 'hi', { ...headers, ...text }),
    await someone.ask(method, path, {}, headers),
  ];
}

async function withSecondFactor(server: TestServer): Promise<{ someone: Visitor; uri: string }> {
  const someone = await viewer(server);
  const { password } = someone.person;
  const { body } = await someone.ask('POST', '/dashboard/api/second-factor', { password });
  const { uri } = body.data;
  await someone.ask('POST', '/dashboard/api/second-factor/proof', { code: totp(uri, Date.now()) });
  const again = visitor(server);
  await again.signIn(someone.person.email, password);
  return { someone: again, uri };
}

async function invitation(server: TestServer): Promise<string> {
  const email = `i${Date.now()}@shop.example`;
  await (await owner(server)).ask('POST', people, { email, role: 'viewer' }, at(server));
  return await newestOneTimeLink(server, email);
}

/** Each operation of the dashboard, with every answer that a healthy server can give. */
export const dashboardExercises: Record<string, Exercise> = {
  async signIn(server) {
    const path = '/dashboard/api/session';
    const someone = visitor(server);
    const { email, password } = await addPerson(server);
    return [
      await someone.ask('POST', path, { email, password }),
      await someone.ask('POST', path, { email, password: 'wrong' }),
      await someone.ask('POST', path, { email, password }, foreign),
      ...(await badBodies(someone, path)),
    ];
  },
  async confirmSignIn(server) {
    const path = '/dashboard/api/session/second-factor';
    const { someone, uri } = await withSecondFactor(server);
    return [
      await visitor(server).ask('POST', path, { code: '000000' }),
      await someone.ask('POST', path, { code: totp(uri, Date.now() + 30_000) }, foreign),
      ...(await badBodies(someone, path)),
      await someone.ask('POST', path, { code: totp(uri, Date.now() + 30_000) }),
    ];
  },
  async listDisputes(server) {
    const path = '/dashboard/api/disputes';
    const someone = await viewer(server);
    return [
      await someone.ask('GET', path, undefined, at(server)),
      await someone.ask('GET', `${path}?status=x`, undefined, at(server)),
      await someone.ask('GET', path),
      await (await approver(server)).ask('GET', path, undefined, at(server)),
      await visitor(server).ask('GET', path, undefined, at(server)),
    ];
  },
  async readDispute(server) {
    const someone = await viewer(server);
    const reference = await createCharge(server);
    await pay(server, reference, '4000000000000259');
    const look = async () =>
      (await someone.ask('GET', '/dashboard/api/disputes', undefined, at(server))).body.data.rows as {
        id: string;
        payment: string;
      }[];
    const rows = await until(look, (all) => all.some(({ payment }) => payment === reference));
    const path = `/dashboard/api/disputes/${rows.find(({ payment }) => payment === reference)?.id}`;
    return [
      await someone.ask('GET', path, undefined, at(server)),
      await someone.ask('GET', `/dashboard/api/disputes/${unknownId}`, undefined, at(server)),
      await (await approver(server)).ask('GET', path, undefined, at(server)),
      await visitor(server).ask('GET', path, undefined, at(server)),
    ];
  },
  async signOut(server) {
    const someone = await viewer(server);
    const out = (headers = {}) => someone.ask('DELETE', '/dashboard/api/session', undefined, headers);
    return [await out(foreign), await out(), await out()];
  },
  async readMe(server) {
    const path = '/dashboard/api/me';
    return [
      await (await viewer(server)).ask('GET', path),
      await (await approver(server)).ask('GET', path),
      await visitor(server).ask('GET', path),
    ];
  },
  async beginSecondFactor(server) {
    const path = '/dashboard/api/second-factor';
    const someone = await viewer(server);
    const { password } = someone.person;
    return [
      await someone.ask('POST', path, { password }),
      await visitor(server).ask('POST', path, { password }),
      await someone.ask('POST', path, { password }, foreign),
      ...(await badBodies(someone, path)),
    ];
  },
  async proveSecondFactor(server) {
    const path = '/dashboard/api/second-factor/proof';
    const someone = await viewer(server);
    const { password } = someone.person;
    const { body } = await someone.ask('POST', '/dashboard/api/second-factor', { password });
    return [
      await visitor(server).ask('POST', path, { code: '000000' }),
      await someone.ask('POST', path, { code: '000000' }, foreign),
      ...(await badBodies(someone, path)),
      await someone.ask('POST', path, { code: totp(body.data.uri, Date.now()) }),
    ];
  },
  async removeSecondFactor(server) {
    const path = '/dashboard/api/second-factor/removal';
    const someone = await viewer(server);
    const { password } = someone.person;
    return [
      await someone.ask('POST', path, { password: 'wrong' }),
      await someone.ask('POST', path, { password }, foreign),
      ...(await badBodies(someone, path)),
      await someone.ask('POST', path, { password }),
    ];
  },
  async changePassword(server) {
    const path = '/dashboard/api/password';
    const someone = await viewer(server);
    const given = { password: someone.person.password, new_password: 'seven green elephants' };
    return [
      await someone.ask('POST', path, { ...given, password: 'wrong' }),
      await someone.ask('POST', path, given, foreign),
      ...(await badBodies(someone, path)),
      await someone.ask('POST', path, given),
    ];
  },
  async askForReset(server) {
    const path = '/dashboard/api/password-resets';
    const someone = visitor(server);
    const email = 'nobody@shop.example';
    return [
      await someone.ask('POST', path, { email }),
      await someone.ask('POST', path, { email }, foreign),
      ...(await badBodies(someone, path)),
    ];
  },
  async lookAtLink(server) {
    const path = '/dashboard/api/links/look';
    const someone = visitor(server);
    const link = await invitation(server);
    return [
      await someone.ask('POST', path, { link }),
      await someone.ask('POST', path, { link: 'x' }),
      await someone.ask('POST', path, { link }, foreign),
      ...(await badBodies(someone, path)),
    ];
  },
  async useLink(server) {
    const path = '/dashboard/api/links/use';
    const someone = visitor(server);
    const given = { link: await invitation(server), name: 'Eva', password: 'a long password' };
    return [
      await someone.ask('POST', path, { ...given, link: 'x' }),
      await someone.ask('POST', path, given, foreign),
      ...(await badBodies(someone, path)),
      await someone.ask('POST', path, given),
    ];
  },
  async listPeople(server) {
    await invitation(server);
    return [
      await (await owner(server)).ask('GET', people, undefined, at(server)),
      await visitor(server).ask('GET', people, undefined, at(server)),
      await (await viewer(server)).ask('GET', people, undefined, at(server)),
      await (await viewer(server)).ask('GET', people),
    ];
  },
  async invitePerson(server) {
    const someone = await owner(server);
    const body = { email: 'new@shop.example', role: 'viewer' };
    return [
      await someone.ask('POST', people, body, at(server)),
      await visitor(server).ask('POST', people, body, at(server)),
      await someone.ask('POST', people, body, { ...at(server), ...foreign }),
      await someone.ask('POST', people, body, { 'x-merchant-id': unknownId }),
      ...(await badBodies(someone, people, at(server))),
    ];
  },
  async revokeInvitation(server) {
    const someone = await owner(server);
    await someone.ask('POST', people, { email: 'late@shop.example', role: 'viewer' }, at(server));
    const listed = await someone.ask('GET', people, undefined, at(server));
    const invited = listed.body.data.invitations.find(
      ({ email }: { email: string }) => email === 'late@shop.example',
    );
    const path = `${people}/invitations/${invited.id}`;
    return [
      await visitor(server).ask('DELETE', path, undefined, at(server)),
      await (await viewer(server)).ask('DELETE', path, undefined, at(server)),
      await someone.ask('DELETE', path, undefined, at(server)),
      await someone.ask('DELETE', path, undefined, at(server)),
    ];
  },
  async changeRole(server) {
    const someone = await owner(server);
    const { person } = await viewer(server);
    const path = `${people}/${person.id}/role`;
    const body = { role: 'finance' };
    return [
      await someone.ask('PUT', path, body, at(server)),
      await visitor(server).ask('PUT', path, body, at(server)),
      await someone.ask('PUT', `${people}/${someone.person.id}/role`, body, at(server)),
      await someone.ask('PUT', `${people}/${unknownId}/role`, body, at(server)),
      ...(await badBodies(someone, path, at(server), 'PUT')),
    ];
  },
  async approveInvitation(server) {
    const [one, other] = [await owner(server), await owner(server)];
    const email = `a${Date.now()}@shop.example`;
    await one.ask('POST', people, { email, role: 'viewer' }, at(server));
    const { invitations } = (await one.ask('GET', people, undefined, at(server))).body.data;
    const { id } = invitations.find((each: { email: string }) => each.email === email);
    const path = `${people}/invitations/${id}/approval`;
    return [
      await other.ask('POST', path, {}, at(server)),
      await other.ask('POST', path, { role: 'owner' }, at(server)),
      await one.ask('POST', path, {}, at(server)),
      await visitor(server).ask('POST', path, {}, at(server)),
      await other.ask('POST', path.replace(id, unknownId), {}, at(server)),
      ...(await badBodies(other, path, at(server))),
    ];
  },
  async demandSecondFactor(server) {
    const path = `${people}/second-factor`;
    const someone = await provingByPasskey(server, await owner(server));
    const body = { demanded: false };
    return [
      await someone.ask('PUT', path, body, at(server)),
      await visitor(server).ask('PUT', path, body, at(server)),
      await (await viewer(server)).ask('PUT', path, body, at(server)),
      await someone.ask('PUT', path, body, { 'x-merchant-id': unknownId }),
      ...(await badBodies(someone, path, at(server), 'PUT')),
    ];
  },
  async revokeSessions(server) {
    const someone = await owner(server);
    const member = await viewer(server);
    const path = `${people}/${member.person.id}/sessions`;
    return [
      await member.ask('DELETE', path, undefined, at(server)),
      await someone.ask('DELETE', path, undefined, at(server)),
      await visitor(server).ask('DELETE', path, undefined, at(server)),
      await someone.ask('DELETE', `${people}/${unknownId}/sessions`, undefined, at(server)),
    ];
  },
  async search(server) {
    const path = '/dashboard/api/search?text=Ana';
    const someone = await viewer(server);
    return [
      await someone.ask('GET', path, undefined, at(server)),
      await visitor(server).ask('GET', path, undefined, at(server)),
      await (await approver(server)).ask('GET', path, undefined, at(server)),
      await someone.ask('GET', path, undefined, { 'x-merchant-id': unknownId }),
      await someone.ask('GET', '/dashboard/api/search?text=A', undefined, at(server)),
    ];
  },
  async listPayments(server) {
    const path = '/dashboard/api/payments';
    const someone = await viewer(server);
    await createCharge(server);
    return [
      await someone.ask('GET', path, undefined, at(server)),
      await visitor(server).ask('GET', path, undefined, at(server)),
      await (await approver(server)).ask('GET', path, undefined, at(server)),
      await someone.ask('GET', path, undefined, { 'x-merchant-id': unknownId }),
      await someone.ask('GET', `${path}?cursor=x`, undefined, at(server)),
    ];
  },
  async totalPayments(server) {
    const path = '/dashboard/api/payments/total';
    const someone = await viewer(server);
    await createCharge(server);
    return [
      await someone.ask('GET', path, undefined, at(server)),
      await visitor(server).ask('GET', path, undefined, at(server)),
      await (await approver(server)).ask('GET', path, undefined, at(server)),
      await someone.ask('GET', path, undefined, { 'x-merchant-id': unknownId }),
      await someone.ask('GET', `${path}?created_from=x`, undefined, at(server)),
    ];
  },
  async readPayment(server) {
    const reference = await createCharge(server);
    await pay(server, reference, '4242424242424242');
    const path = `/dashboard/api/payments/${reference}`;
    const someone = await viewer(server);
    return [
      await someone.ask('GET', path, undefined, at(server)),
      await visitor(server).ask('GET', path, undefined, at(server)),
      await (await approver(server)).ask('GET', path, undefined, at(server)),
      await someone.ask('GET', `/dashboard/api/payments/${unknownId}`, undefined, at(server)),
    ];
  },
};
