import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import type { ChildReport, StopAt } from './killable.ts';

/** A program on killable.ts that is restarted repeatedly. */
export interface KilledProgram {
  /** Prepares a process that waits for its stopping point; it is in `children` as long as it lives. */
  prepare(task: object, children: Set<ChildProcess>): Promise<ChildProcess>;
  close(): Promise<void>;
}

/** Bundled into one file, a process is ready in a quarter of the time. */
export async function buildKilled(entry: URL): Promise<KilledProgram> {
  const folder = await mkdtemp(join(tmpdir(), 'pasarela-killed-'));
  const program = join(folder, 'program.mjs');
  await build({
    entryPoints: [fileURLToPath(entry)],
    outfile: program,
    bundle: true,
    platform: 'node',
    format: 'esm',
    banner: {
      js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
    },
  });
  return {
    async prepare(task, children) {
      const child = fork(program, {
        env: { PATH: process.env.PATH, TASK: JSON.stringify(task), NODE_COMPILE_CACHE: folder },
        execArgv: [],
      });
      children.add(child);
      child.once('exit', () => children.delete(child));
      await once(child, 'message');
      return child;
    },
    close: () => rm(folder, { recursive: true, force: true }),
  };
}

/**
 * Runs it to its end, and then once for each of its actions, at which it is killed; returns how many they are. The first
 * run has the stopping point 0. Each process is prepared while the one before it runs.
 */
export async function killEverywhere(
  prepare: () => Promise<ChildProcess>,
  run: (child: ChildProcess, stopAt: number) => Promise<number | null>,
): Promise<number> {
  let next = prepare();
  const runNext = async (stopAt: number, isLast: boolean): Promise<number | null> => {
    const child = await next;
    if (!isLast) {
      next = prepare();
      next.catch(() => {});
    }
    return await run(child, stopAt);
  };
  const acts = await runNext(0, false);
  if (acts === null) throw new Error('the process was killed before its end');
  for (let stopAt = 1; stopAt <= acts; stopAt++) await runNext(stopAt, stopAt === acts);
  return acts;
}

/** The number of actions if it reached the end; null: it was killed before. */
export async function runUntilKilled(child: ChildProcess, start: StopAt): Promise<number | null> {
  const ended = once(child, 'exit') as Promise<[number | null, string | null]>;
  let acts: number | null = null;
  child.on('message', (told: ChildReport) => {
    if ('isDone' in told) acts = told.acts;
  });
  child.send(start);
  const [code, signal] = await ended;
  if (acts === null && signal !== 'SIGKILL') {
    throw new Error(`the process ended by itself, with ${code ?? signal}`);
  }
  return acts;
}
