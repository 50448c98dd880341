import { writeFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { startCustomers } from './soak/customers.ts';
import { startFaults } from './soak/faults.ts';
import { tableOf } from './soak/figures.ts';
import { startHostile } from './soak/hostile.ts';
import { startMeasuring } from './soak/measuring.ts';
import { phaseAt } from './soak/phases.ts';
import { drawPicture } from './soak/picture.ts';
import { findFaults } from './soak/verdict.ts';
import { openWorld } from './soak/world.ts';

/**
 * `npm run soak -- --minutes 30`: four processes of the program on one PostgreSQL, with honest clients, hostile ones
 * and faults in turn; then the books, the chains, the acquirer and the merchant's server are compared. See
 * docs/develop/PROOF.md.
 */

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '30' },
    /** Journeys of honest clients that begin in a second. */
    rate: { type: 'string', default: '5' },
    port: { type: 'string', default: '4820' },
    picture: { type: 'string' },
  },
});
for (const name of ['minutes', 'rate', 'port'] as const) {
  if (/^[1-9]\d{0,4}$/.test(values[name])) continue;
  console.error(`--${name}: given ${values[name]}, expected a whole number from 1`);
  console.error(
    'Usage: npm run soak -- [--minutes <how long>] [--rate <journeys in a second>] [--port <first of four>] [--picture <file.svg>]',
  );
  process.exit(1);
}

const world = await openWorld(Number(values.port));
// A run that is stopped takes its processes with it.
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void world.close().finally(() => process.exit(1)));
}
let failures: string[];
try {
  const began = performance.now();
  const elapsed = (): number => (performance.now() - began) / 1000;
  const total = Number(values.minutes) * 60;
  const phase = () => phaseAt(elapsed());
  const customers = startCustomers(world, { perSecond: Number(values.rate), phase });
  const measuring = startMeasuring(world, customers, { elapsed, phase });
  const hostile = startHostile(world, phase);
  const faults = startFaults(world, { elapsed, phase });
  while (elapsed() < total) {
    await delay(10_000);
    console.log(measuring.latest());
  }
  await faults.stop();
  await hostile.stop();
  const made = await customers.stop();
  measuring.stop();
  failures = await findFaults(world, made);
  const { timings, statuses } = customers.client;
  const figures = {
    samples: measuring.samples,
    timings,
    statuses,
    marks: faults.marks,
    hostile: hostile.seen(),
    total,
    made,
  };
  console.log(tableOf(figures));
  if (values.picture) await writeFile(values.picture, drawPicture(figures));
} finally {
  await world.close();
}
console.log(failures.length === 0 ? 'everything holds' : failures.join('\n'));
process.exit(failures.length === 0 ? 0 : 1);
