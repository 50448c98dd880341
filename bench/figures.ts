import { holderOf } from '../test/kit/client.ts';
import { againstFigures } from './against.ts';
import { cardFigures } from './cards.ts';
import { measureCheckoutBytes } from './checkout-bytes.ts';
import { citusFigures } from './citus.ts';
import { type Comparison, compare, type Side, warmUp } from './compare.ts';
import { costOfPaidCharge } from './cost.ts';
import { deliveriesBacklog, deliveriesTwoWorkers, deliveriesVsRaw } from './deliveries.ts';
import { measureDetectBlocks } from './detect-blocks.ts';
import { fillCharges } from './fill.ts';
import { growthFigures } from './growth.ts';
import { paidVsBare } from './paid.ts';
import { pairsCpuVsBare, pairsVsBare, pairsWholeCpuVsBare } from './pairs.ts';
import { payoutStepsVsRpc, payoutsConfirmed } from './payouts.ts';
import { peakMegabytes } from './process-tree.ts';
import { chargeSide, listRequest, orderRequests, tokenRequest } from './requests.ts';
import { measureIdlePercent, measureStart } from './start.ts';
import { watcherAddresses, watcherVsParse } from './watcher.ts';
import type { Subject, World } from './world.ts';

/** A measurement and the value it must reach. */
export interface Figure {
  name: string;
  /** For the table: the two things that are compared. */
  title: string;
  needed: { atLeast: number } | { atMost: number };
  aim?: number;
  /** The figure is skipped when this environment variable is not set. */
  needs?: string;
  measure(world: World, options: FigureOptions): Promise<Measured>;
}

export interface FigureOptions {
  /** The number of charges that counts as "many". */
  rows: number;
  /** The number of charges that represents a year of ten thousand merchants. */
  charges: number;
}

export interface Measured {
  /** Compared with `needed`. */
  result: number;
  comparison?: Comparison;
  notes?: Record<string, string | number>;
}

