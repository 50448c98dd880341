import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createMemoryLogger } from '../../base/ground/logger.ts';
import { defaultRateRules } from './combine.ts';
import { createRateBoard, type RateBoard } from './rate-board.ts';
import { type Quote, type RateSource, RateUnavailable } from './rate-source.ts';

/** A source that simulates, on command, what real ones may do. */
class CommandedSource implements RateSource {
  readonly name: string;
  asked = 0;
  behaviour: 'answers' | 'fails' | 'hangs' = 'answers';
  priceScaled = 100_000_000n;
  #answerHung: (() => void) | null = null;

  constructor(name: string) {
    this.name = name;
  }

  fetchRate(signal?: AbortSignal): Promise<Quote> {
    this.asked += 1;
    if (this.behaviour === 'fails') return Promise.reject(new RateUnavailable('answered HTTP 503'));
    if (this.behaviour === 'answers') return Promise.resolve(this.#quote());
    return new Promise((resolve, reject) => {
      this.#answerHung = () => resolve(this.#quote());
      signal?.addEventListener('abort', () => reject(signal.reason));
    });
  }

  answerAtLast(): void {
    this.#answerHung?.();
  }

  #quote(): Quote {
    return { source: this.name, priceScaled: this.priceScaled, observedAt: new Date() };
  }
}

let sources: [CommandedSource, CommandedSource, CommandedSource];
let board: RateBoard;
let lines: string[];

beforeEach(() => {
  vi.useFakeTimers();
  // No jitter, so that times are exact.
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
  sources = [new CommandedSource('a'), new CommandedSource('b'), new CommandedSource('c')];
  lines = [];
  board = createRateBoard('USDT', sources, defaultRateRules, createMemoryLogger(lines));
});

