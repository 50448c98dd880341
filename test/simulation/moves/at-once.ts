import type { Chance } from '../chance.ts';
import type { Move } from './move.ts';

/** Moves that may run together with others. None of them makes blocks. */
const together: ReadonlySet<string> = new Set([
  'charge',
  'customer',
  'refund',
  'refund at the acquirer',
  'close',
  'bank',
  'order',
  'payout',
  'recipient',
  'cancel',
  'file of payouts',
  'approver',
  'customer of a link',
  'notification',
  'work',
]);

/** Two or three things at once, or the same thing twice: two tabs, two clicks, two jobs of two instances. */
export const atOnce = (others: readonly Move[]): Move => {
  const from = others.filter(({ name }) => together.has(name));
  return {
    name: 'at once',
    weight: 5,
    async run(world, known, chance) {
      const things = Array.from({ length: 2 + chance.below(2) }, (_, at) => ({
        move: chance.weighted(from),
        chance: chance.apart(at),
      }));
      const [first] = things;
      if (first && chance.happens(0.3)) things[1] = { move: first.move, chance: chance.apart(0) };
      const works = things.map((each) => async () => {
        const did = await each.move
          .run(world, known, each.chance as Chance)
          .catch((error: Error) => `failed: ${error.message.split('\n')[0]}`);
        return `${each.move.name} ${did ?? 'not possible'}`;
      });
      return (await world.turns.during(chance, works)).join(' | ');
    },
  };
};
