import { takeLock } from '../../base/db/locks.ts';
import type { Db, Sql, Tx } from '../../base/db/pool.ts';
import { acknowledge, hasFollowed, readCover } from '../../base/db/standby/cover.ts';
import { isOtherCluster, isPromotedFrom, readCluster } from '../../base/db/standby/identity.ts';
import { setValue } from './installation.ts';

/**
 * Knows whether a standby that was promoted has everything that was ever acknowledged, so that nobody has to look before payouts
 * go on. Why that holds: docs/develop/decisions/0034.
 */
export interface CoverWatch {
  /** Whether what is stored may leave now: it is at every standby that could be promoted, or nobody will believe that it is. */
  look(): Promise<boolean>;
  /** Whether this database is the promoted standby of the one looked at last, and lacks nothing. */
  hasAll(db: Db): Promise<boolean>;
}

/** So long one look is believed in: as long as a change of the primary may take to go by itself. */
const believedMs = 90_000;
/** So long nothing leaves after a cover was lost: longer than anybody believes in it. */
const heldSeconds = 100;

/** What this process saw last of a database whose cover was whole. */
interface Belief {
  cluster: string;
  /** All that was acknowledged before the look lies before this place in the log. */
  lsn: string;
  clock: Clock;
}

/** What all processes know of the cover, in the database. */
interface Note {
  cover: string;
  /** Of the database's clock, in milliseconds. */
  heldUntilMs: number;
}

interface Seen {
  note: Note | null;
  cover: string;
  nowMs: number;
  isHeld: boolean;
}

/** The one goes on while a machine sleeps, the other is never set back. */
export interface Clock {
  wallMs: number;
  steadyMs: number;
}
const readClock = (): Clock => ({ wallMs: Date.now(), steadyMs: performance.now() });

export function createCoverWatch(
  sql: Sql,
  warn: (line: string) => void,
  clock: () => Clock = readClock,
): CoverWatch {
  let belief: Belief | null = null;

  async function look(): Promise<boolean> {
    const begun = clock();
    let seen = await readSeen(sql);
    if (seen.note === null && seen.cover === '') return true;
    // Whether all is there is yet to be found out, by what is believed.
    if (await isOtherCluster(sql)) return false;
    if (seen.note?.cover !== seen.cover) {
      seen = await sql.begin(changeNote);
      if (seen.isHeld) warn(`The standbys of the database changed: for ${heldSeconds} s nothing is sent.`);
    }
    if (seen.isHeld || seen.cover === '') {
      belief = null;
      return !seen.isHeld;
    }
    const of = await sql.begin(async (tx) => ({
      cluster: await readCluster(tx),
      lsn: await acknowledge(tx),
    }));
    // Under the same cover it was acknowledged.
    if ((await readCover(sql)) !== seen.cover || (await readCluster(sql)) !== of.cluster) return false;
    belief = { ...of, clock: begun };
    return true;
  }

  return {
    look,
    async hasAll(db) {
      if (belief === null) return false;
      const isThere =
        isPromotedFrom(belief.cluster, await readCluster(db)) && (await hasFollowed(db, belief.lsn));
      return isThere && sinceMs(belief.clock, clock()) <= believedMs;
    },
  };
}

/** The database that goes on has the standbys that it has now: nobody believes in those of the one before any more. */
export async function noteCoverAnew(tx: Tx): Promise<void> {
  await setNote(tx, { cover: await readCover(tx), heldUntilMs: 0 });
}

/** Where a cover was lost, somebody may believe in it yet: that is waited out. */
async function changeNote(tx: Tx): Promise<Seen> {
  await takeLock(tx, 'restored', '');
  const { cover, note, nowMs } = await readSeen(tx);
  if (note?.cover !== cover) {
    const isLost = note !== null && note.cover !== '';
    const heldUntilMs = isLost ? nowMs + heldSeconds * 1000 : (note?.heldUntilMs ?? 0);
    await setNote(tx, { cover, heldUntilMs });
  }
  return await readSeen(tx);
}

async function readSeen(db: Db): Promise<Seen> {
  const [row] = await db<{ note: string | null; isKnown: boolean; nowMs: number }[]>`
    SELECT (SELECT value FROM installation WHERE name = 'cover') AS note,
           EXISTS (SELECT 1 FROM installation WHERE name = 'cluster') AS "isKnown",
           (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS "nowMs"`;
  const note: Note | null = row?.note == null ? null : JSON.parse(row.note);
  const nowMs = row?.nowMs ?? 0;
  return {
    note,
    // A database that does not tell its identity could not be known again.
    cover: row?.isKnown ? await readCover(db) : '',
    nowMs,
    isHeld: note !== null && nowMs < note.heldUntilMs,
  };
}

async function setNote(tx: Tx, note: Note): Promise<void> {
  await setValue(tx, 'cover', JSON.stringify(note));
}

function sinceMs(from: Clock, to: Clock): number {
  return Math.max(to.wallMs - from.wallMs, to.steadyMs - from.steadyMs);
}
