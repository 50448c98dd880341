import type { Tx } from './pool.ts';

/**
 * What only one transaction may do at a time and no row stands for: each name is a lock of its own, and with a key there is
 * one for each key. Every advisory lock of the program is in this list, so that no two ever mean the same number.
 */
export type LockName =
  | 'migrations'
  /** A table is moved to where it belongs on Citus. */
  | 'distribution'
  | 'partitions of the delivery log'
  | 'partitions of events'
  | 'archive'
  /** A hash becomes a pay-in or a payout, once. */
  | 'order'
  /** Tries of a card or from an address, which are counted. */
  | 'tries'
  /** The day's sum of the payouts that one API key makes. */
  | 'payouts of a key'
  /** The day's sum of a merchant's payouts that nobody approves. */
  | 'unapproved payouts'
  | 'deposit wallet'
  | 'hot wallet'
  /** Of one key on one chain. */
  | 'nonces'
  /** Invitations and resets to an address or by a sender, which are counted. */
  | 'mailed links'
  /** It is found out that the database was restored. */
  | 'restored'
  | 'sandbox acquirer'
  | 'sandbox chain'
  | 'sandbox disputes'
  | 'sandbox mail';

/** Waits for the lock, and holds it to the end of the transaction. */
export async function takeLock(tx: Tx, name: LockName, key = ''): Promise<void> {
  await tx`SELECT pg_advisory_xact_lock(hashtextextended(${`${name} ${key}`}, 0))`;
}

/** The same for what processes do when several start at once: each waits its turn, however slow the machine. */
export async function takeStartLock(tx: Tx, name: LockName): Promise<void> {
  await takeTime(tx);
  await takeLock(tx, name);
}

/**
 * The same without waiting; false: another process has it, and the transaction is to be ended. An index that the holder makes
 * outside its own transaction waits for the end of every other, so nobody may wait for it in one.
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
