import { compare, comparePairs, connections, type Side } from './compare.ts';
import { deliverRound, receiverUrls } from './deliveries.ts';
import type { Figure, Measured } from './figures.ts';
import { fillCharges } from './fill.ts';
import { cpuSeconds } from './process-tree.ts';
import { chargeSide, listRequest, orderRequests, tokenRequest } from './requests.ts';
import type { Subject, World } from './world.ts';

/** Measures how a change affects speed: loads the program of this checkout and that of another in turn. */

type Pair = [ours: Subject, theirs: Subject];

/** Rounds of deliveries; each takes some seconds. */
const deliveryRounds = 5;
const listedCharges = 1_000;
const cpuCalls = 10_000;

export function againstFigures(checkout: string | undefined): Figure[] {
  if (!checkout) return [];
  const pair = async (world: World, name: string, env = {}): Promise<Pair> => [
    await world.subject(`${name}_here`, env),
    await world.subject(`${name}_there`, env, checkout),
  ];
  const figure = (what: string, title: string, measure: (world: World) => Promise<Measured>): Figure => ({
    name: `against_${what}`,
    title: `${title}, this checkout against the other`,
    needed: { atLeast: 1.0 },
    measure,
  });
  const compared = async (world: World, [ours, theirs]: Pair, sideOf: (subject: Subject) => Side) => {
    const comparison = await compare(world.load, sideOf(ours), sideOf(theirs));
    const notes = {
      cpuMicroseconds: await cpuPerCall(world, ours, sideOf(ours)),
      baselineCpuMicroseconds: await cpuPerCall(world, theirs, sideOf(theirs)),
    };
    return { result: comparison.ratio, comparison, notes };
  };
  return [
    figure('charges', 'E2 calls/s', async (world) => compared(world, await pair(world, 'http'), chargeSide)),
    figure('token', 'E1 calls/s', async (world) =>
      compared(world, await pair(world, 'http'), ({ url, merchant }) => ({
        url,
        requests: () => [tokenRequest(merchant)],
      })),
    ),
    figure('orders', 'E4 calls/s', async (world) =>
      compared(world, await pair(world, 'http'), ({ url }) => ({ url, requests: orderRequests })),
    ),
    figure('list', 'lists/s', async (world) => {
      const subjects = await pair(world, 'list');
      for (const { sql, merchant } of subjects) await fillCharges(sql, merchant.merchantId, listedCharges);
      return await compared(world, subjects, ({ url, merchant }) => ({
        url,
        requests: () => [listRequest(merchant)],
      }));
    }),
    figure('deliveries', 'webhooks/s', async (world) => {
      const [ours, theirs] = await pair(world, 'webhooks', { ROLES: 'worker' });
      const urls = await receiverUrls(world);
      const comparison = await comparePairs(
        () => deliverRound(ours, urls),
        () => deliverRound(theirs, urls),
        deliveryRounds,
      );
      return { result: comparison.ratio, comparison };
    }),
  ];
}

/** The CPU time that the program takes per call. It is more reliable than wall time on a busy machine. */
async function cpuPerCall(world: World, { pid }: Subject, side: Side): Promise<number> {
  const before = await cpuSeconds(pid);
  await world.load.run({ urls: [side.url], connections, count: cpuCalls, requests: side.requests(cpuCalls) });
  return Math.round((((await cpuSeconds(pid)) - before) * 1e6) / cpuCalls);
}
