import type { Answer } from '../kit/client.ts';
import { signedIn, type Visitor, visitor } from '../kit/people.ts';
import type { TestServer } from '../kit/server.ts';
import { approver, at, badBodies, foreign, owner, viewer } from './dashboard-exercises.ts';
import { type Exercise, unknownId } from './exercise.ts';

const finance = (server: TestServer) =>
  signedIn(server, { merchantId: server.merchant.merchantId, role: 'finance' });
const elsewhere = { 'x-merchant-id': unknownId };
const pixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** The refusals of every operation at a merchant: 401, 403, 404. */
async function refusals(
  server: TestServer,
  ask: (someone: Visitor, headers: Record<string, string>) => Promise<Answer>,
  /** A person whose role does not allow it. */
  other: Visitor,
): Promise<Answer[]> {
  return [
    await ask(visitor(server), at(server)),
    await ask(other, at(server)),
    await ask(await owner(server), elsewhere),
  ];
}

/** An operation that only reads: 200, 401, 403, 404. */
function read(path: string, other: (server: TestServer) => Promise<Visitor>): Exercise {
  return async (server) => {
    const ask = (someone: Visitor, headers: Record<string, string>) =>
      someone.ask('GET', path, undefined, headers);
    return [
      await ask(await owner(server), at(server)),
      ...(await refusals(server, ask, await other(server))),
    ];
  };
}

/** An operation that changes something: also 400, 413 and 415, and 422 if it needs a body. */
async function change(server: TestServer, method: string, path: string, body: unknown): Promise<Answer[]> {
  const someone = await owner(server);
  const ask = (who: Visitor, headers: Record<string, string>) => who.ask(method, path, body, headers);
  return [
    await ask(someone, at(server)),
    ...(await refusals(server, ask, await viewer(server))),
    await ask(someone, { ...at(server), ...foreign }),
    ...(method === 'DELETE' ? [] : await badBodies(someone, path, at(server), method)),
  ];
}

/** Each operation of the developer pages and the settings, with every answer that a healthy server can give. */
export const developerExercises: Record<string, Exercise> = {
  listKeys: read('/dashboard/api/keys', finance),
  async issueKey(server) {
    const path = '/dashboard/api/keys';
    const someone = await owner(server);
    return [
      ...(await change(server, 'POST', path, { name: 'Shop' })),
      await someone.ask('POST', path, { name: 'x'.repeat(61) }, at(server)),
    ];
  },
  rotateKeys: (server) =>
    change(server, 'POST', '/dashboard/api/keys/rotation', { overlap_seconds: 86_400, name: null }),
  async revokeKey(server) {
    const someone = await owner(server);
    const { body } = await someone.ask('POST', '/dashboard/api/keys', { name: null }, at(server));
    return [
      ...(await change(server, 'DELETE', `/dashboard/api/keys/${body.data.id}`, undefined)),
      await someone.ask('DELETE', '/dashboard/api/keys/nobody', undefined, at(server)),
    ];
  },
  readWebhook: read('/dashboard/api/webhook', finance),
  changeWebhookUrl: (server) => change(server, 'PUT', '/dashboard/api/webhook', { url: null }),
  rotateWebhookSecret: (server) =>
    change(server, 'POST', '/dashboard/api/webhook/secret', { overlap_hours: 24 }),
  readLatestReplay: read('/dashboard/api/replays/latest', finance),
  async listRequests(server) {
    const path = '/dashboard/api/requests';
    const someone = await owner(server);
    return [
      ...(await read(path, finance)(server)),
      await someone.ask('GET', `${path}?outcome=other`, undefined, at(server)),
    ];
  },
  readFirstSteps: read('/dashboard/api/first-steps', finance),
  readSettings: read('/dashboard/api/settings', approver),
  demandSignatures: (server) =>
    change(server, 'PUT', '/dashboard/api/settings/signed-payouts', { demanded: false }),
  async changeSettings(server) {
    const path = '/dashboard/api/settings';
    const someone = await owner(server);
    return [
      ...(await change(server, 'PUT', path, { receipts: true })),
      await someone.ask('PUT', path, { color: 'red' }, at(server)),
    ];
  },
  async changeLogo(server) {
    const path = '/dashboard/api/settings/logo';
    const someone = await owner(server);
    return [
      ...(await change(server, 'PUT', path, { content: pixel })),
      await someone.ask('PUT', path, { content: 'A'.repeat(300 * 1024) }, at(server)),
    ];
  },
  removeLogo: (server) => change(server, 'DELETE', '/dashboard/api/settings/logo', undefined),
};
