import { databaseUnavailable } from '../errors.ts';
import type { Sql } from '../pool.ts';

/** A successful write is trusted this long: load balancers ask often, and there are several. */
const trustedMs = 3_000;

/**
 * Checks whether the database accepts writes: reads still work when its disk is full or when it has become a standby. A
 * logical message, stored in no table, makes the server write and flush its WAL. This alone is not enough: WAL files
 * are preallocated, so the WAL can still grow when no table can. Therefore a list larger than work_mem is also spilled
 * to a temporary file beside the tables (160 KB, removed at once).
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
