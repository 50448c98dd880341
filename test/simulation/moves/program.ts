import type { Job } from '../../../src/base/worker/worker.ts';
import type { World } from '../world.ts';
import type { Move } from './move.ts';

const seconds = 1000;
const minutes = 60 * seconds;
const hours = 60 * minutes;

export const programMoves: readonly Move[] = [
  {
    name: 'work',
    weight: 40,
    async run(world, _, chance) {
      const { jobs } = world.program();
      const done: string[] = [];
      for (let count = 1 + chance.below(5); count > 0; count--) {
        const job = chance.pick(jobs);
        const found = await world.run(job);
        if (found !== 0) done.push(`${job.name} ${inWords(found)}`);
      }
      return done.join(', ');
    },
  },
  {
    name: 'round',
    weight: 6,
    async run(world) {
      const done = await runAll(world);
      return done.join(', ');
    },
  },
  {
    name: 'time',
    weight: 12,
    async run(world, _, chance) {
      const ms = chance.weighted([
        { weight: 6, ms: chance.below(5 * seconds) },
        { weight: 4, ms: chance.below(2 * minutes) },
        { weight: 2, ms: chance.below(40 * minutes) },
        { weight: 1, ms: chance.below(30 * hours) },
      ]).ms;
      await world.clock.pass(ms);
      return `${ms} ms`;
    },
  },
  {
    name: 'break',
    weight: 4,
    async run(world, _, chance) {
      const [at, isDone] = [1 + chance.below(12), chance.happens(0.5)];
      world.breakAt(at, isDone);
      const { jobs } = world.program();
      const job = chance.pick(jobs);
      const found = await world.run(job);
      world.mend();
      return `${isDone ? 'after' : 'before'} statement ${at} of ${job.name}: ${inWords(found)}`;
    },
  },
  {
    name: 'kill',
    weight: 1,
    async run(world, _, chance) {
      const program = world.program();
      const job = chance.pick(program.jobs);
      world.breakAt(1 + chance.below(12), chance.happens(0.5));
      await world.run(job);
      if (world.instances() === 1) await world.restart();
      // The other one goes on, and what this one had leased waits.
      else await world.kill(program);
      return `in ${job.name}; ${world.instances()} left`;
    },
  },
  {
    name: 'another instance',
    weight: 1.5,
    async run(world) {
      if (world.instances() > 1) return undefined;
      await world.startAnother();
      return '';
    },
  },
];

/** Every job, as the worker would have come to it: so often, or until it finds nothing. */
export async function runAll(world: World, times = 1): Promise<string[]> {
  const done: string[] = [];
  for (const { name } of world.program().jobs) {
    for (let time = 0; time < times; time++) {
      const job = world.program().jobs.find((each) => each.name === name) as Job;
      const found = await world.run(job);
      if (found === 0) break;
      done.push(`${job.name} ${inWords(found)}`);
      if (found instanceof Error) break;
    }
  }
  return done;
}

const inWords = (found: number | Error): string =>
  found instanceof Error
    ? `failed (${found.message
        .split('\n')[0]
        ?.replaceAll(/127\.0\.0\.1:\d+/g, 'host')
        .slice(0, 90)})`
    : String(found);