afterEach(async () => {
  await board.close();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const asked = () => sources.map((source) => source.asked);
const all = (behaviour: CommandedSource['behaviour']) => {
  for (const source of sources) source.behaviour = behaviour;
};
const rateNow = { priceScaled: 100_000_000n, sources: ['a', 'b', 'c'] };

describe('the first who asks', () => {
  test('without waiting gets a fault, and the sources are asked', async () => {
    expect(board.current(new Date())).toMatchObject({ fault: 'rate_missing' });
    expect(asked()).toEqual([1, 1, 1]);
    await vi.advanceTimersByTimeAsync(0);
    expect(board.current(new Date())).toMatchObject(rateNow);
  });

  test('gets a rate by waiting, and a thousand at once ask each source once', async () => {
    const rates = await Promise.all(Array.from({ length: 1_000 }, () => board.fresh()));
    expect(rates).toHaveLength(1_000);
    for (const rate of rates) expect(rate).toHaveProperty('sources');
    expect(asked()).toEqual([1, 1, 1]);
  });

  test('does not wait for a slow source when enough have answered', async () => {
    sources[0].behaviour = 'hangs';
    expect(await board.fresh()).toMatchObject({ sources: ['b', 'c'] });
    sources[0].answerAtLast();
    await vi.advanceTimersByTimeAsync(0);
    expect(board.current(new Date())).toMatchObject(rateNow);
  });

  test('waits for the slow source that is needed', async () => {
    sources[0].behaviour = 'hangs';
    sources[1].behaviour = 'fails';
    const waiting = board.fresh();
    await vi.advanceTimersByTimeAsync(1_000);
    sources[0].answerAtLast();
    expect(await waiting).toMatchObject({ sources: ['a', 'c'] });
  });

  test('learns why there is none when all have failed', async () => {
    all('fails');
    expect(await board.fresh()).toMatchObject({
      fault: 'rate_missing',
      causes: ['a: answered HTTP 503', 'b: answered HTTP 503', 'c: answered HTTP 503'],
    });
  });
});

test('nobody is asked before somebody wants to know', async () => {
  await vi.advanceTimersByTimeAsync(3_600_000);
  expect(asked()).toEqual([0, 0, 0]);
});

describe('in the background', () => {
  test('sources are asked every 20 seconds, however often the rate is read', async () => {
    await board.fresh();
    for (let second = 0; second < 61; second += 1) {
      expect(board.current(new Date())).toMatchObject(rateNow);
      await vi.advanceTimersByTimeAsync(1_000);
    }
    expect(asked()).toEqual([4, 4, 4]);
  });

  test('the rate follows what the sources say', async () => {
    await board.fresh();
    for (const source of sources) source.priceScaled = 99_900_000n;
    await vi.advanceTimersByTimeAsync(20_000);
    expect(board.current(new Date())).toMatchObject({ priceScaled: 99_900_000n, at: new Date() });
  });

  test('quotes are renewed sooner where they grow old sooner', async () => {
    const strict = createRateBoard(
      'USDT',
      sources,
      { ...defaultRateRules, maxAgeMs: 15_000 },
      createMemoryLogger([]),
    );
    await strict.fresh();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(asked()).toEqual([3, 3, 3]);
    await strict.close();
  });

  test('processes started together drift apart by up to a fifth', async () => {
    vi.mocked(Math.random).mockReturnValueOnce(0).mockReturnValueOnce(0.5).mockReturnValueOnce(0.999);
    await board.fresh();
    await vi.advanceTimersByTimeAsync(16_000);
    expect(asked()).toEqual([2, 1, 1]);
    await vi.advanceTimersByTimeAsync(4_000);
    expect(asked()).toEqual([2, 2, 1]);
    await vi.advanceTimersByTimeAsync(4_000);
    expect(asked()).toEqual([2, 2, 2]);
  });

  test('it rests ten minutes after the last reader, and the next reader gets a fresh rate', async () => {
    await board.fresh();
    await vi.advanceTimersByTimeAsync(11 * 60_000);
    const resting = asked();
    await vi.advanceTimersByTimeAsync(24 * 3_600_000);
    expect(asked()).toEqual(resting);
    expect(await board.fresh()).toMatchObject({ ...rateNow, at: new Date() });
  });
});

describe('when sources fail', () => {
  test('the rate lives on until its quotes are too old, and not a moment longer', async () => {
    await board.fresh();
    all('fails');
    await vi.advanceTimersByTimeAsync(60_000);
    expect(board.current(new Date())).toMatchObject(rateNow);
    await vi.advanceTimersByTimeAsync(1);
    expect(board.current(new Date())).toMatchObject({ fault: 'rate_stale' });
    expect(await board.fresh()).toMatchObject({ fault: 'rate_stale' });
  });

  test('they are asked again soon, then ever less often, however many want the rate', async () => {
    all('fails');
    const times: number[] = [];
    const start = Date.now();
    for (let before = 0; Date.now() - start < 200_000; await vi.advanceTimersByTimeAsync(1_000)) {
      await board.fresh();
      if (sources[0].asked > before) times.push((Date.now() - start) / 1_000);
      before = sources[0].asked;
    }
    expect(times).toEqual([0, 5, 15, 35, 75, 135, 195]);
  });

  test('a rate is there again as soon as they answer', async () => {
    all('fails');
    await board.fresh();
    all('answers');
    await vi.advanceTimersByTimeAsync(5_000);
    expect(board.current(new Date())).toMatchObject(rateNow);
  });

  test('the log tells the beginning and the end of an outage, not every try', async () => {
    sources[1].behaviour = 'fails';
    await board.fresh();
    await vi.advanceTimersByTimeAsync(120_000);
    sources[1].behaviour = 'answers';
    await vi.advanceTimersByTimeAsync(60_000);
    const told = lines.map((line) => JSON.parse(line));
    expect(told).toMatchObject([
      { level: 40, source: 'b', err: { message: 'answered HTTP 503' } },
      { level: 30, source: 'b', msg: 'a source of rates answers again' },
    ]);
  });
});

describe('once closed', () => {
  test('it lets go of the sources that hang, and complains of none', async () => {
    all('hangs');
    const waiting = board.fresh();
    await board.close();
    expect(await waiting).toMatchObject({ fault: 'rate_missing' });
    expect(lines).toEqual([]);
  });

  test('it asks nobody any more', async () => {
    await board.fresh();
    await board.close();
    await vi.advanceTimersByTimeAsync(60_000);
    board.current(new Date());
    await board.fresh();
    expect(asked()).toEqual([1, 1, 1]);
    expect(vi.getTimerCount()).toBe(0);
  });
});
