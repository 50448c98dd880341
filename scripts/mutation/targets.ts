interface Target {
  file: string;
  tests: string[];
  /** Per cent of its mutants that are killed, those that change nothing left out. */
  atLeast: number;
  /** Mutants that no test can tell from the original, and why. */
  equivalents?: Record<string, string>;
}

const sameSize = 'Of equal sizes it is one part to the unit: the condition only saves a division.';

export const targets: Target[] = [
  {
    file: 'src/chain/chains/token-amount.ts',
    tests: ['src/chain/chains/token-amount.test.ts'],
    atLeast: 100,
    equivalents: {
      'tokenDecimals === assetDecimals ? parts : parts / partsPerUnit(tokenDecimals) => parts / partsPerUnit(tokenDecimals)':
        sameSize,
      'tokenDecimals === assetDecimals ? units : units * partsPerUnit(tokenDecimals) => units * partsPerUnit(tokenDecimals)':
        sameSize,
    },
  },
  {
    file: 'src/chain/rates/convert.ts',
    tests: ['src/chain/rates/convert.test.ts'],
    atLeast: 100,
  },
];
