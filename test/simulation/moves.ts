import { findPayoutByClaim } from '../../src/crypto/payouts/claim/claim-secret.ts';
import { confirmPayout } from '../../src/crypto/payouts/claim/confirm-payout.ts';
import { rpc } from '../../src/sandbox/chains/rpc.ts';
import { type Answer, call, createCharge, keyHeaders } from '../kit/client.ts';
import { processOrder } from '../kit/crypto/orders.ts';
import { processPayout } from '../kit/payouts/requests.ts';
import type { Chance } from './chance.ts';
import type { HttpFault } from './faulty-http.ts';
import { networks, type World } from './world.ts';

/** What the simulated people know, because they made it. */
export interface Known {
  charges: string[];
  disputed: string[];
  orders: string[];
  payouts: { hash: string; token: string; address: string; network: string | null }[];
}

/** How bad it is outside. It changes by moves. */
export interface Weather {
  /** How often a request to the acquirer, or to a node, goes astray. */
  acquirer: number;
  nodes: number;
  tron: 'ok' | 'away' | 'thin' | 'behind';
  receiver: 'ok' | 'refuses' | 'away';
}

export const fairWeather: Weather = { acquirer: 0, nodes: 0, tron: 'ok', receiver: 'ok' };

/** One thing that happens. `undefined`: it was not possible now. */
interface Move {
  name: string;
  weight: number;
  run(world: World, known: Known, chance: Chance): Promise<string | undefined>;
}

const seconds = 1000;
const minutes = 60 * seconds;
const hours = 60 * minutes;

const cardCharge = { country: 'COL', currency: 'COP', method_code: 'CARDS', method_category: 'CARD' };
const pixCharge = {
  country: 'BRA',
  currency: 'BRL',
  method_code: 'PIX',
  method_category: 'BANK_TRANSFER',
};
const choice = { ...pixCharge, method_code: 'ALL', method_category: 'ALL' };

const serverOf = (world: World) => ({ url: world.program().url, merchant: world.sandbox.merchant });

async function play(world: World, path: string, body: object): Promise<string> {
  const answer = await call(serverOf(world), 'POST', `/sandbox/${path}`, {}, body);
  return said(answer);
}

const said = ({ httpStatus, body }: Answer): string =>
  `${httpStatus} ${body?.data?.status ?? body?.data?.error ?? body?.message ?? ''}`.slice(0, 80);

