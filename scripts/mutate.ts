import { parseArgs } from 'node:util';
import type { Mutant } from './mutation/mutants.ts';
import { runMutants } from './mutation/run.ts';
import { targets } from './mutation/targets.ts';

/**
 * `npm run mutate -- convert --sample 40 --seed 7`: changes the decisions and the money code one place at a time; the tests
 * beside them must fail. Files are named by a part of their path; without a name all are tried. See docs/develop/PROOF.md.
 */

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { sample: { type: 'string' }, seed: { type: 'string', default: '1' } },
});
for (const [name, value] of Object.entries(values)) {
  if (/^[1-9]\d{0,8}$/.test(value)) continue;
  console.error(`--${name}: given ${value}, expected a whole number from 1`);
  console.error(
    'Usage: npm run mutate -- [part of a path …] [--sample <mutants of each file>] [--seed <number>]',
  );
  process.exit(1);
}
const chosen = targets.filter(
  ({ file }) => positionals.length === 0 || positionals.some((part) => file.includes(part)),
);
if (chosen.length === 0) {
  console.error(`${positionals.join(', ')}: no such target\n${targets.map(({ file }) => file).join('\n')}`);
  process.exit(1);
}

const began = performance.now();
let [allKilled, all, status] = [0, 0, 0];
for (const { file, tests, atLeast, equivalents = {} } of chosen) {
  const named = new Set<string>();
  const verdicts = await runMutants(file, tests, (mutants) =>
    sample(
      mutants.filter((mutant) => {
        const isEquivalent = Object.hasOwn(equivalents, describe(mutant));
        if (isEquivalent) named.add(describe(mutant));
        return !isEquivalent;
      }),
    ),
  );
  const survivors = verdicts.filter(({ killed }) => !killed);
  const killed = verdicts.length - survivors.length;
  const score = verdicts.length === 0 ? 100 : Math.floor((killed * 100) / verdicts.length);
  all += verdicts.length;
  allKilled += killed;
  console.log(`${score} %  ${killed} of ${verdicts.length} killed  ${file}`);
  for (const survivor of survivors) console.log(`  survived, line ${survivor.line}: ${describe(survivor)}`);
  for (const each of Object.keys(equivalents)) {
    if (named.has(each)) continue;
    console.error(`  no such mutant any more, remove it from the list: ${each}`);
    status = 1;
  }
  if (score >= atLeast) continue;
  console.error(`  below ${atLeast} %`);
  status = 1;
}
console.log(`${allKilled} of ${all} mutants killed in ${Math.round((performance.now() - began) / 1000)} s`);
// Vitest has set a status of its own: a killed mutant is a failed test.
process.exit(status);

function describe({ original, replacement }: Mutant): string {
  return `${original} => ${replacement}`.replaceAll(/\s+/g, ' ');
}

/** The same mutants for the same seed. */
function sample(mutants: Mutant[]): Mutant[] {
  let state = Number(values.seed);
  const drawn = mutants.map((mutant) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return { mutant, order: state };
  });
  return drawn
    .sort((a, b) => a.order - b.order)
    .slice(0, Number(values.sample ?? mutants.length))
    .map(({ mutant }) => mutant)
    .sort((a, b) => a.number - b.number);
}
