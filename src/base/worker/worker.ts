import type { Logger } from '../ground/logger.ts';
import type { Activity } from './activity.ts';

/** Repeated work: `run` processes a batch and returns how much it found. */
export interface Job {
  name: string;
  run(): Promise<number>;
  /** The pause when there was nothing to do. */
  idleMs: number;
  /** The pause after work was done; without it the job polls again at once. */
  againMs?: number;
  /** The pause while the service is idle. Work that no activity announced may be found this much later. */
  quietMs?: number;
  /** It always finds work, even in an idle service, so its work does not count as activity. */
  isSteady?: boolean;
  /** It may take longer than a stop and can be interrupted anywhere, as by a crash: stopping does not wait for it. */
  mayBeCutOff?: boolean;
}

/** The longest delay of work that becomes due by the clock alone (a retry, an expiry). */
const defaultQuietMs = 2_000;
/** At a start jobs begin one after the other: all at once would each open a connection. */
const beginEveryMs = 10;
/**
 * Work seldom comes alone: after finding some, a job polls again this soon, then each time after twice the pause, up to
 * its normal one.
 */
const firstRestMs = 25;
/** The pause after a failure, usually because the database is down. */
const failureRestMs = 2_000;

/** In a quiet time all jobs poll together: a wake-up for each took as long as its work. */
function untilNext(periodMs: number): number {
  return periodMs - (performance.now() % periodMs);
}

/** Runs each job repeatedly until stopped; stopping waits for running batches, except those that may be cut off. */
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
        // An interrupted job fails because its resources were closed.
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
