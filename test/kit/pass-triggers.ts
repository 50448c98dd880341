import type { Tx } from '../../src/base/db/pool.ts';

/** For the rest of the transaction the database lets through what its triggers would refuse; on Citus on every node. */
export async function passTriggers(tx: Tx): Promise<void> {
  await tx`SET LOCAL citus.propagate_set_commands = 'local'`;
  await tx`SET LOCAL session_replication_role = replica`;
}
