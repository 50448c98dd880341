import type { Tx } from './pool.ts';

/**
 * What only one process may do at a time when several start at once; the others wait their turn,
 * however slow the machine. Held to the end of the transaction.
 */
export async function takeStartLock(tx: Tx, name: keyof typeof keys): Promise<void> {
  await tx`SET LOCAL lock_timeout = '60s'`;
  await tx`SET LOCAL statement_timeout = '10min'`;
  await tx`SELECT pg_advisory_xact_lock(${keys[name]})`;
}

/** Any numbers that nothing else on this database takes. */
const keys = {
  migrations: 7_261_401,
  delivery_log: 7_261_403,
  sandbox_acquirer: 7_261_430,
  sandbox_mail: 7_261_431,
} as const;
