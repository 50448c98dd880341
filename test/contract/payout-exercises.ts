import type { Answer } from '../kit/client.ts';
import { fund } from '../kit/payouts/requests.ts';
import { provingByPasskey, signedIn, type TestPerson, type Visitor, visitor } from '../kit/people.ts';
import type { TestServer } from '../kit/server.ts';
import { badBodies } from './dashboard-exercises.ts';
import { type Exercise, unknownId } from './exercise.ts';

const api = '/dashboard/api';
const foreign = { origin: 'https://elsewhere.example' };
const at = ({ merchant }: TestServer) => ({ 'x-merchant-id': merchant.merchantId });
type Known = Visitor & { person: TestPerson };
const as = (server: TestServer, role: 'owner' | 'finance' | 'viewer' | 'developer'): Promise<Known> =>
  signedIn(server, { merchantId: server.merchant.merchantId, role });
const elsewhere = { 'x-merchant-id': unknownId };
const wanted = { email: 'eva@recipient.example', amount: '20', country: 'COL', asset: 'USDT' };

async function quoted(server: TestServer, someone: Visitor, change: object = {}): Promise<string> {
  const answer = await someone.ask('POST', `${api}/payout-quotes`, { ...wanted, ...change }, at(server));
  return answer.body.data.hash;
}

/** A payout made with an API key, in the requested state. */
async function aPayout(server: TestServer, status: 'open' | 'review'): Promise<string> {
  await fund(server, server.merchant.merchantId, 100_000_000n);
  const maker = await as(server, 'owner');
  const hash = await quoted(server, maker);
  const { body } = await maker.ask('POST', `${api}/payouts`, { hash, asset: 'USDT' }, at(server));
  if (status === 'review') {
    await server.sql`
      UPDATE payouts
         SET status = 'review', network = 'ERC20', address = ${Buffer.alloc(20, 7)}, approvals_needed = 1, confirmed_at = now()
       WHERE id = ${body.data.id}`;
  }
  return body.data.id;
}

/** The refusals that all operations on one payout share: 401, 403, 404 and bad bodies. */
async function refusals(server: TestServer, someone: Visitor, path: string, body: object): Promise<Answer[]> {
  const [payout = ''] = /[0-9a-f-]{36}/.exec(path) ?? [];
  return [
    await visitor(server).ask('POST', path, body, at(server)),
    await (await as(server, 'developer')).ask('POST', path, body, at(server)),
    await someone.ask('POST', path, body, { ...at(server), ...foreign }),
    await someone.ask('POST', path.replace(payout, unknownId), body, at(server)),
    ...(await badBodies(someone, path, at(server))),
  ];
}

async function checked(server: TestServer, someone: Visitor): Promise<string> {
  const csv = 'email,amount,country\nana@recipient.example,10,COL\n';
  const body = { name: 'a.csv', asset: 'USDT', csv };
  return (await someone.ask('POST', `${api}/payout-batches`, body, at(server))).body.data.batch.id;
}

/** Reads a list or an item: with permission, without a session, without permission, and elsewhere. */
async function reading(server: TestServer, path: string): Promise<Answer[]> {
  const finance = await as(server, 'finance');
  const read = (someone: Visitor, headers: Record<string, string>) =>
    someone.ask('GET', path, undefined, headers);
  return [
    await read(finance, at(server)),
    await read(visitor(server), at(server)),
    await read(await as(server, 'developer'), at(server)),
    await read(finance, elsewhere),
  ];
}

