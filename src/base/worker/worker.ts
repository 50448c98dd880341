import type { Logger } from '../ground/logger.ts';
import type { Activity } from './activity.ts';

/** Work that repeats: `run` does a batch and answers how much it found. */
export interface Job {
  name: string;
  run(): Promise<number>;
  /** How long to rest when there was nothing to do. */
  idleMs: number;
  /** The same after work was done; it looks again at once otherwise. */
  againMs?: number;
  /** The same while nobody uses the service. So much later work may be found that no activity told of. */
  quietMs?: number;
  /** It finds something all the time, used or not: that says nothing of activity. */
  isSteady?: boolean;
  /** It may take longer than a stop does, and can be cut off anywhere as by a crash: stopping does not wait for it. */
  mayBeCutOff?: boolean;
}

/** Work that becomes due by the clock alone (a retry, an expiry) is done so late at the most. */
const defaultQuietMs = 2_000;
/** At a start they begin one after the other: all at once would each open a connection of its own. */
const beginEveryMs = 10;
/** Work seldom comes alone: after some was found a job looks again so soon, then each time twice as late, until it rests as ever. */
const firstRestMs = 25;
/** After a failure (mostly: the database is away) the job rests this long. */
const failureRestMs = 2_000;

/** All jobs of a quiet time look together: to wake up for each of them took as long as what it did. */
function untilNext(periodMs: number): number {
  return periodMs - (performance.now() % periodMs);
}

/** Runs each job over and over until stopped; stopping waits for the batches under way, but for those that may be cut off. */
export function startWorker(
  jobs: Job[],
  activity: Activity,
  logger: Logger,
  onFailure: (job: string) => void,
): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const loops = jobs.map(async (job, at) => {
    if (at > 0) await activity.rest(at * beginEveryMs, stopping.signal);
    const quietMs = Math.max(job.idleMs, job.quietMs ?? defaultQuietMs);
    let idleMs = job.idleMs;
    while (!stopping.signal.aborted) {
      let restMs = 0;
      try {
        const found = await job.run();
        if (found === 0) {
          restMs = activity.isRecent() ? idleMs : untilNext(quietMs);
          idleMs = Math.min(2 * idleMs, job.idleMs);
        } else {
          restMs = job.againMs ?? 0;
          idleMs = Math.min(firstRestMs, job.idleMs);
          if (!job.isSteady) activity.note();
        }
      } catch (error) {
        // Cut off, it fails for want of what was closed meanwhile.
        if (job.mayBeCutOff && stopping.signal.aborted) return;
        logger.error({ err: error, job: job.name }, 'a job failed and will be tried again');
        onFailure(job.name);
        restMs = failureRestMs;
      }
      if (restMs > 0) await activity.rest(restMs, stopping.signal);
    }
  });
  return {
    async stop() {
      stopping.abort();
      await Promise.all(loops.filter((_, at) => !jobs[at]?.mayBeCutOff));
    },
  };
}
