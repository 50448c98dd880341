import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { findPayoutByClaim } from '../../src/crypto/payouts/claim/claim-secret.ts';
import { confirmPayout } from '../../src/crypto/payouts/claim/confirm-payout.ts';
import { keyHeaders, sampleCharge } from '../../test/kit/client.ts';
import { sampleOrder } from '../../test/kit/crypto/orders.ts';
import { type Client, createClient } from './client.ts';
import type { Phase } from './phases.ts';
import type { World } from './world.ts';

/** The answers that shops and customers got. The verdict compares them with the books. */
export interface Made {
  /** Charges that were answered with 200, and those whose customer saw the approval. */
  charges: Set<string>;
  approved: Set<string>;
  orders: Set<string>;
  payouts: { token: string; address: string }[];
  /** Journeys by name. */
  journeys: Map<string, number>;
  /** Answers that nobody should get. */
  surprises: string[];
}

export interface Customers {
  client: Client;
  /** No journey begins any more; waits for those under way. */
  stop(): Promise<Made>;
}

type Journey = (world: World, client: Client, made: Made) => Promise<unknown>;

const journeys: readonly [name: string, weight: number, journey: Journey][] = [
  ['card', 40, (...all) => payByCard(...all, '4242424242424242')],
  ['card that is refused', 4, (...all) => payByCard(...all, '4000000000000002')],
  ['card without an answer', 1, (...all) => payByCard(...all, '4000000000000119')],
  ['pix', 10, payByPix],
  ['order', 4, payOrder],
  ['payout', 3, payOut],
  ['lists', 12, readLists],
  ['dashboard', 10, lookAtDashboard],
  ['csv', 2, exportCsv],
  ['sign-in', 1, signIn],
];

/** Beyond this the service is too slow for the rate, and journeys are left out. */
const mostAtOnce = 60;

export function startCustomers(
  world: World,
  { perSecond, phase }: { perSecond: number; phase(): Phase },
): Customers {
  const client = createClient(world, phase);
  const made: Made = {
    charges: new Set(),
    approved: new Set(),
    orders: new Set(),
    payouts: [],
    journeys: new Map(),
    surprises: [],
  };
  world.receiver.answer((response, { headers }) => {
    world.receiver.received.length = 0;
    world.confirmed.add(String(headers['webhook-id']));
    response.end('ok');
  });
  const underWay = new Set<Promise<unknown>>();
  let isOver = false;
  const beginning = (async () => {
    while (!isOver) {
      if (underWay.size >= mostAtOnce) count('left out');
      else {
        const [name, journey] = pick();
        count(name);
        const one: Promise<unknown> = journey(world, client, made)
          .catch((error: Error) => void made.surprises.push(`${name}: ${error.message}`))
          .finally(() => underWay.delete(one));
        underWay.add(one);
      }
      await delay((1000 / perSecond) * (0.5 + Math.random()));
    }
  })();
  function count(name: string): void {
    made.journeys.set(name, (made.journeys.get(name) ?? 0) + 1);
  }
  return {
    client,
    async stop() {
      isOver = true;
      await beginning;
      await Promise.all(underWay);
      await client.close();
      return made;
    },
  };
}

function pick(): [string, Journey] {
  let left = Math.random() * journeys.reduce((sum, [, weight]) => sum + weight, 0);
  for (const [name, weight, journey] of journeys) {
    left -= weight;
    if (left < 0) return [name, journey];
  }
  throw new Error('the weights have no sum');
}

/** A refusal that no honest client deserves stops its journey. */
function expectOk(what: string, { status, text }: { status: number; text: string }): void {
  if (status !== 200) throw new Error(`${what} was answered with ${status}: ${text.slice(0, 200)}`);
}

async function createCharge(world: World, client: Client, made: Made, fields: object): Promise<string> {
  const token = await client.insist('POST', '/api/auth/token', { headers: keyHeaders(world.merchant) });
  expectOk('a token', token);
  const { access_token, session_id } = token.body.data;
  const headers = { authorization: `Bearer ${access_token}`, 'x-session-id': session_id };
  const amount = (100 + Math.floor(Math.random() * 100_000)) / 100;
  const charge = await client.insist('POST', '/api/transactions/charges', {
    headers,
    json: { ...sampleCharge, customer_id: `customer-${Math.floor(Math.random() * 500)}`, amount, ...fields },
  });
  expectOk('a charge', charge);
  const { reference } = charge.body.data;
  made.charges.add(reference);
  return reference;
}

