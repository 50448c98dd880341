import { relative } from 'node:path';
import { type InlineConfig, startVitest, type TestModule, type Vitest } from 'vitest/node';

/**
 * The outcome of a test. If `test` is null, the outcome of its file: it loads, its hooks pass and its worker survives.
 */
export interface Outcome {
  file: string;
  test: string | null;
  state: 'passed' | 'failed' | 'skipped';
  errors: string[];
}

/** One run of the test files. */
export interface Attempt {
  outcomes: Outcome[];
  /** Errors that belong to no file. */
  strayErrors: string[];
  /** Seconds per file. */
  durations: Map<string, number>;
}

export interface Verdict {
  passed: number;
  skipped: number;
  /** Tests that never passed, as text for a person. */
  failed: string[];
  /** Tests that failed in one attempt and passed in the other. */
  flaky: string[];
}

/** Runs the test files whose path contains one of the filters (all files if there are none), and prints progress. */
export async function runAttempt(filters: string[], options: InlineConfig = {}): Promise<Attempt> {
  const vitest = await startVitest('test', filters, { watch: false, ...options });
  return readTry(vitest, filters);
}

async function readTry(vitest: Vitest, filters: string[]): Promise<Attempt> {
  const modules = new Map(vitest.state.getTestModules().map((module) => [module.moduleId, module]));
  const files = (await vitest.globTestSpecifications(filters)).map(({ moduleId }) => moduleId);
  const unhandled = vitest.state.getUnhandledErrors().map((error) => textOf(error));
  const isUnfinished = (file: string): boolean => !isFinished(modules.get(file));
  // The error of a worker that died does not name its file: it is the file that did not finish.
  const belongs = (error: string, file: string): boolean =>
    error.includes(file) || (error.includes('[vitest-pool]') && isUnfinished(file));

  const durations = new Map<string, number>();
  const outcomes = files.flatMap((file): Outcome[] => {
    const module = modules.get(file);
    const shown = relative(process.cwd(), file);
    if (module) durations.set(shown, secondsOf(module));
    const tests = module ? [...module.children.allTests()] : [];
    const nameOf = numbered();
    const errors = [
      ...(module ? errorsOf(module) : []),
      ...unhandled.filter((error) => belongs(error, file)),
      ...(isUnfinished(file) ? ['it did not come to its end'] : []),
    ];
    return [
      { file: shown, test: null, state: errors.length > 0 ? 'failed' : 'passed', errors },
      ...tests.map((test): Outcome => {
        const { state, errors } = test.result();
        return {
          file: shown,
          test: nameOf(test.fullName),
          // The test was running when its worker died: its file counts as failed.
          state: state === 'pending' ? 'skipped' : state,
          errors: (errors ?? []).map(({ message }) => message),
        };
      }),
    ];
  });
  const strayErrors = unhandled.filter((error) => !files.some((file) => belongs(error, file)));
  return { outcomes, strayErrors, durations };
}

/** Makes names unique: two tests in one file may share a name. */
function numbered(): (name: string) => string {
  const uses = new Map<string, number>();
  return (name) => {
    const use = (uses.get(name) ?? 0) + 1;
    uses.set(name, use);
    return use === 1 ? name : `${name} (${use})`;
  };
}

/** Errors outside the tests: of loading the file, or of a hook. */
function errorsOf(module: TestModule): string[] {
  const suites = [...module.children.allSuites()];
  return [module, ...suites].flatMap((suite) => suite.errors()).map(({ message }) => message);
}

const isFinished = (module: TestModule | undefined): boolean =>
  module !== undefined && !['queued', 'pending'].includes(module.state());

function secondsOf(module: TestModule): number {
  const { collectDuration, setupDuration, duration } = module.diagnostic();
  return (collectDuration + setupDuration + duration) / 1000;
}

/** Includes the file, if Vitest knows it. */
function textOf(error: unknown): string {
  const { message, VITEST_TEST_PATH: file, cause } = error as Error & { VITEST_TEST_PATH?: string };
  return [message, file && `in ${file}`, cause instanceof Error && `(${cause.message})`]
    .filter(Boolean)
    .join(' ');
}

/** The files that need a second attempt. */
export function filesToRepeat({ outcomes }: Attempt): string[] {
  return [...new Set(outcomes.filter(({ state }) => state === 'failed').map(({ file }) => file))];
}

/** A test that passed once counts as passed: a flaky test is reported and does not fail the run. */
export function judge(tries: Attempt[]): Verdict {
  const byName = Map.groupBy(
    tries.flatMap(({ outcomes }) => outcomes),
    ({ file, test }) => (test === null ? file : `${file} > ${test}`),
  );
  const verdict: Verdict = { passed: 0, skipped: 0, failed: [], flaky: [] };
  for (const [name, outcomes] of byName) {
    const failure = outcomes.findLast(({ state }) => state === 'failed');
    const passed = outcomes.some(({ state }) => state === 'passed');
    const line = failure && `${name}: ${summary(failure.errors)}`;
    if (passed && line) verdict.flaky.push(line);
    else if (line) verdict.failed.push(line);
    if (outcomes[0]?.test === null) continue;
    if (passed) verdict.passed += 1;
    else if (!failure) verdict.skipped += 1;
  }
  verdict.failed.push(...tries.flatMap(({ strayErrors }) => strayErrors));
  return verdict;
}

function summary(errors: string[]): string {
  return [...new Set(errors)].join('; ').split('\n')[0] ?? '';
}
