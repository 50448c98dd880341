import { authenticator } from '../kit/authenticator.ts';
import { proofBy, signedIn, visitor } from '../kit/people.ts';
import { aDevice } from '../kit/push-service.ts';
import type { TestServer } from '../kit/server.ts';
import { approver, at, badBodies, foreign } from './dashboard-exercises.ts';
import { type Exercise, oversized, text, unknownId } from './exercise.ts';

const sessions = '/dashboard/api/sessions';
const passkeys = '/dashboard/api/passkeys';
const someoneAt = (server: TestServer) =>
  signedIn(server, { merchantId: server.merchant.merchantId, role: 'viewer' });

async function withPasskey(server: TestServer) {
  const someone = await someoneAt(server);
  const device = authenticator(server.url);
  const { password } = someone.person;
  const { step, options } = (await someone.ask('POST', `${passkeys}/options`, { password })).body.data;
  const body = { step, name: 'Phone', answer: device.create(options) };
  return { someone, device, add: () => someone.ask('POST', passkeys, body), body };
}

async function deviceAnswers(server: TestServer, path: string, body: object) {
  const someone = await someoneAt(server);
  return [
    await someone.ask('POST', path, body, at(server)),
    await someone.ask('POST', path, body, { ...at(server), ...foreign }),
    await someone.ask('POST', path, body),
    await visitor(server).ask('POST', path, body, at(server)),
    ...(await badBodies(someone, path, at(server))),
  ];
}

