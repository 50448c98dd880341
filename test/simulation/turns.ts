import type { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { Sql } from '../../src/base/db/pool.ts';
import type { Chance } from './chance.ts';

/**
 * Lets what happens at the same moment take turns, statement by statement: each waits before the database until
 * everything else waits as well, and chance says which one is next. PostgreSQL's locks are real, so who is next may
 * have to wait for another.
 */
export interface Turns {
  /** Stands between one connection of the program and the database. */
  pass(near: Socket, far: Socket): void;
  /** Returns what each of them answered. */
  during<T>(chance: Chance, works: readonly (() => Promise<T>)[]): Promise<T[]>;
}

const lookEveryMs = 1;
/** Who waits for nothing that can be seen may still be on the way to its next statement. */
const looksIfOneIsMissing = 40;
const looks = 2;
/** Something waits for a timer of its own: it goes on without turns. */
const patienceMs = 3_000;

export function openTurns({ sql, askedOutside }: { sql: Sql; askedOutside(): number }): Turns {
  let waiting: (() => void)[] | null = null;
  /** What is to begin in this step, in this order. */
  let left: (() => void)[] = [];
  let unfinished = 0;
  const atTheDatabase = new Set<Socket>();

  async function blocked(): Promise<number> {
    const [row] = await sql<{ count: number }[]>`
      SELECT count(*)::int AS count
        FROM pg_stat_activity
       WHERE datname = current_database()
         AND state = 'active'
         AND wait_event_type = 'Lock'`;
    return row?.count ?? 0;
  }

  /** Nothing moves any more by itself; false: it still does after a long time. */
  async function settled(): Promise<boolean> {
    const until = process.hrtime.bigint() + BigInt(patienceMs) * 1_000_000n;
    let [still, before] = [0, -1];
    while (process.hrtime.bigint() < until) {
      await delay(lookEveryMs);
      const inQueue = waiting?.length ?? 0;
      const atLocks = atTheDatabase.size === 0 ? 0 : await blocked();
      const isStill =
        atTheDatabase.size <= atLocks && askedOutside() === 0 && inQueue === (waiting?.length ?? 0);
      still = isStill && inQueue === before ? still + 1 : 0;
      before = inQueue;
      const needed = inQueue + atLocks >= unfinished ? looks : looksIfOneIsMissing;
      if (still >= needed) return true;
    }
    return false;
  }

  async function takeTurns(chance: Chance): Promise<void> {
    waiting = [];
    atTheDatabase.clear();
    left.shift()?.();
    while (await settled()) {
      const next = chance.below(waiting.length + (left.length > 0 ? 1 : 0));
      if (next < waiting.length) waiting.splice(next, 1)[0]?.();
      else if (left.length > 0) left.shift()?.();
      else if (unfinished === 0) break;
    }
    const last = [...left, ...waiting];
    [waiting, left] = [null, []];
    for (const go of last) go();
  }

  return {
    pass(near, far) {
      near.on('data', (chunk) => {
        const go = () => {
          atTheDatabase.add(near);
          far.write(chunk);
        };
        if (waiting) waiting.push(go);
        else far.write(chunk);
      });
      near.on('end', () => far.end());
      near.on('close', () => atTheDatabase.delete(near));
      far.on('data', () => atTheDatabase.delete(near));
    },
    async during<T>(chance: Chance, works: readonly (() => Promise<T>)[]) {
      const answers = works.map(
        (work) =>
          new Promise<T>((answer, fail) => {
            left.push(() => {
              unfinished += 1;
              // An error thrown before the first await is an answer, too.
              (async () => work())()
                .finally(() => {
                  unfinished -= 1;
                })
                .then(answer, fail);
            });
          }),
      );
      // Within something that takes turns already, these take theirs there.
      if (waiting === null) await takeTurns(chance);
      return await Promise.all(answers);
    },
  };
}
