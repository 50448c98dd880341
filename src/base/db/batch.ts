import { setTimeout as delay } from 'node:timers/promises';
import { outsideRequests } from '../ground/trail.ts';

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

/** Keeps one statement's size and one flush's time in bounds; 64 connections rarely reach it. */
const defaultMaxItems = 200;

export function createBatcher<Item, Result>(
  /** Writes all items, which are of one lane, and answers their results in the same order. */
  write: (items: Item[], lane: string) => Promise<Result[]>,
  {
    maxItems = defaultMaxItems,
    /** Waits so long for company before each write. For items that nobody waits for: fewer writes cost less. */
    lingerMs = 0,
    /** Items of different lanes go into different writes, which go on side by side. */
    laneOf = () => '',
  }: { maxItems?: number; lingerMs?: number; laneOf?: ((item: Item) => string) | undefined } = {},
): Batcher<Item, Result> {
  /** What waits, by lane; a lane that is not there has nothing under way. */
  const lanes = new Map<string, Waiting<Item, Result>[]>();

  async function drain(lane: string): Promise<void> {
    for (;;) {
      const waiting = lanes.get(lane) ?? [];
      if (waiting.length === 0) break;
      if (lingerMs > 0 && waiting.length < maxItems) await delay(lingerMs);
      await settle(waiting.splice(0, maxItems), lane);
    }
    lanes.delete(lane);
  }

  async function settle(batch: Waiting<Item, Result>[], lane: string): Promise<void> {
    try {
      const results = await write(
        batch.map((entry) => entry.item),
        lane,
      );
      batch.forEach((entry, index) => {
        entry.resolve(results[index] as Result);
      });
    } catch (error) {
      // One bad item must not fail its neighbours: each is tried by itself.
      if (batch.length > 1 && isDataError(error)) for (const entry of batch) await settle([entry], lane);
      else for (const entry of batch) entry.reject(error);
    }
  }

  return {
    add(item) {
      return new Promise((resolve, reject) => {
        const lane = laneOf(item);
        const waiting = lanes.get(lane);
        if (waiting) {
          waiting.push({ item, resolve, reject });
        } else {
          lanes.set(lane, [{ item, resolve, reject }]);
          // A write is made for several requests, and its failures and lines are no one's.
          outsideRequests(() => void drain(lane));
        }
      });
    },
  };
}

/** SQLSTATE classes 22 (data exception) and 23 (integrity constraint). */
function isDataError(error: unknown): boolean {
  return error instanceof Error && 'code' in error && /^2[23]/.test(String(error.code));
}
