import { randomBytes } from 'node:crypto';
import { joinWorkers, readWorkers } from '../test/kit/citus.ts';
import type { Credentials } from '../test/kit/client.ts';
import { addMerchant } from '../test/kit/merchants.ts';
import { asAdmin, urlOfDatabase } from '../test/kit/postgres.ts';
import { type Comparison, compare, comparePairs } from './compare.ts';
import { deliverRound, receiverUrls } from './deliveries.ts';
import type { Figure, Measured } from './figures.ts';
import { chargeSide } from './requests.ts';
import type { Subject, World } from './world.ts';

/**
 * The program on Citus against the same program on plain PostgreSQL: two databases of one coordinator, one of them
 * without Citus. The workers run on this machine too, so the figure shows the overhead of going through them, not the
 * capacity that they add.
 */

/** Shards lie on both workers; this many merchants give both of them work. */
const someMerchants = 6;
const perRound = 12_000;
const deliveryRounds = 5;

const figure = (name: string, title: string, measure: (world: World) => Promise<Comparison>): Figure => ({
  name,
  title: `${title}, on Citus against one PostgreSQL of the same version`,
  needed: { atLeast: 0.5 },
  needs: 'CITUS_URL',
  async measure(world): Promise<Measured> {
    const comparison = await measure(world);
    return { result: comparison.ratio, comparison };
  },
});

export const citusFigures: Figure[] = [
  figure('citus_charges', 'E2 calls/s of one merchant', (world) => compareCharges(world, 1)),
  figure('citus_charges_of_six', 'E2 calls/s of six merchants', (world) =>
    compareCharges(world, someMerchants),
  ),
  figure('citus_deliveries', 'webhooks/s of six merchants', compareDeliveries),
];

async function compareCharges(world: World, count: number): Promise<Comparison> {
  return await onBoth(world, { ROLES: 'api' }, async (spread, single) =>
    compare(
      world.load,
      chargeSide(spread, await addMerchants(spread, count)),
      chargeSide(single, await addMerchants(single, count)),
      true,
    ),
  );
}

async function compareDeliveries(world: World): Promise<Comparison> {
  const urls = await receiverUrls(world);
  return await onBoth(world, { ROLES: 'worker' }, async (spread, single) => {
    const round = async (subject: Subject) => {
      const merchants = await addMerchants(subject, someMerchants);
      return () => deliverRound(subject, urls, perRound, merchants);
    };
    return await comparePairs(await round(spread), await round(single), deliveryRounds);
  });
}

async function addMerchants({ sql }: Subject, count: number): Promise<Credentials[]> {
  return await Promise.all(Array.from({ length: count }, () => addMerchant({ sql })));
}

/** Runs the program on two databases, which are dropped afterwards. */
async function onBoth(
  world: World,
  env: Record<string, string>,
  measure: (spread: Subject, single: Subject) => Promise<Comparison>,
): Promise<Comparison> {
  const coordinator = process.env.CITUS_URL as string;
  const nodes = await readWorkers(coordinator);
  const name = `bench_${randomBytes(4).toString('hex')}`;
  const ofSingle = `${name}_single`;
  const started: Subject[] = [];
  const start = async (database: string): Promise<Subject> => {
    const subject = await world.subjectOn(urlOfDatabase(coordinator, database), env);
    started.push(subject);
    return subject;
  };
  try {
    for (const url of nodes) await asAdmin(url, (admin) => admin`CREATE DATABASE ${admin(name)}`);
    await asAdmin(coordinator, (admin) => admin`CREATE DATABASE ${admin(ofSingle)}`);
    await joinWorkers(nodes, name);
    return await measure(await start(name), await start(ofSingle));
  } finally {
    for (const { stop } of started) await stop();
    await asAdmin(coordinator, (admin) => admin`DROP DATABASE IF EXISTS ${admin(ofSingle)} WITH (FORCE)`);
    for (const url of nodes) {
      await asAdmin(url, (admin) => admin`DROP DATABASE IF EXISTS ${admin(name)} WITH (FORCE)`);
    }
  }
}
