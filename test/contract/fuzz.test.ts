import { afterAll, beforeAll, expect, test } from 'vitest';
import { fuzz, type Sent } from '../kit/fuzz.ts';
import { startTestServer, type TestServer } from '../kit/server.ts';

/** `npm run fuzz -- --seed 7 --cases 100000` runs this with more cases. */
const seed = Number(process.env.FUZZ_SEED ?? 1);
const cases = Number(process.env.FUZZ_CASES ?? 1_000);
/** The interval of progress reports in long runs. */
const progressEvery = 10_000;

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

test('no request made of the description and of odd values is answered with 5xx', {
  timeout: 60_000 + cases * 60,
}, async () => {
  const failed: Sent[] = [];
  const counts = new Map<number, number>();
  let answered = 0;
  await fuzz(server, {
    seed,
    cases,
    atOnce: 8,
    onAnswer(sent) {
      answered += 1;
      counts.set(sent.status, (counts.get(sent.status) ?? 0) + 1);
      if (sent.status >= 500 && failed.length < 50) failed.push(sent);
      if (answered % progressEvery === 0) console.log(answered, Object.fromEntries(counts));
    },
  });
  if (cases >= progressEvery) console.log(Object.fromEntries(counts));
  expect(failed.map(({ body, ...sent }) => ({ ...sent, body: body?.slice(0, 500) }))).toEqual([]);
  // Requests that are only broken fail at the first check: some must succeed.
  expect((counts.get(200) ?? 0) / answered).toBeGreaterThan(0.1);
});