/** The operations on a person's own account, with every answer that a healthy server can give. */
export const accountExercises: Record<string, Exercise> = {
  async followChanges(server) {
    const path = '/dashboard/api/live';
    const someone = await someoneAt(server);
    return [
      await someone.ask('GET', path, undefined, at(server)),
      await someone.ask('GET', path),
      await (await approver(server)).ask('GET', path, undefined, at(server)),
      await visitor(server).ask('GET', path, undefined, at(server)),
    ];
  },
  async listNotifications(server) {
    const path = '/dashboard/api/notifications';
    const someone = await someoneAt(server);
    return [
      await someone.ask('GET', path, undefined, at(server)),
      await someone.ask('GET', `${path}?cursor=x`, undefined, at(server)),
      await someone.ask('GET', path),
      await (await approver(server)).ask('GET', path, undefined, at(server)),
      await visitor(server).ask('GET', path, undefined, at(server)),
    ];
  },
  async markNotificationsRead(server) {
    const path = '/dashboard/api/notifications/read';
    const someone = await someoneAt(server);
    const read = (headers = {}) =>
      someone.ask('POST', path, { until: unknownId }, { ...at(server), ...headers });
    return [
      await read(),
      await read(foreign),
      await someone.ask('POST', path, { until: unknownId }),
      await visitor(server).ask('POST', path, { until: unknownId }, at(server)),
      ...(await badBodies(someone, path, at(server))),
    ];
  },
  async listPushDevices(server) {
    const path = '/dashboard/api/push-devices';
    const someone = await someoneAt(server);
    return [
      await someone.ask('GET', path, undefined, at(server)),
      await someone.ask('GET', path),
      await (await approver(server)).ask('GET', path, undefined, at(server)),
      await visitor(server).ask('GET', path, undefined, at(server)),
    ];
  },
  async addPushDevice(server) {
    const { endpoint, p256dh, auth } = aDevice();
    return await deviceAnswers(server, '/dashboard/api/push-devices', { endpoint, p256dh, auth });
  },
  async forgetPushDevice(server) {
    return await deviceAnswers(server, '/dashboard/api/push-devices/forget', { device: unknownId });
  },
  async readNotificationSettings(server) {
    const path = '/dashboard/api/notification-settings';
    const someone = await someoneAt(server);
    return [
      await someone.ask('GET', path, undefined, at(server)),
      await someone.ask('GET', path),
      await (await approver(server)).ask('GET', path, undefined, at(server)),
      await visitor(server).ask('GET', path, undefined, at(server)),
    ];
  },
  async changeNotificationSettings(server) {
    const path = '/dashboard/api/notification-settings';
    const someone = await someoneAt(server);
    const body = { settings: [{ kind: 'sale', mail: 'daily', on_page: true, push: false }] };
    return [
      await someone.ask('PUT', path, body, at(server)),
      await someone.ask('PUT', path, body, { ...at(server), ...foreign }),
      await someone.ask('PUT', path, body),
      await visitor(server).ask('PUT', path, body, at(server)),
      ...(await badBodies(someone, path, at(server), 'PUT')),
    ];
  },
  async listOwnSessions(server) {
    return [await (await someoneAt(server)).ask('GET', sessions), await visitor(server).ask('GET', sessions)];
  },
  async endOwnSession(server) {
    const someone = await someoneAt(server);
    const other = visitor(server);
    await other.signIn(someone.person.email, someone.person.password);
    const { body } = await other.ask('GET', sessions);
    const [own] = body.data.sessions.filter(({ is_this }: { is_this: boolean }) => is_this);
    const end = (by: typeof other, id: string, headers = {}) =>
      by.ask('DELETE', `${sessions}/${id}`, undefined, headers);
    return [
      await end(someone, own.id, foreign),
      await end(await someoneAt(server), own.id),
      await end(someone, own.id),
      await end(other, unknownId),
    ];
  },
  async listPasskeys(server) {
    const { someone, add } = await withPasskey(server);
    await add();
    return [await someone.ask('GET', passkeys), await visitor(server).ask('GET', passkeys)];
  },
  async beginPasskey(server) {
    const someone = await someoneAt(server);
    const path = `${passkeys}/options`;
    const { password } = someone.person;
    return [
      await someone.ask('POST', path, { password }),
      await someone.ask('POST', path, { password: 'wrong' }),
      await someone.ask('POST', path, { password }, foreign),
      ...(await badBodies(someone, path)),
    ];
  },
  async addPasskey(server) {
    const { someone, add, body } = await withPasskey(server);
    return [
      await visitor(server).ask('POST', passkeys, body),
      await someone.ask('POST', passkeys, body, foreign),
      ...(await badBodies(someone, passkeys)),
      await add(),
      await add(),
    ];
  },
  async removePasskey(server) {
    const { someone, device, add } = await withPasskey(server);
    await add();
    const [own] = (await someone.ask('GET', passkeys)).body.data.passkeys;
    const path = `${passkeys}/${own.id}`;
    const remove = (by: typeof someone, headers = {}) => by.ask('DELETE', path, undefined, headers);
    return [
      await visitor(server).ask('DELETE', path),
      await remove(someone, foreign),
      await remove(await someoneAt(server)),
      await remove(someone, { 'x-proof': 'x'.repeat(8_001) }),
      await remove(someone, await proofBy(device, someone, { method: 'DELETE', url: path, body: undefined })),
    ];
  },
  async askForProof(server) {
    const { someone, add } = await withPasskey(server);
    await add();
    const path = '/dashboard/api/proofs';
    const body = { act: '0'.repeat(64) };
    return [
      await visitor(server).ask('POST', path, body),
      await someone.ask('POST', path, body, foreign),
      ...(await badBodies(someone, path)),
      await someone.ask('POST', path, body),
    ];
  },
  async askForPasskey(server) {
    const path = '/dashboard/api/session/passkey-options';
    const someone = visitor(server);
    return [
      await someone.ask('POST', path),
      await someone.ask('POST', path, undefined, foreign),
      await someone.ask('POST', path, '{'),
      await someone.ask('POST', path, { email: 'ana@shop.example' }),
      await someone.ask('POST', path, oversized),
      await someone.ask('POST', path, 'hi', text),
    ];
  },
  async signInByPasskey(server) {
    const path = '/dashboard/api/session/passkey';
    const { device, add } = await withPasskey(server);
    await add();
    const someone = visitor(server);
    const { step, options } = (await someone.ask('POST', `${path}-options`)).body.data;
    const body = { step, answer: device.get(options) };
    return [
      await someone.ask('POST', path, body, foreign),
      ...(await badBodies(someone, path)),
      await someone.ask('POST', path, body),
      await someone.ask('POST', path, body),
    ];
  },
};