/** Each operation of the payout pages, with every answer that a healthy server can give. */
export const payoutExercises: Record<string, Exercise> = {
  async listPayouts(server) {
    await aPayout(server, 'open');
    const path = `${api}/payouts`;
    const bad = await (await as(server, 'owner')).ask('GET', `${path}?cursor=x`, undefined, at(server));
    return [...(await reading(server, path)), bad];
  },
  async totalPayouts(server) {
    const path = `${api}/payouts/total`;
    const bad = await (await as(server, 'owner')).ask('GET', `${path}?state=x`, undefined, at(server));
    return [...(await reading(server, path)), bad];
  },
  readPayout: async (server) => reading(server, `${api}/payouts/${await aPayout(server, 'review')}`),
  async quotePayout(server) {
    const path = `${api}/payout-quotes`;
    const finance = await as(server, 'finance');
    return [
      await finance.ask('POST', path, wanted, at(server)),
      await finance.ask('POST', path, wanted, elsewhere),
      await visitor(server).ask('POST', path, wanted, at(server)),
      await (await as(server, 'viewer')).ask('POST', path, wanted, at(server)),
      ...(await badBodies(finance, path, at(server))),
    ];
  },
  async makePayout(server) {
    await fund(server, server.merchant.merchantId, 100_000_000n);
    const path = `${api}/payouts`;
    const finance = await as(server, 'finance');
    const body = { hash: await quoted(server, finance), asset: 'USDT' };
    return [
      await finance.ask('POST', path, body, at(server)),
      await finance.ask('POST', path, { ...body, description: 'another' }, at(server)),
      await finance.ask('POST', path, body, elsewhere),
      await visitor(server).ask('POST', path, body, at(server)),
      await (await as(server, 'viewer')).ask('POST', path, body, at(server)),
      ...(await badBodies(finance, path, at(server))),
    ];
  },
  async approvePayout(server) {
    const id = await aPayout(server, 'review');
    const path = `${api}/payouts/${id}/approval`;
    const finance = await provingByPasskey(server, await as(server, 'finance'));
    const approve = () => finance.ask('POST', path, {}, at(server));
    const unknownField = await finance.ask('POST', path, { code: '000000' }, at(server));
    const refused = await refusals(server, finance, path, {});
    return [unknownField, ...refused, await approve(), await approve()];
  },
  async rejectPayout(server) {
    const path = `${api}/payouts/${await aPayout(server, 'review')}/rejection`;
    const finance = await as(server, 'finance');
    const reject = () => finance.ask('POST', path, { note: 'not ours' }, at(server));
    const refused = await refusals(server, finance, path, { note: 'not ours' });
    return [...refused, await reject(), await reject()];
  },
  async cancelPayoutOnPage(server) {
    const path = `${api}/payouts/${await aPayout(server, 'open')}/cancel`;
    const finance = await as(server, 'finance');
    const body = { note: 'a typo' };
    const refused = await refusals(server, finance, path, body);
    const gone = await aPayout(server, 'review');
    await finance.ask('POST', `${api}/payouts/${gone}/rejection`, { note: 'no' }, at(server));
    return [
      ...refused,
      await finance.ask('POST', path, body, at(server)),
      await finance.ask('POST', `${api}/payouts/${gone}/cancel`, body, at(server)),
    ];
  },
  async reissueLinkOnPage(server) {
    const path = `${api}/payouts/${await aPayout(server, 'open')}/link`;
    const confirmed = `${api}/payouts/${await aPayout(server, 'review')}/link`;
    const finance = await as(server, 'finance');
    return [
      ...(await refusals(server, finance, path, {})),
      await finance.ask('POST', path, [], at(server)),
      await finance.ask('POST', confirmed, {}, at(server)),
    ];
  },
  async checkPayoutBatch(server) {
    const path = `${api}/payout-batches`;
    const finance = await as(server, 'finance');
    const body = { name: 'a.csv', asset: 'USDT', csv: 'email,amount,country\nana@x.example,10,COL\n' };
    return [
      await finance.ask('POST', path, body, at(server)),
      await finance.ask('POST', path, { ...body, csv: 'email,amount\nana,1.234' }, at(server)),
      await finance.ask('POST', path, body, elsewhere),
      await visitor(server).ask('POST', path, body, at(server)),
      await (await as(server, 'viewer')).ask('POST', path, body, at(server)),
      ...(await badBodies(finance, path, at(server))),
      await finance.ask('POST', path, `"${'x'.repeat(1_100_000)}"`, at(server)),
    ];
  },
  async listPayoutBatches(server) {
    const path = `${api}/payout-batches`;
    const bad = await (await as(server, 'owner')).ask('GET', `${path}?cursor=x`, undefined, at(server));
    return [...(await reading(server, path)), bad];
  },
  async readPayoutBatch(server) {
    const id = await checked(server, await as(server, 'owner'));
    return await reading(server, `${api}/payout-batches/${id}`);
  },
  async confirmPayoutBatch(server) {
    await fund(server, server.merchant.merchantId, 100_000_000n);
    const finance = await as(server, 'finance');
    const path = `${api}/payout-batches/${await checked(server, finance)}/confirmation`;
    const refused = await refusals(server, finance, path, {});
    const large = 'email,amount,country\nana@x.example,20000,COL\n';
    const body = { name: 'b.csv', asset: 'USDT', csv: large };
    const { batch } = (await finance.ask('POST', `${api}/payout-batches`, body, at(server))).body.data;
    const above = `${api}/payout-batches/${batch.id}/confirmation`;
    return [
      ...refused,
      await finance.ask('POST', path, {}, at(server)),
      await finance.ask('POST', path, [], at(server)),
      await finance.ask('POST', above, {}, at(server)),
    ];
  },
  async listPayoutBatchLines(server) {
    const finance = await as(server, 'finance');
    const path = `${api}/payout-batches/${await checked(server, finance)}/lines`;
    const bad = await finance.ask('GET', `${path}?cursor=x`, undefined, at(server));
    return [...(await reading(server, path)), bad];
  },
  readPayoutLimits: async (server) => reading(server, `${api}/payout-limits`),
  async setPayoutLimits(server) {
    const path = `${api}/payout-limits`;
    const operator = await signedIn(server, { merchantId: null, role: 'operator' });
    const set = (someone: Visitor, headers = at(server)) =>
      someone.ask('PUT', path, { daily: '60000' }, headers);
    return [
      await set(operator),
      await set(operator, elsewhere),
      await set(visitor(server)),
      await set(await as(server, 'owner')),
      ...(await badBodies(operator, path, at(server), 'PUT')),
    ];
  },
  listPayoutAddresses: async (server) => reading(server, `${api}/payout-addresses`),
  async listPayoutAddress(server) {
    const path = `${api}/payout-addresses`;
    const body = {
      network: 'ERC20',
      address: '0x1111111111111111111111111111111111111111',
      list: 'block',
      note: 'a thief',
    };
    const owner = await as(server, 'owner');
    return [
      await owner.ask('POST', path, body, at(server)),
      await owner.ask('POST', path, { ...body, address: 'x' }, at(server)),
      await owner.ask('POST', path, body, elsewhere),
      await visitor(server).ask('POST', path, body, at(server)),
      await (await as(server, 'finance')).ask('POST', path, body, at(server)),
      ...(await badBodies(owner, path, at(server))),
    ];
  },
  async unlistPayoutAddress(server) {
    const path = `${api}/payout-addresses/removal`;
    const body = {
      network: 'ERC20',
      address: '0x1111111111111111111111111111111111111111',
      note: 'it was us',
    };
    const owner = await as(server, 'owner');
    return [
      await owner.ask('POST', path, body, at(server)),
      await owner.ask('POST', path, body, elsewhere),
      await visitor(server).ask('POST', path, body, at(server)),
      await (await as(server, 'finance')).ask('POST', path, body, at(server)),
      ...(await badBodies(owner, path, at(server))),
    ];
  },
};
