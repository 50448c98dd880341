import { setTimeout as delay } from 'node:timers/promises';
import { outsideRequests } from '../ground/trail.ts';

/**
 * Group commit. Items that arrive during a write wait for it to end and share the next one. Under load many requests
 * share one round trip and one flush to disk; a lone request does not wait. Two writes at a time would each be half as
 * large: on two cores E2 then makes 0.95 × the calls.
 */
export interface Batcher<Item, Result> {
  add(item: Item): Promise<Result>;
}

interface Waiting<Item, Result> {
  item: Item;
  resolve(result: Result): void;
  reject(error: unknown): void;
}

/** Bounds the size of a statement and the time of a flush; 64 connections rarely reach it. */
const defaultMaxItems = 200;

export function createBatcher<Item, Result>(
  /** Writes all items, which share a lane, and returns their results in the same order. */
  write: (items: Item[], lane: string) => Promise<Result[]>,
  {
    maxItems = defaultMaxItems,
    /**
     * Waits this long for more items before each write. Meant for items that no caller waits for: fewer writes cost
     * less.
     */
    lingerMs = 0,
    /** Items of different lanes go into different writes, which run in parallel. */
    laneOf = () => '',
  }: { maxItems?: number; lingerMs?: number; laneOf?: ((item: Item) => string) | undefined } = {},
): Batcher<Item, Result> {
  /** Waiting items by lane. A lane without an entry has no write under way. */
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
      // One bad item must not fail its neighbours, so each is retried alone.
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
          // A write serves several requests, so its failures and log entries belong to none of them.
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
