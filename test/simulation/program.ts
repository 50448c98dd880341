import type { Socket } from 'node:net';
import { createWorkers } from '../../src/base/db/citus/workers.ts';
import { connect, type Sql } from '../../src/base/db/pool.ts';
import { createReads } from '../../src/base/db/reads.ts';
import { createMemoryLogger } from '../../src/base/ground/logger.ts';
import type { Job } from '../../src/base/worker/worker.ts';
import { noticeRestore } from '../../src/commerce/installation/mark-restored.ts';
import { type ComposeOptions, compose } from '../../src/compose/compose.ts';
import { openWire } from '../kit/wire.ts';
import type { Turns } from './turns.ts';

/** One running instance of the program. */
export interface Program {
  url: string;
  jobs: Job[];
  sql: Sql;
  /** Its connections to the database break; absent: all of them come back at once. */
  reset(): void;
  cut(): Promise<void>;
  mend(): Promise<void>;
  /** It ends as by `kill -9`: nothing more of it reaches the database. */
  kill(): Promise<void>;
}

/** The connections break just before the n-th statement from now, or just after it was done. */
export interface Break {
  at(statement: number, isDone: boolean): void;
  mend(): void;
  /** Called before each statement of a program; returns whether its answer, and all after it, are lost. */
  onStatement(reset: () => void): void;
  isMute(): boolean;
}

export function createBreak(): Break {
  let left = Number.POSITIVE_INFINITY;
  let mutes = false;
  let isMute = false;
  return {
    at(statement, isDone) {
      left = statement;
      mutes = isDone;
    },
    mend() {
      left = Number.POSITIVE_INFINITY;
      isMute = false;
    },
    onStatement(reset) {
      left -= 1;
      if (left !== 0) return;
      if (mutes) isMute = true;
      else reset();
    },
    isMute: () => isMute,
  };
}

type Given = Omit<ComposeOptions, 'sql' | 'reads' | 'nodes' | 'logger'>;

/** Starts an instance as `start` does, on a wire of its own to the database. */
export async function startProgram(
  databaseUrl: string,
  options: Given,
  { breaking, turns, logs }: { breaking: Break; turns: Turns; logs: string[] },
): Promise<Program> {
  const loseAnswers = (near: Socket, far: Socket): void => {
    far.on('data', () => {
      if (breaking.isMute()) near.destroy();
    });
  };
  const wire = await openWire(databaseUrl, loseAnswers, turns.pass);
  const reset = () => wire.reset();
  const sql = connect(wire.url, { onStatement: () => breaking.onStatement(reset) });
  const logger = createMemoryLogger(logs);
  await noticeRestore(sql, logger, new Date());
  const [reads, nodes] = [createReads(sql, null), createWorkers(sql, null)];
  const composed = await compose({ ...options, sql, reads, nodes, logger }).catch(async (error: unknown) => {
    await wire.close();
    await sql.end({ timeout: 1 }).catch(() => {});
    throw error;
  });
  const url = await composed.app.listen({ host: '127.0.0.1', port: 0 });
  const { jobs, close } = composed.openJobs();
  composed.open();
  return {
    url,
    jobs,
    sql,
    reset,
    cut: wire.cut,
    mend: wire.mend,
    async kill() {
      await wire.close();
      await close().catch(() => {});
      await composed.close().catch(() => {});
      await sql.end({ timeout: 1 }).catch(() => {});
    },
  };
}
