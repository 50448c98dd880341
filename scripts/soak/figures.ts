import type { Timing } from './client.ts';
import type { Made } from './customers.ts';
import type { Mark } from './faults.ts';
import type { Shed } from './hostile.ts';
import type { Sample } from './measuring.ts';
import { quantile } from './measuring.ts';
import { processNames } from './world.ts';

export interface Figures {
  samples: Sample[];
  timings: Timing[];
  statuses: Map<number, number>;
  marks: Mark[];
  hostile: Shed[];
  total: number;
  made: Made;
}

/** The figures for PROOF.md. */
export function tableOf({ samples, timings, statuses, marks, hostile, made }: Figures): string {
  const ofPhase = (['calm', 'hostile', 'faults'] as const).map((phase) => {
    const some = timings.filter((each) => each.phase === phase);
    const then = samples.filter((each) => each.phase === phase);
    const loads = processNames.map(
      (name) => `${name} ${mean(then.flatMap(({ load }) => load[name] ?? []))} %`,
    );
    const pressure = mean(then.map(({ pressure }) => pressure * 100));
    return `${phase}: ${some.length} answers, p50 ${ms(quantile(some, 0.5))}, p99 ${ms(quantile(some, 0.99))}; something waited for a processor ${pressure} % of the time; ${loads.join(', ')}`;
  });
  const memory = processNames.map((name) => {
    const seen = samples.flatMap(({ memory }) => memory[name] ?? []);
    const third = Math.ceil(seen.length / 3);
    const [early, late] = [seen.slice(third, 2 * third), seen.slice(2 * third)].map(mean);
    const files = samples.flatMap((sample) => sample.files[name] ?? []);
    return `${name}: mean of the second third ${early} MB, of the last ${late} MB, at most ${Math.max(...seen).toFixed(0)} MB and ${Math.max(...files)} open files`;
  });
  const shed = hostile.map(({ kind, opened, closedAfter, open, answers }) => {
    const closed = closedAfter.map((seconds) => ({ ms: seconds * 1000 }));
    return `${kind}: ${opened} opened, ${closed.length} closed after ${ms(quantile(closed, 0.5))} (at most ${ms(quantile(closed, 1))}), ${open} open at the end; ${JSON.stringify(answers)}`;
  });
  const counted = Map.groupBy(marks, ({ name }) => name);
  return [
    ...ofPhase,
    ...slowest(timings),
    `answers by status (0: none): ${JSON.stringify(Object.fromEntries(statuses))}`,
    `journeys: ${JSON.stringify(Object.fromEntries(made.journeys))}`,
    `faults: ${[...counted].map(([name, all]) => `${name} ${all.length}`).join(', ')}`,
    ...memory,
    ...shed,
  ].join('\n');
}

/** By request, the slowest first. */
function slowest(timings: readonly Timing[]): string[] {
  return [...Map.groupBy(timings, ({ what }) => what)]
    .map(([what, some]) => ({ what, some, p50: quantile(some, 0.5) ?? 0 }))
    .sort((a, b) => b.p50 - a.p50)
    .slice(0, 8)
    .map(({ what, some, p50 }) => `${what}: ${some.length}, p50 ${ms(p50)}, p99 ${ms(quantile(some, 0.99))}`);
}

const ms = (value: number | null): string =>
  value === null ? '–' : value < 10_000 ? `${value.toFixed(0)} ms` : `${(value / 1000).toFixed(1)} s`;

function mean(values: number[]): string {
  return (values.reduce((sum, value) => sum + value, 0) / values.length).toFixed(0);
}
