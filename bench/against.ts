import { compare, comparePairs } from './compare.ts';
import { deliverRound, receiverUrls } from './deliveries.ts';
import type { Figure, Measured } from './figures.ts';
import { fillCharges } from './fill.ts';
import { chargeSide, listRequest, orderRequests, tokenRequest } from './requests.ts';
import type { Subject, World } from './world.ts';

/** What a change did to the speed: the program of this checkout against that of another, loaded in turn. */

type Pair = [ours: Subject, theirs: Subject];

/** Rounds of deliveries; each takes some seconds. */
const deliveryRounds = 5;
const listedCharges = 1_000;

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
  const compared = async (world: World, [ours, theirs]: Pair, side: Parameters<typeof sideOf>[1]) => {
    const comparison = await compare(world.load, sideOf(ours, side), sideOf(theirs, side));
    return { result: comparison.ratio, comparison };
  };
  return [
    figure('charges', 'E2 calls/s', async (world) => {
      const [ours, theirs] = await pair(world, 'http');
      const comparison = await compare(world.load, chargeSide(ours), chargeSide(theirs));
      return { result: comparison.ratio, comparison };
    }),
    figure('token', 'E1 calls/s', async (world) =>
      compared(world, await pair(world, 'http'), ({ merchant }) => [tokenRequest(merchant)]),
    ),
    figure('orders', 'E4 calls/s', async (world) =>
      compared(world, await pair(world, 'http'), (_subject, count) => orderRequests(count)),
    ),
    figure('list', 'lists/s', async (world) => {
      const subjects = await pair(world, 'list');
      for (const { sql, merchant } of subjects) await fillCharges(sql, merchant.merchantId, listedCharges);
      return await compared(world, subjects, ({ merchant }) => [listRequest(merchant)]);
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

function sideOf(subject: Subject, requests: (subject: Subject, count: number) => string[]) {
  return { url: subject.url, requests: (count: number) => requests(subject, count) };
}
