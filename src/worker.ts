import type { Logger } from './logger.ts';

/** Work that repeats: `run` does a batch and answers how much it found. */
export interface Job {
  name: string;
  run(): Promise<number>;
  /** How long to rest when there was nothing to do. */
  idleMs: number;
}

/** After a failure (mostly: the database is away) the job rests this long. */
const failureRestMs = 2_000;

/** Runs each job over and over until stopped; stopping waits for the batches under way. */
export function startWorker(
  jobs: Job[],
  logger: Logger,
  onFailure: (job: string) => void,
): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const loops = jobs.map(async (job) => {
    while (!stopping.signal.aborted) {
      let restMs = 0;
      try {
        if ((await job.run()) === 0) restMs = job.idleMs;
      } catch (error) {
        logger.error({ err: error, job: job.name }, 'a job failed and will be tried again');
        onFailure(job.name);
        restMs = failureRestMs;
      }
      if (restMs > 0) await rest(restMs, stopping.signal);
    }
  });
  return {
    async stop() {
      stopping.abort();
      await Promise.all(loops);
    },
  };
}

function rest(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal.addEventListener('abort', done);
  });
}
