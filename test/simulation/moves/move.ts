import type { Chance } from '../chance.ts';
import type { World } from '../world.ts';

/** What the simulated people know, because they made it. */
export interface Known {
  charges: string[];
  disputed: string[];
  orders: string[];
  payouts: { hash: string; token: string; address: string; network: string | null }[];
}

/** One thing that happens. `undefined`: it was not possible now. */
export interface Move {
  name: string;
  weight: number;
  run(world: World, known: Known, chance: Chance): Promise<string | undefined>;
}
