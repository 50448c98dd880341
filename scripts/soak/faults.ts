import { setTimeout as delay } from 'node:timers/promises';
import type { Phase } from './phases.ts';
import type { World } from './world.ts';

/** A fault that was made, for the picture. */
export interface Mark {
  atSeconds: number;
  name: string;
}

export interface Faults {
  marks: Mark[];
  /** Waits until what was broken works again. */
  stop(): Promise<void>;
}

const lengthMs = 6_000;
const pauseMs = 4_000;

/** A restart goes on beside the next faults: on a busy machine it takes a while. */
const faults: readonly [name: string, run: (world: World) => Promise<void>, isLong?: true][] = [
  ['kill -9 of an api', (world) => world.killAndRestart('api 2'), true],
  ['connections cut', cutConnections],
  ['receiver down', stopReceiver],
  ['kill -9 of a worker', (world) => world.killAndRestart('worker 2'), true],
  ['acquirer slow', holdAcquirer],
  ['half of the connections cut', async ({ wire }) => wire.reset(Math.ceil(wire.openCount() / 2))],
];

/** One fault after another while their phase lasts. */
export function startFaults(world: World, { elapsed, phase }: { elapsed(): number; phase(): Phase }): Faults {
  const marks: Mark[] = [];
  let isOver = false;
  let next = 0;
  const restarts: Promise<void>[] = [];
  const running = (async () => {
    while (!isOver) {
      if (phase() === 'faults') {
        const [name, run, isLong] = faults[next++ % faults.length] as (typeof faults)[number];
        marks.push({ atSeconds: elapsed(), name });
        if (isLong) restarts.push(run(world));
        else await run(world);
      }
      await delay(pauseMs);
    }
  })();
  return {
    marks,
    async stop() {
      isOver = true;
      await running;
      await Promise.all(restarts);
    },
  };
}

/** PostgreSQL is away for some seconds. */
async function cutConnections({ wire }: World): Promise<void> {
  await wire.cut();
  await delay(lengthMs / 2);
  await wire.mend();
}

/** The merchant's server refuses, or hangs up. */
async function stopReceiver({ receiver, confirmed }: World): Promise<void> {
  receiver.answer((response) => {
    receiver.received.length = 0;
    if (Math.random() < 0.5) response.socket?.destroy();
    else response.writeHead(500).end();
  });
  await delay(lengthMs);
  receiver.answer((response, { headers }) => {
    receiver.received.length = 0;
    confirmed.add(String(headers['webhook-id']));
    response.end('ok');
  });
}

/** Its own table is held, so that it answers late. */
async function holdAcquirer({ sql }: World): Promise<void> {
  await sql.begin(async (tx) => {
    await tx`LOCK TABLE sandbox_acquirer.payments IN ACCESS EXCLUSIVE MODE`;
    await delay(lengthMs / 2);
  });
}
