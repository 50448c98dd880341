import { newId } from '../../src/base/db/ids.ts';
import { insertPayouts } from '../../src/payments/charges/movements/payout-store.ts';
import { aCase } from '../kit/charges.ts';
import type { Answer } from '../kit/client.ts';
import { aStray } from '../kit/crypto/strays.ts';
import { aHeldPayout } from '../kit/payouts/held.ts';
import { haveHotWallet } from '../kit/payouts/refunds.ts';
import { provingByPasskey, signedIn, type Visitor, visitor } from '../kit/people.ts';
import type { TestServer } from '../kit/server.ts';
import { type Exercise, oversized, text, unknownId } from './exercise.ts';

const api = '/dashboard/api';
const inInstallation = (role: 'operator' | 'approver' | 'auditor') => (server: TestServer) =>
  signedIn(server, { merchantId: null, role });
const operator = inInstallation('operator');
const auditor = inInstallation('auditor');
const owner = (server: TestServer) =>
  signedIn(server, { merchantId: server.merchant.merchantId, role: 'owner' });

/** The refusals of every operation: for strangers, for people without permission, and at a merchant. */
async function refused(server: TestServer, method: string, path: string, body?: unknown): Promise<Answer[]> {
  const shop = { 'x-merchant-id': server.merchant.merchantId };
  return [
    await visitor(server).ask(method, path, body),
    await (await owner(server)).ask(method, path, body, shop),
    await (await operator(server)).ask(method, path, body, shop),
  ];
}

/** An operation that only reads. */
const read =
  (path: string): Exercise =>
  async (server) => [await (await auditor(server)).ask('GET', path), ...(await refused(server, 'GET', path))];

/** Bodies that are wrong for any operation: 400, 413, 415, 422. */
async function badBodies(someone: Visitor, method: string, path: string): Promise<Answer[]> {
  return [
    await someone.ask(method, path, '{'),
    await someone.ask(method, path, oversized),
    await someone.ask(method, path, 'hi', text),
    await someone.ask(method, path, {}),
  ];
}

async function acted(server: TestServer, method: string, path: string, body: unknown): Promise<Answer[]> {
  const someone = await operator(server);
  return [
    await someone.ask(method, path, body),
    ...(await refused(server, method, path, body)),
    ...(await badBodies(someone, method, path)),
  ];
}

const ofMerchant = ({ merchant }: TestServer): string => `${api}/merchants/${merchant.merchantId}`;
const rules = [{ countries: ['COL'], use: [{ processor: 'sandbox', share: 50 }] }];

/** The answers to a decision about a stray transfer: once it is made, the same decision is refused. */
async function decidedStray(
  server: TestServer,
  network: string,
  word: 'adopt' | 'return',
  more: object,
): Promise<Answer[]> {
  await haveHotWallet(server.sql, 'POLYGON');
  const { orderId } = await aStray(server.sql, server.merchant.merchantId, network, 25_000_000n);
  const path = `${api}/strays/${orderId}/${word}`;
  const body = { network: 'POLYGON', note: 'asked the customer', ...more };
  const someone = await operator(server);
  return [
    ...(await acted(server, 'POST', path, body)),
    await (await auditor(server)).ask('POST', path, body),
    await someone.ask('POST', path, body),
    await someone.ask('POST', `${api}/strays/${unknownId}/${word}`, body),
  ];
}

async function sweep(server: TestServer, status: 'planned' | 'done'): Promise<string> {
  const id = newId();
  await server.sql`
    INSERT INTO sweeps (id, network, place, address, planned_by, status, created_at)
    VALUES (${id}, 'ERC20', 'treasury', ${Buffer.alloc(20, 7)}, 'ana', ${status}, now())`;
  return id;
}

/** A payout of a processor that does not list its movements. */
async function cardPayout(server: TestServer): Promise<string> {
  const id = newId();
  await insertPayouts(server.sql, [
    {
      ...{ id, processor: 'stripe', accountId: null, reference: `po_${id}`, currency: 'USD', at: new Date() },
      ...{ amountMinor: 96_80n, arrivesAt: null, isListed: false },
    },
  ]);
  return id;
}

