import { atOnce } from './at-once.ts';
import { chainMoves } from './chains.ts';
import { chargeMoves } from './charges.ts';
import { cryptoMoves } from './crypto.ts';
import type { Move } from './move.ts';
import { outsiderMoves } from './outsiders.ts';
import { peopleMoves } from './people.ts';
import { programMoves } from './program.ts';
import { restoreMoves } from './restores.ts';
import { weatherMoves } from './weather.ts';

const alone: readonly Move[] = [
  ...chargeMoves,
  ...cryptoMoves,
  ...chainMoves,
  ...outsiderMoves,
  ...peopleMoves,
  ...programMoves,
  ...restoreMoves,
  ...weatherMoves,
];

export const moves: readonly Move[] = [...alone, atOnce(alone)];
