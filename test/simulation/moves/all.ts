import { atOnce } from './at-once.ts';
import { chainMoves } from './chains.ts';
import { chargeMoves } from './charges.ts';
import { cryptoMoves } from './crypto.ts';
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
  ...chainMoves,
  ...outsiderMoves,
  ...peopleMoves,
  ...programMoves,
  ...restoreMoves,
  ...sweepMoves,
  ...weatherMoves,
];

export const moves: readonly Move[] = [...alone, atOnce(alone)].map((move) =>
  often.includes(move.name) ? { ...move, weight: move.weight * 5 } : move,
);
