import type { Logger } from '../../base/ground/logger.ts';
import type { Reading } from './combine.ts';
import type { RateSource } from './rate-source.ts';

export interface SourceFeed {
  reading(): Reading;
  /** Asks the source now, unless a request is under way or was just made. */
  wake(): void;
  /** The request under way; it resolves on success and on failure. */
  underWay(): Promise<void> | null;
  close(): Promise<void>;
}

interface FeedOptions {
  everyMs: number;
  /** Whether quotes are still needed; if not, the feed pauses until it is woken. */
  isWanted(): boolean;
  logger: Logger;
}

/** After a failure the source is asked again soon, then at increasing intervals. */
const firstRetryMs = 5_000;
/** Rate limits of public sources count by the minute. */
const maxRetryMs = 60_000;
/** Many processes started together must not ask together. */
const jitter = 0.2;

/** Keeps the newest quote of one source, and refreshes it while it is needed. */
export function createSourceFeed(source: RateSource, options: FeedOptions): SourceFeed {
  const closing = new AbortController();
  let reading: Reading = { source: source.name, quote: null, failure: null };
  let failures = 0;
  let underWay: Promise<void> | null = null;
  let timer: NodeJS.Timeout | null = null;

  async function ask(): Promise<void> {
    try {
      const quote = await source.fetchRate(closing.signal);
      if (failures > 0) options.logger.info({ source: source.name }, 'a source of rates answers again');
      failures = 0;
      reading = { source: source.name, quote, failure: null };
    } catch (error) {
      if (closing.signal.aborted) return;
      failures += 1;
      // Once per outage: the log records the change, not every attempt.
      if (failures === 1) {
        options.logger.warn({ err: error, source: source.name }, 'a source of rates gives no quote');
      }
      reading = { ...reading, failure: error instanceof Error ? error.message : String(error) };
    }
  }

  function start(): void {
    underWay = ask().then(() => {
      underWay = null;
      if (closing.signal.aborted) return;
      const pauseMs =
        failures === 0 ? options.everyMs : Math.min(firstRetryMs * 2 ** (failures - 1), maxRetryMs);
      timer = setTimeout(next, pauseMs * (1 - jitter + 2 * jitter * Math.random()));
      // Quotes that no one will read must not keep a process alive.
      timer.unref();
    });
  }

  function next(): void {
    timer = null;
    if (options.isWanted()) start();
  }

  return {
    reading: () => reading,
    wake() {
      if (!underWay && !timer && !closing.signal.aborted) start();
    },
    underWay: () => underWay,
    async close() {
      closing.abort();
      if (timer) clearTimeout(timer);
      await underWay;
    },
  };
}
