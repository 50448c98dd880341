import { createCharge, pay } from '../kit/client.ts';
import { signedIn, visitor } from '../kit/people.ts';
import type { TestServer } from '../kit/server.ts';
import { badBodies, foreign } from './dashboard-exercises.ts';
import { type Exercise, unknownId } from './exercise.ts';

const path = '/dashboard/api/settlements';
const at = ({ merchant }: TestServer) => ({ 'x-merchant-id': merchant.merchantId });
const finance = (server: TestServer) =>
  signedIn(server, { merchantId: server.merchant.merchantId, role: 'finance' });
const operator = (server: TestServer) => signedIn(server, { merchantId: null, role: 'operator' });

async function requested(server: TestServer): Promise<string> {
  await pay(server, await createCharge(server), '4242424242424242');
  const body = { currency: 'USD', amount: '1.00', destination: 'Bank 1' };
  const key = { 'idempotency-key': crypto.randomUUID() };
  const answer = await (await finance(server)).ask('POST', path, body, { ...at(server), ...key });
  return answer.body.data.id;
}

async function decided(server: TestServer, what: string, body: object, other: object) {
  const someone = await operator(server);
  const own = `${path}/${await requested(server)}/${what}`;
  const ask = (to: string, given: unknown, headers = {}) =>
    someone.ask('POST', to, given, { ...at(server), ...headers });
  return [
    await visitor(server).ask('POST', own, body, at(server)),
    await ask(own, body, foreign),
    await (await finance(server)).ask('POST', own, body, at(server)),
    await ask(`${path}/${unknownId}/${what}`, body),
    ...(await badBodies(someone, own, at(server))),
    await ask(own, body),
    await ask(own, body),
    await ask(own, other),
  ];
}

async function read(server: TestServer, what: string) {
  const own = `${path}/${await requested(server)}${what}`;
  return [
    await (await finance(server)).ask('GET', own, undefined, at(server)),
    await visitor(server).ask('GET', own, undefined, at(server)),
    await (await signedIn(server, { merchantId: null, role: 'approver' })).ask(
      'GET',
      own,
      undefined,
      at(server),
    ),
    await (await finance(server)).ask('GET', `${path}/${unknownId}${what}`, undefined, at(server)),
  ];
}

/** Each operation on settlements, with every answer that a healthy server can give. */
export const settlementExercises: Record<string, Exercise> = {
  async listSettlements(server) {
    await requested(server);
    return [
      await (await finance(server)).ask('GET', path, undefined, at(server)),
      await (await operator(server)).ask('GET', path),
      await visitor(server).ask('GET', path),
      await (await finance(server)).ask('GET', path),
      await (await finance(server)).ask('GET', `${path}?cursor=x`, undefined, at(server)),
      await (await signedIn(server, { merchantId: null, role: 'approver' })).ask('GET', path),
    ];
  },
  readSettlement: (server) => read(server, ''),
  listSettlementMovements: async (server) => [
    ...(await read(server, '/movements')),
    await (await finance(server)).ask(
      'GET',
      `${path}/${await requested(server)}/movements?cursor=x`,
      undefined,
      at(server),
    ),
  ],
  exportSettlementMovements: (server) => read(server, '/movements.csv'),
  async listOwed(server) {
    await requested(server);
    const owed = '/dashboard/api/owed';
    return [
      await (await finance(server)).ask('GET', owed, undefined, at(server)),
      await (await operator(server)).ask('GET', `${owed}?in_the_red=true`),
      await visitor(server).ask('GET', owed),
      await (await finance(server)).ask('GET', owed),
      await (await finance(server)).ask('GET', `${owed}?cursor=x`, undefined, at(server)),
      await (await signedIn(server, { merchantId: null, role: 'approver' })).ask('GET', owed),
    ];
  },
  async withdrawSettlement(server) {
    const someone = await finance(server);
    const id = await requested(server);
    const own = `${path}/${id}/withdrawal`;
    const viewer = await signedIn(server, { merchantId: server.merchant.merchantId, role: 'viewer' });
    const answers = [
      await visitor(server).ask('POST', own, {}, at(server)),
      await someone.ask('POST', own, {}, { ...at(server), ...foreign }),
      await viewer.ask('POST', own, {}, at(server)),
      await someone.ask('POST', `${path}/${unknownId}/withdrawal`, {}, at(server)),
      ...(await badBodies(someone, own, at(server))),
      await someone.ask('POST', own, { amount: '1.00' }, at(server)),
      await someone.ask('POST', own, {}, at(server)),
      await someone.ask('POST', own, {}, at(server)),
    ];
    const refused = await requested(server);
    await (await operator(server)).ask('POST', `${path}/${refused}/refusal`, { reason: 'x' }, at(server));
    return [...answers, await someone.ask('POST', `${path}/${refused}/withdrawal`, {}, at(server))];
  },
  async returnSettlement(server) {
    const someone = await operator(server);
    const id = await requested(server);
    const own = `${path}/${id}/return`;
    const body = { reason: 'closed' };
    await someone.ask('POST', `${path}/${id}/payment`, { way: 'bank', reference: 'R-1' }, at(server));
    return [
      await visitor(server).ask('POST', own, body, at(server)),
      await someone.ask('POST', own, body, { ...at(server), ...foreign }),
      await (await finance(server)).ask('POST', own, body, at(server)),
      await someone.ask('POST', `${path}/${unknownId}/return`, body, at(server)),
      ...(await badBodies(someone, own, at(server))),
      await someone.ask('POST', own, body, at(server)),
      await someone.ask('POST', own, body, at(server)),
      await someone.ask('POST', own, { reason: 'other' }, at(server)),
    ];
  },
  async requestSettlement(server) {
    await pay(server, await createCharge(server), '4242424242424242');
    const someone = await finance(server);
    const headers = { ...at(server), 'idempotency-key': crypto.randomUUID() };
    const body = { currency: 'USD', amount: '1.00', destination: 'Bank 1' };
    return [
      await someone.ask('POST', path, body, headers),
      await someone.ask('POST', path, body, headers),
      await someone.ask('POST', path, { ...body, amount: '2.00' }, headers),
      await visitor(server).ask('POST', path, body, headers),
      await someone.ask('POST', path, body, { ...headers, ...foreign }),
      await someone.ask('POST', path, body, { ...headers, 'x-merchant-id': unknownId }),
      ...(await badBodies(someone, path, headers)),
    ];
  },
  paySettlement: (server) =>
    decided(
      server,
      'payment',
      { way: 'bank', reference: 'R-1' },
      { way: 'usdt', reference: 'R-1', paid_amount: '1' },
    ),
  refuseSettlement: (server) => decided(server, 'refusal', { reason: 'closed' }, { reason: 'other' }),
};
