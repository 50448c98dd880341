import { networks, type World } from '../world.ts';
import { queuePayout } from './crypto.ts';
import { lies } from './lies.ts';
import type { Known, Move } from './move.ts';
import { setWeather, weatherOf } from './weather.ts';

/**
 * A payout is sent, and then the node of its network lies, lags or is away: what it says must neither give the money
 * back nor send it again. Other moves meet this moment seldom.
 */
export const darkPayoutMoves: readonly Move[] = [
  {
    name: 'payout in the dark',
    weight: 6,
    async run(world, known, chance) {
      const network = chance.pick(networks);
      const tron =
        network === 'TRC20' ? chance.pick(['ok', 'away', 'thin', 'thin', 'behind'] as const) : 'ok';
      const lie = tron === 'ok' ? { network, lie: chance.pick([...lies, 'thin receipts'] as const) } : null;
      setWeather(world, { ...weatherOf(world), nodes: 0, tron: 'ok', lie: null });
      const queued = await queuePayout(world, known, chance, network);
      const done: string[] = [];
      const bright = 1 + chance.below(3);
      for (let count = 0; count < bright + 8; count++) {
        if (count === bright) setWeather(world, { ...weatherOf(world), tron, lie });
        done.push(...(await work(world, known, `send-payouts-${network}`)));
        if (count >= bright && chance.happens(0.6)) await world.mine(network, 1 + chance.below(3));
        // Up to what a transaction on Tron is valid for, and beyond.
        await world.clock.pass(chance.pick([500, 5_000, 20_000, 70_000]));
      }
      return `${network} ${tron} ${lie?.lie ?? ''}: ${queued}; ${done.join(', ')}`;
    },
  },
];

async function work(world: World, { violations }: Known, name: string): Promise<string[]> {
  const job = world.program().jobs.find((each) => each.name === name);
  if (!job) violations.push(`there is no job ${name}`);
  const found = job ? await world.run(job) : 0;
  return found === 0 ? [] : [found instanceof Error ? 'failed' : String(found)];
}
