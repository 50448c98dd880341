import type { Tx } from './pool.ts';

/**
 * Work that only one transaction may do at a time and that has no row to lock. Each name is a lock of its own; with a
 * key there is one per key. Every advisory lock of the program is in this list, so that no two share a number.
 */
export type LockName =
  | 'migrations'
  /** A table is moved to its place on Citus. */
  | 'distribution'
  | 'partitions of the delivery log'
  | 'partitions of events'
  | 'archive'
  /** A hash becomes a pay-in or a payout, once. */
  | 'order'
  /** Counted attempts by card or by address. */
  | 'tries'
  /** The daily sum of the payouts that one API key makes. */
  | 'payouts of a key'
  /** The daily sum of a merchant's payouts without approval. */
  | 'unapproved payouts'
  | 'deposit wallet'
  | 'hot wallet'
  /** One key on one chain. */
  | 'nonces'
  /** Invitations and resets to an address or by a sender, which are counted. */
  | 'mailed links'
  /** The check whether the database was restored. */
  | 'restored'
  | 'sandbox acquirer'
  | 'sandbox chain'
  | 'sandbox disputes'
  | 'sandbox mail';

/** Waits for the lock and holds it to the end of the transaction. */
export async function takeLock(tx: Tx, name: LockName, key = ''): Promise<void> {
  await tx`SELECT pg_advisory_xact_lock(hashtextextended(${`${name} ${key}`}, 0))`;
}

/** The same for processes that start at once: each waits its turn, without a time limit. */
export async function takeStartLock(tx: Tx, name: LockName): Promise<void> {
  await takeTime(tx);
  await takeLock(tx, name);
}

/**
 * The same without waiting. false: another process holds the lock, and the caller should end its transaction. An index
 * that the holder builds outside its own transaction waits for the end of every other one, so no transaction may wait
 * for the lock.
 */
export async function startLockIfFree(tx: Tx, name: LockName): Promise<boolean> {
  await takeTime(tx);
  const [row] = await tx<{ isTaken: boolean }[]>`
    SELECT pg_try_advisory_xact_lock(hashtextextended(${`${name} `}, 0)) AS "isTaken"`;
  return row?.isTaken ?? false;
}

async function takeTime(tx: Tx): Promise<void> {
  await tx`SET LOCAL lock_timeout = '60s'`;
  await tx`SET LOCAL statement_timeout = '10min'`;
}
