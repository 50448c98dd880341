import type { HttpFault } from '../faulty-http.ts';
import { networks, type SimulatedNetwork, type World } from '../world.ts';
import { countAsked } from './asking.ts';
import { type Lie, liar, lies } from './lies.ts';
import type { Move } from './move.ts';

/** How bad it is outside. It changes by moves. */
export interface Weather {
  /** How often a request to the acquirer, or to a node, goes astray. */
  acquirer: number;
  nodes: number;
  tron: 'ok' | 'away' | 'thin' | 'behind';
  receiver: 'ok' | 'refuses' | 'away';
  /** The node that gives wrong answers, and which ones; null: none does. */
  lie: { network: SimulatedNetwork; lie: Lie } | null;
}

export const fairWeather: Weather = { acquirer: 0, nodes: 0, tron: 'ok', receiver: 'ok', lie: null };

export const weatherMoves: readonly Move[] = [
  {
    name: 'weather',
    weight: 5,
    async run(world, _, chance) {
      const bad = [0, 0.05, 0.3];
      const weather: Weather = {
        acquirer: chance.pick(bad),
        nodes: chance.pick(bad),
        tron: chance.pick(['ok', 'ok', 'ok', 'away', 'thin', 'behind']),
        receiver: chance.pick(['ok', 'ok', 'refuses', 'away']),
        lie: chance.happens(0.4) ? { network: chance.pick(networks), lie: chance.pick(lies) } : null,
      };
      setWeather(world, weather);
      return JSON.stringify(weather);
    },
  },
];

const httpFaults: readonly HttpFault[] = [
  'lost_request',
  'lost_answer',
  'lost_answer',
  'doubled',
  'half_answer',
  'unavailable',
  'too_many',
];

const present = new WeakMap<World, Weather>();
export const weatherOf = (world: World): Weather => present.get(world) ?? fairWeather;

export function setWeather(world: World, weather: Weather): void {
  const { acquirer, nodes, tron, receiver } = weather;
  present.set(world, weather);
  // The fate of a request does not depend on what is asked at the same time.
  const timesAsked = countAsked(world);
  const astray = (often: number) => (path: string, body: string) => {
    if (often === 0) return null;
    const chance = world.chance().apart(`${path} ${body} ${timesAsked(path + body)}`);
    return chance.happens(often) ? chance.pick(httpFaults) : null;
  };
  world.acquirer.decide = astray(acquirer);
  for (const network of networks) world.nodes[network].decide = astray(nodes);
  for (const network of networks) delete world.nodes[network].change;
  if (weather.lie) world.nodes[weather.lie.network].change = liar(world, weather.lie.lie);
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
