import { randomUUID } from 'node:crypto';
import type { Logger } from '../ground/logger.ts';
import type { Job } from '../worker/worker.ts';
import { type Run, type RunKind, runKinds } from './run.ts';
import { claimRun, endRun, forgetOldRuns, type RunProgress, saveProgress } from './run-store.ts';
import { type RunWorkDeps, runWork } from './run-work.ts';

/** Whoever was killed leaves what they did to the next after so long. */
const leaseSeconds = 30;
const renewMs = 5_000;
/** Told no oftener: each is a row written. */
const tellMs = 500;
/** Then it is not the crash of others that ends it. */
const maxTries = 3;
const keptRuns = 50;

export interface RunJobDeps extends RunWorkDeps {
  logger: Pick<Logger, 'error'>;
}

/** Each kind goes on beside the others. It can be cut off anywhere: the next who looks begins it anew. */
export function runJobs(deps: RunJobDeps): Job[] {
  return runKinds.map((kind) => ({
    name: `run-${kind.replace('_', '-')}`,
    idleMs: 2_000,
    // Whoever starts one ends the quiet time; what a crash left is found so late.
    quietMs: 10_000,
    mayBeCutOff: true,
    run: () => workOff(deps, kind),
  }));
}

async function workOff(deps: RunJobDeps, kind: RunKind): Promise<number> {
  const { sql, now } = deps;
  const token = randomUUID();
  const run = await claimRun(sql, kind, token, leaseSeconds);
  if (!run) return 0;
  if (run.tries > maxTries) {
    const failure = `It was begun ${maxTries} times, and each time the process ended before it did.`;
    await endRun(sql, run.id, token, { status: 'broken_off', failure }, now());
  } else {
    await doRun(deps, run, token);
  }
  await forgetOldRuns(sql, kind, keptRuns);
  return 1;
}

async function doRun(deps: RunJobDeps, run: Run, token: string): Promise<void> {
  const { sql, now, logger } = deps;
  let progress: RunProgress = { done: 0, total: 0, step: null };
  let toldAtMs = 0;
  let saving: Promise<unknown> = Promise.resolve();
  const save = (): void => {
    toldAtMs = performance.now();
    // One after another: an older word must not come last. A word that is lost is followed by the next.
    saving = saving.then(() => saveProgress(sql, run.id, token, progress, leaseSeconds)).catch(() => {});
  };
  const renewing = setInterval(save, renewMs);
  try {
    const { found, result } = await runWork[run.kind](deps, run.subject, (told) => {
      progress = told;
      if (performance.now() - toldAtMs >= tellMs) save();
    });
    await saving;
    await endRun(sql, run.id, token, { status: 'finished', found, result }, now());
  } catch (error) {
    await saving;
    const failure = (error as Error).message.slice(0, 500);
    await endRun(sql, run.id, token, { status: 'broken_off', failure }, now());
    logger.error({ err: error, run: run.id, kind: run.kind }, 'what a person started was broken off');
  } finally {
    clearInterval(renewing);
  }
}
