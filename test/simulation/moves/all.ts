import { chanceOf } from '../chance.ts';
import { atOnce } from './at-once.ts';
import { chainMoves } from './chains.ts';
import { chargeMoves } from './charges.ts';
import { cryptoMoves } from './crypto.ts';
import { darkPayoutMoves } from './dark-payouts.ts';
import type { Move } from './move.ts';
import { outsiderMoves } from './outsiders.ts';
import { peopleMoves } from './people.ts';
import { programMoves } from './program.ts';
import { restoreMoves } from './restores.ts';
import { sweepMoves } from './sweeps.ts';
import { weatherMoves } from './weather.ts';

/** Names of moves, separated by commas, that are made five times as often. */
const often = process.env.SIMULATION_OFTEN?.split(',') ?? [];

const alone: readonly Move[] = [
  ...chargeMoves,
  ...cryptoMoves,
  ...darkPayoutMoves,
  ...chainMoves,
  ...outsiderMoves,
  ...peopleMoves,
  ...programMoves,
  ...restoreMoves,
  ...sweepMoves,
  ...weatherMoves,
];

const moves: readonly Move[] = [...alone, atOnce(alone)].map((move) =>
  often.includes(move.name) ? { ...move, weight: move.weight * 5 } : move,
);

/** A move is this many times as frequent in a world as usual. */
const shares = [0.2, 1, 1, 4];

/**
 * Each world has a character of its own: one has many restores and hardly a refund, another many customers in bad
 * weather. Rare meetings of two things are found sooner so than in worlds that have a little of everything.
 */
export const movesOf = (seed: number): readonly Move[] =>
  moves.map((move) => ({ ...move, weight: move.weight * chanceOf(seed, move.name).pick(shares) }));
