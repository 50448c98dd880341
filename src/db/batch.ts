import { setTimeout as delay } from 'node:timers/promises';

/**
 * Group commit. Items that arrive while a write is under way wait for it to end and go together into the next, so under
 * load many requests share one round trip and one flush to disk, and a lone request waits for nobody. Two writes at a time
 * would be half as large each: on two cores E2 then makes 0.95 × the calls.
 */
export interface Batcher<Item, Result> {
  add(item: Item): Promise<Result>;
}

interface Waiting<Item, Result> {
  item: Item;
  resolve(result: Result): void;
  reject(error: unknown): void;
}

interface Lane<Item, Result> {
  waiting: Waiting<Item, Result>[];
  /** To be told when so many wait. */
  gathering: { count: number; done(): void } | null;
  /** How many write its items. */
  writers: number;
}

/** Keeps one statement's size and one flush's time in bounds; 64 connections rarely reach it. */
const defaultMaxItems = 200;

export function createBatcher<Item, Result>(
  /** Writes all items and answers their results in the same order. */
  write: (items: Item[]) => Promise<Result[]>,
  {
    maxItems = defaultMaxItems,
    /** Waits so long for company before each write. For items that nobody waits for: fewer writes cost less. */
    lingerMs = 0,
    /**
     * While other lanes write, the next write of one waits until as many are there as if all who were answered had come again,
     * and at most so long. Else they take turns, and every write has but half of them. For writes that cost much however few
     * are in them. A lane alone goes on at once: nobody would do anything meanwhile.
     */
    gatherMs = 0,
    /**
     * So many writes of a lane may be under way at once. A further one begins when a whole batch waits: so none is smaller for it,
     * and where each passes through several machines, all of them have something to do.
     */
    atOnce = 1,
    /** Items of different lanes go into different writes, which go on side by side. */
    laneOf = () => '',
  }: {
    maxItems?: number;
    lingerMs?: number;
    gatherMs?: number;
    atOnce?: number;
    laneOf?: ((item: Item) => string) | undefined;
  } = {},
): Batcher<Item, Result> {
  /** A lane that is not there has nothing under way. */
  const lanes = new Map<string, Lane<Item, Result>>();

  async function drain(name: string, lane: Lane<Item, Result>): Promise<void> {
    const { waiting } = lane;
    while (waiting.length > 0) {
      if (lingerMs > 0 && waiting.length < maxItems) await delay(lingerMs);
      const batch = waiting.splice(0, maxItems);
      await settle(batch);
      const count = Math.min(batch.length + waiting.length, maxItems);
      const hasCompany = lanes.size > 1 && lane.writers === 1;
      if (gatherMs > 0 && hasCompany && waiting.length < count) await gather(lane, count);
    }
    lane.writers -= 1;
    if (lane.writers === 0) lanes.delete(name);
  }

  /** Until so many wait, or for as long as may be. */
  function gather(lane: Lane<Item, Result>, count: number): Promise<void> {
    return new Promise((resolve) => {
      const done = (): void => {
        clearTimeout(timer);
        lane.gathering = null;
        resolve();
      };
      const timer = setTimeout(done, gatherMs);
      lane.gathering = { count, done };
    });
  }

  async function settle(batch: Waiting<Item, Result>[]): Promise<void> {
    try {
      const results = await write(batch.map((entry) => entry.item));
      batch.forEach((entry, index) => {
        entry.resolve(results[index] as Result);
      });
    } catch (error) {
      // One bad item must not fail its neighbours: each is tried by itself.
      if (batch.length > 1 && isDataError(error)) for (const entry of batch) await settle([entry]);
      else for (const entry of batch) entry.reject(error);
    }
  }

  return {
    add(item) {
      return new Promise((resolve, reject) => {
        const name = laneOf(item);
        const lane = lanes.get(name);
        if (lane) {
          lane.waiting.push({ item, resolve, reject });
          if (lane.gathering) {
            if (lane.waiting.length >= lane.gathering.count) lane.gathering.done();
          } else if (lane.waiting.length >= maxItems && lane.writers < atOnce) {
            lane.writers += 1;
            void drain(name, lane);
          }
        } else {
          const opened: Lane<Item, Result> = {
            waiting: [{ item, resolve, reject }],
            gathering: null,
            writers: 1,
          };
          lanes.set(name, opened);
          void drain(name, opened);
        }
      });
    },
  };
}

/** SQLSTATE classes 22 (data exception) and 23 (integrity constraint). */
function isDataError(error: unknown): boolean {
  return error instanceof Error && 'code' in error && /^2[23]/.test(String(error.code));
}