/** Listing precedes the growth of charges, which puts new charges on top of the list. */
export const figures: Figure[] = [
  ...againstFigures(process.env.BENCH_AGAINST),
  {
    name: 'charges_vs_bare',
    title: 'E2 calls/s against one plain INSERT a request',
    needed: { atLeast: 1.2 },
    aim: 1.5,
    measure: chargesVsBare,
  },
  {
    name: 'token_vs_empty',
    title: 'E1 calls/s against a constant of the same size',
    needed: { atLeast: 0.6 },
    aim: 0.8,
    measure: tokenVsEmpty,
  },
  {
    name: 'pairs_vs_bare',
    title: 'E1 and then E2 of an ordinary client, pairs/s against a constant and one plain INSERT',
    needed: { atLeast: 1.0 },
    measure: pairsVsBare,
  },
  {
    name: 'pairs_cpu_vs_bare',
    title:
      'processor time of such a pair, of the program and its children against the bare server; less is better',
    needed: { atMost: 1.1 },
    measure: pairsCpuVsBare,
  },
  {
    name: 'pairs_whole_cpu_vs_bare',
    title: 'the same with the processor time of PostgreSQL on both sides',
    needed: { atMost: 1.1 },
    measure: pairsWholeCpuVsBare,
  },
  {
    name: 'two_api_processes',
    title: 'E2 calls/s of two api processes on one PostgreSQL against one',
    needed: { atLeast: 1.0 },
    measure: twoApiProcesses,
  },
  {
    name: 'list_growth',
    title: 'first page of a list, many charges against 1,000',
    needed: { atLeast: 0.7 },
    measure: listGrowth,
  },
  {
    name: 'charges_growth',
    title: 'E2 calls/s, many charges stored against none',
    needed: { atLeast: 0.9 },
    measure: chargesGrowth,
  },
  ...growthFigures,
  ...citusFigures,
  ...cardFigures,
  {
    name: 'paid_charge_cpu_ms',
    title: 'processor time of program and database for a paid charge, in milliseconds',
    needed: { atMost: 20 },
    measure: costOfPaidCharge,
  },
  {
    name: 'paid_vs_bare',
    title: 'charges/s from token to recorded webhook, against the same rows by one plain statement each',
    needed: { atLeast: 1.0 },
    measure: paidVsBare,
  },
  {
    name: 'deliveries_vs_raw',
    title: 'webhooks/s, due to recorded, against a plain loop of signed POSTs',
    needed: { atLeast: 0.5 },
    aim: 0.7,
    measure: (world) => compared(deliveriesVsRaw(world)),
  },
  {
    name: 'deliveries_two_workers',
    title: 'webhooks/s of two worker processes against one',
    needed: { atLeast: 1.0 },
    measure: (world) => compared(deliveriesTwoWorkers(world)),
  },
  {
    name: 'deliveries_backlog',
    title: 'webhooks/s with 1,000,000 waiting for later against none',
    needed: { atLeast: 0.9 },
    measure: (world) => compared(deliveriesBacklog(world)),
  },
  {
    name: 'orders_vs_bare',
    title: 'E4 calls/s against one plain INSERT a request',
    needed: { atLeast: 1.0 },
    measure: ordersVsBare,
  },
  {
    name: 'detect_blocks',
    title: "blocks from a payment's to its pending event, on a local chain",
    needed: { atMost: 1 },
    measure: async (world) => ({
      result: await measureDetectBlocks(await world.subject('chains', { SANDBOX_CHAINS: 'on' })),
    }),
  },
  {
    name: 'watcher_vs_parse',
    title: 'Transfer logs/s with 100,000 open addresses against fetching and parsing them',
    needed: { atLeast: 0.7 },
    measure: (world) => watched(watcherVsParse(world, 100_000)),
  },
  {
    name: 'watcher_addresses',
    title: 'Transfer logs/s with 1,000,000 open addresses against 1,000',
    needed: { atLeast: 0.9 },
    measure: (world) => watched(manyAddresses(world)),
  },
  {
    name: 'watcher_megabytes',
    title: 'the most memory of a watcher with 1,000,000 open addresses',
    needed: { atMost: 400 },
    measure: async (world) => ({ result: (await manyAddresses(world)).rss }),
  },
  {
    name: 'payouts_confirmed_erc20',
    title: 'of 1,000 payouts queued at once on Ethereum, settled exactly once by chain and ledger',
    needed: { atLeast: 1_000 },
    measure: (world) => confirmed(world, 'ERC20'),
  },
  {
    name: 'payouts_confirmed_trc20',
    title: 'of 1,000 payouts queued at once on Tron, settled exactly once by chain and ledger',
    needed: { atLeast: 1_000 },
    measure: (world) => confirmed(world, 'TRC20'),
  },
  {
    name: 'payout_steps_vs_rpc',
    title: "one wallet's payouts/s, queued to recorded as sent, against a loop that only signs and sends",
    needed: { atLeast: 0.5 },
    measure: async (world) => {
      const { loopAtOnce, ...comparison } = await payoutStepsVsRpc(world);
      return { result: comparison.ratio, comparison, notes: { loopAtOnce } };
    },
  },
  {
    name: 'checkout_bytes',
    title: 'bytes of the card page as a browser receives it',
    needed: { atMost: 30 * 1024 },
    measure: async (world) => ({ result: await measureCheckoutBytes(await world.subject('fresh')) }),
  },
  {
    name: 'api_megabytes',
    title: 'the most memory of a process of role api under charges',
    needed: { atMost: 250 },
    measure: apiMegabytes,
  },
  {
    name: 'start_first_seconds',
    title: 'from `npm start` on an empty DATA_DIR to ready',
    needed: { atMost: 3 },
    measure: async (world) => ({ result: (await starts(world)).first }),
  },
  {
    name: 'start_again_seconds',
    title: 'from a later `npm start` to ready',
    needed: { atMost: 3 },
    measure: async (world) => ({ result: (await starts(world)).again }),
  },
  {
    name: 'idle_percent',
    title: 'of a core that an idle sandbox takes in all its processes',
    needed: { atMost: 3 },
    measure: async () => ({ result: await measureIdlePercent() }),
  },
];

async function confirmed(world: World, network: 'ERC20' | 'TRC20'): Promise<Measured> {
  const { confirmed, perSecond } = await payoutsConfirmed(world, network, 1_000);
  return { result: confirmed, notes: { settledPerSecond: Math.round(perSecond) } };
}

async function compared(comparison: Promise<Comparison>): Promise<Measured> {
  return { result: (await comparison).ratio, comparison: await comparison };
}

/** Measured once for both figures, speed and memory. */
const manyWatched = new WeakMap<World, ReturnType<typeof watcherAddresses>>();
function manyAddresses(world: World): ReturnType<typeof watcherAddresses> {
  const measuring = manyWatched.get(world) ?? watcherAddresses(world, 1_000_000, 1_000);
  manyWatched.set(world, measuring);
  return measuring;
}

/** Measured once for both figures, the first start and later starts. */
const started = new WeakMap<World, ReturnType<typeof measureStart>>();
function starts(world: World): ReturnType<typeof measureStart> {
  const measuring = started.get(world) ?? measureStart();
  started.set(world, measuring);
  return measuring;
}

