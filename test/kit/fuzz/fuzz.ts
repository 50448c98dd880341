import {
  type Answer,
  type Credentials,
  call,
  callRaw,
  createCharge,
  getToken,
  keyHeaders,
} from '../client.ts';
import { openOrder } from '../crypto/orders.ts';
import { readDescription } from '../description.ts';
import { addMerchant } from '../merchants.ts';
import { fund, openPayout } from '../payouts/requests.ts';
import { signedIn, type Visitor } from '../people.ts';
import type { TestServer } from '../server.ts';
import { doors, noticeDoors } from './doors.ts';
import { createRandom, type Random } from './random.ts';
import { type Described, type FuzzRequest, makeRequest, type Operation } from './requests.ts';
import { createSeen, type Seen } from './seen.ts';

/** Sends requests to everything that answers, partly valid and partly not. */

export interface Sent {
  /** Its number: the same seed repeats it, as far as the earlier answers were the same. */
  number: number;
  operationId: string;
  method: string;
  path: string;
  body: string | undefined;
  status: number;
  answer: unknown;
}

export interface FuzzOptions {
  seed: number;
  cases: number;
  /** Concurrent requests. */
  atOnce: number;
  onAnswer(sent: Sent): void;
}

/** Requests by the same people: some requests remove their own permissions. */
const casesOfWorld = 1_000;

export async function fuzz(
  server: TestServer,
  { seed, cases, atOnce, onAnswer }: FuzzOptions,
): Promise<void> {
  const random = createRandom(seed);
  const operations = await everyDoor(server, random);
  const seen = createSeen(random);
  let world = await newWorld(server, seen);
  let isOver = false;
  // Each is sent once before any is sent again.
  let left: Described[] = [];
  const next = (): Described => {
    if (left.length === 0) left = random.shuffled(operations);
    return left.pop() as Described;
  };
  for (let begun = 0; begun < cases; begun += atOnce) {
    if (isOver || begun % casesOfWorld < atOnce) world = await newWorld(server, seen);
    isOver = false;
    const requests = Array.from({ length: Math.min(atOnce, cases - begun) }, (_, at) =>
      makeRequest(random, next(), seen, begun + at),
    );
    await Promise.all(
      requests.map(async (request) => {
        const { httpStatus, body: answer } = await send(server, world, request);
        // A page's own words are no ids.
        seen.note(request.as === 'nobody' ? null : request.place, answer);
        // Some of their requests end their own sessions.
        if (httpStatus === 401 && (request.as === 'owner' || request.as === 'operator')) isOver = true;
        const { number, operationId, method, path, body } = request;
        onAnswer({ number, operationId, method, path, body, status: httpStatus, answer });
      }),
    );
  }
}

/** What is published, and what is not. */
export async function everyDoor(server: TestServer, random: Random): Promise<Described[]> {
  return [...(await describedBy(server)), ...doors(), ...noticeDoors(random)];
}

/** A stream lasts as long as its reader: test/dashboard/live.test.ts sends it what is odd. */
const endless = 'followChanges';

async function describedBy(server: TestServer): Promise<Described[]> {
  const { paths }: { paths: Record<string, Record<string, Operation>> } = await readDescription(server);
  return Object.entries(paths)
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({
        method: method.toUpperCase(),
        path,
        operation,
      })),
    )
    .filter(({ operation }) => operation.operationId !== endless);
}

interface World {
  merchant: Credentials;
  owner: Visitor;
  operator: Visitor;
  token: Record<string, string>;
}

async function newWorld(server: TestServer, seen: Seen): Promise<World> {
  const merchant = await addMerchant(server);
  const { merchantId } = merchant;
  await openPages(server, merchant, seen);
  return {
    merchant,
    owner: await signedIn(server, { merchantId, role: 'owner' }),
    operator: await signedIn(server, { merchantId: null, role: 'administrator' }),
    token: await getToken(server, merchant),
  };
}

/** One of each thing that has a page, so that the pages show something from the beginning. */
async function openPages({ url, sql }: TestServer, merchant: Credentials, seen: Seen): Promise<void> {
  const server = { url, sql, merchant };
  seen.note('/pay', [await createCharge(server), await createCharge(server, pix)]);
  await fund(server, merchant.merchantId, 1_000_000_000n);
  seen.note('/crypto', [await openOrder(server)]);
  seen.note('/payout', [(await openPayout(server)).token]);
  const link = {
    kind: 'link',
    title: 'Two coffees',
    amount: '10',
    currency: 'USD',
    country: 'USA',
    methods: ['CARDS'],
  };
  const { body } = await call(server, 'POST', '/api/payment-links', keyHeaders(merchant), link);
  seen.note('/api/payment-links', body);
}

const pix = { method_code: 'PIX', method_category: 'BANK_TRANSFER', country: 'BRA', currency: 'BRL' };

async function send(server: TestServer, world: World, request: FuzzRequest): Promise<Answer> {
  const cookie = (someone: Visitor) => ({
    origin: server.url,
    cookie: [...someone.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
  });
  const credentials = {
    key: () => keyHeaders(world.merchant),
    token: () => world.token,
    owner: () => ({ ...cookie(world.owner), 'x-merchant-id': world.merchant.merchantId }),
    operator: () => cookie(world.operator),
    nobody: () => ({}),
  }[request.as]();
  const { method, path, body } = request;
  const headers = { ...credentials, ...request.headers };
  return await callRaw(server, { method, path, headers, ...(body !== undefined && { body }) });
}