export const moves: readonly Move[] = [
  {
    name: 'charge',
    weight: 8,
    async run(world, known, chance) {
      const fields = chance.pick([cardCharge, cardCharge, pixCharge, choice]);
      const amount = chance.pick([1, 10, 150, 1234.5, 20_000]);
      const manual = fields === cardCharge && chance.happens(0.2) && { capture: 'manual' };
      const reference = await createCharge(serverOf(world), { ...fields, amount, ...manual });
      if (reference) known.charges.push(reference);
      return reference ?? 'no answer';
    },
  },
  {
    name: 'customer',
    weight: 12,
    async run(world, { charges, disputed }, chance) {
      if (charges.length === 0) return undefined;
      const reference = chance.pick(charges.slice(-8));
      const name = chance.pick([
        'approve',
        'approve',
        'approve',
        'refuse',
        'challenge',
        'challenge_failed',
        'chargeback',
        'dispute',
        'refund_refused',
        'delay',
        'expire',
      ]);
      const method = chance.pick([undefined, 'PIX', 'CARDS']);
      const done = await play(world, `charges/${reference}`, { play: name, method });
      if (name === 'dispute' && done.startsWith('200')) disputed.push(reference);
      return `${name} ${method ?? ''} ${done}`;
    },
  },
  {
    name: 'bank',
    weight: 4,
    async run(world, { disputed }, chance) {
      if (disputed.length === 0) return undefined;
      const decision = chance.pick(['dispute_won', 'dispute_lost']);
      return `${decision} ${await play(world, `charges/${chance.pick(disputed)}`, { play: decision })}`;
    },
  },
  {
    name: 'refund',
    weight: 6,
    async run(world, { charges }, chance) {
      if (charges.length === 0) return undefined;
      const path = `/api/transactions/${chance.pick(charges)}/refunds`;
      const amount = chance.pick([undefined, 1, 5, 150]);
      const key = `refund-${chance.below(1_000_000)}`;
      const send = () =>
        call(
          serverOf(world),
          'POST',
          path,
          { ...keyHeaders(world.sandbox.merchant), 'idempotency-key': key },
          { amount },
        );
      // Two tabs, or a client that repeats: one key, one refund.
      const answers = await Promise.all(chance.happens(0.3) ? [send(), send()] : [send()]);
      return answers.map(said).join(' and ');
    },
  },
  {
    name: 'close',
    weight: 2,
    async run(world, { charges }, chance) {
      if (charges.length === 0) return undefined;
      const act = chance.pick(['capture', 'void']);
      const path = `/api/transactions/${chance.pick(charges)}/${act}`;
      return `${act} ${said(await call(serverOf(world), 'POST', path, keyHeaders(world.sandbox.merchant), {}))}`;
    },
  },
  {
    name: 'order',
    weight: 5,
    async run(world, known, chance) {
      const hash = await createHash(world, chance);
      if (hash === undefined) return 'no answer';
      const { body } = await processOrder(serverOf(world), hash);
      const id = body?.url?.split('/').at(-1);
      if (id) known.orders.push(id);
      return id ?? 'no answer';
    },
  },
  {
    name: 'payer',
    weight: 9,
    async run(world, { orders }, chance) {
      if (orders.length === 0) return undefined;
      const id = chance.pick(orders.slice(-6));
      const network = chance.pick(networks);
      const name = chance.weighted([
        { weight: 8, play: 'pay' },
        { weight: 1, play: 'late' },
        { weight: 1, play: 'wrong_token' },
        { weight: 1, play: 'expire' },
      ]).play;
      if (name !== 'pay') {
        // Its transactions are awaited, so they need blocks of their own.
        const { rpcUrl } = world.chains[network];
        const needsBlocks = name === 'wrong_token' && network === 'ERC20';
        if (needsBlocks) await rpc(rpcUrl, 'evm_setAutomine', [true]);
        await world.stampNext(network);
        const done = await play(world, `orders/${id}`, { play: name, network });
        if (needsBlocks) await rpc(rpcUrl, 'evm_setAutomine', [false]);
        return `${name} ${done}`;
      }
      await world.stampNext(network);
      const amount = chance.pick([undefined, undefined, undefined, '1', '3.99', '60']);
      return await play(world, `wallet/${id}`, { network, amount });
    },
  },
  {
    name: 'payout',
    weight: 4,
    async run(world, known, chance) {
      const hash = await createHash(world, chance);
      if (hash === undefined) return 'no answer';
      const { body } = await processPayout(serverOf(world), hash);
      const token = body?.url?.split('/').at(-1);
      if (!token) return said({ httpStatus: 0, body } as Answer);
      const digits = () =>
        chance
          .below(2 ** 32)
          .toString(16)
          .padStart(8, '0');
      const address = `0x${digits()}${digits()}${digits()}${digits()}${digits()}`;
      known.payouts.push({ hash, token, address, network: null });
      return hash;
    },
  },
  {
    name: 'recipient',
    weight: 6,
    async run(world, { payouts }, chance) {
      const waiting = payouts.filter(({ network }) => network === null);
      if (waiting.length === 0) return undefined;
      const chosen = chance.pick(waiting);
      const network = chance.pick(networks);
      const payout = await findPayoutByClaim(world.sql, chosen.token);
      if (!payout) return undefined;
      const result = await world.sql.begin((tx) =>
        confirmPayout(
          tx,
          {
            merchantId: payout.merchantId,
            payoutId: payout.id,
            network,
            address: chosen.address,
            language: 'en',
          },
          new Date(),
        ),
      );
      if (result === 'confirmed') chosen.network = network;
      return `${network} ${result}`;
    },
  },
  {
    name: 'cancel',
    weight: 1,
    async run(world, { payouts, orders }, chance) {
      const path = chance.pick([...payouts.map(({ hash }) => hash), ...orders]);
      if (path === undefined) return undefined;
      return said(
        await call(
          serverOf(world),
          'POST',
          `/payment/${path}/cancel`,
          keyHeaders(world.sandbox.merchant),
          {},
        ),
      );
    },
  },
  {
    name: 'mine',
    weight: 14,
    async run(world, _, chance) {
      const [network, blocks] = [chance.pick(networks), 1 + chance.below(4)];
      await world.mine(network, blocks);
      return `${network} ${blocks}`;
    },
  },
  {
    name: 'reorganise',
    weight: 2,
    async run(world, _, chance) {
      const network = chance.pick(networks);
      const { rpcUrl } = world.chains[network];
      // The block before the head is final: what is below stays.
      await rpc(rpcUrl, 'anvil_reorg', [1, []]);
      await world.mine(network, 1);
      return network;
    },
  },
  {
    name: 'work',
    weight: 40,
    async run(world, _, chance) {
      const { jobs } = world.program();
      const done: string[] = [];
      for (let count = 1 + chance.below(5); count > 0; count--) {
        const job = chance.pick(jobs);
        const found = await world.run(job);
        if (found !== 0) done.push(`${job.name} ${inWords(found)}`);
      }
      return done.join(', ');
    },
  },
  {
    name: 'round',
    weight: 6,
    async run(world) {
      const done = await runAll(world);
      return done.join(', ');
    },
  },
  {
    name: 'time',
    weight: 12,
    async run(world, _, chance) {
      const ms = chance.weighted([
        { weight: 6, ms: chance.below(5 * seconds) },
        { weight: 4, ms: chance.below(2 * minutes) },
        { weight: 2, ms: chance.below(40 * minutes) },
        { weight: 1, ms: chance.below(30 * hours) },
      ]).ms;
      await world.clock.pass(ms);
      return `${ms} ms`;
    },
  },
  {
    name: 'weather',
    weight: 3,
    async run(world, _, chance) {
      const bad = [0, 0, 0.05, 0.3];
      const weather: Weather = {
        acquirer: chance.pick(bad),
        nodes: chance.pick(bad),
        tron: chance.pick(['ok', 'ok', 'ok', 'away', 'thin', 'behind']),
        receiver: chance.pick(['ok', 'ok', 'refuses', 'away']),
      };
      setWeather(world, weather);
      return JSON.stringify(weather);
    },
  },
  {
    name: 'break',
    weight: 4,
    async run(world, _, chance) {
      const [at, isDone] = [1 + chance.below(12), chance.happens(0.5)];
      world.breakAt(at, isDone);
      const { jobs } = world.program();
      const job = chance.pick(jobs);
      const found = await world.run(job);
      world.mend();
      return `${isDone ? 'after' : 'before'} statement ${at} of ${job.name}: ${inWords(found)}`;
    },
  },
  {
    name: 'kill',
    weight: 1,
    async run(world, _, chance) {
      const job = chance.pick(world.program().jobs);
      world.breakAt(1 + chance.below(12), chance.happens(0.5));
      await world.run(job);
      await world.restart();
      return `in ${job.name}`;
    },
  },
];