async function watched(comparing: Promise<Comparison & { rss: number }>): Promise<Measured> {
  const { rss, ...comparison } = await comparing;
  return { result: comparison.ratio, comparison, notes: { watcherMegabytes: Math.round(rss) } };
}

/** Pool sizes to try for the baseline; it is measured with the best one. */
const barePoolSizes = [10, 20, 40];

async function chargesVsBare(world: World): Promise<Measured> {
  const subject = await world.subject('fresh');
  await subject.sql`CREATE TABLE bare_charges (LIKE charges INCLUDING ALL)`;
  return await comparedWithBare(world, subject, 'bare-server.ts', chargeSide(subject));
}

async function ordersVsBare(world: World): Promise<Measured> {
  const subject = await world.subject('fresh');
  await subject.sql`CREATE TABLE bare_orders (LIKE crypto_orders INCLUDING ALL)`;
  const ours: Side = { url: subject.url, requests: orderRequests };
  return await comparedWithBare(world, subject, 'bare-orders-server.ts', ours);
}

async function comparedWithBare(
  world: World,
  subject: Subject,
  bareServer: string,
  ours: Side,
): Promise<Measured> {
  let best = { poolSize: 0, perSecond: 0, side: ours };
  for (const poolSize of barePoolSizes) {
    const { url } = await world.baseline(bareServer, {
      DATABASE_URL: subject.databaseUrl,
      MERCHANT_ID: subject.merchant.merchantId,
      POOL_SIZE: String(poolSize),
    });
    const side = { ...ours, url };
    const run = await warmUp(world.load, side);
    const perSecond = await run();
    if (perSecond > best.perSecond) best = { poolSize, perSecond, side };
  }
  const comparison = await compare(world.load, ours, best.side);
  return { result: comparison.ratio, comparison, notes: { barePoolSize: best.poolSize } };
}

async function twoApiProcesses(world: World): Promise<Measured> {
  const one = await world.subject('one_process', { ROLES: 'api' });
  const two = await world.subject('two_processes', { ROLES: 'api' });
  const second = await world.another(two, { ROLES: 'api' });
  const both = { ...chargeSide(two), moreUrls: [second.url] };
  return await compared(compare(world.load, both, chargeSide(one), true));
}

/** After this many rounds a service has grown to the size that it keeps under load. */
const memoryRounds = 10;

async function apiMegabytes(world: World): Promise<Measured> {
  const peak = async (subject: Subject): Promise<number> => {
    const run = await warmUp(world.load, chargeSide(subject));
    for (let round = 0; round < memoryRounds; round++) await run();
    return await peakMegabytes(subject.pid);
  };
  const allRoles = await peak(await world.subject('all_roles'));
  return {
    result: await peak(await world.subject('api', { ROLES: 'api' })),
    notes: { allRolesMegabytes: Math.round(allRoles) },
  };
}

async function tokenVsEmpty(world: World): Promise<Measured> {
  const { url, merchant, tokens } = await world.subject('fresh');
  const { accessToken, sessionId } = tokens.issue(holderOf(merchant), new Date());
  const answer = {
    status: 'Success',
    code: 200,
    message: 'Access token created',
    data: { access_token: accessToken, expires_in: 60, session_id: sessionId },
  };
  const baseline = await world.baseline('empty-server.ts', { ANSWER: JSON.stringify(answer) });
  const requests = () => [tokenRequest(merchant)];
  const comparison = await compare(world.load, { url, requests }, { url: baseline.url, requests });
  return { result: comparison.ratio, comparison };
}

/** The service with many charges, filled once for all figures that need it. */
const filled = new WeakMap<World, Promise<Subject>>();
function filledSubject(world: World, rows: number): Promise<Subject> {
  const known = filled.get(world);
  if (known) return known;
  const filling = (async () => {
    const subject = await world.subject('many');
    await fillCharges(subject.sql, subject.merchant.merchantId, rows);
    return subject;
  })();
  filled.set(world, filling);
  return filling;
}

async function listGrowth(world: World, { rows }: FigureOptions): Promise<Measured> {
  const many = await filledSubject(world, rows);
  const few = await world.subject('few');
  await fillCharges(few.sql, few.merchant.merchantId, 1_000);
  const side = ({ url, merchant }: Subject): Side => ({ url, requests: () => [listRequest(merchant)] });
  const comparison = await compare(world.load, side(many), side(few));
  return { result: comparison.ratio, comparison, notes: { rows } };
}

async function chargesGrowth(world: World, { rows }: FigureOptions): Promise<Measured> {
  const many = await filledSubject(world, rows);
  const none = await world.subject('none');
  const comparison = await compare(world.load, chargeSide(many), chargeSide(none));
  return { result: comparison.ratio, comparison, notes: { rows } };
}
