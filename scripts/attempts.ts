import { relative } from 'node:path';
import { type InlineConfig, startVitest, type TestModule, type Vitest } from 'vitest/node';

/** What became of a test; or, where `test` is null, of its file: whether it loads, its hooks hold, its worker lives. */
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
  /** Seconds by file. */
  durations: Map<string, number>;
}

export interface Verdict {
  passed: number;
  skipped: number;
  /** What never passed, as lines for a person. */
  failed: string[];
  /** What failed in one try and passed in the other. */
  flaky: string[];
}

/** Runs the test files whose path contains one of the filters (all without any), and prints as it goes. */
export async function runAttempt(filters: string[], options: InlineConfig = {}): Promise<Attempt> {
  const vitest = await startVitest('test', filters, { watch: false, ...options });
  return readTry(vitest, filters);
}

async function readTry(vitest: Vitest, filters: string[]): Promise<Attempt> {
  const modules = new Map(vitest.state.getTestModules().map((module) => [module.moduleId, module]));
  const files = (await vitest.globTestSpecifications(filters)).map(({ moduleId }) => moduleId);
  const unhandled = vitest.state.getUnhandledErrors().map((error) => textOf(error));
  const isUnfinished = (file: string): boolean => !isFinished(modules.get(file));
  // A worker that dies takes its file along and does not say which one it was: the one without an end.
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
          // Under way when its worker died: its file failed.
          state: state === 'pending' ? 'skipped' : state,
          errors: (errors ?? []).map(({ message }) => message),
        };
      }),
    ];
  });
  const strayErrors = unhandled.filter((error) => !files.some((file) => belongs(error, file)));
  return { outcomes, strayErrors, durations };
}

/** Names of which no two are the same: tests in one file may be called alike. */
function numbered(): (name: string) => string {
  const uses = new Map<string, number>();
  return (name) => {
    const use = (uses.get(name) ?? 0) + 1;
    uses.set(name, use);
    return use === 1 ? name : `${name} (${use})`;
  };
}

/** What went wrong outside of its tests: loading it, or a hook. */
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

/** With the file it happened in, as far as Vitest knows it. */
function textOf(error: unknown): string {
  const { message, VITEST_TEST_PATH: file, cause } = error as Error & { VITEST_TEST_PATH?: string };
  return [message, file && `in ${file}`, cause instanceof Error && `(${cause.message})`]
    .filter(Boolean)
    .join(' ');
}

/** The files that a second try is for. */
export function filesToRepeat({ outcomes }: Attempt): string[] {
  return [...new Set(outcomes.filter(({ state }) => state === 'failed').map(({ file }) => file))];
}

/** Once passed is passed: what fails by chance is told, and does not stop anybody. */
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
