import { databaseUnavailable } from '../errors.ts';
import type { Sql } from '../pool.ts';

/** A write that went well is trusted for so long: whoever balances load asks often, and several ask. */
const trustedMs = 3_000;

/**
 * Finds out whether the database takes writes, since reads go on when its disk is full or when it has become a standby. The log of changes is
 * written and flushed by a message that no table holds. That alone is not enough: its files are made ahead of their use, so it goes on when no
 * table can grow. So a list that does not fit into work_mem is spilled to a temporary file beside the tables (160 KB, gone at once).
 */
export function createWriteProbe(sql: Sql): () => Promise<void> {
  let wroteAtMs = Number.NEGATIVE_INFINITY;
  let trying: Promise<void> | null = null;

  async function write(): Promise<void> {
    await sql.begin(async (tx) => {
      const [state] = await tx<{ isReadOnly: boolean }[]>`
        SELECT current_setting('transaction_read_only') = 'on' AS "isReadOnly"`;
      if (state?.isReadOnly) throw databaseUnavailable(new Error('the database is read-only'));
      await tx`SET LOCAL work_mem = '64kB'`;
      await tx`SELECT count(*) FROM generate_series(1, 10000) AS spilled`;
      await tx`SELECT pg_logical_emit_message(true, 'pasarela', '')::text`;
    });
    wroteAtMs = performance.now();
  }

  return async () => {
    if (performance.now() - wroteAtMs < trustedMs) return;
    trying ??= write().finally(() => {
      trying = null;
    });
    await trying;
  };
}