/** Each operation of the operator's pages, with every answer that a healthy server can give. */
export const operatorExercises: Record<string, Exercise> = {
  listAlarms: read(`${api}/alarms`),
  readOperations: read(`${api}/operations`),
  async readRevenue(server) {
    const someone = await auditor(server);
    return [
      ...(await read(`${api}/revenue?from=2026-01-01&to=2026-02-01`)(server)),
      await someone.ask('GET', `${api}/revenue?from=2026-01-01&to=x`),
    ];
  },
  listNetworks: read(`${api}/networks`),
  listProcessors: read(`${api}/processors`),
  listPauses: read(`${api}/pauses`),
  async listStrays(server) {
    await aStray(server.sql, server.merchant.merchantId, 'ARBITRUM', 25_000_000n);
    return await read(`${api}/strays`)(server);
  },
  adoptStray: (server) => decidedStray(server, 'ARBITRUM', 'adopt', {}),
  returnStray: (server) =>
    decidedStray(server, 'USDC_ARBITRUM', 'return', { address: `0x${'5a'.repeat(20)}` }),
  async listOutcomes(server) {
    await aHeldPayout(server.sql);
    return await read(`${api}/outcomes`)(server);
  },
  async decideOutcome(server) {
    const path = `${api}/outcomes/${await aHeldPayout(server.sql)}/decision`;
    const arrived = `${api}/outcomes/${await aHeldPayout(server.sql, 1n)}/decision`;
    const someone = await provingByPasskey(server, await inInstallation('approver')(server));
    const say = (word: string) => ({ word, note: 'seen in an explorer' });
    return [
      ...(await refused(server, 'POST', path, say('arrived'))),
      ...(await badBodies(someone, 'POST', path)),
      await someone.ask('POST', `${api}/outcomes/${unknownId}/decision`, say('arrived')),
      await someone.ask('POST', arrived, say('not_arrived')),
      await someone.ask('POST', path, say('arrived')),
    ];
  },
  async listCardCases(server) {
    await aCase(server.sql, server.merchant.merchantId);
    return await read(`${api}/card-cases`)(server);
  },
  async decideCardCase(server) {
    const path = `${api}/card-cases/${await aCase(server.sql, server.merchant.merchantId)}/decision`;
    const someone = await provingByPasskey(server, await inInstallation('approver')(server));
    const say = { to: 'costs', note: 'a tax' };
    return [
      ...(await refused(server, 'POST', path, say)),
      ...(await badBodies(someone, 'POST', path)),
      await someone.ask('POST', `${api}/card-cases/${unknownId}/decision`, say),
      await someone.ask('POST', path, say),
    ];
  },
  readCardReconciliations: read(`${api}/card-reconciliations`),
  async listCardPayouts(server) {
    await cardPayout(server);
    const someone = await auditor(server);
    return [
      ...(await read(`${api}/card-payouts`)(server)),
      await someone.ask('GET', `${api}/card-payouts?cursor=x`),
    ];
  },
  async readCardPayout(server) {
    const path = `${api}/card-payouts/${await cardPayout(server)}/lines`;
    const someone = await auditor(server);
    return [
      ...(await read(path)(server)),
      await someone.ask('GET', `${path}?cursor=!`),
      await someone.ask('GET', `${api}/card-payouts/${unknownId}/lines`),
    ];
  },
  async listSweeps(server) {
    await sweep(server, 'planned');
    return await read(`${api}/sweeps`)(server);
  },
  async listMerchants(server) {
    const someone = await auditor(server);
    return [
      ...(await read(`${api}/merchants`)(server)),
      await someone.ask('GET', `${api}/merchants?search=demo`),
      await someone.ask('GET', `${api}/merchants?cursor=x`),
    ];
  },
  createMerchant: (server) =>
    acted(server, 'POST', `${api}/merchants`, { name: 'New Store', contact_email: 'new@shop.example' }),
  async readOperatedMerchant(server) {
    return [
      ...(await read(ofMerchant(server))(server)),
      await (await auditor(server)).ask('GET', `${api}/merchants/${unknownId}`),
    ];
  },
  changeOperatedMerchant: (server) => acted(server, 'PUT', ofMerchant(server), { card_fee_basis_points: 0 }),
  enableMerchant: (server) => acted(server, 'PUT', `${ofMerchant(server)}/state`, { enabled: true }),
  async setMerchantRoutes(server) {
    const path = `${ofMerchant(server)}/card-routes`;
    const answers = await acted(server, 'PUT', path, { rules });
    return [...answers, await (await operator(server)).ask('PUT', path, { rules: [] })];
  },
  async setCardRoutes(server) {
    const path = `${api}/card-routes`;
    const answers = await acted(server, 'PUT', path, { rules });
    return [...answers, await (await operator(server)).ask('PUT', path, { rules: [] })];
  },
  async askForCustodyCheck(server) {
    await server.sql`INSERT INTO custody_checks (network) VALUES ('ERC20') ON CONFLICT DO NOTHING`;
    const path = `${api}/networks/ERC20/custody-checks`;
    const someone = await operator(server);
    return [
      await someone.ask('POST', path),
      ...(await refused(server, 'POST', path)),
      await someone.ask('POST', path, '{'),
      await someone.ask('POST', path, { asset: 'USDT' }),
      await someone.ask('POST', path, oversized),
      await someone.ask('POST', path, 'hi', text),
    ];
  },
  async cancelSweep(server) {
    const path = async (status: 'planned' | 'done') => `${api}/sweeps/${await sweep(server, status)}/cancel`;
    const someone = await operator(server);
    return [
      ...(await acted(server, 'POST', await path('planned'), { note: 'a slip' })),
      await someone.ask('POST', await path('done'), { note: 'a slip' }),
    ];
  },
  pausePayouts: (server) =>
    acted(server, 'POST', `${api}/pauses`, { scope: 'network:ERC20', reason: 'we look into it' }),
  async resumePayouts(server) {
    await server.sql`
      INSERT INTO payout_pauses (scope, reason, paused_by) VALUES ('all', 'x', 'ana') ON CONFLICT DO NOTHING`;
    return await acted(server, 'POST', `${api}/pauses/end`, { scope: 'all', reason: 'it is over' });
  },
  listChecks: read(`${api}/checks`),
  async listRuns(server) {
    return [
      ...(await read(`${api}/runs`)(server)),
      await (await auditor(server)).ask('GET', `${api}/runs?kind=x`),
    ];
  },
  startRun: (server) => acted(server, 'POST', `${api}/runs`, { kind: 'ledger_check' }),
  async readRun(server) {
    const { body } = await (await operator(server)).ask('POST', `${api}/runs`, {
      kind: 'audit_verification',
    });
    return [
      ...(await read(`${api}/runs/${body.data.id}`)(server)),
      await (await auditor(server)).ask('GET', `${api}/runs/${unknownId}`),
    ];
  },
  async listAudit(server) {
    const someone = await auditor(server);
    return [
      ...(await read(`${api}/audit`)(server)),
      await someone.ask('GET', `${api}/audit?act=signed_in&from=2026-01-01&cursor=9999`),
      await someone.ask('GET', `${api}/audit?from=x&to=y&cursor=z`),
    ];
  },
};
