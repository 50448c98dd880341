import { appendFileSync, readFileSync, rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { TestRunner } from 'vitest';
import { type Mutant, mutate } from './mutants.ts';

export interface Verdict extends Mutant {
  killed: boolean;
}

interface Order {
  numbers: number[];
  report: string;
}

const state = globalThis as unknown as { __mutant: number; __ticks: number };

/**
 * Tries mutants of one file with its tests, in one process: the same test file again and again, each time with another
 * mutant and all modules loaded anew. The file on the disk stays as it is; Vitest is given the mutated source.
 */
export async function runMutants(
  path: string,
  tests: string[],
  choose: (all: Mutant[]) => Mutant[] = (all) => all,
): Promise<Verdict[]> {
  const file = resolve(path);
  const { code, mutants } = mutate(file, readFileSync(file, 'utf8'));
  const chosen = choose(mutants);
  const survived = new Set(chosen.map(({ number }) => number));
  const folder = await mkdtemp(join(tmpdir(), 'pasarela-mutate-'));
  const { createVitest } = await import('vitest/node');
  const vitest = await createVitest(
    'test',
    {
      config: false,
      watch: false,
      pool: 'forks',
      isolate: false,
      maxWorkers: 1,
      reporters: [{}],
      include: tests,
      runner: import.meta.filename,
      testTimeout: 10_000,
    },
    {
      plugins: [{ name: 'mutants', enforce: 'pre', transform: (_, id) => (id === file ? code : undefined) }],
    },
  );
  try {
    for (const [index, test] of tests.entries()) {
      const report = join(folder, String(index));
      const numbers = [0, ...survived];
      vitest.projects[0]?.provide('order' as never, { numbers, report } as never);
      const specification = vitest.projects[0]?.createSpecification(resolve(test));
      if (!specification) throw new Error(`${test} is no test`);
      await vitest.runTestSpecifications(numbers.map(() => specification));
      const killed = readFileSync(report, 'utf8').trim().split('\n').map(Number);
      if (killed.length !== numbers.length)
        throw new Error(`${test}: ${killed.length} of ${numbers.length} ran`);
      if (killed[0] !== 0) throw new Error(`${test} fails without a mutant`);
      for (const [at, number] of numbers.entries()) if (killed[at]) survived.delete(number);
    }
  } finally {
    await vitest.close();
    rmSync(folder, { recursive: true });
  }
  return chosen.map((mutant) => ({ ...mutant, killed: !survived.has(mutant.number) }));
}

/**
 * What Vitest runs the test file with: before each time it sets the next mutant, and it stops at the first failure.
 *
 * @public Vitest loads it by the path of this file.
 */
export default class MutantRunner extends TestRunner {
  private position = 0;
  private failed = false;

  async onBeforeCollect(): Promise<void> {
    const { vi } = await import('vitest');
    vi.resetModules();
    state.__mutant = (this.injectValue('order') as Order).numbers[this.position] ?? 0;
    state.__ticks = 0;
    this.failed = false;
  }

  override async onBeforeRunTask(test: Parameters<TestRunner['onBeforeRunTask']>[0]): Promise<void> {
    if (this.failed) test.mode = 'skip';
    await super.onBeforeRunTask(test);
  }

  override onAfterRunTask(test: Parameters<TestRunner['onAfterRunTask']>[0]): void {
    if (test.result?.state === 'fail') this.failed = true;
    super.onAfterRunTask(test);
  }

  override onAfterRunFiles(files: { result?: { state: string } }[] = []): void {
    const killed = this.failed || files.some(({ result }) => result?.state === 'fail');
    appendFileSync((this.injectValue('order') as Order).report, killed ? '1\n' : '0\n');
    this.position += 1;
    super.onAfterRunFiles();
  }
}
