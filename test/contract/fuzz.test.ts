import { afterAll, beforeAll, expect, test } from 'vitest';
import { deadlines } from '../kit/deadlines.ts';
import { processorEnv } from '../kit/fuzz/doors.ts';
import { everyDoor, fuzz, type Sent } from '../kit/fuzz/fuzz.ts';
import { createRandom } from '../kit/fuzz/random.ts';
import { memoryInUse, startHeartbeat } from '../kit/fuzz/watch.ts';
import { startTestServer, type TestServer } from '../kit/server.ts';
import { codeOf, files } from '../kit/source.ts';

/** `npm run fuzz -- --seed 7 --cases 100000` runs this with more cases. */
const seed = Number(process.env.FUZZ_SEED ?? 1);
const cases = Number(process.env.FUZZ_CASES ?? 750);
/** The interval of progress reports in long runs. */
const progressEvery = 5_000;
/** Of work at a stretch, client and server together: on a quiet machine some 60 ms. */
const longestBeatMs = 1_000;
/** After this many cases everything is loaded and every cache has its size. */
const warmUp = cases / 2;
/** What caches and the test itself may still gather. */
const grownMb = 40;

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ ...processorEnv, SANDBOX_CHAINS: 'on' });
});
afterAll(() => server.stop());

test('nothing that is sent to any door is answered with 5xx, keeps the process busy, or stays in memory', {
  timeout: deadlines.test + cases * 500,
}, async () => {
  const failed: Sent[] = [];
  const counts = new Map<number, number>();
  const operations = new Set<string>();
  const beats: { ms: number; before: string }[] = [];
  const heartbeat = startHeartbeat();
  let answered = 0;
  let warm = memoryInUse();
  await fuzz(server, {
    seed,
    cases,
    atOnce: 8,
    onAnswer(sent) {
      answered += 1;
      operations.add(sent.operationId);
      counts.set(sent.status, (counts.get(sent.status) ?? 0) + 1);
      if (sent.status >= 500 && failed.length < 50) {
        failed.push(sent);
        const { request_id: id } = (sent.answer as { data?: { request_id?: string } }).data ?? {};
        console.log(
          sent,
          server.logs.filter((line) => id !== undefined && line.includes(id)),
        );
      }
      beats.push({
        ms: heartbeat.worst(),
        before: `${sent.number} ${sent.method} ${sent.path.slice(0, 80)}`,
      });
      beats.sort((a, b) => b.ms - a.ms).splice(5);
      // The log is kept by the test, not by the program.
      server.logs.length = 0;
      if (answered === Math.floor(warmUp)) {
        warm = memoryInUse();
        heartbeat.worst();
      }
      if (answered % progressEvery === 0) {
        const { heap, resident } = memoryInUse();
        heartbeat.worst();
        console.log(answered, Object.fromEntries(counts), { heap, resident, beats });
      }
    },
  });
  heartbeat.stop();
  const end = memoryInUse();
  console.log(operations.size, Object.fromEntries(counts), { warm, end, beats });
  expect(failed.map(({ body, ...sent }) => ({ ...sent, body: body?.slice(0, 500) }))).toEqual([]);
  // Requests that are only broken fail at the first check: some must succeed.
  expect((counts.get(200) ?? 0) / answered).toBeGreaterThan(0.1);
  expect(beats.filter(({ ms }) => ms > longestBeatMs)).toEqual([]);
  expect(end.heap - warm.heap).toBeLessThan(grownMb);
});

/** The sandbox's pages are no part of a live installation; a stream has no end. */
const notSent = ['GET /dashboard/api/live'];

test('every address in the source is sent to', async () => {
  const plain = (door: string) => door.replaceAll(/\{\w*\}|:\w+|\*/g, '{}');
  const sent = (await everyDoor(server, createRandom(1))).map(({ method, path }) =>
    plain(`${method} ${path}`).replace(/\/processors\/\w+/, '/processors/{}'),
  );
  const written = files
    .filter((path) => !path.startsWith('sandbox/'))
    .flatMap((path) => [
      ...codeOf(path).matchAll(/\bapp\.(get|post|put|patch|delete)(?:<[^(]*>)?\(\s*'(\/[^']*)'/g),
    ])
    .map(([, method = '', path = '']) => plain(`${method.toUpperCase()} ${path}`));
  expect(written.length).toBeGreaterThan(200);
  expect(written.filter((door) => !sent.includes(door) && !notSent.includes(door))).toEqual([]);
});
