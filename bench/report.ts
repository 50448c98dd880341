import { readFile, writeFile } from 'node:fs/promises';
import { availableParallelism, cpus, totalmem } from 'node:os';
import type { Figure, Measured } from './figures.ts';
import type { World } from './world.ts';

export interface Outcome {
  figure: Figure;
  measured: Measured;
}

export function isMet({ figure: { needed }, measured: { result } }: Outcome): boolean {
  return 'atLeast' in needed ? result >= needed.atLeast : result <= needed.atMost;
}

/** One row per figure. */
export function renderTable(outcomes: Outcome[]): string {
  const heads = ['figure', 'value', 'baseline', 'ratio', 'spread', 'needed', 'met', 'what'];
  const lines = outcomes.map((outcome) => {
    const { figure, measured } = outcome;
    const { comparison } = measured;
    return [
      figure.name,
      comparison ? `${Math.round(comparison.perSecond)}/s` : String(Math.round(measured.result * 10) / 10),
      comparison ? `${Math.round(comparison.baselinePerSecond)}/s` : '–',
      comparison ? comparison.ratio.toFixed(2) : '–',
      comparison ? `${comparison.lowestRatio.toFixed(2)}–${comparison.highestRatio.toFixed(2)}` : '–',
      'atLeast' in figure.needed
        ? `≥ ${figure.needed.atLeast}${figure.aim ? ` (aim ${figure.aim})` : ''}`
        : `≤ ${figure.needed.atMost}`,
      isMet(outcome) ? 'yes' : 'NO',
      figure.title,
    ];
  });
  const widths = heads.map((head, column) =>
    Math.max(head.length, ...lines.map((line) => line[column]?.length ?? 0)),
  );
  return [heads, widths.map((width) => '-'.repeat(width)), ...lines]
    .map((line) =>
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

const resultsFile = new URL('results.json', import.meta.url);

/** Writes the results; figures of earlier runs stay if they were measured on the same machine. */
export async function writeResults(outcomes: Outcome[], world: World): Promise<void> {
  const machine = {
    cores: availableParallelism(),
    cpu: cpus()[0]?.model ?? 'unknown',
    memoryGiB: Math.round(totalmem() / 2 ** 30),
    node: process.versions.node,
    postgres: world.postgres,
  };
  const earlier = JSON.parse(await readFile(resultsFile, 'utf8').catch(() => '{}'));
  const same = JSON.stringify(earlier.machine) === JSON.stringify(machine);
  const figures = Object.fromEntries(outcomes.map((outcome) => [outcome.figure.name, describe(outcome)]));
  const results = { machine, figures: { ...(same && earlier.figures), ...figures } };
  await writeFile(resultsFile, `${JSON.stringify(results, null, 2)}\n`);
}

function describe(outcome: Outcome): object {
  const { figure, measured } = outcome;
  return {
    what: figure.title,
    result: round(measured.result),
    needed: figure.needed,
    met: isMet(outcome),
    ...(measured.comparison && {
      comparison: Object.fromEntries(
        Object.entries(measured.comparison).map(([name, value]) => [name, round(value)]),
      ),
    }),
    ...(measured.notes && { notes: measured.notes }),
  };
}

/** Three decimals are finer than a round's noise. */
function round(value: number): number {
  return Math.round(value * 1000) / 1000;
}
