import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Attempt, judge, type Outcome } from '../../scripts/attempts.ts';

const program = fileURLToPath(new URL('../../scripts/test.ts', import.meta.url));
const project = fileURLToPath(new URL('project/', import.meta.url));

function runProject(...filters: string[]): { status: number | null; lines: string[] } {
  const marks = mkdtempSync(join(tmpdir(), 'pasarela-marks-'));
  try {
    const { status, stdout } = spawnSync(process.execPath, [program, '--no-checks', ...filters], {
      cwd: project,
      encoding: 'utf8',
      // Passes nothing of the run that this test is part of.
      env: { PATH: process.env.PATH, MARKS_FOLDER: marks, NO_COLOR: '1' },
    });
    return { status, lines: stdout.trimEnd().split('\n') };
  } finally {
    rmSync(marks, { recursive: true });
  }
}

describe('a run of tests that fail in every way', () => {
  let run: ReturnType<typeof runProject>;
  const told = (word: string): string[] => run.lines.filter((line) => line.startsWith(`${word} `));

  beforeAll(() => {
    run = runProject();
  });

  test('is red', () => {
    expect(run.status).toBe(1);
  });

  test('names what failed once only as flaky', () => {
    expect(told('FLAKY')).toEqual([
      expect.stringMatching(/^FLAKY crash-first-time\.case\.ts: .*Worker exited unexpectedly/),
      'FLAKY hook-first-time.case.ts: expected true to be false // Object.is equality',
      'FLAKY tests.case.ts > fails the first time: expected true to be false // Object.is equality',
    ]);
  });

  test('names what failed twice: tests, hooks, files that do not load, stray rejections and dead workers', () => {
    expect(told('FAILED')).toEqual([
      expect.stringMatching(/^FAILED crash-always\.case\.ts: .*Worker exited unexpectedly/),
      'FAILED hook-always.case.ts: no world to test in',
      'FAILED load.case.ts: cannot be loaded',
      'FAILED tests.case.ts > fails always: expected 1 to be 2 // Object.is equality',
      expect.stringMatching(/^FAILED unhandled\.case\.ts: nobody caught this/),
    ]);
  });

  test('ends with the count, after the time of each part and the slowest files', () => {
    expect(run.lines.at(-1)).toBe('6 passed, 5 failed, 3 skipped');
    expect(run.lines).toContainEqual(expect.stringMatching(/^ +\d+\.\d s {2}tests$/));
    expect(run.lines).toContainEqual(expect.stringMatching(/^ +\d+\.\d s {2}second try$/));
    expect(run.lines).toContainEqual(expect.stringMatching(/^ +\d+\.\d s {2}tests\.case\.ts$/));
  });
});

test('a run in which everything passes in the end is green', () => {
  const { status, lines } = runProject('hook-first-time');
  expect(status).toBe(0);
  expect(lines.slice(-2)).toEqual([expect.stringContaining('FLAKY hook-first-time'), '1 passed, 0 failed']);
});

test('a run without any test is red', () => {
  const { status, lines } = runProject('no-such-file');
  expect(status).toBe(1);
  expect(lines.at(-1)).toBe('0 passed, 0 failed');
});

describe('the verdict', () => {
  const tryOf = (states: Record<string, Outcome['state']>, strayErrors: string[] = []): Attempt => ({
    outcomes: Object.entries(states).map(([test, state]) => ({
      file: 'a.test.ts',
      test,
      state,
      errors: state === 'failed' ? ['why'] : [],
    })),
    strayErrors,
    durations: new Map(),
  });

  test('is red for an error that belongs to no file', () => {
    expect(judge([tryOf({ one: 'passed' }, ['lost'])])).toMatchObject({ passed: 1, failed: ['lost'] });
  });

  test('names a test flaky that fails in the second try only', () => {
    const verdict = judge([tryOf({ one: 'passed', two: 'failed' }), tryOf({ one: 'failed', two: 'passed' })]);
    expect(verdict).toMatchObject({
      passed: 2,
      failed: [],
      flaky: ['a.test.ts > one: why', 'a.test.ts > two: why'],
    });
  });

  test('is red for a test that was skipped in one try and fails in the other', () => {
    const verdict = judge([tryOf({ one: 'skipped' }), tryOf({ one: 'failed' })]);
    expect(verdict).toMatchObject({ passed: 0, skipped: 0, failed: ['a.test.ts > one: why'] });
  });
});
