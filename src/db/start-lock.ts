import type { Tx } from './pool.ts';

/**
 * What only one process may do at a time when several start at once; the others wait their turn,
 * however slow the machine. Held to the end of the transaction.
 */
export async function takeStartLock(tx: Tx, name: keyof typeof keys): Promise<void> {
  await takeTime(tx);
  await tx`SELECT pg_advisory_xact_lock(${keys[name]})`;
}

/**
 * The same without waiting; false: another process has it, and the transaction is to be ended. An index that the holder makes
 * outside its own transaction waits for the end of every other, so nobody may wait for it in one.
 */
export async function tryStartLock(tx: Tx, name: keyof typeof keys): Promise<boolean> {
  await takeTime(tx);
  const [row] = await tx<
    { isTaken: boolean }[]
  >`SELECT pg_try_advisory_xact_lock(${keys[name]}) AS "isTaken"`;
  return row?.isTaken ?? false;
}

async function takeTime(tx: Tx): Promise<void> {
  await tx`SET LOCAL lock_timeout = '60s'`;
  await tx`SET LOCAL statement_timeout = '10min'`;
}

/** Any numbers that nothing else on this database takes. */
const keys = {
  migrations: 7_261_401,
  delivery_log: 7_261_403,
  sandbox_acquirer: 7_261_430,
  sandbox_mail: 7_261_431,
} as const;
