import { randomUUID } from 'node:crypto';
import { type AlarmDeps, endAlarm, raiseAlarm } from '../../../accounts/alarms/alarms.ts';
import type { Job } from '../../../base/worker/worker.ts';
import { type Run, type RunResult, type WorkedKind, workedKinds } from './run.ts';
import { claimRun, endRun, forgetOldRuns, keptRuns, type RunProgress, saveProgress } from './run-store.ts';
import { type RunWorkDeps, runWork } from './run-work.ts';

/** Another process takes over the run of a killed one after this time. */
const leaseSeconds = 30;
const renewMs = 5_000;
/** The least time between two progress reports: each writes a row. */
const tellMs = 500;
/** After this many attempts the run itself counts as the cause of the crashes. */
const maxTries = 3;

export interface RunJobDeps extends RunWorkDeps, AlarmDeps {}

/** The kinds run in parallel. A run can be interrupted anywhere: the next process starts it again. */
export function runJobs(deps: RunJobDeps): Job[] {
  return workedKinds.map((kind) => ({
    name: `run-${kind.replace('_', '-')}`,
    idleMs: 2_000,
    // Starting a run ends the quiet time; only a run left by a crash is found this late.
    quietMs: 10_000,
    mayBeCutOff: true,
    run: () => workOff(deps, kind),
  }));
}

async function workOff(deps: RunJobDeps, kind: WorkedKind): Promise<number> {
  const { sql, now } = deps;
  const token = randomUUID();
  const run = await claimRun(sql, kind, token, leaseSeconds);
  if (!run) return 0;
  if (run.tries > maxTries) {
    const failure = `It was begun ${maxTries} times, and each time the process ended before it did.`;
    await endRun(sql, run.id, token, { status: 'broken_off', failure }, now());
  } else {
    await doRun(deps, { ...run, kind }, token);
  }
  await forgetOldRuns(sql, kind, keptRuns);
  return 1;
}

async function doRun(deps: RunJobDeps, run: Run & { kind: WorkedKind }, token: string): Promise<void> {
  const { sql, now, logger } = deps;
  let progress: RunProgress = { done: 0, total: 0, step: null };
  let toldAtMs = 0;
  let saving: Promise<unknown> = Promise.resolve();
  const save = (): void => {
    toldAtMs = performance.now();
    // In sequence: an older report must not be written last. A lost report is followed by the next.
    saving = saving.then(() => saveProgress(sql, run.id, token, progress, leaseSeconds)).catch(() => {});
  };
  const renewing = setInterval(save, renewMs);
  try {
    const { found, result } = await runWork[run.kind](deps, run.subject, (told) => {
      progress = told;
      if (performance.now() - toldAtMs >= tellMs) save();
    });
    await saving;
    const isOurs = await endRun(sql, run.id, token, { status: 'finished', found, result }, now());
    if (isOurs) await tellResult(deps, run.kind, result);
  } catch (error) {
    await saving;
    const failure = (error as Error).message.slice(0, 500);
    await endRun(sql, run.id, token, { status: 'broken_off', failure }, now());
    logger.error({ err: error, run: run.id, kind: run.kind }, 'a check was interrupted');
  } finally {
    clearInterval(renewing);
  }
}

const alarms = {
  ledger_check: {
    code: 'ledger_wrong',
    wrong: 'The check of the ledger found faults',
    right: 'The check of the ledger finds nothing wrong any more',
    advice:
      'The page Checks lists them, and so does pasarela ledger check. docs/operate/alarms.md says what to do.',
  },
  audit_verification: {
    code: 'audit_wrong',
    wrong: 'Rows of the audit log were changed, removed or added',
    right: 'The audit log is as it was written',
    advice:
      'The page Checks names the rows, and so does pasarela audit verify. Find out who can write to the database.',
  },
} as const;

/** Raises an alarm for a check's findings, and ends it when a later check finds nothing. */
async function tellResult(deps: RunJobDeps, kind: WorkedKind, { findings }: RunResult): Promise<void> {
  if (kind === 'reconciliation') return;
  const { code, wrong, right, advice } = alarms[kind];
  // Open cases have an alarm of their own.
  const isWrong = findings.some((finding) => finding.code !== 'open_case');
  if (isWrong) await raiseAlarm(deps, { network: 'all', code, text: wrong, advice });
  else await endAlarm(deps, { network: 'all', code, text: right });
}
