import type { Tx } from '../../src/base/db/pool.ts';

/** Disables the database's triggers for the rest of the transaction; on Citus on every worker. */
export async function passTriggers(tx: Tx): Promise<void> {
  await tx`SET LOCAL citus.propagate_set_commands = 'local'`;
  await tx`SET LOCAL session_replication_role = replica`;
}
