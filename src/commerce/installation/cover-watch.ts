import { takeLock } from '../../base/db/locks.ts';
import type { Db, Sql, Tx } from '../../base/db/pool.ts';
import { acknowledge, hasFollowed, readCover } from '../../base/db/standby/cover.ts';
import { isOtherCluster, isPromotedFrom, readCluster } from '../../base/db/standby/identity.ts';
import { setValue } from './installation.ts';

/**
 * Knows whether a promoted standby has every acknowledged commit, so that payouts can continue without a person's
 * check. docs/develop/decisions/0034 explains why that holds.
 */
export interface CoverWatch {
  /**
   * Whether stored bytes may be broadcast now: every standby that could be promoted has them, or no process still
   * relies on the cover.
   */
  look(): Promise<boolean>;
  /** Whether this database is the promoted standby of the one checked last and lacks nothing. */
  hasAll(db: Db): Promise<boolean>;
}

/** How long a check stays valid: as long as an automatic change of the primary may take. */
const believedMs = 90_000;
/** How long nothing is broadcast after a cover was lost: longer than any check stays valid. */
const heldSeconds = 100;

/** This process's last check of a database whose cover was complete. */
interface Belief {
  cluster: string;
  /** All commits acknowledged before the check are before this position in the log. */
  lsn: string;
  clock: Clock;
}

/** The cover as all processes know it, stored in the database. */
interface Note {
  cover: string;
  /** Milliseconds of the database's clock. */
  heldUntilMs: number;
}

interface Seen {
  note: Note | null;
  cover: string;
  nowMs: number;
  isHeld: boolean;
}

/** The wall clock runs on while a machine sleeps; the steady clock is never set back. */
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
    // Not yet known whether everything is there; `hasAll` decides it from the last check.
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
    // Valid only if the cover stayed the same during the acknowledgement.
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

/** The database that continues has its present standbys: no process relies on those of the former one. */
export async function noteCoverAnew(tx: Tx): Promise<void> {
  await setNote(tx, { cover: await readCover(tx), heldUntilMs: 0 });
}

/** If a cover was lost, a process may still rely on it: the hold waits that out. */
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
    // A database without a readable identity could not be recognised again.
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