async function createHash(world: World, chance: Chance): Promise<string | undefined> {
  const { body } = await call(
    serverOf(world),
    'POST',
    '/payment/create',
    {},
    {
      country: 'COL',
      origin: 'api',
      amount: chance.pick(['1', '5', '25.50', '3.99']),
      email: 'ana@customer.example',
      merchantIdCustom: `order-${chance.below(1_000_000)}`,
    },
  );
  return body?.hash;
}

/** The banks decide what they had left open. */
export async function decideAtBanks(world: World): Promise<void> {
  const open = await world.sql<{ id: string }[]>`
    SELECT id FROM sandbox_acquirer.local_payments WHERE status = 'pending' ORDER BY id`;
  for (const { id } of open) await play(world, `pay/${id}`, { decision: 'pay' });
}

/** Every job once, as the worker would have come to it. */
export async function runAll(world: World): Promise<string[]> {
  const done: string[] = [];
  for (const job of world.program().jobs) {
    const found = await world.run(job);
    if (found !== 0) done.push(`${job.name} ${inWords(found)}`);
  }
  return done;
}

const inWords = (found: number | Error): string =>
  found instanceof Error ? `failed (${found.message.split('\n')[0]?.slice(0, 90)})` : String(found);

const httpFaults: readonly HttpFault[] = [
  'lost_request',
  'lost_answer',
  'lost_answer',
  'doubled',
  'half_answer',
  'unavailable',
  'too_many',
];

export function setWeather(world: World, { acquirer, nodes, tron, receiver }: Weather): void {
  const astray = (often: number) => () =>
    world.chance().happens(often) ? world.chance().pick(httpFaults) : null;
  world.acquirer.decide = astray(acquirer);
  for (const network of networks) world.nodes[network].decide = astray(nodes);
  world.tron.away = tron === 'away';
  world.tron.thinReceipts = tron === 'thin';
  world.tron.lagBlocks = tron === 'behind' ? 3 : 0;
  world.receiver.answer((response, { headers }) => {
    if (receiver === 'away') return void response.socket?.destroy();
    if (receiver === 'ok') world.confirmed.add(String(headers['webhook-id']));
    response.statusCode = receiver === 'ok' ? 200 : 500;
    response.end();
  });
}