async function payByCard(world: World, client: Client, made: Made, number: string): Promise<void> {
  const reference = await createCharge(world, client, made, {});
  expectOk('the page', await client.insist('GET', `/pay/${reference}`, { headers: { accept: 'text/html' } }));
  await delay(Math.random() * 1_000);
  const form = { number, expiry: '12/39', code: '123', name: 'Ana Test' };
  // Without an answer a customer looks at the page again before anything else.
  const paid =
    (await client.ask('POST', `/pay/${reference}`, { form, isSlow: number.endsWith('0119') })) ??
    (await client.insist('GET', `/pay/${reference}/state`));
  if (paid.body?.status === 'open' && number.endsWith('4242')) {
    await client.ask('POST', `/pay/${reference}`, { form });
  }
  if (paid.body?.status !== 'approved') return;
  made.approved.add(reference);
  if (Math.random() < 0.3) {
    const refund = await client.insist('POST', `/api/transactions/${reference}/refunds`, {
      headers: { ...keyHeaders(world.merchant), 'idempotency-key': randomUUID() },
      json: Math.random() < 0.5 ? {} : { amount: 0.5 },
    });
    expectOk('a refund', refund);
  }
  const read = await client.insist('GET', `/api/transactions/${reference}`, {
    headers: keyHeaders(world.merchant),
  });
  expectOk('a transaction', read);
}

const pix = { country: 'BRA', currency: 'BRL', method_code: 'PIX', method_category: 'BANK_TRANSFER' };

async function payByPix(world: World, client: Client, made: Made): Promise<void> {
  const reference = await createCharge(world, client, made, pix);
  await client.insist('GET', `/pay/${reference}`, { headers: { accept: 'text/html' } });
  await delay(Math.random() * 1_000);
  await client.ask('POST', `/sandbox/charges/${reference}`, { json: { play: 'approve' } });
}

async function createHash(client: Client): Promise<string> {
  const created = await client.insist('POST', '/payment/create', { json: sampleOrder });
  expectOk('an order', created);
  return created.body.hash;
}

const process = (hash: string, merchantId: string, typeTransaction: 'cashin' | 'cashout') => ({
  hash,
  paymentMethod: 'usdt',
  typePayment: 'wallet',
  typeTransaction,
  description: 'Two coffees',
  merchantId,
});

async function payOrder(world: World, client: Client, made: Made): Promise<void> {
  const hash = await createHash(client);
  const opened = await client.insist('POST', '/processor', {
    json: process(hash, world.merchant.merchantId, 'cashin'),
  });
  expectOk('an order', opened);
  const id = opened.body.url.split('/').at(-1);
  made.orders.add(id);
  const network = Math.random() < 0.5 ? 'ERC20' : 'TRC20';
  await client.insist('POST', `/crypto/${id}/network`, { json: { network } });
  await client.insist('GET', `/crypto/${id}`, { headers: { accept: 'text/html' } });
  await client.ask('POST', `/sandbox/wallet/${id}`, { json: { network } });
}

async function payOut(world: World, client: Client, made: Made): Promise<void> {
  const hash = await createHash(client);
  const opened = await client.insist('POST', '/processor', {
    headers: keyHeaders(world.merchant),
    json: process(hash, world.merchant.merchantId, 'cashout'),
  });
  expectOk('a payout', opened);
  const token = opened.body.url.split('/').at(-1);
  await client.insist('GET', `/payout/${token}`, { headers: { accept: 'text/html' } });
  const payout = await findPayoutByClaim(world.sql, token);
  const address = `0x${randomBytes(20).toString('hex')}`;
  made.payouts.push({ token, address });
  await world.sql.begin((tx) =>
    confirmPayout(
      tx,
      {
        merchantId: world.merchant.merchantId,
        payoutId: payout?.id as string,
        network: 'ERC20',
        address,
        language: 'en',
      },
      new Date(),
    ),
  );
}

async function readLists(world: World, client: Client): Promise<void> {
  const headers = keyHeaders(world.merchant);
  for (const path of ['/api/transactions', '/api/transactions?status=approved', '/api/events'])
    expectOk(path, await client.insist('GET', path, { headers }));
}

let cookie: Promise<string> | null = null;

/** The pages' own requests, from a browser that is signed in. */
async function asPerson(world: World, client: Client, path: string): Promise<void> {
  cookie ??= signIn(world, client);
  const headers = { cookie: await cookie, 'x-merchant-id': world.merchant.merchantId };
  expectOk(path, await client.insist('GET', path, { headers }));
}

async function lookAtDashboard(world: World, client: Client): Promise<void> {
  await client.insist('GET', '/dashboard', { headers: { accept: 'text/html' } });
  for (const path of ['me', 'home', 'payments', 'payouts', 'balances'])
    await asPerson(world, client, `/dashboard/api/${path}`);
}

async function exportCsv(world: World, client: Client): Promise<void> {
  await asPerson(world, client, '/dashboard/api/payments.csv');
}

async function signIn(world: World, client: Client): Promise<string> {
  const { person, running } = world;
  const origin = running.get('api 1')?.url ?? '';
  const answer = await client.insist('POST', '/dashboard/api/session', {
    headers: { origin },
    json: { email: person.email, password: person.password },
  });
  expectOk('a sign-in', answer);
  return answer.cookies.map((each) => each.split(';')[0]).join('; ');
}
